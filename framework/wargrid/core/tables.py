"""Tables of combat: two strengths are compared, and lead to a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

ODDS: Final = "odds"
DIFFERENCE: Final = "difference"
STRENGTH: Final = "strength"

TOGETHER: Final = "together"
"""The question of an attack that other units may join."""

TIMES: Final = {"half": (1, 2), "double": (2, 1), "treble": (3, 1)}
"""What strengths are multiplied with, by its word: a numerator and a denominator."""


class Columns:
    """The columns of a table, the least favourable for the attacker first.

    ``bounds`` are what each begins at: a pair of numbers for odds, such as (3, 1) for 3:1, or a
    number beside 1 for a difference or a strength.
    """

    __slots__ = ("bounds", "compare")

    def __init__(self, compare: str, bounds: Sequence[tuple[int, int]]) -> None:
        self.compare = compare
        self.bounds = tuple(bounds)

    def of(self, attack: int, defence: int) -> int:
        """Return the number of the column of two strengths, rounded for the defender.

        -1 stands for less than the first column begins at, and for odds of nothing at all. Odds
        against no strength are those of the last column.
        """
        if self.compare == ODDS and attack <= 0:
            return -1
        if self.compare == DIFFERENCE:
            attack, defence = attack - defence, 1
        elif self.compare == STRENGTH:
            defence = 1
        found = -1
        for number, (more, less) in enumerate(self.bounds):
            if attack * less >= more * defence:
                found = number
        return found


def multiplied(strength: int, times: str) -> int:
    """Return a strength multiplied by a word, rounded down, but not to nothing."""
    above, below = TIMES[times]
    return max(min(strength, 1), strength * above // below)


class Compared(NamedTuple):
    """The strengths of an attack, and where they lead in a table.

    ``attackers`` and ``defenders`` are the units that add their strengths, the first of each being
    the one that announced the attack and the one that it is made on. ``usual`` is the number of the
    column before modifiers shift it, and ``column`` the one that is used; -1 stands for none.
    ``roll`` is what modifiers add to the die, ``applying`` are the numbers of the modifiers that
    apply.
    """

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack: int
    defence: int
    usual: int
    column: int
    roll: int
    applying: tuple[int, ...]
