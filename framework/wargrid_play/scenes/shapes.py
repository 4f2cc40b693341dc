"""The shape of a board: where its cells lie, their corners, and what lies beside each of them.

Lengths are in squares in which units are drawn, from the upper left corner of the board; corners
of a cell are in hundredths of its square. The sides of a cell are numbered clockwise, from north
if there is one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import floor, sqrt
from typing import ClassVar, Final

from wargrid_play.scenes.scene import Cell
from wargrid_play.table import View

Point = tuple[float, float]

PITCH: Final = 1.1
"""The distance of the centres of neighbouring hexes."""

ROW: Final = sqrt(3) / 2
"""The distance of shifted rows or columns, in distances of centres."""

RADIUS: Final = 1 / sqrt(3)
"""The distance of a corner from the centre, in the same measure."""


@dataclass(frozen=True, slots=True)
class BoardShape(ABC):
    """A board of ``columns`` × ``rows`` cells; if ``short``, shifted ones have a hex less.

    A board that is ``flipped`` is turned by half a turn: its north edge is nearest to the player.
    """

    columns: int
    rows: int
    short: bool = False

    steps: ClassVar[int] = 0
    """The degrees clockwise from north of the first side and the first facing."""

    rim: ClassVar[int] = 5
    """How far a cell goes beyond the sides of its square, in hundredths of the square."""

    @property
    @abstractmethod
    def span(self) -> Point:
        """How wide and high the board is."""

    @property
    @abstractmethod
    def corners(self) -> Sequence[Point]:
        """The corners of a cell, clockwise, the first at the start of side 0."""

    @abstractmethod
    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""

    @abstractmethod
    def centre(self, cell: Cell, flipped: bool = False) -> Point:
        """Return the middle of a cell."""

    @abstractmethod
    def cell_at(self, x: float, y: float, flipped: bool = False) -> Cell | None:
        """Return the cell at a place, or None beside the board."""

    @abstractmethod
    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, on the board or not."""

    @abstractmethod
    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is so that it differs from its neighbours, from 0 to 1."""

    def across(self, cell: Cell, side: int) -> Sequence[Cell]:
        """Return the places that a cell meets only in its corner clockwise after a side."""
        return ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The rectangle around a cell, in hundredths of its square."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def cells(self) -> Iterator[Cell]:
        """Return every cell, column by column."""
        places = ((column, row) for column in range(self.columns) for row in range(self.rows))
        return (place for place in places if self.has(place))


@dataclass(frozen=True, slots=True)
class Squares(BoardShape):
    """A board of squares."""

    rim = 0

    @property
    def span(self) -> Point:
        """How wide and high the board is."""
        return self.columns, self.rows

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of a cell, from the upper left one."""
        return (0, 0), (100, 0), (100, 100), (0, 100)

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def centre(self, cell: Cell, flipped: bool = False) -> Point:
        """Return the middle of a cell."""
        column, row = self._turned(cell, flipped)
        return column + 0.5, self.rows - row - 0.5

    def cell_at(self, x: float, y: float, flipped: bool = False) -> Cell | None:
        """Return the cell at a place, or None beside the board."""
        cell = floor(x), self.rows - 1 - floor(y)
        return self._turned(cell, flipped) if self.has(cell) else None

    def _turned(self, cell: Cell, flipped: bool) -> Cell:
        return (self.columns - 1 - cell[0], self.rows - 1 - cell[1]) if flipped else cell

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, clockwise from north."""
        column, row = cell
        return (column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)

    def across(self, cell: Cell, side: int) -> Sequence[Cell]:
        """Return the place that a cell meets only in its corner clockwise after a side."""
        steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
        return ((cell[0] + steps[side][0], cell[1] + steps[side][1]),)

    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is: 0 or 1."""
        return (sum(cell) + 1) % 2


@dataclass(frozen=True, slots=True)
class Hexes(BoardShape):
    """A board of hexes, placed in distances of centres."""

    @abstractmethod
    def _place(self, cell: Cell) -> Point:
        """Return the centre of a cell on a board that is not flipped."""

    @abstractmethod
    def _approximate(self, x: float, y: float) -> Cell:
        """Return a cell or a place that is at most a neighbour of the one at this place."""

    @abstractmethod
    def _distance(self, x: float, y: float) -> float:
        """Return how far away a place is from a centre; at the edge of the hex, a half."""

    def _turned(self, place: Point, flipped: bool) -> Point:
        wide, high = self.span
        return (wide / PITCH - place[0], high / PITCH - place[1]) if flipped else place

    def centre(self, cell: Cell, flipped: bool = False) -> Point:
        """Return the middle of a cell."""
        x, y = self._turned(self._place(cell), flipped)
        return x * PITCH, y * PITCH

    def cell_at(self, x: float, y: float, flipped: bool = False) -> Cell | None:
        """Return the cell at a place, or None beside the board."""
        x, y = self._turned((x / PITCH, y / PITCH), flipped)
        first, found = self._approximate(x, y), []
        for cell in (first, *self.beyond(first)):
            if self.has(cell):
                there = self._place(cell)
                found.append((self._distance(x - there[0], y - there[1]), cell))
        distance, cell = min(found, default=(1.0, first))
        return cell if distance <= 0.5 else None


@dataclass(frozen=True, slots=True)
class HexRows(Hexes):
    """Hexes whose rows 2, 4, … lie half a hex further east; a corner is on top."""

    steps = 30

    @property
    def span(self) -> Point:
        """How wide and high the board is."""
        shifted = 0.5 if self.rows > 1 and not self.short else 0
        return (self.columns + shifted) * PITCH, ((self.rows - 1) * ROW + 2 * RADIUS) * PITCH

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of a cell, from the one on top."""
        return _hexagon(((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)), RADIUS / 2, 0.5)

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        column, row = cell
        return 0 <= row < self.rows and 0 <= column < self.columns - row % 2 * self.short

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, clockwise from north-east."""
        column, row = cell
        east = column + row % 2
        return (
            (east, row + 1), (column + 1, row), (east, row - 1),
            (east - 1, row - 1), (column - 1, row), (east - 1, row + 1),
        )  # fmt: skip

    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is: 0, a half or 1."""
        column, row = cell
        return (column - row // 2 - row) % 3 / 2

    def _place(self, cell: Cell) -> Point:
        column, row = cell
        return column + 0.5 + row % 2 / 2, (self.rows - 1 - row) * ROW + RADIUS

    def _approximate(self, x: float, y: float) -> Cell:
        row = round(self.rows - 1 - (y - RADIUS) / ROW)
        return round(x - 0.5 - row % 2 / 2), row

    def _distance(self, x: float, y: float) -> float:
        return max(abs(x), abs(x) / 2 + abs(y) * ROW)


@dataclass(frozen=True, slots=True)
class HexColumns(Hexes):
    """Hexes whose columns b, d, … lie half a hex further north; a side is on top."""

    @property
    def span(self) -> Point:
        """How wide and high the board is."""
        shifted = 0.5 if self.columns > 1 and not self.short else 0
        return ((self.columns - 1) * ROW + 2 * RADIUS) * PITCH, (self.rows + shifted) * PITCH

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of a cell, from the upper left one."""
        return _hexagon(((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)), 0.5, RADIUS / 2)

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        column, row = cell
        return 0 <= column < self.columns and 0 <= row < self.rows - column % 2 * self.short

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, clockwise from north."""
        column, row = cell
        north = row + column % 2
        return (
            (column, row + 1), (column + 1, north), (column + 1, north - 1),
            (column, row - 1), (column - 1, north - 1), (column - 1, north),
        )  # fmt: skip

    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is: 0, a half or 1."""
        column, row = cell
        return (row - column // 2 - column) % 3 / 2

    def _place(self, cell: Cell) -> Point:
        column, row = cell
        return column * ROW + RADIUS, self.span[1] / PITCH - 0.5 - row - column % 2 / 2

    def _approximate(self, x: float, y: float) -> Cell:
        column = round((x - RADIUS) / ROW)
        return column, round(self.span[1] / PITCH - 0.5 - y - column % 2 / 2)

    def _distance(self, x: float, y: float) -> float:
        return max(abs(y), abs(y) / 2 + abs(x) * ROW)


def _hexagon(corners: Sequence[tuple[int, int]], high: float, wide: float) -> Sequence[Point]:
    return [(50 + x * wide * PITCH * 100, 50 + y * high * PITCH * 100) for x, y in corners]


SHAPES: Final[dict[str, Callable[[int, int, bool], BoardShape]]] = {
    "square": Squares, "hex_rows": HexRows, "hex_columns": HexColumns
}  # fmt: skip


def shape_of(view: View) -> BoardShape:
    """Return the shape of a view's board."""
    return SHAPES[view.shape](view.columns, view.rows, view.short)
