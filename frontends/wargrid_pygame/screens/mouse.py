"""The mouse in the game: pointing, clicking cells, turn arrows and buttons, moving and zooming the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from wargrid.board import FACINGS
from wargrid_pygame.screens import scene
from wargrid_pygame.widgets import Button

if TYPE_CHECKING:
    from wargrid_pygame.screens.game import GameScreen

COMPASS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The commands' words for the board's facings."""

EVENTS: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
LEFT, MIDDLE, RIGHT = 1, 2, 3


class Mouse:
    """What the pointer is on, and what its buttons do; ``hover`` is a cell, ``lit`` the facing of a turn arrow."""

    def __init__(self, game: GameScreen) -> None:
        self.game = game
        self.hover: int | None = None
        self.lit: int | None = None
        self._panning = False

    def handle(self, event: pygame.event.Event) -> None:
        """Offer the event to the buttons first, then to the board."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        action = self._offer(event) or self._refused_button(event)
        if action is not None:
            self.game.act(action)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEWHEEL:
            self.zoom(event.y, pygame.mouse.get_pos())
        elif event.type == pygame.MOUSEBUTTONUP and event.button == MIDDLE:
            self._panning = False

    def zoom(self, steps: int, point: tuple[int, int]) -> None:
        """Make the board larger or smaller about a point of the window."""
        board = self.game.board
        if self.game.plan.board.collidepoint(point):
            board.geometry = board.geometry.zoomed(1.15 if steps > 0 else 1 / 1.15, point)

    def _offer(self, event: pygame.event.Event) -> str | None:
        """Let the buttons of the question, then those of the panel, take the event; none keeps the keyboard."""
        groups = [self.game.group] if self.game.prompt is None else [self.game.prompt.group, self.game.group]
        answers = [group.handle(event) for group in groups]
        for group in groups:
            group.set_focus(None)
        return next((answer for answer in answers if answer is not None), None)

    def _refused_button(self, event: pygame.event.Event) -> str | None:
        """The command of a button that is off, when it is clicked: the table says why it cannot be obeyed."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != LEFT:
            return None
        off = (child for child in self.game.group.children if isinstance(child, Button) and not child.enabled)
        return next((button.action for button in off if button.rect.collidepoint(event.pos)), None)

    def _point(self, event: pygame.event.Event) -> None:
        game = self.game
        if self._panning:
            game.board.geometry = game.board.geometry.panned(*event.rel)
        cell = game.board.geometry.cell_at(event.pos)
        self.hover = None if cell is None else scene.number(game.view, cell)
        self.lit = game.board.turn_at(scene.turns(game.view), event.pos)
        game.table.hover(self.hover)
        game.view = game.table.view()

    def _press(self, event: pygame.event.Event) -> None:
        if not self.game.plan.board.collidepoint(event.pos):
            return
        self.game.by_keys = False
        if event.button == MIDDLE:
            self._panning = True
        elif event.button == RIGHT:
            self.game.act("cancel")
        elif event.button == LEFT:
            self._click(event.pos)

    def _click(self, point: tuple[int, int]) -> None:
        game = self.game
        facing = None if game.view.prompt else game.board.turn_at(scene.turns(game.view), point)
        cell = game.board.geometry.cell_at(point)
        if facing is not None:
            game.act(f"turn_{COMPASS[FACINGS[facing]]}")
        elif cell is not None:
            game.table.click(scene.number(game.view, cell))
            game.look_again()
