"""Halberd & Gonfalon: how many ways there are to play, for comparing move generators."""

from __future__ import annotations

import pytest

from halberd_field import field, opened
from wargrid.authoring.perft import perft_table

MELEE = "Sm3 Sn4 Ao4 Gl6 Gv4 sp4 aq4 go5 gx3"
"""Hills, taking, shooting and a look-out to be taken by two, all at once."""

STRAIGHT_FROM_THE_RULES = 10 * 6 - 4 * 2 + 1
"""Ten units on six squares, but four look-outs not on two hills; and ending the turn."""


def test_perft_of_the_start() -> None:
    """The counts at depths 1 to 3 from the game's own start."""
    table = opened()

    assert perft_table(table.game, table.position, 3) == [STRAIGHT_FROM_THE_RULES, 2109, 61089]


@pytest.mark.parametrize(
    ("units", "counts"),
    [(MELEE, [94, 6850, 277505]), ("Sb3 gab2", [20, 28, 199])],
    ids=["melee", "two alone"],
)
def test_perft_of_ordinary_turns(units: str, counts: list[int]) -> None:
    """The counts at depths 1 to 3 in the middle of a game."""
    table = field(units)

    assert perft_table(table.game, table.position, 3) == counts
