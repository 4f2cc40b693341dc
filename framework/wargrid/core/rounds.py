"""Rounds: in which all units of both sides, or both sides, have their turn once.

What a round counts is on markers that no ruleset declares: which units or sides are done in it, its
number, and the side that began it.
"""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wargrid.core.events import Event
from wargrid.core.state import PositionFields

DONE: Final = "round done"
"""The marker of units, or of sides, that are done in this round."""

NUMBER: Final = "round number"
"""The marker of sides with the number of the round, the same for all."""

BEGAN: Final = "round began"
"""The marker of the side that has the first turn of this round."""


@dataclass(slots=True, eq=False, repr=False)
class RoundBegan(Event):
    """A round begins: markers that last until it end, and nothing is done in it yet."""

    number: int

    def apply(self, position: PositionFields) -> None:
        markers = position.roster.game.markers
        markers.begin_round(position)
        sides = len(position.roster.game.sides)
        marks = list(position.marks)
        marks[markers[NUMBER].number] = [self.number] * sides
        position.marks = tuple(marks)


@dataclass(slots=True, eq=False, repr=False)
class Skipped(Event):
    """A side passes with all its units that have not acted in this round, those aboard others too.

    It has done nothing in its turn.
    """

    side: int

    def apply(self, position: PositionFields) -> None:
        number = position.roster.game.markers[DONE].number
        values = position.marks[number][:]
        for unit in position.roster.units_of[self.side]:
            if position.men[unit]:
                values[unit] = 1
        position.marks = (*position.marks[:number], values, *position.marks[number + 1 :])


RoundBegan.keeps_units = True
Skipped.keeps_units = True
