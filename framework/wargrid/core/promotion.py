"""Events by which units change their type or appear during the game."""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from dataclasses import dataclass

from wargrid.core.events import Event, free_unit
from wargrid.core.state import PositionFields


@dataclass(slots=True, eq=False, repr=False)
class Became(Event):
    """The unit on ``cell`` becomes one of ``type`` of the same side.

    It keeps its id, the limits it has used, and its men and wounds as far as the type has room.
    It keeps the markers that both types bear.
    """

    cell: int
    type: str
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        # Royal safety takes the same list for the same units.
        position.board = board = position.board[:]
        unit = board[self.cell]
        old = position.roster.words[unit]
        position.roster = roster = position.roster.changed(unit, self.type)
        if position.men[unit] > roster.full[unit]:
            position.men = _with(position.men, unit, roster.full[unit])
        if position.wounds[unit] >= roster.types[unit].hits_per_man:
            position.wounds = _with(position.wounds, unit, roster.types[unit].hits_per_man - 1)
        if position.marks:
            roster.game.markers.marks_for_new_type(position, unit, old)
        if roster.game.carrying is not None:
            roster.game.carrying.refit(position, unit)


@dataclass(slots=True, eq=False, repr=False)
class Appeared(Event):
    """A full unit of ``type`` appears on an empty ``cell``; it has used no limits.

    It gets the first free id of its side and type, or the next id of all.
    """

    cell: int
    side: int
    type: str
    facing: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        unit = free_unit(position, self.side, self.type)
        roster = position.roster
        position.board = board = position.board[:]
        board[self.cell] = unit
        at = self.cell * roster.facings + (self.facing if roster.facings > 1 else 0)
        position.place = _with(position.place, unit, at)
        position.men = _with(position.men, unit, roster.full[unit])
        position.wounds = _with(position.wounds, unit, 0)
        position.used -= position.used & roster.usage_mask[unit]
        if position.marks:
            roster.game.markers.marks_for_new_unit(position, unit)


@dataclass(slots=True, eq=False, repr=False)
class Exhausted(Event):
    """The unit on ``cell`` cannot act again in this turn."""

    cell: int

    def apply(self, position: PositionFields) -> None:
        position.used = position.roster.used_up(position.used, position.board[self.cell])


@dataclass(slots=True, eq=False, repr=False)
class Restored(Event):
    """The unit on ``cell`` gets ``men`` men back, at most as many as it has lost."""

    cell: int
    men: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        unit = position.board[self.cell]
        position.men = _with(position.men, unit, position.men[unit] + self.men)


def _with(values: list[int], unit: int, value: int) -> list[int]:
    """Return a copy of a list by unit id with another value for one unit, perhaps a new one."""
    return [*values[:unit], value, *values[unit + 1 :]]
