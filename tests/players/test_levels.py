"""The four levels: which search plays a ruleset, that it plays by the rules, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import count

import pytest

from rulesets import made
from support import loaded, of_every_game
from wargrid import CHANCE, Game, Position
from wargrid.players import Allowance, Budget, make_player, random_numbers
from wargrid.players.levels import search_for

ONE_OF_EACH_SEARCH = ("xiangqi/standard", "lionheart/level1", "battle/default")


def begun(game: Game, moves: int) -> Position:
    """Play at random until so many moves of sides are made, and no dice are due."""
    number, position, made_moves = random_numbers(3), game.start(), 0
    while made_moves < moves or game.to_act(position) == CHANCE:
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
        else:
            listed = game.moves(position)
            position = game.step(position, listed[int(number() * len(listed))])
            made_moves += 1
    return position


def play_out(game: Game, levels: tuple[str, str], most: int) -> Position:
    """Let levels play each other with a few nodes a move, checking each move."""
    players = [make_player(game, level, 1) for level in levels]
    number, position = random_numbers(1), game.start()
    for _ in range(most):
        side = game.to_act(position)
        if side is None:
            break
        if side == CHANCE:
            move = game.engine.draw(position, number())
        else:
            move = players[side].choose(game.view(position, side), Budget(nodes=4)).move
        position, _ = game.play(position, move)
    return position


@of_every_game
def test_levels_make_legal_moves(name: str) -> None:
    play_out(loaded(name), ("4", "3"), 12)
    play_out(loaded(name), ("1", "2"), 12)


@pytest.mark.slow
@of_every_game
def test_levels_play_whole_games(name: str) -> None:
    play_out(loaded(name), ("4", "1"), 200)


@pytest.mark.parametrize("search", ["alpha_beta", "expectimax", "turns"])
@pytest.mark.parametrize(
    "turn",
    [
        "actions: 1, may: {move: 1, attack: 1}",
        "actions: 3, may: {move: 1, attack: 2}",
        "actions: ~, may: {move: 0, attack: 0}, per_unit: {any: 1}",
    ],
)
@pytest.mark.parametrize("dice", ["removal", "{dice: {per_man: 1, hits_on: heads}}"])
def test_each_search_plays_each_kind_of_game(search: str, turn: str, dice: str) -> None:
    game = made(
        f"""
        opponent: {{search: {search}}}
        dice: {{coin: [heads, tails]}}
        units:
          man:
            letter: M
            name: Man
            move: {{step: all}}
            attack: {{at: around, by: {dice}}}
        victory: {{eliminate: {{}}}}
        """,
        turn=f"turn: {{{turn}}}",
        setup="""
        m . m
        . . .
        M . M""",
    )
    assert search_for(game) == search
    play_out(game, ("4", "3"), 40)


@pytest.mark.parametrize("search", ["alpha_beta", "expectimax", "turns"])
def test_a_turn_with_free_actions_comes_to_an_end(search: str) -> None:
    """Units turn for nothing, as often as they like."""
    game = made(
        f"""
        opponent: {{search: {search}}}
        units:
          man: {{letter: M, name: Man, move: {{step: forward}}, attack: {{at: front, by: removal}}}}
        victory: {{eliminate: {{}}}}
        """,
        facing="4",
        turn="turn: {actions: 1, may: {move: 1, turn: 0, attack: 1}}",
        setup="""
        m . m
        . . .
        M . M""",
    )
    for name in ("random", "1", "2", "3", "4"):
        player, position, made_moves = make_player(game, name, 1), game.start(), 0
        while position.side == 0 and position.result is None:
            position = game.step(position, player.choose(position, Budget(nodes=50)).move)
            made_moves += 1
            assert made_moves < 50


@pytest.mark.parametrize("level", ["3", "4"])
def test_in_some_turns_a_level_comes_near_though_it_is_struck_first(level: str) -> None:
    game = made(
        """
        dice: {coin: [hit, hit, hit, miss]}
        units:
          man:
            letter: M
            name: Man
            men: 4
            move: {step: orthogonal}
            attack: {at: around, by: {dice: {per_man: 1, hits_on: hit}}}
        victory: {eliminate: {}}
        """,
        turn="turn: {actions: 2, may: {move: 1, attack: 1}, per_unit: {attack: 1}}",
        setup="""
            . m . m .
            . . . . .
            . . . . .
            . M . M .
            """,
    )

    def comes_near(turn: int) -> bool:
        position = game.start().copy()
        position.turn = turn
        move = make_player(game, level, 1).choose(position, Budget(nodes=300)).move
        return game.grid.name(move.target)[1] != "1"

    turns = range(1, 21, 2)
    assert 0 < sum(comes_near(turn) for turn in turns) < len(turns)


ASKED_ANEW = """
import json, sys
from test_levels import begun
from support import loaded
from wargrid.players import Allowance, Budget, make_player
answers = []
for name in json.loads(sys.argv[1]):
    game = loaded(name)
    answer = make_player(game, "4", 7).choose(begun(game, 8), Budget(nodes=300))
    answers.append([list(map(str, answer.move.key)), answer.nodes, answer.score])
print(json.dumps(answers))
"""


@pytest.mark.slow
def test_the_same_seed_and_nodes_give_the_same_move_in_every_process() -> None:
    answers = [
        subprocess.run(
            [sys.executable, "-c", ASKED_ANEW, json.dumps(ONE_OF_EACH_SEARCH)],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert answers[0] == answers[1]


SPENDING = ("battle/conquest", "hill/209")
"""Games in which nothing is gained by ending the first turn at once."""


@pytest.mark.parametrize("asked", [0, 1, 60])
@pytest.mark.parametrize("name", SPENDING)
def test_no_turn_ends_merely_for_lack_of_time(name: str, asked: int) -> None:
    """At every level: stopped at once or before its plan is complete, a search has a move."""
    game = loaded(name)
    for level in ("2", "3", "4", "greedy"):
        calls = count()
        budget = Budget(stop=lambda calls=calls: next(calls) >= asked)  # type: ignore[misc]
        assert make_player(game, level, 1).choose(game.start(), budget).move != game.end


def test_the_rest_of_a_cut_plan_is_planned_again() -> None:
    """The plan knows its first moves only, and no end of the turn."""
    game = loaded("battle/conquest")
    calls = count()
    player = make_player(game, "4", 1)
    answer = player.choose(game.start(), Budget(stop=lambda: next(calls) >= 80))
    assert answer.line
    assert game.end not in answer.line


@pytest.mark.parametrize("name", ONE_OF_EACH_SEARCH)
def test_a_search_without_time_leaves_the_move_to_greedy(name: str) -> None:
    game = loaded(name)
    position = begun(game, 8)
    players = (make_player(game, word, 1) for word in ("4", "greedy"))
    first, second = (player.choose(position, Budget(stop=lambda: True)) for player in players)
    assert first.move == second.move


# Budgets


@of_every_game
@pytest.mark.parametrize("nodes", [0, 20, 200])
def test_a_decision_looks_at_about_as_many_positions_as_its_budget(name: str, nodes: int) -> None:
    """As the help of ``--nodes`` says: attacks with several dice finish what they began."""
    game, spent = loaded(name), []
    for moves in (0, 9, 20):
        position = begun(game, moves)
        if position.result is None:
            budget = Budget(nodes=nodes)
            make_player(game, "4", 1).choose(game.view(position, position.side), budget)
            spent.append(budget.nodes)
    assert max(spent) <= 1.5 * nodes + 20


@pytest.mark.parametrize("name", ["hill/209", "battle/default", "skirmish/ford"])
def test_a_turn_of_many_decisions_spends_about_what_one_may(name: str) -> None:
    """Rolls and answers of the enemy change a plan; without a budget, no other is searched for."""
    game, number, nodes = loaded(name), random_numbers(3), 20
    position, player = game.start(), make_player(game, "4", 1)
    allowances = [Allowance(nodes=nodes) for _ in game.sides]
    spent: Counter[tuple[int, int, int]] = Counter()
    for made_moves in range(60):
        side = game.to_act(position)
        if side is None:
            break
        if side == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
            continue
        _, left = allowances[side].left(position, made_moves)
        answer = player.choose(game.view(position, side), Budget(nodes=left))
        allowances[side].spend(0.0, answer.nodes)
        spent[position.turn, position.side, side] += answer.nodes
        position = game.step(position, answer.move)
    assert max(spent.values()) <= 3 * nodes
