"""Where hexes lie in the window: centres, outlines, hit testing, and how they are filled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import pygame

from wargrid.scenes import Cell
from wargrid_pygame.drawing.geometry import Geometry, Point
from wargrid_pygame.graphics.cache import kept

PITCH: Final = 1.1
"""The distance of the centres of neighbours, in the squares in which units are drawn."""

ROW: Final = sqrt(3) / 2
"""The distance of shifted rows or columns, in distances of centres."""

RADIUS: Final = 1 / sqrt(3)
"""The distance of a corner from the centre, in the same measure."""


@dataclass(frozen=True, slots=True)
class HexGeometry(Geometry):
    """A board of hexes; ``cell`` is the side of the square in which a unit is drawn.

    If ``short``, shifted rows or columns have a hex less.
    """

    short: bool = False

    rim = 5

    @abstractmethod
    def place(self, cell: Cell) -> Point:
        """Return the centre of a cell from the upper left of the board, unflipped, in pitches."""

    @abstractmethod
    def _approximate(self, x: float, y: float) -> Cell:
        """Return a cell or a place that is at most a neighbour of the one at this place."""

    @abstractmethod
    def _distance(self, x: float, y: float) -> float:
        """Return how far away a place is from a centre; at the edge of the hex, a half."""

    def _middle(self, cell: Cell) -> Point:
        """Return the centre of a cell in the window."""
        x, y = self.place(cell)
        if self.flipped:
            wide, high = self.span
            x, y = wide / PITCH - x, high / PITCH - y
        return self.left + x * PITCH * self.cell, self.top + y * PITCH * self.cell

    def across(self, cell: Cell, side: int) -> Sequence[Cell]:
        """Return no places: hexes that meet share a side."""
        return ()

    def rect(self, cell: Cell) -> pygame.Rect:
        """Return the square in which a unit on a cell is drawn."""
        x, y = self._middle(cell)
        half = self.cell / 2
        return pygame.Rect(round(x - half), round(y - half), self.cell, self.cell)

    def outline(self, cell: Cell) -> Sequence[Point]:
        """Return the corners of a cell, clockwise as seen, the first at the start of side 0."""
        x, y = self._middle(cell)
        share = self.cell / 100
        return [(x + (a - 50) * share, y + (b - 50) * share) for a, b in self.corners]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The rectangle around a cell in hundredths of ``rect``'s square."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def bounds(self, cell: Cell) -> pygame.Rect:
        """Return the rectangle around a cell."""
        _, _, wide, high = self.box
        around = pygame.Rect(0, 0, round(wide * self.cell / 100), round(high * self.cell / 100))
        around.center = self.rect(cell).center
        return around

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a point of the window, or None outside the board or the area."""
        if not pygame.Rect(self.area).collidepoint(point):
            return None
        pitch = PITCH * self.cell
        x, y = (point[0] - self.left) / pitch, (point[1] - self.top) / pitch
        if self.flipped:
            wide, high = self.span
            x, y = wide / PITCH - x, high / PITCH - y
        first = self._approximate(x, y)
        found = []
        for cell in (first, *self.beyond(first)):
            if self.has(cell):
                there = self.place(cell)
                found.append((self._distance(x - there[0], y - there[1]), cell))
        distance, cell = min(found, default=(1.0, first))
        return cell if distance <= 0.5 else None

    def fill(self, surface: pygame.Surface, cell: Cell, colour: str) -> None:
        """Fill a cell."""
        _fill(surface, colour, self.outline(cell))

    def veil(self, surface: pygame.Surface, cell: Cell, colour: str, alpha: int) -> None:
        """Lay a veil of one colour over a cell; ``alpha`` 255 hides it."""
        bounds = self.bounds(cell)
        veil = pygame.Surface(bounds.size, pygame.SRCALPHA)
        veil.fill(_veiled(colour, alpha))
        self.stamp(surface, cell, veil)

    def stamp(self, surface: pygame.Surface, cell: Cell, picture: pygame.Surface) -> None:
        """Draw a picture that fills ``bounds`` on a cell, without what lies outside the cell."""
        bounds = self.bounds(cell)
        left, top, _, _ = self.box
        share = self.cell / 100
        points = tuple(((x - left) * share, (y - top) * share) for x, y in self.corners)
        cut = picture.convert_alpha() if pygame.display.get_surface() else picture.copy()
        cut.blit(_mask(bounds.size, points), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(cut, bounds)

    def draw_lines(self, surface: pygame.Surface, colour: str) -> None:
        """Draw the lines between the cells."""
        for cell in self.cells():
            pygame.draw.aalines(surface, colour, True, self.outline(cell))

    def fill_side(
        self, surface: pygame.Surface, cell: Cell, side: int, thick: int, colour: str
    ) -> None:
        """Fill a strip within a cell along one of its sides."""
        _fill(surface, colour, self._strip(cell, side, thick))

    def veil_half(
        self, surface: pygame.Surface, cell: Cell, side: int, colour: str, alpha: int
    ) -> None:
        """Lay a veil of one colour over the part of a cell towards one of its sides."""
        bounds = self.bounds(cell)
        veil = pygame.Surface(bounds.size, pygame.SRCALPHA)
        points = self._strip(cell, side, round(PITCH * self.cell / 2))
        moved = [(x - bounds.x, y - bounds.y) for x, y in points]
        pygame.draw.polygon(veil, _veiled(colour, alpha), moved)
        surface.blit(veil, bounds)

    def _strip(self, cell: Cell, side: int, thick: int) -> Sequence[Point]:
        corners, (x, y) = self.outline(cell), self._middle(cell)
        seen = self.side_seen(side)
        start, end = corners[seen], corners[(seen + 1) % 6]
        share = 1 - 2 * thick / (PITCH * self.cell)
        return [start, end, *((x + (a - x) * share, y + (b - y) * share) for a, b in (end, start))]


@dataclass(frozen=True, slots=True)
class RowGeometry(HexGeometry):
    """Hexes whose rows 2, 4, … lie half a hex further east; a corner is on top."""

    steps = 30

    @property
    def span(self) -> Point:
        """How wide and high the board is, in squares of units."""
        shifted = 0.5 if self.rows > 1 and not self.short else 0
        return (self.columns + shifted) * PITCH, ((self.rows - 1) * ROW + 2 * RADIUS) * PITCH

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of a cell in hundredths of ``rect``'s square, from the one on top."""
        return _hexagon(((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)), RADIUS / 2, 0.5)

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        column, row = cell
        return 0 <= row < self.rows and 0 <= column < self.columns - row % 2 * self.short

    def place(self, cell: Cell) -> Point:
        """Return the centre of a cell from the upper left of the board, unflipped, in pitches."""
        column, row = cell
        return column + 0.5 + row % 2 / 2, (self.rows - 1 - row) * ROW + RADIUS

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, clockwise from north-east."""
        column, row = cell
        east = column + row % 2
        return (
            (east, row + 1), (column + 1, row), (east, row - 1),
            (east - 1, row - 1), (column - 1, row), (east - 1, row + 1),
        )  # fmt: skip

    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is so that it differs from its neighbours, from 0 to 1."""
        column, row = cell
        return (column - row // 2 - row) % 3 / 2

    def _approximate(self, x: float, y: float) -> Cell:
        row = round(self.rows - 1 - (y - RADIUS) / ROW)
        return round(x - 0.5 - row % 2 / 2), row

    def _distance(self, x: float, y: float) -> float:
        return max(abs(x), abs(x) / 2 + abs(y) * ROW)


@dataclass(frozen=True, slots=True)
class ColumnGeometry(HexGeometry):
    """Hexes whose columns b, d, … lie half a hex further north; a side is on top."""

    @property
    def span(self) -> Point:
        """How wide and high the board is, in squares of units."""
        shifted = 0.5 if self.columns > 1 and not self.short else 0
        return ((self.columns - 1) * ROW + 2 * RADIUS) * PITCH, (self.rows + shifted) * PITCH

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of a cell in hundredths of ``rect``'s square, from the upper left one."""
        return _hexagon(((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)), 0.5, RADIUS / 2)

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        column, row = cell
        return 0 <= column < self.columns and 0 <= row < self.rows - column % 2 * self.short

    def place(self, cell: Cell) -> Point:
        """Return the centre of a cell from the upper left of the board, unflipped, in pitches."""
        column, row = cell
        return column * ROW + RADIUS, self.span[1] / PITCH - 0.5 - row - column % 2 / 2

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, clockwise from north."""
        column, row = cell
        north = row + column % 2
        return (
            (column, row + 1), (column + 1, north), (column + 1, north - 1),
            (column, row - 1), (column - 1, north - 1), (column - 1, north),
        )  # fmt: skip

    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is so that it differs from its neighbours, from 0 to 1."""
        column, row = cell
        return (row - column // 2 - column) % 3 / 2

    def _approximate(self, x: float, y: float) -> Cell:
        column = round((x - RADIUS) / ROW)
        return column, round(self.span[1] / PITCH - 0.5 - y - column % 2 / 2)

    def _distance(self, x: float, y: float) -> float:
        return max(abs(y), abs(y) / 2 + abs(x) * ROW)


def _hexagon(corners: Sequence[tuple[int, int]], high: float, wide: float) -> Sequence[Point]:
    return [(50 + x * wide * PITCH * 100, 50 + y * high * PITCH * 100) for x, y in corners]


def _fill(surface: pygame.Surface, colour: str, points: Sequence[Point]) -> None:
    """Fill a polygon with smooth edges."""
    pygame.draw.polygon(surface, colour, points)
    pygame.draw.aalines(surface, colour, True, points)


def _veiled(colour: str, alpha: int) -> pygame.Color:
    veiled = pygame.Color(colour)
    veiled.a = alpha
    return veiled


@kept
def _mask(size: tuple[int, int], points: tuple[Point, ...]) -> pygame.Surface:
    """Draw a white shape of a cell on a transparent ground."""
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(mask, "#ffffff", points)
    return mask
