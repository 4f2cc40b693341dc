"""Regret: by how much a move was worse than the one that a hint would name."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Match, read_move, write_move
from wargrid.players import Budget, regret_of

CLEAR = 80.0
"""From which regret on a move is called a mistake."""


def after(game: Game, moves: str) -> Position:
    match = Match(game)
    for move in moves.split():
        match.play(read_move(game, match.position, move))
    return match.position


def regret(game: Game, position: Position, best: str, made: str, nodes: int = 600) -> float | None:
    found: list[Move] = [read_move(game, position, move) for move in (best, made)]
    told = regret_of(game, position, found[0], found[1], Budget(nodes=nodes))
    return None if told is None else told.worth


QUEEN_OUT = "e2-e4 d7-d5 d1-h5 d5xe4 f1-c4 g8-h6"


def test_a_queen_for_a_pawn_is_regretted_and_the_reply_need_not_be_a_choice() -> None:
    """After the check, taking the queen is the only legal move."""
    chess = loaded("chess/standard")
    found = regret(chess, after(chess, QUEEN_OUT), "d2-d3", "h5xf7")
    assert found is not None
    assert found > CLEAR


@pytest.mark.parametrize(
    ("moves", "best", "made"),
    [
        ("e2-e4", "e7-e5", "d7-d5"),
        ("e2-e4 d7-d5", "e4xd5", "b1-c3"),
        ("e2-e4 e7-e5 d1-h5 b8-c6", "h5xf7", "h5xf7"),
    ],
)
def test_moves_that_come_to_much_the_same_are_not_regretted(
    moves: str, best: str, made: str
) -> None:
    """A pawn offered and taken back; and two moves that lose the same unit."""
    chess = loaded("chess/standard")
    found = regret(chess, after(chess, moves), best, made)
    assert found is not None
    assert abs(found) < CLEAR


def test_allowing_mate_is_regretted_as_a_lost_game() -> None:
    chess = loaded("chess/standard")
    found = regret(chess, after(chess, "f2-f3 e7-e5"), "d2-d4", "g2-g4")
    assert found is not None
    assert found > 1000


def test_the_reply_tells_what_a_mistake_allows() -> None:
    """The queen goes where a knight takes her."""
    chess = loaded("chess/standard")
    position = after(chess, "e2-e4 g8-f6")
    best, made = (read_move(chess, position, text) for text in ("b1-c3", "d1-h5"))
    found = regret_of(chess, position, best, made, Budget(nodes=600))
    assert found is not None
    assert found.reply is not None
    assert write_move(chess, found.reply) == "f6xh5"
