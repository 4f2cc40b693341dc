"""Markers: what a game counts or records on units, cells and sides.

``position.marks`` holds one list of integers for each marker that the ruleset declares, in that
order: by unit id, by cell, or by side; a marker of cells kept for each side has the cells of the
first side, then those of the second. Where a marker holds a side or a cell, the integer is its
number plus 1, and 0 is none. Positions share these lists until an event writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from wargrid.core.events import Eliminated, Event, Moved
from wargrid.core.moves import TAKE, UnitMove, paid
from wargrid.core.position import Position
from wargrid.core.roster import Roster
from wargrid.core.state import GONE, PositionFields

_MAX_ROSTERS: Final = 64

ENDING: Final = ("turn_end", "own_turn", "own_turn_end")
"""The values of ``until`` for which a turn that begins may end a marker."""


@dataclass(slots=True, eq=False, repr=False)
class Marked(Event):
    """The marker of this name and number has ``value`` at ``where``.

    ``where`` is the cell of the unit that bears it, a cell, or a side; for a marker of cells kept
    for each side, ``Marker.place``.
    """

    marker: str
    number: int
    where: int
    value: int

    def apply(self, position: PositionFields) -> None:  # noqa: D102
        marks, number = position.marks, self.number
        per_unit = position.roster.game.markers.rows[number].per == "unit"
        at = position.board[self.where] if per_unit else self.where
        if per_unit and at <= 0:
            raise LookupError(f"no unit bears {self.marker} on cell {self.where}")
        values = marks[number]
        if values[at] != self.value:
            values = values[:]
            values[at] = self.value
            position.marks = (*marks[:number], values, *marks[number + 1 :])


Marked.keeps_units = True


class Marker(NamedTuple):
    """One marker of a game, as ``game.markers`` has it.

    ``per`` is ``unit``, ``cell`` or ``side``; ``by_side`` says that each side has its own values
    for every cell. It ``holds`` a ``number`` from ``least`` to ``most``, a ``side`` or a ``cell``.
    ``cells`` are the cells and ``types`` the unit types that bear it. ``start`` are the values at
    the start by cell, cell and side, or side; for units it is by type: ``start_of``. ``until``
    says when it ends: ``never``, ``turn_end``, ``own_turn``, ``own_turn_end``, ``round``
    or ``moving``.
    ``of_moves`` is true if nothing names it but perhaps ways to move. No ruleset declares the
    ``hidden`` ones, which ``core.deeds`` describes. Those of hands, which ``core.hands`` does, are
    hidden too, and have the type that they count as ``of_type``.
    """

    word: str
    number: int
    per: str
    by_side: bool
    holds: str
    least: int
    most: int
    types: frozenset[str]
    cells: frozenset[int]
    start: list[int]
    start_of: Mapping[str, int]
    until: str
    set_by_moving: bool
    of_moves: bool
    board_cells: int
    hidden: bool = False
    of_type: str = ""

    def place(self, cell: int, side: int = 0) -> int:
        """Return the ``where`` of a cell, for a marker that may be kept for each side."""
        return side * self.board_cells + cell if self.by_side else cell

    def value(self, position: PositionFields, where: int) -> int:
        """Return its value at the cell of a unit, at a cell, or of a side, as in ``Marked``."""
        at = position.board[where] if self.per == "unit" else where
        return position.marks[self.number][at]

    def owner(self, position: PositionFields, where: int) -> int:
        """Return the side that it holds at a place, or -1 for none."""
        return self.value(position, where) - 1

    def mark(self, where: int, value: int) -> Marked:
        """Return the event that gives it a value at a place."""
        return Marked(self.word, self.number, where, value)

    def add(self, position: PositionFields, where: int, by: int) -> Marked:
        """Return the event that changes its number at a place, at most to a limit of its range."""
        return self.mark(where, min(self.most, max(self.least, self.value(position, where) + by)))


class Markers:
    """All markers of a game: ``markers["fuel"]`` is one, ``rows`` are all in order.

    ``hands`` are those that count the units in hands, each with the type.

    What depends on the units is kept with the codes of a roster, so that a turn that begins swaps
    lists and computes nothing.
    """

    def __init__(self, rows: tuple[Marker, ...], cells: int) -> None:
        self.rows = rows
        self._cells = cells
        self._by_word = {marker.word: marker for marker in rows}
        self.hands = tuple([(each.of_type, each) for each in rows if each.of_type])
        self._of_rounds = tuple(each.number for each in rows if each.until == "round")
        self._ending = tuple(each for each in rows if each.until in ENDING)
        self._of_units = tuple(each for each in rows if each.per == "unit")
        self._fresh: dict[bytes, tuple[list[int], ...]] = {}

    def __getitem__(self, word: str) -> Marker:
        """Return the marker of a name. Raises KeyError."""
        return self._by_word[word]

    def __len__(self) -> int:
        return len(self.rows)

    def new(self, roster: Roster) -> tuple[list[int], ...]:
        """Return the marks of a position in which all have the value of the start."""
        if not self.rows:
            return ()
        found = self._fresh.get(roster.codes)
        if found is None:
            if len(self._fresh) >= _MAX_ROSTERS:
                self._fresh.clear()
            found = self._fresh[roster.codes] = tuple(
                each.start
                if each.per != "unit"
                else [0, *(each.start_of.get(kind.word, 0) for kind in roster.types[1:])]
                for each in self.rows
            )
        return found

    def begin_turn(self, position: PositionFields) -> None:
        """End the markers that last until a turn ends, or until the new side's own turn begins.

        What lasts until the own turn ends is the other side's, whose turn has just ended.
        """
        marks = list(position.marks)
        fresh = self.new(position.roster)
        for marker in self._ending:
            number = marker.number
            # Lists are shared until an event writes them, so that identity tells enough.
            if marks[number] is fresh[number]:
                continue
            if marker.until == "turn_end":
                marks[number] = fresh[number]
            else:
                side = position.side if marker.until == "own_turn" else 1 - position.side
                marks[number] = self._without_own(marker, position, fresh[number], side)
        position.marks = tuple(marks)

    def begin_round(self, position: PositionFields) -> None:
        """End the markers that last until a round ends."""
        fresh = self.new(position.roster)
        marks = list(position.marks)
        for number in self._of_rounds:
            marks[number] = fresh[number]
        position.marks = tuple(marks)

    def _without_own(
        self, marker: Marker, position: PositionFields, fresh: list[int], side: int
    ) -> list[int]:
        values = position.marks[marker.number]
        if marker.per == "unit":
            own = position.roster.friendly[side]
            found = [fresh[unit] if own[unit] else value for unit, value in enumerate(values)]
        else:
            width = self._cells if marker.per == "cell" else 1
            first, last = side * width, (side + 1) * width
            found = values[:first] + fresh[first:last] + values[last:]
        # The shared list again: the next turn sees at once that nothing is marked.
        return fresh if found == fresh else found

    def hand_over(self, position: PositionFields, old: int, new: int) -> None:
        """Give the marks of one unit to another, when a unit gets another id."""
        for marker in self._of_units:
            self._write(position, marker.number, new, position.marks[marker.number][old])

    def marks_for_new_unit(self, position: PositionFields, unit: int) -> None:
        """Give a unit that comes to the board the marks of the start, in longer lists if it is new.

        ``position`` is a fresh copy whose roster has the unit.
        """
        word = position.roster.words[unit]
        for marker in self._of_units:
            self._write(position, marker.number, unit, marker.start_of.get(word, 0))

    def marks_for_new_type(self, position: PositionFields, unit: int, old: str) -> None:
        """Give a unit that changed its type the marks of the start, of those that differ by type.

        A marker that both types bear keeps its value. ``old`` is the word of the former type.
        """
        word = position.roster.words[unit]
        for marker in self._of_units:
            if not {old, word} <= marker.types:
                self._write(position, marker.number, unit, marker.start_of.get(word, 0))

    def _write(self, position: PositionFields, number: int, unit: int, value: int) -> None:
        values = position.marks[number]
        # A unit that has just extended the roster has no entry yet.
        missing = unit + 1 - len(values)
        if missing > 0 or values[unit] != value:
            values = [*values, *(0,) * missing]
            values[unit] = value
            position.marks = (*position.marks[:number], values, *position.marks[number + 1 :])

    def of_moving(self, word: str) -> tuple[tuple[int, int], ...]:
        """Return number and value of the markers that a unit of this type gets when it moves."""
        return tuple(
            (each.number, each.most if each.set_by_moving else each.start_of.get(word, 0))
            for each in self._of_units
            if word in each.types and (each.set_by_moving or each.until == "moving")
        )

    def changed(self, position: PositionFields) -> Iterator[tuple[Marker, int, int]]:
        """Yield every value that is not that of the start, with its marker and its place.

        Units that are not on the board and places that do not bear a marker are left out.
        """
        fresh = self.new(position.roster)
        place, facings = position.place, position.roster.facings
        for marker, values, start in zip(self.rows, position.marks, fresh, strict=True):
            if values is start or values == start:
                continue
            if marker.per != "unit":
                differing = zip(values, start, strict=True)
                yield from (
                    (marker, where, value)
                    for where, (value, first) in enumerate(differing)
                    if value != first
                )
                continue
            units = sorted((at // facings, unit) for unit, at in enumerate(place) if at != GONE)
            yield from (
                (marker, cell, values[unit]) for cell, unit in units if values[unit] != start[unit]
            )

    def fit(self, position: Position) -> bool:
        """Return whether the lists have the right lengths and every value is in range."""
        fresh = self.new(position.roster)
        return len(fresh) == len(position.marks) and all(
            len(values) == len(start)
            and (
                values is start
                # Entries of units that never bear the marker are 0, in its range or not.
                or all(value == 0 or marker.least <= value <= marker.most for value in values)
            )
            for marker, values, start in zip(self.rows, position.marks, fresh, strict=True)
        )


class MarkingMove(UnitMove):
    """A move or taking that gives the unit marks: ``sets`` are pairs of a marker and its value."""

    __slots__ = ("markers", "sets")

    sets: tuple[tuple[int, int], ...]
    markers: Markers

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of ``carry``, made on first use."""
        if not self._events:
            events = paid(self.source, self.cost, self.limits)
            events += marks_of_moving(self.markers, self.sets, self.source)
            if self.verb == TAKE:
                events.append(Eliminated(self.target))
            self._events = (*events, Moved(self.source, self.target, self.facing))
        return self._events

    def carry(self, position: Position) -> Position:
        """Return the position after the move's own events; ``position`` does not change."""
        after = super().carry(position)
        # From the board of before: afterwards the unit is on the target.
        unit = position.board[self.source]
        for number, value in self.sets:
            marks = after.marks
            if marks[number][unit] != value:
                values = marks[number][:]
                values[unit] = value
                after.marks = (*marks[:number], values, *marks[number + 1 :])
        return after


def marks_of_moving(
    markers: Markers, sets: tuple[tuple[int, int], ...], source: int
) -> list[Event]:
    """Return the events that give the unit on ``source`` its marks, before it moves."""
    return [markers.rows[number].mark(source, value) for number, value in sets]
