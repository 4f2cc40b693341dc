"""Where the board's cells lie in the window, and which cell lies under a point."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pygame

Cell = tuple[int, int]
"""A column and a row, both from 0; row 0 is the south edge of the board."""

MARGIN: Final = 0.42
"""Room around the board for its frame and coordinates, in cells."""

RULER: Final = 32
"""The fewest pixels left free at the edge of a board that is larger than its area, for the
coordinates over it."""

SOUTH: Final = 2
"""The facing of a side that begins at the north edge."""

SMALLEST: Final = 16
"""The fewest pixels a cell may have."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board of ``columns`` × ``rows`` cells of ``cell`` pixels, seen in an ``area``.

    ``flipped`` turns the board by half a turn, so that the north edge is nearest to the player.
    """

    columns: int
    rows: int
    cell: int
    left: int
    top: int
    area: tuple[int, int, int, int]
    flipped: bool = False

    @property
    def board(self) -> pygame.Rect:
        """The rectangle of all cells."""
        return pygame.Rect(self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    @property
    def whole(self) -> bool:
        """Whether all of the board is seen, with the coordinates beside it."""
        return pygame.Rect(self.area).contains(self.board.inflate(self.cell // 2, self.cell // 2))

    def rect(self, cell: Cell) -> pygame.Rect:
        """Return the square of a cell."""
        column, row = cell
        across = self.columns - 1 - column if self.flipped else column
        down = row if self.flipped else self.rows - 1 - row
        return pygame.Rect(
            self.left + across * self.cell, self.top + down * self.cell, self.cell, self.cell
        )

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell."""
        return self.rect(cell).center

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a point of the window, or None outside the board or the area."""
        if not (self.board.collidepoint(point) and pygame.Rect(self.area).collidepoint(point)):
            return None
        across, down = (point[0] - self.left) // self.cell, (point[1] - self.top) // self.cell
        if self.flipped:
            return self.columns - 1 - across, down
        return across, self.rows - 1 - down

    def seen_facing(self, facing: int | None, facings: int = 4) -> int | None:
        """Return the way a facing points on the screen: a flipped board shows north as south."""
        if facing is None:
            return None
        return (facing + facings // 2) % facings if self.flipped else facing

    def flip(self) -> Geometry:
        """Return the same board from the other side of the table."""
        return replace(self, flipped=not self.flipped)

    def panned(self, right: int, down: int) -> Geometry:
        """The board moved by some pixels, as far as it still fills the area or fits into it."""
        moved = replace(self, left=self.left + right, top=self.top + down)
        return moved._held()

    def zoomed(self, factor: float, about: tuple[int, int]) -> Geometry:
        """Return the board enlarged about a point, never smaller than fits the area."""
        least = fit(self.columns, self.rows, self.area).cell
        largest = max(least, min(self.area[2], self.area[3]) // 2)
        size = min(largest, max(least, round(self.cell * factor)))
        left = about[0] - round((about[0] - self.left) * size / self.cell)
        top = about[1] - round((about[1] - self.top) * size / self.cell)
        return replace(self, cell=size, left=left, top=top)._held()

    def centred(self, cell: Cell) -> Geometry:
        """Return the board moved so that a cell is in the middle, if it still fills the area."""
        here, middle = self.centre(cell), pygame.Rect(self.area).center
        return self.panned(middle[0] - here[0], middle[1] - here[1])

    def showing(self, cell: Cell) -> Geometry:
        """Return the board panned just so far that a cell and its neighbours are wholly seen."""
        if self.whole:
            return self
        square, seen = self.rect(cell).inflate(2 * self.cell, 2 * self.cell), pygame.Rect(self.area)
        right = max(0, seen.left - square.left) - max(0, square.right - seen.right)
        down = max(0, seen.top - square.top) - max(0, square.bottom - seen.bottom)
        return self.panned(right, down) if right or down else self

    def _held(self) -> Geometry:
        margin = round(self.cell * MARGIN)
        x, y, width, height = self.area
        left = _hold(self.left, self.columns * self.cell, x, width, margin)
        top = _hold(self.top, self.rows * self.cell, y, height, margin)
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
    """Return the largest board that fits an area with its frame and coordinates, centred."""
    _, _, width, height = area
    cell = int(min(width / (columns + 2 * MARGIN), height / (rows + 2 * MARGIN)))
    return Geometry(columns, rows, max(SMALLEST, cell), 0, 0, area, flipped)._held()
