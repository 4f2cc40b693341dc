"""The board on the game screen: a view made into a scene, fitted, zoomed and moved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from wargrid_play.looks import Looks
from wargrid_play.scenes import busiest, ground_of, place, shape_of
from wargrid_play.table import Table, View
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.minimap import Minimap
from wargrid_pygame.game.layout import Layout
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Panel

if TYPE_CHECKING:
    from wargrid_remote import RemoteTable

LEGIBLE: Final = 28
LARGER: Final = 38
"""Cells smaller than the first are enlarged to the second, in pixels, and seen in part."""

ZOOM: Final = 1.15


class BoardArea:
    """The board of one game screen, and a minimap where the board is seen in part."""

    board: BoardView
    minimap: Minimap

    def __init__(
        self, theme: Theme, table: Table | RemoteTable, layout: Layout, looks: Looks, flipped: bool
    ) -> None:
        self.theme, self.table, self.layout, self.looks = theme, table, layout, looks
        view = table.view()
        area = layout.board
        geometry = Geometry(shape_of(view)).fitted((area.x, area.y, area.w, area.h), flipped)
        if geometry.cell < LEGIBLE:
            geometry = geometry.zoomed(LARGER / geometry.cell, area.center)
            geometry = geometry.centred(place(view, busiest(view)))
        self._set(geometry)

    def renew(self) -> None:
        """Draw the ground again, as when walls were built."""
        self._set(self.board.geometry)

    def flip(self) -> None:
        """Show the board from the other side."""
        self._set(self.board.geometry.flip())

    def faces_away(self) -> bool:
        """Return whether the side to act sees the board from the edge opposite to its own."""
        side = self.table.view().acting
        return side is not None and side.flipped is not self.board.geometry.flipped

    def restore(self, geometry: Geometry) -> None:
        """Show the part that another geometry of the same board in the same area shows."""
        now = self.board.geometry
        if replace(geometry, cell=now.cell, left=now.left, top=now.top) == now:
            self.board.geometry = geometry

    def _set(self, geometry: Geometry) -> None:
        view = self.table.view()
        self.board = BoardView(geometry, ground_of(view, self.looks))
        self.minimap = Minimap(self.board, self._minimap_box(view))

    def show(self, cell: int) -> None:
        """Move a board seen in part by the least distance that shows a cell and its neighbours."""
        self.board.geometry = self.board.geometry.showing(place(self.table.view(), cell))

    def zoom(self, steps: int, point: tuple[int, int] | None = None) -> None:
        """Make the board larger or smaller about a point or the cursor; 0 steps shows all of it."""
        geometry, view = self.board.geometry, self.table.view()
        if not steps:
            self.board.geometry = geometry.fitted(geometry.area, geometry.flipped)
            return
        if point is None and view.cursor is not None:
            point = geometry.centre(place(view, view.cursor))
        about = point or self.layout.board.center
        self.board.geometry = geometry.zoomed(ZOOM if steps > 0 else 1 / ZOOM, about)

    def pan(self, right: int, down: int) -> None:
        """Move the board by some pixels."""
        self.board.geometry = self.board.geometry.panned(right, down)

    def pan_by_minimap(self, point: tuple[int, int]) -> bool:
        """Go to the cell under a point of the minimap; False if there is none."""
        hidden = self.board.geometry.whole
        if not self.covers_board and self.table.view().prompt is not None:
            hidden = True
        cell = None if hidden else self.minimap.cell_at(point)
        if cell is not None:
            self.board.geometry = self.board.geometry.centred(cell)
        return cell is not None

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """Return the number of the cell under a point, or None."""
        cell = self.board.geometry.cell_at(point)
        return None if cell is None else self.table.view().places.index(cell)

    @property
    def covers_board(self) -> bool:
        """Whether the minimap covers the board, because its slot shows dice or is missing."""
        return self.table.view().rolls or not self.layout.slot.h

    def _minimap_box(self, view: View) -> pygame.Rect:
        if not self.covers_board:
            room = Panel(self.theme, self.layout.slot).inner()
            span = shape_of(view).span
            wide = min(room.w * 2 // 5, round(room.h * span[0] / span[1]))
            return pygame.Rect(room.right - wide, room.y, wide, room.h)
        area, gap = self.layout.board, self.theme.px(8)
        box = pygame.Rect(0, 0, area.w // 4, area.h // 4)
        box.topright = area.right - gap, area.y + gap
        return box

    def draw_minimap(self, surface: pygame.Surface) -> None:
        """Draw the minimap, if the board is seen in part."""
        if not self.board.geometry.whole:
            view = self.table.view()
            sides = [self.looks.side(side.word) for side in view.sides]
            units = ((place(view, unit.cell), sides[unit.side]) for unit in view.units)
            self.minimap.draw(surface, units)
