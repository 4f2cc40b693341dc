"""Where the board's cells lie in the window, and which cell lies under a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

import pygame

from wargrid.scenes import Cell
from wargrid_pygame.graphics import svg

Point = tuple[float, float]

MARGIN: Final = 0.42
"""Room around the board for its frame and coordinates, in cells."""

RULER: Final = 32
"""The fewest pixels left free at the edge of a board that is larger than its area, for the
coordinates over it."""

SMALLEST: Final = 16
"""The fewest pixels a cell may have."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board of ``columns`` × ``rows`` squares of ``cell`` pixels, seen in an ``area``.

    ``flipped`` turns the board by half a turn, so that the north edge is nearest to the player. The
    sides of a cell are numbered clockwise, from north if there is one.
    """

    columns: int
    rows: int
    cell: int = SMALLEST
    left: int = 0
    top: int = 0
    area: tuple[int, int, int, int] = (0, 0, 0, 0)
    flipped: bool = False

    steps: ClassVar[int] = 0
    """The degrees clockwise from north of the first side and the first facing."""

    rim: ClassVar[int] = 0
    """How far a cell goes beyond the sides of ``rect``'s square, in hundredths of the square."""

    @property
    def span(self) -> Point:
        """How wide and high the board is, in cells."""
        return self.columns, self.rows

    @property
    def board(self) -> pygame.Rect:
        """The rectangle of all cells."""
        wide, high = self.span
        return pygame.Rect(self.left, self.top, round(wide * self.cell), round(high * self.cell))

    @property
    def whole(self) -> bool:
        """Whether all of the board is seen, with the coordinates beside it."""
        return pygame.Rect(self.area).contains(self.board.inflate(self.cell // 2, self.cell // 2))

    @property
    def lettering(self) -> int:
        """The most pixels that texts on the board are high; more in a larger area."""
        return max(18, round(min(self.area[2:]) * 0.024))

    # Cells

    def has(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def cells(self) -> Iterator[Cell]:
        """Return every cell, column by column."""
        places = ((column, row) for column in range(self.columns) for row in range(self.rows))
        return (place for place in places if self.has(place))

    def beyond(self, cell: Cell) -> Sequence[Cell]:
        """Return the place beyond each side of a cell, on the board or not."""
        column, row = cell
        return (column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)

    def across(self, cell: Cell, side: int) -> Sequence[Cell]:
        """Return the places that a cell meets only in its corner clockwise after a side."""
        steps = ((1, 1), (1, -1), (-1, -1), (-1, 1))
        return ((cell[0] + steps[side][0], cell[1] + steps[side][1]),)

    def shade(self, cell: Cell) -> float:
        """Return how dark a cell is so that it differs from its neighbours, from 0 to 1."""
        return (sum(cell) + 1) % 2

    def rect(self, cell: Cell) -> pygame.Rect:
        """Return the square of a cell; of a hex, the square in which units are drawn."""
        column, row = cell
        across = self.columns - 1 - column if self.flipped else column
        down = row if self.flipped else self.rows - 1 - row
        return pygame.Rect(
            self.left + across * self.cell, self.top + down * self.cell, self.cell, self.cell
        )

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell."""
        return self.rect(cell).center

    def outline(self, cell: Cell) -> Sequence[Point]:
        """Return the corners of a cell, clockwise as seen, the first at the start of side 0."""
        square = self.rect(cell)
        return square.topleft, square.topright, square.bottomright, square.bottomleft

    def side_seen(self, side: int) -> int:
        """Return which side of the cell on the screen a side of the board is."""
        sides = len(self.corners)
        return (side + sides // 2) % sides if self.flipped else side

    @property
    def corners(self) -> Sequence[Point]:
        """The corners of a cell, as ``outline`` has them, in hundredths of ``rect``'s square."""
        return (0, 0), (100, 0), (100, 100), (0, 100)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The rectangle around a cell in hundredths of ``rect``'s square."""
        return 0, 0, 100, 100

    def bounds(self, cell: Cell) -> pygame.Rect:
        """Return the rectangle around a cell."""
        return self.rect(cell)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a point of the window, or None outside the board or the area."""
        if not (self.board.collidepoint(point) and pygame.Rect(self.area).collidepoint(point)):
            return None
        across, down = (point[0] - self.left) // self.cell, (point[1] - self.top) // self.cell
        if self.flipped:
            return self.columns - 1 - across, down
        return across, self.rows - 1 - down

    # Colours

    def fill(self, surface: pygame.Surface, cell: Cell, colour: str) -> None:
        """Fill a cell."""
        surface.fill(colour, self.rect(cell))

    def veil(self, surface: pygame.Surface, cell: Cell, colour: str, alpha: int) -> None:
        """Lay a veil of one colour over a cell; ``alpha`` 255 hides it."""
        svg.draw_veil(surface, self.rect(cell), colour, alpha)

    def stamp(self, surface: pygame.Surface, cell: Cell, picture: pygame.Surface) -> None:
        """Draw a picture that fills ``bounds`` on a cell, without what lies outside the cell."""
        surface.blit(picture, self.bounds(cell))

    def draw_lines(self, surface: pygame.Surface, colour: str) -> None:
        """Draw the lines between the cells."""
        board = self.board
        for column in range(self.columns + 1):
            x = min(board.left + column * self.cell, board.right - 1)
            pygame.draw.line(surface, colour, (x, board.top), (x, board.bottom - 1))
        for row in range(self.rows + 1):
            y = min(board.top + row * self.cell, board.bottom - 1)
            pygame.draw.line(surface, colour, (board.left, y), (board.right - 1, y))

    def fill_side(
        self, surface: pygame.Surface, cell: Cell, side: int, thick: int, colour: str
    ) -> None:
        """Fill a strip within a cell along one of its sides."""
        surface.fill(colour, self._along(cell, side, thick))

    def veil_half(
        self, surface: pygame.Surface, cell: Cell, side: int, colour: str, alpha: int
    ) -> None:
        """Lay a veil of one colour over the half of a cell at one of its sides."""
        svg.draw_veil(surface, self._along(cell, side, self.cell // 2), colour, alpha)

    def _along(self, cell: Cell, side: int, thick: int) -> pygame.Rect:
        square, seen = self.rect(cell), self.side_seen(side)
        strip = square.copy()
        strip.w, strip.h = (thick, square.h) if seen % 2 else (square.w, thick)
        if seen == 1:
            strip.right = square.right
        if seen == 2:
            strip.bottom = square.bottom
        return strip

    # Facings

    def seen_facing(self, facing: int | None, facings: int = 4) -> int | None:
        """Return the way a facing points on the screen: a flipped board shows north as south."""
        if facing is None:
            return None
        return (facing + facings // 2) % facings if self.flipped else facing

    def angle(self, facing: int, facings: int) -> float:
        """Return where a facing points on the screen, in degrees clockwise from up."""
        return self.steps + (self.seen_facing(facing, facings) or 0) * 360 / facings

    # The part that is seen

    def flip(self) -> Self:
        """Return the same board from the other side of the table."""
        return replace(self, flipped=not self.flipped)

    def fitted(self, area: tuple[int, int, int, int], flipped: bool = False) -> Self:
        """Return the largest board that fits an area with its frame and coordinates, centred."""
        (wide, high), (_, _, width, height) = self.span, area
        cell = int(min(width / (wide + 2 * MARGIN), height / (high + 2 * MARGIN)))
        size = max(SMALLEST, cell)
        return replace(self, cell=size, left=0, top=0, area=area, flipped=flipped)._held()

    def panned(self, right: int, down: int) -> Self:
        """Return the board moved by some pixels, while it still fills the area or fits into it."""
        moved = replace(self, left=self.left + right, top=self.top + down)
        return moved._held()

    def zoomed(self, factor: float, about: tuple[int, int]) -> Self:
        """Return the board enlarged about a point, never smaller than fits the area."""
        least = self.fitted(self.area).cell
        largest = max(least, min(self.area[2], self.area[3]) // 2)
        size = min(largest, max(least, round(self.cell * factor)))
        left = about[0] - round((about[0] - self.left) * size / self.cell)
        top = about[1] - round((about[1] - self.top) * size / self.cell)
        return replace(self, cell=size, left=left, top=top)._held()

    def centred(self, cell: Cell) -> Self:
        """Return the board moved so that a cell is in the middle, if it still fills the area."""
        here, middle = self.centre(cell), pygame.Rect(self.area).center
        return self.panned(middle[0] - here[0], middle[1] - here[1])

    def showing(self, cell: Cell) -> Self:
        """Return the board panned just so far that a cell and its neighbours are wholly seen."""
        if self.whole:
            return self
        square, seen = self.rect(cell).inflate(2 * self.cell, 2 * self.cell), pygame.Rect(self.area)
        right = max(0, seen.left - square.left) - max(0, square.right - seen.right)
        down = max(0, seen.top - square.top) - max(0, square.bottom - seen.bottom)
        return self.panned(right, down) if right or down else self

    def _held(self) -> Self:
        margin = round(self.cell * MARGIN)
        x, y, width, height = self.area
        left = _hold(self.left, self.board.w, x, width, margin)
        top = _hold(self.top, self.board.h, y, height, margin)
        return replace(self, left=left, top=top)


def _hold(start: int, length: int, area: int, room: int, margin: int) -> int:
    """Keep a stretch in its room: centred if it fits, else without a gap at its ends."""
    if length + 2 * margin <= room:
        return area + (room - length) // 2
    margin = max(margin, RULER)
    return max(area + room - length - margin, min(area + margin, start))


def fit(
    columns: int, rows: int, area: tuple[int, int, int, int], flipped: bool = False
) -> Geometry:
    """Return the largest board of squares that fits an area, centred."""
    return Geometry(columns, rows).fitted(area, flipped)
