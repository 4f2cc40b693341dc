"""How a player thought: the turn it made, others it weighed, and the answers it feared."""

from __future__ import annotations

import random

import pytest

from rulesets import made
from support import loaded
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import read_move, write_move
from wargrid.players import (
    Answer,
    Budget,
    Decision,
    Thought,
    find_thoughts,
    make_player,
    thoughts,
)

NODES = 40


def rolled(game: Game, position: Position, numbers: random.Random) -> Position:
    """Return the position after all rolls that are due."""
    while position.result is None and game.to_act(position) == CHANCE:
        position = game.step(position, game.engine.draw(position, numbers.random()))
    return position


def thought(name: str) -> tuple[Game, Decision, list[str], list[Thought]]:
    """Let level 4 make its first turn of a game, and tell how it thought."""
    game = loaded(name)
    player = make_player(game, "4", 1)
    numbers = random.Random(1)
    position = rolled(game, game.start(), numbers)
    side, made, decision = position.side, [], None
    while position.side == side and position.result is None:
        answer = player.choose(game.view(position, side), Budget(nodes=NODES))
        if decision is None and answer.score is not None:
            decision = Decision(position, answer.move, answer.score, "4", 1)
        made.append(write_move(game, answer.move))
        position = rolled(game, game.step(position, answer.move), numbers)
    assert decision is not None
    return game, decision, made, find_thoughts(game, decision, made, position, Budget(nodes=NODES))


def test_the_same_budget_gives_the_same_thoughts() -> None:
    """Moves and scores are those of a seeded search, counted in nodes."""
    one, other = (thought("breakthrough/standard")[-1] for _ in range(2))
    assert [each[1:3] for each in one] == [each[1:3] for each in other]


MEN = made(
    """
    units: {man: {letter: M, name: Man, captures: by_moving, move: {step: all}}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1}}",
    setup="""
    m . . . .
    . . . . .
    . . . . m
    . . . M .
    M M . . .""",
)

ARCHERS = made(
    """
    dice: {coin: [hit, miss, miss]}
    units:
      archer:
        letter: A
        name: Archer
        move: {step: all}
        attack: {at: {around: orthogonal}, by: {dice: {hits_on: hit}}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1, attack: 1}}",
    setup="""
    a . .
    A . .
    . . A""",
)


class Scripted:
    """A player that prefers moves in an order, each with a score."""

    name = "scripted"

    def __init__(self, moves: dict[str, float]) -> None:
        self.moves = moves

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Answer the first move of the order that is offered, or else the first offered."""
        game = position.roster.game.game
        legal = {write_move(game, move): move for move in game.moves(position)}
        text = next((text for text in self.moves if text in legal), next(iter(legal)))
        return Answer(legal[text], self.moves.get(text))

    def close(self) -> None:
        """Hold nothing."""


def weighed(game: Game, text: str) -> list[Thought]:
    """How level 4 thought before a move from the start."""
    start = game.start()
    move = read_move(game, start, text)
    after = game.step(start, move)
    return find_thoughts(game, Decision(start, move, 0.0, "4", 1), [text], after, Budget(nodes=800))


def test_the_answer_feared_is_the_best_one() -> None:
    """The man on e3 takes the one on d2, which no other protects."""
    made, *_ = weighed(MEN, "a1-a2")
    assert made.reply is not None
    assert write_move(MEN, made.reply) == "e3xd2"


def test_the_other_turns_are_told_the_best_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later search may think more of its turn than an earlier one."""
    player = Scripted({"b1-b2": 10.0, "d2xe3": 50.0})
    monkeypatch.setattr(thoughts, "make_player", lambda *_: player)
    found = [(write_move(MEN, one.move), one.score) for one in weighed(MEN, "a1-a2")]
    assert found == [("a1-a2", 0.0), ("d2xe3", 50.0), ("b1-b2", 10.0)]


def test_another_turn_goes_on_with_the_likeliest_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two in three miss, so that the archer on a3 is there to answer."""
    monkeypatch.setattr(thoughts, "make_player", lambda *_: Scripted({"a2xa3": 10.0}))
    _, attack = weighed(ARCHERS, "c1-c2")
    assert write_move(ARCHERS, attack.move) == "a2xa3"
    assert attack.then is not None
    assert attack.then.units_of(1)
