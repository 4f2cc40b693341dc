"""Mouse and keyboard in the game: events become actions, which the game screen carries out.

An action is one of those that keys have in every window, ``cell:<number>`` or ``drop:<number>``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, Final

import pygame

from wargrid_play.scenes import turns
from wargrid_play.table import SHORTCUTS, KeyReader, Table
from wargrid_pygame.game.board_area import BoardArea
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Group
from wargrid_pygame.widgets.fields import TextInput
from wargrid_pygame.widgets.keys import BARE, stroke, typed

if TYPE_CHECKING:
    from wargrid_remote import RemoteTable

LEFT, MIDDLE, RIGHT = 1, 2, 3

DRAGGED: Final = 6
"""The pixels that the left button moves before it drags a unit, or a board seen in part."""

MAX_LETTERS: Final = 60
"""The greatest number of letters in a typed line."""


class Mouse:
    """The places under the pointer: ``hover`` is a cell, ``lit`` the facing of a turn arrow.

    ``drag`` is where the selected unit is dragged, or None.
    """

    def __init__(self, table: Table | RemoteTable, area: BoardArea) -> None:
        self.table, self.area = table, area
        self.hover: int | None = None
        self.lit: int | None = None
        self.drag: tuple[int, int] | None = None
        self._held: int | None = None
        self._again = False
        self._panning = False
        self._on_map = False
        self._down: tuple[int, int] | None = None

    def handle(self, event: pygame.event.Event, groups: Sequence[Group]) -> str | None:
        """Offer an event to the buttons, then to the board; returns the action, if any."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT and self.drag:
            return self._drop(event.pos)
        action = self._offer(event, groups) or self._disabled_button(event, groups)
        if action is not None:
            return action
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL and self.area.layout.board.collidepoint(event.pos):
            self.area.zoom(event.y, event.pos)
        return None

    def _offer(self, event: pygame.event.Event, groups: Sequence[Group]) -> str | None:
        answers = [group.handle(event) for group in groups]
        for group in groups:
            group.set_focus(None)
        return next((answer for answer in answers if answer is not None), None)

    def _disabled_button(self, event: pygame.event.Event, groups: Sequence[Group]) -> str | None:
        """Return the command of a clicked, disabled button: the table says why it is disabled."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != LEFT:
            return None
        children = (child for group in groups for child in group.children)
        off = (child for child in children if isinstance(child, Button) and not child.enabled)
        return next((button.action for button in off if button.rect.collidepoint(event.pos)), None)

    def _point(self, event: pygame.event.Event) -> None:
        self._drag(event)
        self.hover = self.area.cell_at(event.pos)
        self.lit = self.area.board.turn_at(turns(self.table.view()), event.pos)

    def _drag(self, event: pygame.event.Event) -> None:
        """Move the held unit or the board by the left button after a few pixels.

        The middle button moves the board at once.
        """
        down = self._down
        if down and hypot(event.pos[0] - down[0], event.pos[1] - down[1]) > DRAGGED:
            self._down, self._panning = None, self._held is None
        if self._held is not None and self._down is None:
            selected = self.table.view().selected == self._held
            self.drag = event.pos if selected else None
        elif self._on_map:
            self.area.pan_by_minimap(event.pos)
        elif self._panning:
            self.area.pan(*event.rel)

    def _press(self, event: pygame.event.Event) -> str | None:
        if event.button == LEFT and self.area.pan_by_minimap(event.pos):
            self._on_map = True
        elif event.button == RIGHT:
            self.let_go()
            return "cancel"
        elif self.area.layout.board.collidepoint(event.pos):
            if event.button == MIDDLE:
                self._panning = True
            elif event.button == LEFT:
                return self._press_left(event.pos)
        return None

    def _press_left(self, point: tuple[int, int]) -> str | None:
        """Click at once on a board seen whole and on a unit; the unit is held from then on.

        On the selected unit and on a board seen in part only the release is a click.
        """
        self._held = self._unit_at(point)
        self._again = self._held is not None and self._held == self.table.view().selected
        whole = self._held is not None or self.area.board.geometry.whole
        self._down = point if self._held is not None or not whole else None
        return self._click(point) if whole and not self._again else None

    def _unit_at(self, point: tuple[int, int]) -> int | None:
        """Return the cell of the unit under a point that the side to act may drag, or None."""
        view, cell = self.table.view(), self.area.cell_at(point)
        if view.prompt or self.area.board.turn_at(turns(view), point) is not None:
            return None
        own = (unit.cell for unit in view.units if view.sides[unit.side].to_act)
        return next((one for one in own if one == cell), None)

    def _release(self, event: pygame.event.Event) -> str | None:
        """End a press; a left button that dragged nothing is a click, unless it clicked at once."""
        down, clicks = self._down, self._held is None or self._again
        self.let_go()
        return self._click(down) if down and clicks and event.button == LEFT else None

    def _drop(self, point: tuple[int, int]) -> str | None:
        """Let go of a unit: on another cell this is a click there, beside the board it cancels."""
        cell, held, again = self.area.cell_at(point), self._held, self._again
        self.let_go()
        if cell is None:
            return "cancel"
        if cell == held:
            return f"cell:{cell}" if again else None
        return f"drop:{cell}"

    def let_go(self) -> None:
        """Stop dragging."""
        self._down = self._held = self.drag = None
        self._panning = self._on_map = False

    def _click(self, point: tuple[int, int]) -> str | None:
        view = self.table.view()
        facing = None if view.prompt else self.area.board.turn_at(turns(view), point)
        if facing is not None:
            return f"turn_{view.facing_words[facing]}"
        cell = self.area.cell_at(point)
        return None if cell is None else f"cell:{cell}"


class Keyboard:
    """Makes actions of keys; ``line`` is the line being typed, if one is open."""

    def __init__(self, table: Table | RemoteTable) -> None:
        self.reader = KeyReader(table.view)
        self.line: TextInput | None = None
        self._line_box = pygame.Rect(0, 0, 0, 0)
        self._line_prompt: Callable[[], str] = str

    def lay_out(self, theme: Theme, box: pygame.Rect, prompt: Callable[[], str]) -> None:
        """Place the line for typing, an open one included; ``prompt`` has examples of the input."""
        self.theme, self._line_box, self._line_prompt = theme, box, prompt
        if self.line is not None:
            self._open_line(self.line.text)

    def handle(self, event: pygame.event.Event) -> Iterator[str]:
        """Yield the actions of a key or of text, each to be done before the next."""
        event, pressed = typed(event), event.type == pygame.KEYDOWN
        if self.line is not None and not (pressed and stroke(event).name in SHORTCUTS):
            yield from self._type(self.line, event)
            return
        if pressed:
            self.line = None
            read = self.reader.press(stroke(event)) if event.key not in BARE else ()
        else:
            read = self.reader.write(event.text)
        for action in read:
            name, _, text = action.partition(":")
            if name == "line":
                self._open_line(text)
            else:
                yield action

    def _open_line(self, text: str) -> None:
        """Open the line for typing, with a text to go on from."""
        prompt = self._line_prompt()
        self.line = TextInput(self.theme, self._line_box, "type", text, prompt, MAX_LETTERS)
        self.line.focused = True

    def _type(self, line: TextInput, event: pygame.event.Event) -> Iterator[str]:
        key = event.key if event.type == pygame.KEYDOWN else None
        if key == pygame.K_ESCAPE or (key == pygame.K_BACKSPACE and not line.text):
            self.line = None
        elif line.handle(event) == "type":
            self.line = None
            yield f"type:{line.text}"
