"""The table at one moment: a value of flat integer lists, comparable, hashable, never changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.roster import Roster
    from wargrid.ruleset.models import UnitType

GONE: Final = -1
"""The place of a unit that is no longer on the board."""

WALL: Final = -1
"""What stands on the board where nobody can ever stand or pass; tuples by unit id end with an entry
for it."""


CHOICE: Final = "choice"
"""The kind of what is pending while a side chooses where a unit stands; its numbers: whose turn it
is, then the cells to choose from, first the one where the unit stands."""


class Pending(NamedTuple):
    """What the table waits for: its kind, and integers whose meaning belongs to that kind."""

    kind: str
    numbers: tuple[int, ...] = ()


class Result(NamedTuple):
    """How a game ended: the side that won (None for a draw) and the word of the victory that decided."""

    winner: int | None
    reason: str


class PlacedUnit(NamedTuple):
    """One unit as a reader of a position sees it."""

    unit: int
    cell: int
    facing: int
    side: int
    type: UnitType
    men: int


class Position:
    """Who stands where, who acts, and what is being waited for.

    Shapes: ``board`` cell -> unit id (0 empty, ``WALL`` a wall); ``place`` unit id -> cell *
    facings + facing, or ``GONE``; ``men`` and ``wounds`` unit id -> number (wounds are hits carried
    that have not yet removed a man). ``side`` acts with ``budget`` actions left in the ``turn``-th
    turn (from 1; 0 before the first), ``used`` holds one bit per limit and unit. ``past`` holds a
    number for each position since the last loss that a turn began with, in games that count
    repetitions or quiet turns. Positions share the lists they do not differ in: read them, never
    write them; ``after`` makes the next one from events.
    """

    __slots__ = (
        "board", "budget", "listed", "men", "past", "pending", "place", "result", "roster", "side", "turn", "used",
        "wounds",
    )  # fmt: skip

    roster: Roster
    board: list[int]
    place: list[int]
    men: list[int]
    wounds: list[int]
    side: int
    budget: int
    used: int
    turn: int
    pending: Pending | None
    result: Result | None
    past: tuple[int, ...]
    listed: list[Move] | None

    def copy(self) -> Position:
        """Make a position that shares every list with this one and has not listed its moves yet."""
        new = _new(Position)
        new.roster = self.roster
        new.board = self.board
        new.place = self.place
        new.men = self.men
        new.wounds = self.wounds
        new.side = self.side
        new.budget = self.budget
        new.used = self.used
        new.turn = self.turn
        new.pending = self.pending
        new.result = self.result
        new.past = self.past
        new.listed = None
        return new

    def after(self, events: Iterable[Event]) -> Position:
        """The position that these events make of this one, which stays as it is."""
        new = self.copy()
        for event in events:
            event.apply(new)
        return new

    def cell_of(self, unit: int) -> int:
        """The cell a unit stands on, or a negative number if it is gone."""
        return self.place[unit] // self.roster.grid.facings

    def facing_of(self, unit: int) -> int:
        """Which way a unit on the board looks, as an index into ``board.FACINGS``."""
        return self.roster.facing_of(unit, self.place[unit])

    def type_of(self, unit: int) -> UnitType:
        """What a unit is."""
        return self.roster.types[unit]

    def side_of(self, unit: int) -> int:
        """Whom a unit belongs to."""
        return self.roster.owners[unit]

    def standing(self) -> Iterator[PlacedUnit]:
        """Every unit on the board in the order of cells."""
        for cell, unit in enumerate(self.board):
            if unit > 0:
                yield self.at(cell)

    def at(self, cell: int) -> PlacedUnit:
        """The unit on an occupied cell."""
        unit = self.board[cell]
        return PlacedUnit(
            unit, cell, self.facing_of(unit), self.side_of(unit), self.type_of(unit), self.men[unit]
        )

    def walls(self) -> tuple[int, ...]:
        """The cells where nobody can stand, in their order."""
        return (
            tuple(cell for cell, unit in enumerate(self.board) if unit == WALL)
            if WALL in self.board
            else ()
        )

    def units_of(self, side: int) -> list[int]:
        """The ids of a side's units on the board, in the order of ids."""
        place = self.place
        return [unit for unit in self.roster.units_of[side] if place[unit] != GONE]

    def is_whole(self) -> bool:
        """Whether every unit stands on the cell that holds it, with men: true unless an event made no sense.

        A list that lacks a cell or a unit, or has one too many, makes none either.
        """
        if len(self.board) != self.roster.grid.cells:
            return False
        if any(
            len(values) != len(self.roster.types) for values in (self.place, self.men, self.wounds)
        ):
            return False
        units = [unit for unit in self.board if unit > 0]
        standing = [unit for unit in range(1, len(self.place)) if self.place[unit] != GONE]
        nobody = self.place[0] == GONE and not self.men[0]
        return (
            nobody
            and sorted(units) == standing
            and all(
                self.place[unit] >= 0
                and self.board[self.cell_of(unit)] == unit
                and self.men[unit] > 0
                for unit in units
            )
        )

    def key(self) -> tuple[object, ...]:
        """All that makes two positions the same, whatever ids their units bear."""
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
        return (
            units,
            self.walls(),
            self.side,
            self.budget,
            self.turn,
            self.pending,
            self.result,
            self.past,
        )

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        from wargrid.match.position_text import write_position

        return write_position(self)


_new = Position.__new__
