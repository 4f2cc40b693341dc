"""The places of the board's cells in the window, the cell under a point, and filled cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

import pygame

from wargrid_play.scenes import BoardShape, Cell, Squares
from wargrid_pygame.graphics import svg
from wargrid_pygame.graphics.cache import cached

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
    """A board of some ``shape`` with squares for units of ``cell`` pixels, seen in an ``area``.

    ``flipped`` turns the board by half a turn, so that the north edge is nearest to the player.
    """

    shape: BoardShape
    cell: int = SMALLEST
    left: int = 0
    top: int = 0
    area: tuple[int, int, int, int] = (0, 0, 0, 0)
    flipped: bool = False

    @property
    def board(self) -> pygame.Rect:
        """The rectangle of all cells."""
        wide, high = self.shape.span
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

    @property
    def around(self) -> tuple[int, int]:
        """The width and height of the rectangle around a cell."""
        _, _, wide, high = self.shape.box
        return round(wide * self.cell / 100), round(high * self.cell / 100)

    def _middle(self, cell: Cell) -> Point:
        x, y = self.shape.centre(cell, self.flipped)
        return self.left + x * self.cell, self.top + y * self.cell

    def rect(self, cell: Cell) -> pygame.Rect:
        """Return the square of a cell; of a hex, the square in which units are drawn."""
        x, y = self._middle(cell)
        half = self.cell / 2
        return pygame.Rect(round(x - half), round(y - half), self.cell, self.cell)

    def square(self, x: float, y: float, size: float = 100) -> pygame.Rect:
        """Return a square around a point of the board; all are in hundredths of a unit's square."""
        side = round(size * self.cell / 100)
        half = size * self.cell / 200
        left, top = self.left + x * self.cell / 100, self.top + y * self.cell / 100
        return pygame.Rect(round(left - half), round(top - half), side, side)

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell."""
        return self.rect(cell).center

    def bounds(self, cell: Cell) -> pygame.Rect:
        """Return the rectangle around a cell."""
        around = pygame.Rect((0, 0), self.around)
        around.center = self.rect(cell).center
        return around

    def angle(self, facing: int, facings: int) -> float:
        """Return the direction of a facing on the screen, in degrees clockwise from up."""
        seen = (facing + facings // 2) % facings if self.flipped else facing
        return self.shape.steps + seen * 360 / facings

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a point of the window, or None outside the board or the area."""
        if not pygame.Rect(self.area).collidepoint(point):
            return None
        x, y = (point[0] - self.left) / self.cell, (point[1] - self.top) / self.cell
        return self.shape.cell_at(x, y, self.flipped)

    # Colours

    @property
    def _square(self) -> bool:
        return isinstance(self.shape, Squares)

    def veil(self, surface: pygame.Surface, cell: Cell, colour: str, alpha: int) -> None:
        """Lay a veil of one colour over a cell; ``alpha`` 255 hides it."""
        if self._square:
            svg.draw_veil(surface, self.rect(cell), colour, alpha)
            return
        veil = pygame.Surface(self.bounds(cell).size, pygame.SRCALPHA)
        veil.fill(_veiled(colour, alpha))
        self.stamp(surface, cell, veil)

    def stamp(self, surface: pygame.Surface, cell: Cell, picture: pygame.Surface) -> None:
        """Draw a picture that fills ``bounds`` on a cell, without the part outside the cell."""
        bounds = self.bounds(cell)
        if self._square:
            surface.blit(picture, bounds)
            return
        left, top, _, _ = self.shape.box
        share = self.cell / 100
        points = tuple(((x - left) * share, (y - top) * share) for x, y in self.shape.corners)
        cut = picture.convert_alpha() if pygame.display.get_surface() else picture.copy()
        cut.blit(_mask(bounds.size, points), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(cut, bounds)

    # The visible part

    def flip(self) -> Self:
        """Return the same board from the other side of the table."""
        return replace(self, flipped=not self.flipped)

    def fitted(self, area: tuple[int, int, int, int], flipped: bool = False) -> Self:
        """Return the largest board that fits an area with its frame and coordinates, centred."""
        (wide, high), (_, _, width, height) = self.shape.span, area
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
        """Return the board panned by the least distance that shows a cell and its neighbours."""
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


def _veiled(colour: str, alpha: int) -> pygame.Color:
    veiled = pygame.Color(colour)
    veiled.a = alpha
    return veiled


@cached
def _mask(size: tuple[int, int], points: tuple[Point, ...]) -> pygame.Surface:
    """Draw a white shape of a cell on a transparent ground."""
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(mask, "#ffffff", points)
    return mask
