"""The part of the game screen that shows the board: fitted, zoomed, moved, with a minimap where it is seen in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry, fit
from wargrid_pygame.drawing.minimap import Minimap
from wargrid_pygame.game import scene
from wargrid_pygame.widgets.basic import Panel

if TYPE_CHECKING:
    from wargrid_pygame.game.screen import GameScreen

LEGIBLE: Final = 28
LARGER: Final = 38
"""A board whose cells would be smaller than the one, in pixels, is shown in part, with cells of the
other."""

ZOOM: Final = 1.15


class BoardArea:
    """The board of one game screen: ``board`` draws it, ``minimap`` shows all of it where that is needed."""

    board: BoardView
    minimap: Minimap

    def __init__(self, game: GameScreen) -> None:
        self.game = game

    def lay(self) -> None:
        """Fit the board into its area; one whose cells would be tiny is shown in part, where things happen."""
        game, view = self.game, self.game.view
        area = game.plan.board
        geometry = fit(view.columns, view.rows, (area.x, area.y, area.w, area.h), game.flipped)
        if geometry.cell < LEGIBLE:
            geometry = geometry.zoomed(LARGER / geometry.cell, area.center)
            geometry = geometry.centred(scene.place(view, scene.busiest(view)))
        self._set(geometry)

    def renew(self) -> None:
        """Draw the ground anew, as when walls have come."""
        self._set(self.board.geometry)

    def flip(self) -> None:
        """Show the board from the other side of the table."""
        self._set(self.board.geometry.flip())

    def _set(self, geometry: Geometry) -> None:
        view, looks = self.game.view, self.game.looks
        walls = [scene.place(view, cell) for cell in view.walls]
        zones = scene.zones(view, looks)
        self.board = BoardView(geometry, looks, scene.ground(view, looks), walls, zones)
        self.minimap = Minimap(self.board, self._minimap_box())

    # What of it is seen

    def show(self, cell: int) -> None:
        """Move a board seen in part so far that a cell and its neighbours are seen."""
        self.board.geometry = self.board.geometry.showing(scene.place(self.game.view, cell))

    def zoom(self, steps: int, point: tuple[int, int] | None = None) -> None:
        """Make the board larger or smaller about a point, or about the cursor; 0 steps shows all of it."""
        geometry, cursor = self.board.geometry, self.game.view.cursor
        if not steps:
            self.board.geometry = fit(
                geometry.columns, geometry.rows, geometry.area, geometry.flipped
            )
            return
        if point is None:
            middle = self.game.plan.board.center
            point = (
                middle if cursor is None else geometry.centre(scene.place(self.game.view, cursor))
            )
        self.board.geometry = geometry.zoomed(ZOOM if steps > 0 else 1 / ZOOM, point)

    def pan_by_minimap(self, point: tuple[int, int]) -> bool:
        """Go to the cell under a point of the minimap; False if there is none."""
        hidden = self.board.geometry.whole or (
            not self.covers_board and self.game.prompt is not None
        )
        cell = None if hidden else self.minimap.cell_at(point)
        if cell is not None:
            self.board.geometry = self.board.geometry.centred(cell)
        return cell is not None

    # The minimap

    @property
    def covers_board(self) -> bool:
        """Whether the minimap lies over the board, as it does where the slot has no room for it."""
        return self.game.view.rolls or not self.game.plan.slot.h

    def _minimap_box(self) -> pygame.Rect:
        """Where the minimap lies: in the slot, beside the legend, or over a corner of the board if there are dice."""
        plan, view, px = self.game.plan, self.game.view, self.game.look.px
        if not self.covers_board:
            room = Panel(self.game.look, plan.slot).inner()
            wide = min(room.w * 2 // 5, room.h * view.columns // view.rows)
            return pygame.Rect(room.right - wide, room.y, wide, room.h)
        box = pygame.Rect(0, 0, plan.board.w // 4, plan.board.h // 4)
        box.topright = plan.board.right - px(8), plan.board.y + px(8)
        return box

    def draw_minimap(self, surface: pygame.Surface) -> None:
        """Draw the minimap, if the board is seen in part."""
        if not self.board.geometry.whole:
            view, looks = self.game.view, self.game.looks
            sides = [looks.side(side.word) for side in view.sides]
            self.minimap.draw(
                surface, ((scene.place(view, unit.cell), sides[unit.side]) for unit in view.units)
            )

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the slot of a game without dice: the legend, and the minimap if there is one."""
        panel = Panel(self.game.look, self.game.plan.slot)
        panel.draw(surface)
        room = panel.inner()
        if not self.board.geometry.whole:
            room.w = self.minimap.rect.x - room.x - self.game.look.px(8)
        self.game.panel.legend.draw(surface, self.game.legend, room)
        self.draw_minimap(surface)
