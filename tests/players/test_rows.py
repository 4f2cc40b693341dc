"""Computer players in games of placing: rows made and stopped, corners taken, hints that say so."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.match import read_position, write_move
from wargrid.players import Budget, make_player

WIDE = 15


def _board(*rows: str, side: str = "black") -> str:
    """A board of Gomoku whose middle rows begin in column f."""
    drawn = [["."] * WIDE for _ in range(WIDE)]
    for number, row in enumerate(rows):
        for column, sign in enumerate(row.split()):
            drawn[6 + number][5 + column] = sign
    return "\n".join([*(" ".join(row) for row in drawn), f"side: {side}", "turn: 9"])


def _chosen(name: str, text: str, level: str) -> str:
    game = loaded(name)
    position = read_position(game, text)
    answer = make_player(game, level, seed=3).choose(position, Budget(nodes=3_000))
    return write_move(game, answer.move).rpartition(" ")[2]


@pytest.mark.parametrize("level", ["2", "3"])
@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (("s S S S S . s",), "k9"),
        ((". s s s s S", ". . S S S ."), "f9"),
        (("S S . S S", "s s s s S"), "h9"),
    ],
    ids=[
        "made at its end",
        "stopped at the only open end",
        "made in its gap before one is stopped",
    ],
)
def test_five_in_a_row_are_made_and_four_are_stopped(
    level: str, rows: tuple[str, ...], cells: str
) -> None:
    assert _chosen("gomoku/standard", _board(*rows), level) in cells.split()


@pytest.mark.parametrize("level", ["2", "3"])
def test_an_open_three_is_stopped(level: str) -> None:
    """Otherwise it becomes a four with two open ends, of which only one can be stopped."""
    found = _chosen(
        "gomoku/standard", _board(". . s s s . .", ". . S . . . .", "S . . . . . ."), level
    )
    assert found in ("f9", "g9", "k9", "l9")


def test_a_player_knows_no_row_that_no_longer_has_room() -> None:
    """Four stones between two enemies win nothing: the three that can grow come first."""
    rows = ("s S S S S s", ". . . . . .", ". S S S . .")
    assert _chosen("gomoku/standard", _board(*rows), "2") in ("f7", "j7", "k7")


@pytest.mark.parametrize("level", ["2", "3"])
def test_a_corner_that_nothing_flanks_is_taken(level: str) -> None:
    text = """\
. d D . . . . .
. . . D . . . .
. . D D D . . .
. . D d D . . .
. . D D d . . .
. . . . D d . .
. . . . . . . .
. . . . . . . .
side: black
turn: 21"""
    assert _chosen("reversi/standard", text, level) == "a8"
