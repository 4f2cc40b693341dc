"""Battle: perft tables, random games and variants."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from slow_battle import legal

from support import loaded
from wargrid.authoring.perft import perft
from wargrid.core.moves import ATTACK, MOVE
from wargrid.loading.library import locate
from wargrid.players import play_randomly, random_numbers

PERFT = {"default": [201, 35903], "ford": [129, 13530], "front": [568]}
"""Leaves by depth, counted by two programs that share nothing."""
SCENARIOS = ["default", "ford", pytest.param("front", marks=pytest.mark.slow)]
VARIANTS = ["battle/variants/skirmish", "battle/variants/storm"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_number_of_ways_to_begin(scenario: str) -> None:
    """Leaves of the tree of moves, depth by depth."""
    game = loaded("battle/default", scenario=scenario)

    assert [
        perft(game, game.start(), depth) for depth in range(1, len(PERFT[scenario]) + 1)
    ] == PERFT[scenario]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", list(PERFT))
def test_random_games_end(scenario: str) -> None:
    """On every map a game played at random is over by day forty."""
    game = loaded("battle/default", scenario=scenario)
    played = play_randomly(game, game.start(), random_numbers(5), 50_000)

    assert played.position.result is not None
    assert played.position.turn <= 80


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_moves_are_those_of_a_plainer_program(scenario: str) -> None:
    """BT-20, BT-31, BT-36: on a random walk, what the engine lists is what is found by looking at
    everything anew."""
    game = loaded("battle/default", scenario=scenario)
    number, position = random.Random(3), game.start()
    moved: set[int] = set()
    attacked: set[int] = set()
    for _ in range(30):
        moves = game.moves(position)
        assert {(move.verb, move.source, move.target) for move in moves} == legal(
            position, moved, attacked
        )
        attacks = [move for move in moves if move.verb == ATTACK]
        move = number.choice(attacks if attacks and number.random() < 0.5 else moves)
        if move is game.end:
            moved, attacked = set(), set()
        else:
            (moved if move.verb == MOVE else attacked).add(position.board[move.source])
        position = game.step(position, move)
        if position.result is not None:
            position, moved, attacked = game.start(), set(), set()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_a_few_lines(name: str) -> None:
    """A variant says what is different, in fewer than fifteen lines of YAML."""
    assert len(Path(locate(name)).read_text("utf-8").splitlines()) < 15


def test_skirmish_is_played_at_the_ford() -> None:
    """Another map, guns that fire on the move, and twelve days."""
    game = loaded("battle/variants/skirmish")
    artillery = game.ruleset.units["artillery"].attack

    assert (game.grid.columns, game.grid.rows) == (10, 8)
    assert artillery is not None
    assert artillery.after_moving
    assert game.ruleset.name == {"en": "Battle, Skirmish", "fr": "Battle, escarmouche"}


def test_a_storm_grounds_the_air() -> None:
    """Helicopters fly three cells, and artillery reaches three."""
    game = loaded("battle/variants/storm")
    position = game.start()
    flights = {
        game.grid.name(m.target) for m in game.moves(position) if m.source == game.grid.cell("a5")
    }

    assert "a2" in flights
    assert "a1" not in flights
    assert game.engine.tables.strikes(game.ruleset.units["artillery"], 0, 0, 0).shots == (
        2,
        15,
        28,
        3,
        16,
        29,
        42,
    )
