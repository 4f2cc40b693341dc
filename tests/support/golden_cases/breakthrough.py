"""Judges the golden cases of Breakthrough, one function a kind."""

from __future__ import annotations

from functools import cache
from typing import Final

from golden_cases.cases import Case, Judge
from support import loaded
from wargrid import Game
from wargrid.authoring.perft import perft_table
from wargrid.match import read_move, read_position

SHALLOW: Final = 500
"""The most leaves that the ordinary run counts; the slow one counts all."""


def perft(case: Case) -> None:
    """The number of ways to play from the start."""
    case.expects()
    counts = [count for count in case.data["expected"] if case.deep or count <= SHALLOW]
    game = _game()
    assert perft_table(game, game.start(), len(counts)) == counts


def moves(case: Case) -> None:
    """Where a piece may go."""
    case.expects("picture", "from")
    game = _game()
    position = read_position(game, "\n".join(case.data["picture"]))
    source = game.grid.cell(case.data["from"])
    targets = [
        game.grid.name(move.target) for move in game.moves(position) if move.source == source
    ]
    assert sorted(targets) == sorted(case.data["expected"])


def win(case: Case) -> None:
    """Who has won after a move."""
    case.expects("picture", "move")
    game = _game()
    position = read_position(game, "\n".join(case.data["picture"]))
    after, _ = game.play(position, read_move(game, position, case.data["move"]))
    assert after.result is not None
    assert list(game.ruleset.sides)[after.result.winner or 0] == case.data["expected"]


JUDGES: Final[dict[str, Judge]] = {"perft": perft, "moves": moves, "win": win}
"""Every kind of case of this game."""


@cache
def _game() -> Game:
    return loaded("breakthrough/standard")
