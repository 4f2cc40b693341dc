"""The minimap: all of a board too large for its area, with a frame around the visible part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import pygame

from wargrid_play.looks import SideLook
from wargrid_play.scenes import Cell, ground_svg
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.graphics import svg, theme

FRAME: Final = 3


class Minimap:
    """A small picture of the whole board in a box."""

    def __init__(self, board: BoardView, box: pygame.Rect) -> None:
        self.board = board
        geometry = board.geometry
        room = box.inflate(-2 * FRAME, -2 * FRAME)
        span = geometry.shape.span
        size = max(1, int(min(room.w / span[0], room.h / span[1])))
        small = replace(geometry, cell=size, left=0, top=0)
        wide, high = small.board.size
        left, top = room.right - wide, room.y + (room.h - high) // 2
        self._small: Geometry = replace(small, left=left, top=top, area=(left, top, wide, high))
        self.rect = self._small.board.inflate(2 * FRAME, 2 * FRAME)
        self._ground: pygame.Surface | None = None

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a point of the window, or None beside the minimap."""
        return self._small.cell_at(point)

    def draw(self, surface: pygame.Surface, units: Iterable[tuple[Cell, SideLook]]) -> None:
        """Draw the ground, a dot for every unit, and a frame around the visible part."""
        surface.fill(theme.LINE, self.rect)
        surface.blit(self._drawn_ground(), self._small.board)
        for cell, side in units:
            square = self._small.rect(cell)
            surface.fill(side.edge, square)
            surface.fill(side.top, square.inflate(-2, -2) if square.w > 4 else square)
        pygame.draw.rect(surface, theme.CREAM, self._seen(), 2)

    def _drawn_ground(self) -> pygame.Surface:
        if self._ground is None:
            wide, high = self._small.shape.span
            box = 0.0, 0.0, wide * 100, high * 100
            picture = ground_svg(self.board.below, box, self._small.flipped)
            self._ground = svg.raster(picture, *self._small.board.size)
        return self._ground

    def _seen(self) -> pygame.Rect:
        geometry, small = self.board.geometry, self._small
        part = pygame.Rect(geometry.area).clip(geometry.board)
        left = small.left + (part.x - geometry.left) * small.cell // geometry.cell
        top = small.top + (part.y - geometry.top) * small.cell // geometry.cell
        return pygame.Rect(
            left, top, part.w * small.cell // geometry.cell, part.h * small.cell // geometry.cell
        )
