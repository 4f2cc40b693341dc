"""A position: the whole state of a game at one moment, as a value of flat integer lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from wargrid.core.compiling import mypyc_attr
from wargrid.core.events import Event
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import FIELDS, GONE, WALL, PositionFields, pending_on_cells


class PlacedUnit(NamedTuple):
    """One unit on the board."""

    unit: int
    cell: int
    facing: int
    side: int
    type: UnitTypeLike
    men: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(PositionFields):
    """The units on the board, the side to act, and what is pending.

    Shapes: ``board`` cell -> unit id (0 empty, ``WALL`` a wall); ``place`` unit id -> cell *
    facings + facing, or ``GONE``; ``men`` and ``wounds`` unit id -> number (wounds are hits carried
    that have not yet removed a man). ``marks`` are the values of the game's own markers:
    ``core.marks`` explains them. ``side`` acts with ``budget`` actions left in the ``turn``-th turn
    (from 1; 0 before the first); ``used`` counts uses by limit and unit. ``past`` holds a mark for
    each position since the last loss in which a turn began, in games that count repetitions or
    quiet turns. ``walled`` is the sum of 2 to the power of each cell with a wall, or ``UNKNOWN``
    until the engine asks. Positions share equal lists, so never write into them; ``after`` makes
    the next position from events.
    """

    __slots__ = ("listed",)

    listed: list[Any] | None

    def copy(self) -> Position:
        """Return a new position that shares every list with this one, without its list of moves.

        >>> position.copy() == position, position.copy() is position
        (True, False)
        """
        new = Position()
        new.roster = self.roster
        new.board = self.board
        new.place = self.place
        new.men = self.men
        new.wounds = self.wounds
        new.marks = self.marks
        new.side = self.side
        new.budget = self.budget
        new.used = self.used
        new.turn = self.turn
        new.pending = self.pending
        new.result = self.result
        new.past = self.past
        new.listed = None
        new.walled = self.walled
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields; positions that are pickled together share their game."""
        return _restored, tuple(getattr(self, name) for name in FIELDS)

    def after(self, events: Iterable[Event]) -> Position:
        """Return the position after these events; this one does not change.

        >>> after, events = game.play(position, move)
        >>> position.after(events) == after
        True
        """
        new = self.copy()
        for event in events:
            event.apply(new)
        return new

    def cell_of(self, unit: int) -> int:
        """Return the cell of a unit, or a negative number if it is not on the board.

        >>> position.cell_of(position.board[4]) == 4
        True
        """
        return self.place[unit] // self.roster.grid.facings

    def facing_of(self, unit: int) -> int:
        """Return the facing of a unit on the board, as an index into ``grid.facing_names``."""
        return self.roster.facing_of(unit, self.place[unit])

    def type_of(self, unit: int) -> UnitTypeLike:
        """Return the type of a unit."""
        return self.roster.types[unit]

    def side_of(self, unit: int) -> int:
        """Return the side of a unit."""
        return self.roster.owners[unit]

    def standing(self) -> Iterator[PlacedUnit]:
        """Return every unit on the board in the order of cells.

        >>> sum(1 for unit in position.standing() if unit.side == 0)
        10
        """
        for cell, unit in enumerate(self.board):
            if unit > 0:
                yield self.at(cell)

    def at(self, cell: int) -> PlacedUnit:
        """Return the unit on an occupied cell.

        >>> position.at(game.grid.cell("e1")).type.word
        'king'
        """
        unit = self.board[cell]
        return PlacedUnit(
            unit, cell, self.facing_of(unit), self.side_of(unit), self.type_of(unit), self.men[unit]
        )

    def walls(self) -> tuple[int, ...]:
        """Return the cells with walls, in their order."""
        return (
            tuple(cell for cell, unit in enumerate(self.board) if unit == WALL)
            if WALL in self.board
            else ()
        )

    def units_of(self, side: int) -> list[int]:
        """Return the ids of a side's units on the board, in the order of ids.

        >>> len(position.units_of(0))
        10
        """
        place = self.place
        return [unit for unit in self.roster.units_of[side] if place[unit] != GONE]

    def living(self, side: int) -> list[int]:
        """Return the ids of a side's units on the board and of those they carry.

        >>> position.living(0) == position.units_of(0)
        True
        """
        men = self.men
        return [unit for unit in self.roster.units_of[side] if men[unit]]

    def where(self, unit: int) -> int:
        """Return the cell of a unit or of its carrier, or a negative number if it has none.

        >>> position.where(position.board[4]) == 4
        True
        """
        carrying = self.roster.game.carrying
        if self.place[unit] == GONE and carrying is not None and self.men[unit]:
            return self.cell_of(carrying.carrier(self, unit))
        return self.cell_of(unit)

    def is_whole(self) -> bool:
        """Return whether the lists agree: each unit on the board has men, its place its cell.

        It has no more men than its type, and too few wounds to lose one. Markers have values of
        their range.
        """
        if len(self.board) != self.roster.grid.cells:
            return False
        if any(
            len(values) != len(self.roster.types) for values in (self.place, self.men, self.wounds)
        ):
            return False
        units = [unit for unit in self.board if unit > 0]
        standing = [unit for unit in range(1, len(self.place)) if self.place[unit] != GONE]
        full, types = self.roster.full, self.roster.types
        no_unit_zero = self.place[0] == GONE and not self.men[0]
        return (
            no_unit_zero
            and sorted(units) == standing
            and all(
                self.place[unit] >= 0
                and self.board[self.cell_of(unit)] == unit
                and 0 < self.men[unit] <= full[unit]
                and self.wounds[unit] < types[unit].hits_per_man
                for unit in units
            )
            and (not self.marks or self.roster.game.markers.fit(self))
        )

    def marker(self, word: str, where: int = 0) -> int:
        """Return the value of a marker at the cell of a unit, at a cell, or of a side.

        Raises:
            KeyError: the ruleset declares no such marker.
        """
        value: int = self.roster.game.markers[word].value(self, where)
        return value

    def key(self) -> tuple[object, ...]:
        """Return what makes two positions equal; the ids of units do not matter."""
        # `walled` and `listed` only remember what follows from the other fields.
        limits = self.roster.used_by
        units = tuple(
            (
                s.cell,
                s.side,
                s.type.word,
                s.facing,
                s.men,
                self.wounds[s.unit],
                limits(self.used, s.unit),
            )
            for s in self.standing()
        )
        content = (
            units,
            self.walls(),
            self.side,
            self.budget,
            self.turn,
            pending_on_cells(self),
            self.result,
            self.past,
        )
        return (*content, self.marked()) if self.marks else content

    def marked(self) -> tuple[tuple[int, int, int], ...]:
        """Return the number, the place and the value of each marker that differs from the start.

        The numbers include those of what units carry.
        """
        changed = self.roster.game.markers.changed(self) if self.marks else ()
        found = tuple((marker.number, where, value) for marker, where, value in changed)
        carrying = self.roster.game.carrying
        return found if carrying is None else (*found, *carrying.told(self))

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        units = sum(unit > 0 for unit in self.board)
        return f"<Position turn {self.turn}, {self.roster.sides[self.side]} to act, {units} units>"


def _restored(*fields: Any) -> Position:
    position = Position()
    for name, value in zip(FIELDS, fields, strict=True):
        setattr(position, name, value)
    position.listed = None
    return position
