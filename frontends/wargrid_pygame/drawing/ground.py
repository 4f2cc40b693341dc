"""The ground of a board as the page draws it, with the window's frame and names around it."""

from __future__ import annotations

import pygame

from wargrid_play.looks import Looks
from wargrid_play.scenes import Ground, ground_svg, tile_svg
from wargrid_pygame.drawing.geometry import MARGIN, Geometry
from wargrid_pygame.graphics import svg, theme


def draw_tile(looks: Looks, word: str, size: int, *, wall: bool = False) -> pygame.Surface:
    """Return a square of a terrain, as lists show it beside its name."""
    return svg.raster(tile_svg(looks, word, wall=wall), size, size)


class DrawnGround:
    """Draws the ground of a board; of a large one, the visible part and a margin for panning."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._key: tuple[int, bool] | None = None
        self._part = pygame.Rect(0, 0, 0, 0)
        self._picture = pygame.Surface((0, 0))

    def draw(self, local: Geometry) -> pygame.Surface:
        """Draw the ground as large as the geometry's area, with the area's corner at (0, 0)."""
        drawn, looks = pygame.Surface(local.area[2:]), self.ground.looks
        drawn.fill(theme.TABLE)
        _draw_frame(drawn, local, looks.board.frame)
        seen = local.board.clip(drawn.get_rect())
        drawn.blit(self._seen(local, seen.move(-local.left, -local.top)), seen)
        if looks.coordinates and local.whole:
            _draw_coordinates(drawn, local, self.ground)
        return drawn.convert() if pygame.display.get_surface() else drawn

    def _seen(self, local: Geometry, seen: pygame.Rect) -> pygame.Surface:
        """Return the visible part of the ground; the rectangle is its place on the board."""
        key = local.cell, local.flipped
        if key != self._key or not self._part.contains(seen):
            whole = pygame.Rect((0, 0), local.board.size)
            self._key, self._part = key, seen.inflate(seen.w // 2, seen.h // 2).clip(whole)
            x, y, wide, high = (length * 100 / local.cell for length in self._part)
            picture = ground_svg(self.ground, (x, y, wide, high), local.flipped)
            self._picture = svg.raster(picture, *self._part.size)
        return self._picture.subsurface(seen.move(-self._part.x, -self._part.y))


def _draw_frame(drawn: pygame.Surface, local: Geometry, frame: str) -> None:
    wide = max(3, round(local.cell * 0.09))
    around = local.board.inflate(2 * wide, 2 * wide)
    glow = around.inflate(2 * wide, 2 * wide)
    svg.draw_box(drawn, glow, wide * 2, theme.FRAME, theme.FRAME, theme.FRAME_EDGE)
    svg.draw_box(drawn, around, wide, frame, frame, frame)


def _draw_coordinates(drawn: pygame.Surface, local: Geometry, ground: Ground) -> None:
    size = max(theme.LEGIBLE, min(round(local.cell * 0.2), local.lettering))
    strip = max(round(local.cell * MARGIN * 0.66), size // 2 + 4)
    for name, cell in local.shape.column_names:
        line = theme.line_at(name, size, "plain", theme.MUTED)
        x = local.rect(cell).centerx
        drawn.blit(line, line.get_rect(center=(x, local.board.bottom + strip)))
    for name, cell in local.shape.row_names:
        line = theme.line_at(name, size, "plain", theme.MUTED)
        y = local.rect(cell).centery
        drawn.blit(line, line.get_rect(center=(local.board.left - strip, y)))
    for name, cell in local.shape.cell_labels:
        ink = ground.label_ink(cell)
        line = theme.line_at(name, max(theme.LEGIBLE, size * 3 // 4), "plain", ink)
        place = local.rect(cell)
        drawn.blit(line, (place.x + 3, place.y + 1))
