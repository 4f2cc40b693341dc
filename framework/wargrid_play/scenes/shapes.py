"""The shape of a board: where its cells lie, their corners, and what lies beside each of them.

Lengths are in squares in which units are drawn, from the upper left corner of the board; corners
of a cell are in hundredths of its square. The sides of a cell are numbered clockwise, from north
if there is one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import dist, floor, sqrt
from typing import ClassVar, Final

from wargrid.core.grid import column_name
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
    def joins(self) -> Sequence[tuple[Cell, Cell]]:
        """The points that lines join; cells have none."""
        return ()

    @property
    def column_names(self) -> Sequence[tuple[str, Cell]]:
        """The names of the columns, each with a cell above which it is written."""
        return [(column_name(column), (column, 0)) for column in range(self.columns)]

    @property
    def row_names(self) -> Sequence[tuple[str, Cell]]:
        """The names of the rows, each with a cell beside which it is written."""
        return [(f"{row + 1}", (0, row)) for row in range(self.rows)]

    @property
    def cell_labels(self) -> Sequence[tuple[str, Cell]]:
        """What is written on cells, each with its cell; usually nothing."""
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
    """A board of squares; ``labels`` are written on them, row by row, or are none."""

    labels: tuple[str, ...] = ()

    rim = 0

    @property
    def cell_labels(self) -> Sequence[tuple[str, Cell]]:
        """What is written on cells, each with its cell."""
        places = ((number % self.columns, number // self.columns) for number in range(1 << 20))
        return [(label, cell) for label, cell in zip(self.labels, places, strict=False) if label]

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


@dataclass(frozen=True, slots=True)
class Points(BoardShape):
    """Points joined by lines, the nearest two of them a square apart.

    ``places`` and ``names`` are those of every point, ``spots`` are where they lie, in columns from
    the west and rows from the south, and ``roads`` are the numbers of the points on every line.
    """

    places: tuple[Cell, ...] = ()
    names: tuple[str, ...] = ()
    spots: tuple[Point, ...] = ()
    roads: tuple[tuple[int, ...], ...] = ()

    rim = 0

    @property
    def span(self) -> Point:
        """How wide and high the board is."""
        wide, high = _reach(self.spots)
        return wide + 1, high + 1

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of the eight sides around a point, from the left one on top."""
        near, far = 50 - 50 * (sqrt(2) - 1), 50 + 50 * (sqrt(2) - 1)
        return (
            (near, 0), (far, 0), (100, near), (100, far),
            (far, 100), (near, 100), (0, far), (0, near),
        )  # fmt: skip

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a point."""
        return cell in _numbered(self.places)

    def centre(self, cell: Cell, flipped: bool = False) -> Point:
        """Return where a point lies."""
        (x, y), (wide, high) = self._spot(cell), _reach(self.spots)
        return (wide - x + 0.5, y + 0.5) if flipped else (x + 0.5, high - y + 0.5)

    def _spot(self, cell: Cell) -> Point:
        number = _numbered(self.places).get(cell)
        return (-9.0, -9.0) if number is None else _spread(self.spots)[number]

    def cell_at(self, x: float, y: float, flipped: bool = False) -> Cell | None:
        """Return the point nearest to a place, or None where none is near."""
        nearest = min(self.places, key=lambda cell: dist((x, y), self.centre(cell, flipped)))
        return nearest if dist((x, y), self.centre(nearest, flipped)) <= 0.5 else None

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return places beside the board: no other point touches a point."""
        return ((-1, -1),) * 8

    def shade(self, cell: Cell) -> float:
        """Return how dark a point is: all are alike."""
        return 0

    @property
    def joins(self) -> Sequence[tuple[Cell, Cell]]:
        """The points that lines join."""
        pairs = (pair for road in self.roads for pair in pairwise(road))
        return [(self.places[one], self.places[other]) for one, other in pairs]

    @property
    def column_names(self) -> Sequence[tuple[str, Cell]]:
        """The letters of points, where all above each other have the same."""
        return self._named(0, [name.rstrip("0123456789") for name in self.names])

    @property
    def row_names(self) -> Sequence[tuple[str, Cell]]:
        """The numbers of points, where all beside each other have the same."""
        letters = "abcdefghijklmnopqrstuvwxyz"
        return self._named(1, [name.lstrip(letters) for name in self.names])

    def _named(self, axis: int, parts: Sequence[str]) -> Sequence[tuple[str, Cell]]:
        found: dict[int, dict[str, Cell]] = {}
        for place, part in zip(self.places, parts, strict=True):
            found.setdefault(place[axis], {}).setdefault(part, place)
        return [pair for names in found.values() if len(names) == 1 for pair in names.items()]


@cache
def _numbered(places: tuple[Cell, ...]) -> dict[Cell, int]:
    return {place: number for number, place in enumerate(places)}


@cache
def _spread(spots: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the points with the nearest two of them a square apart, from the south-west."""
    least = min(dist(one, spots[at]) for at in range(len(spots)) for one in spots[:at])
    west, south = min(x for x, _ in spots), min(y for _, y in spots)
    return tuple(((x - west) / least, (y - south) / least) for x, y in spots)


def _reach(spots: tuple[Point, ...]) -> Point:
    placed = _spread(spots)
    return max(x for x, _ in placed), max(y for _, y in placed)


def _hexagon(corners: Sequence[tuple[int, int]], high: float, wide: float) -> Sequence[Point]:
    return [(50 + x * wide * PITCH * 100, 50 + y * high * PITCH * 100) for x, y in corners]


SHAPES: Final[dict[str, Callable[[int, int, bool], BoardShape]]] = {
    "square": Squares, "hex_rows": HexRows, "hex_columns": HexColumns
}  # fmt: skip


def shape_of(view: View) -> BoardShape:
    """Return the shape of a view's board."""
    if view.shape == "points":
        size = view.columns, view.rows, False
        return Points(*size, view.places, view.cell_names, view.spots, view.roads)
    if view.shape == "square":
        return Squares(view.columns, view.rows, view.short, view.labels)
    return SHAPES[view.shape](view.columns, view.rows, view.short)
