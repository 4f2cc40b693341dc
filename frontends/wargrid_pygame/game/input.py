"""The mouse in the game: pointing, clicking cells, turn arrows and buttons, moving and zooming the board."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

import pygame

from wargrid.table.wording import FACING_WORDS
from wargrid_pygame.game import scene
from wargrid_pygame.widgets.basic import Button, Group

if TYPE_CHECKING:
    from wargrid_pygame.game.screen import GameScreen

EVENTS: Final = (
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)
LEFT, MIDDLE, RIGHT = 1, 2, 3

DRAGGED: Final = 6
"""How many pixels the left button moves over a board seen in part before it drags it."""


class Mouse:
    """What the pointer is on, and what its buttons do; ``hover`` is a cell, ``lit`` the facing of a turn arrow."""

    def __init__(self, game: GameScreen) -> None:
        self.game = game
        self.hover: int | None = None
        self.lit: int | None = None
        self._panning = False
        self._on_map = False
        self._down: tuple[int, int] | None = None

    def handle(self, event: pygame.event.Event) -> None:
        """Offer the event to the buttons first, then to the board."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        action = self._offer(event) or self._refused_button(event)
        if action is not None:
            self.game.act(action)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEWHEEL and self.game.plan.board.collidepoint(
            pygame.mouse.get_pos()
        ):
            self.game.area.zoom(event.y, pygame.mouse.get_pos())
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event)

    def _offer(self, event: pygame.event.Event) -> str | None:
        """Let the buttons of the question, then those of the panel, take the event; none keeps the keyboard."""
        groups = self._groups()
        answers = [group.handle(event) for group in groups]
        for group in groups:
            group.set_focus(None)
        return next((answer for answer in answers if answer is not None), None)

    def _groups(self) -> list[Group]:
        """The groups of buttons that are seen: those of the question or of the army first."""
        game = self.game
        above = game.prompt or game.deploying
        return [game.group] if above is None else [above.group, game.group]

    def _refused_button(self, event: pygame.event.Event) -> str | None:
        """The command of a button that is off, when it is clicked: the table says why it cannot be obeyed."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != LEFT:
            return None
        children = (child for group in self._groups() for child in group.children)
        off = (child for child in children if isinstance(child, Button) and not child.enabled)
        return next((button.action for button in off if button.rect.collidepoint(event.pos)), None)

    def _point(self, event: pygame.event.Event) -> None:
        game = self.game
        self._drag(event)
        cell = game.board.geometry.cell_at(event.pos)
        self.hover = None if cell is None else scene.number(game.view, cell)
        self.lit = game.board.turn_at(scene.turns(game.view), event.pos)
        game.table.hover(self.hover)
        game.view = game.table.view()

    def _drag(self, event: pygame.event.Event) -> None:
        """Move the board with the middle button, or with the left one once it has been dragged a little."""
        game = self.game
        if (
            self._down is not None
            and hypot(event.pos[0] - self._down[0], event.pos[1] - self._down[1]) > DRAGGED
        ):
            self._down, self._panning = None, True
        if self._on_map:
            game.area.pan_by_minimap(event.pos)
        elif self._panning:
            game.board.geometry = game.board.geometry.panned(*event.rel)

    def _press(self, event: pygame.event.Event) -> None:
        if event.button == LEFT and self.game.area.pan_by_minimap(event.pos):
            self._on_map = True
            return
        if event.button == RIGHT:
            self.game.act("cancel")
        if not self.game.plan.board.collidepoint(event.pos):
            return
        self.game.by_keys = False
        if event.button == MIDDLE:
            self._panning = True
        elif event.button == LEFT and self.game.board.geometry.whole:
            self._click(event.pos)
        elif event.button == LEFT:
            self._down = event.pos

    def _release(self, event: pygame.event.Event) -> None:
        """Let go of the board; a left button that did not drag it was a click."""
        down, self._down = self._down, None
        self._panning, self._on_map = False, False
        if down is not None and event.button == LEFT:
            self._click(down)

    def _click(self, point: tuple[int, int]) -> None:
        game = self.game
        facing = None if game.view.prompt else game.board.turn_at(scene.turns(game.view), point)
        cell = game.board.geometry.cell_at(point)
        if facing is not None:
            game.act(f"turn_{FACING_WORDS[facing]}")
        elif cell is not None:
            game.table.click(scene.number(game.view, cell))
            game.refresh()
