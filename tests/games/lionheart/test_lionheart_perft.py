"""Lionheart: how many ways there are, counted to the leaves (a roll is a ply of its own)."""

from __future__ import annotations

from support import tried
from wargrid.authoring.perft import perft_table

ALL_SORTS = """
    . . . . . . . . .
    . . . k . . . . .
    . . p s . . . . .
    . . P K S h . . .
    . . . M . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def _counts(*moves: str, depth: int = 3) -> list[int]:
    table = tried("lionheart/level2", first_player="gold").opened().play(*moves)
    return perft_table(table.game, table.position, depth)


def test_deployment_begins_with_208_choices() -> None:
    """The king on e1, twelve bases of other types and sizes on 17 squares each, and three
    armies."""
    assert _counts(depth=2) == [1 + 12 * 17 + 3, 35_811]


def test_two_royal_armies_are_level_1() -> None:
    """The army of level 1 on both sides has the counts of its start."""
    assert _counts("army royal", "ready", "army royal", "ready") == [36, 1_290, 46_434]


def test_iron_against_levy() -> None:
    """Two armies with all sorts of troops."""
    assert _counts("army iron", "ready", "army levy", "ready") == [52, 2_376, 88_325]


def test_a_melee_of_all_sorts() -> None:
    """A bribe, a push and peasants within one turn."""
    table = tried("lionheart/level2", first_player="gold").table(ALL_SORTS)

    assert perft_table(table.game, table.position, 4) == [16, 244, 3_946, 58_246]
