"""Reinforcements that are still to come, counted by row of the schedule on hidden markers.

No ruleset declares these markers: the loader does, one for each row. So what is still to come is
part of a position as markers are, and records, texts and undoing carry it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wargrid.core.events import Event
from wargrid.core.position import Position
from wargrid.core.state import PositionFields

ARRIVE: Final = "arrive"
"""The first word of these markers."""


def arrival_marker(word: str) -> str:
    """Return the word of the marker that counts what is still to come of a row of the schedule.

    >>> arrival_marker("guard")
    'arrive guard'
    """
    return f"{ARRIVE} {word}"


def day_of(position: Position) -> int:
    """Return the day, of one turn of each side, which is the turn of each side, too."""
    sides = len(position.roster.game.sides)
    return (position.turn + sides - 1) // sides


@dataclass(slots=True, eq=False, repr=False)
class Unplaced(Event):
    """So many units of a type that were to come to a side are lost for want of a cell."""

    owner: int
    type: str
    number: int

    def apply(self, position: PositionFields) -> None:  # noqa: D102
        pass


Unplaced.keeps_units = True
