"""Events: the only way in which a position changes, bookkeeping included.

An event is applied to a fresh copy of a position and replaces the lists that it writes; other
positions share them. Events that follow from a move alone are made with it and shared. ``why``
names the text of an event with a special cause (a plugin's ``stampede.flees``), or is empty.
"""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from wargrid.core.compiling import mypyc_attr
from wargrid.core.roster import NoUnitFreeError
from wargrid.core.state import (
    GONE,
    UNKNOWN,
    WALL,
    Pending,
    PositionFields,
    Result,
    forget_unit,
    rename_unit,
    settled,
    then_of,
)

_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """One change of a position; ``facts`` are its fields for logs, records and comparisons.

    ``name`` is the name of the class in lower case, ``turn_began``, unless it has or inherits one.
    ``keeps_units`` is true if no side can lose a unit by it.
    """

    __slots__: tuple[str, ...] = ()
    name: ClassVar[str]
    keeps_units: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "name"):
            cls.name = _CAPITAL.sub("_", cls.__name__).lower()
        # Not inherited: what a subclass of a plugin does besides may cost a unit.
        if "keeps_units" not in vars(cls):
            cls.keeps_units = False

    def apply(self, position: PositionFields) -> None:
        """Change a position, which is a fresh copy."""
        raise NotImplementedError

    def facts(self) -> dict[str, object]:
        """Return the event's fields by name."""
        return {name: getattr(self, name) for name in fact_names(type(self))}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event) and type(self) is type(other) and self.facts() == other.facts()
        )

    def __hash__(self) -> int:
        # As texts: facts of plugins may be lists, which have no hash.
        return hash((self.name, *map(str, self.facts().values())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.facts().items())})"


def fact_names(kind: type[Event]) -> tuple[str, ...]:
    """Return the names of the fields of a class of events: a dataclass's, or else its slots."""
    return tuple(getattr(kind, "__match_args__", ()) or getattr(kind, "__slots__", ()))


@dataclass(slots=True, eq=False, repr=False)
class Spent(Event):
    """The side to act pays ``cost`` actions."""

    cost: int

    def apply(self, position: PositionFields) -> None:
        position.budget -= self.cost


@dataclass(slots=True, eq=False, repr=False)
class Used(Event):
    """The unit on ``cell`` counts one use under the limit of that number."""

    cell: int
    limit: int

    def apply(self, position: PositionFields) -> None:
        position.used += position.roster.usage_bits[self.limit][position.board[self.cell]]


@dataclass(slots=True, eq=False, repr=False)
class Finished(Event):
    """The unit on ``cell`` acts, which ends the turn of the side's units that acted before it."""

    cell: int

    def apply(self, position: PositionFields) -> None:
        roster = position.roster
        acting = position.board[self.cell]
        for unit in roster.units_of[position.side]:
            if unit != acting and any(roster.used_by(position.used, unit)):
                position.used = roster.used_up(position.used, unit)


@dataclass(slots=True, eq=False, repr=False)
class Moved(Event):
    """The unit on ``source`` goes to ``target`` and faces ``facing``."""

    source: int
    target: int
    facing: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        unit = board[self.source]
        board[self.source] = 0
        board[self.target] = unit
        facings = position.roster.facings
        place[unit] = self.target * facings + (self.facing if facings > 1 else 0)


@dataclass(slots=True, eq=False, repr=False)
class Turned(Event):
    """The unit on ``cell`` turns to ``facing``."""

    cell: int
    facing: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        position.place = place = position.place[:]
        place[position.board[self.cell]] = self.cell * position.roster.facings + self.facing


@dataclass(slots=True, eq=False, repr=False)
class Lost(Event):
    """The unit on ``cell`` loses some of its men and survives."""

    cell: int
    men: int

    def apply(self, position: PositionFields) -> None:
        position.men = men = position.men[:]
        men[position.board[self.cell]] -= self.men


@dataclass(slots=True, eq=False, repr=False)
class Wounded(Event):
    """The unit on ``cell`` now carries this many hits that have not removed a man."""

    cell: int
    hits: int

    def apply(self, position: PositionFields) -> None:
        position.wounds = wounds = position.wounds[:]
        wounds[position.board[self.cell]] = self.hits


@dataclass(slots=True, eq=False, repr=False)
class Eliminated(Event):
    """The unit on ``cell`` leaves the board."""

    cell: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        _take_off(position, self.cell)
        # After a loss no earlier position can return: repetitions count from here. What comes to a
        # hand may come back.
        if not position.roster.game.taken_return:
            position.past = ()


@dataclass(slots=True, eq=False, repr=False)
class Placed(Event):
    """A side places a unit of ``type`` with ``men`` men on an empty ``cell``.

    The unit gets the first free id: one of a unit that was eliminated or left in reserve. Applying
    it raises NoUnitFreeError if all units of this side and type are on the board.
    """

    cell: int
    side: int
    type: str
    men: int
    facing: int

    def apply(self, position: PositionFields) -> None:
        roster = position.roster
        position.place = place = position.place[:]
        for unit in roster.units_of_type(self.side, self.type):
            # One that is carried has men, and no place.
            if place[unit] == GONE and not position.men[unit]:
                break
        else:
            raise NoUnitFreeError(roster, self.side, self.type)
        position.board = board = position.board[:]
        position.men = men = position.men[:]
        board[self.cell] = unit
        place[unit] = self.cell * roster.facings + (self.facing if roster.facings > 1 else 0)
        men[unit] = self.men
        # The id may be that of a unit that was eliminated with wounds.
        if position.wounds[unit]:
            position.wounds = [*position.wounds[:unit], 0, *position.wounds[unit + 1 :]]
        if position.marks:
            roster.game.markers.marks_for_new_unit(position, unit)


@dataclass(slots=True, eq=False, repr=False)
class Withdrawn(Event):
    """The unit on ``cell`` is taken back during deployment."""

    cell: int

    def apply(self, position: PositionFields) -> None:
        _take_off(position, self.cell)


@dataclass(slots=True, eq=False, repr=False)
class Readied(Event):
    """A side has deployed; ``side`` deploys next, or is the first side again after the last."""

    side: int

    def apply(self, position: PositionFields) -> None:
        position.side = self.side


@dataclass(slots=True, eq=False, repr=False)
class Joined(Event):
    """The unit on ``cell`` joins ``side`` with its men, facing, wounds, marks and used limits.

    It gets the first free id of its type there, or the next id of all.
    """

    cell: int
    side: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        old = position.board[self.cell]
        new = free_unit(position, self.side, position.roster.words[old])
        roster = position.roster
        position.board = board = position.board[:]
        board[self.cell] = new
        position.place = _handed_over(position.place, old, new, GONE)
        position.men = _handed_over(position.men, old, new, 0)
        position.wounds = _handed_over(position.wounds, old, new, 0)
        # The id may be that of a unit that was removed in this turn after it had acted.
        position.used -= position.used & roster.usage_mask[new]
        # Most units have used nothing; else each count goes from the bits of one id to the other.
        if position.used & roster.usage_mask[old]:
            for limit, uses in enumerate(roster.usage_bits):
                position.used += roster.used(position.used, old, limit) * (uses[new] - uses[old])
        if position.marks:
            roster.game.markers.hand_over(position, old, new)
        if then_of(position):
            rename_unit(position, old, new)
        if roster.game.carrying is not None:
            roster.game.carrying.join(position, old, new)
        position.past = ()


@dataclass(slots=True, eq=False, repr=False)
class Noted(Event):
    """The log reports ``why`` about the unit on ``cell``; nothing changes."""

    cell: int
    why: str

    def apply(self, position: PositionFields) -> None:
        pass


@dataclass(slots=True, eq=False, repr=False)
class Settled(Event):
    """Nothing is pending any more but the lists of effects that wait."""

    def apply(self, position: PositionFields) -> None:
        settled(position)


@dataclass(slots=True, eq=False, repr=False)
class Walled(Event):
    """Walls are placed on ``cells`` for the whole game."""

    cells: tuple[int, ...]

    def apply(self, position: PositionFields) -> None:
        position.board = board = position.board[:]
        for cell in self.cells:
            board[cell] = WALL
        position.walled = UNKNOWN


@dataclass(slots=True, eq=False, repr=False)
class Waiting(Event):
    """A random event before the first turn is pending."""

    pending: Pending

    def apply(self, position: PositionFields) -> None:
        position.pending = self.pending


@dataclass(slots=True, eq=False, repr=False)
class TurnBegan(Event):
    """A side's turn begins with its full budget."""

    side: int
    budget: int

    def apply(self, position: PositionFields) -> None:
        position.side = self.side
        position.budget = self.budget
        position.used = 0
        position.turn += 1
        position.pending = None
        if position.marks:
            position.roster.game.markers.begin_turn(position)


@dataclass(slots=True, eq=False, repr=False)
class Passed(Event):
    """A turn begins; the mark is its position's fingerprint, where a game counts repetitions."""

    mark: int

    def apply(self, position: PositionFields) -> None:
        position.past = (*position.past, self.mark)


@dataclass(slots=True, eq=False, repr=False)
class Stirred(Event):
    """No earlier position can return: repetitions and quiet turns are counted from here."""

    def apply(self, position: PositionFields) -> None:
        position.past = ()


@dataclass(slots=True, eq=False, repr=False)
class Ended(Event):
    """The game is over."""

    winner: int | None
    reason: str

    def apply(self, position: PositionFields) -> None:
        position.result = Result(self.winner, self.reason)
        position.pending = None


def _take_off(position: PositionFields, cell: int) -> None:
    position.board = board = position.board[:]
    position.place = place = position.place[:]
    position.men = men = position.men[:]
    unit = board[cell]
    board[cell] = 0
    place[unit] = GONE
    men[unit] = 0
    if then_of(position):
        forget_unit(position, unit, cell)
    carrying = position.roster.game.carrying
    if carrying is not None:
        carrying.lose(position, unit, cell)


def free_unit(position: PositionFields, side: int, word: str) -> int:
    """Return a unit of a side and type that is not on the board; the roster grows for want of one.

    The lists by unit id may be one shorter than the roster afterwards.
    """
    roster = position.roster
    for unit in roster.units_of_type(side, word):
        # One that is carried has men, and no place.
        if position.place[unit] == GONE and not position.men[unit]:
            return unit
    position.roster = roster.extended(side, word)
    return len(roster.types)


def _handed_over(values: list[int], old: int, new: int, empty: int) -> list[int]:
    """Return a copy of a list by unit id in which ``new``, perhaps a new unit, has that of ``old``.

    ``old`` is left with the value of a unit off the board.
    """
    values = [*values[:new], values[old], *values[new + 1 :]]
    values[old] = empty
    return values


# The events of this file are known; `__init_subclass__` has distrusted them like all others.
for _event in Event.__subclasses__():
    _event.keeps_units = _event not in (Eliminated, Joined)
del _event


def apply_events(
    position: PositionFields, events: Sequence[Event], events_out: list[Event] | None
) -> None:
    """Apply events to a fresh copy of a position, and add them to ``events_out`` if it is given."""
    for event in events:
        event.apply(position)
    if events_out is not None:
        events_out += events


def may_remove_units(events: Sequence[Event]) -> bool:
    """Return whether a side may have lost a unit; a plugin's own events always may."""
    return not all(event.keeps_units for event in events)
