"""A page with a list, buttons with keys below it, and a picture of the chosen row."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import pygame

from wargrid_pygame.game.layout import columns
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.screens.page import PageScreen
from wargrid_pygame.screens.pictures import Pictures
from wargrid_pygame.widgets.basic import Button, fit_labels
from wargrid_pygame.widgets.fields import ScrollList
from wargrid_pygame.window import App


class PicturePage(PageScreen):
    """Choose from ``list``; a second click on a row, or Enter, does the ``first`` of its buttons.

    The actions of rows begin with ``row``. ``gap`` is between buttons, in units.
    """

    shows_trouble = True
    row, gap = "", 8.0
    note = ""
    """The message on the last action."""

    list: ScrollList
    frame: pygame.Rect
    """The place of the picture."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.pictures = Pictures(app.settings)
        self.buttons: dict[str, Button] = {}
        self._keys: dict[tuple[int, bool], str] = {}

    @property
    def first(self) -> str:
        """The action for a row that is chosen again."""
        return next(iter(self.buttons))

    def mark(self) -> None:
        """Follow the list to another row."""

    def add_buttons(self, strip: pygame.Rect, listed: Iterable[tuple[str, int, str]]) -> None:
        """Add a row of buttons, each with its action, key and label; Undo needs Ctrl too."""
        made, self.buttons = list(listed), {}
        self._keys = {}
        places = columns(self.style, strip, len(made), self.gap)
        for (action, key, label), rect in zip(made, places, strict=True):
            ctrl = action == "restore"
            hint = self.words.say("keys.ctrl", key=self.key(key)) if ctrl else self.key(key)
            button = Button(self.style, rect, action, label, hint, primary=not self.buttons)
            self.buttons[action] = self.group.add(button)
            self._keys[key, ctrl] = action
        fit_labels(list(self.buttons.values()))

    def draw_picture(self, surface: pygame.Surface, key: Hashable, none: str) -> None:
        """Draw the picture of a key, or write that it is being drawn, or that there is ``none``."""
        drawn = self.pictures.get(key, self.frame.size)
        if drawn is not None:
            surface.blit(drawn, drawn.get_rect(midtop=self.frame.midtop))
            return
        edge, sunk = theme.LINE, theme.SUNK
        svg.draw_box(surface, self.frame, self.style.px(8), sunk, sunk, edge)
        text = self.say("saves.drawing" if self.pictures.pending else none)
        self.group.write(surface, text, self.frame, theme.BODY, "plain", theme.MUTED, "centre")

    @property
    def moving(self) -> bool:
        """Whether a picture is still to be drawn."""
        return self.pictures.pending and self.app.top is self

    def update(self, ms: int) -> None:
        """Draw the picture."""
        self.pictures.draw_next()

    def handle(self, event: pygame.event.Event) -> None:
        """Take the keys of the buttons; a click on the chosen row, or Enter, opens it."""
        if event.type == pygame.KEYDOWN and event.key != pygame.K_RETURN:
            action = self._keys.get((event.key, bool(event.mod & pygame.KMOD_CTRL)))
            if action is not None and self.buttons[action].enabled:
                self.act(action)
                return
        if self.turns(event):
            return
        chosen = self.list.chosen
        action = self.group.handle(event)
        if self.list.chosen != chosen:
            self.trouble = self.note = ""
            self.mark()
        if action is not None and action.startswith(self.row):
            again = self.list.chosen == chosen or event.type == pygame.KEYDOWN
            action = self.first if again else None
        if action is not None:
            self.act(action)
