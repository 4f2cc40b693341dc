"""The base of all dialogs, and the part of the game screen that dialogs use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks
from wargrid_play.table import Session, Table, View
from wargrid_pygame.widgets.basic import Button, Dialog
from wargrid_pygame.window import App, Screen

if TYPE_CHECKING:
    from wargrid_remote import RemoteSession, RemoteTable

BUTTON: Final = 42
GAP: Final = 10
"""The height of a button, and the gap below it, in units."""

UP_DOWN: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}
ARROWS: Final = {**UP_DOWN, pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class PlayedGame(Protocol):
    """The game screen as its dialogs and the rules page see it."""

    session: Session | RemoteSession
    table: Table | RemoteTable
    view: View
    looks: Looks
    flipped: bool

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""

    def say(self, key: str, **values: object) -> str:
        """Return one of the window's own texts."""

    def act(self, action: str) -> None:
        """Carry out the action of a button of the game screen."""

    def watch_files(self, ms: int) -> bool:
        """Look whether rules or looks were saved; True if something has to be drawn again."""


class DialogScreen(Screen):
    """A dialog in the middle of the window; Escape answers ``close``.

    ``steps`` are the keys that move the focus too, and how far.
    """

    over = True
    steps: Mapping[int, int] = {}

    def frame(self, heading: str, wide: float, high: float, cancel: str = "close") -> Dialog:
        """Return an empty dialog of this size in units, and make it the group of widgets."""
        area = self.app.area
        rect = pygame.Rect(0, 0, self.style.px(wide), self.style.px(high))
        rect.size = min(rect.w, area.w - 8), min(rect.h, area.h - 8)
        rect.center = area.center
        self.group = dialog = Dialog(self.style, rect, heading, cancel)
        return dialog

    def button(
        self, rect: pygame.Rect, action: str, label: str, hint: str = "", primary: bool = False
    ) -> Button:
        """Add a button, which Enter presses when it has the focus."""
        return self.group.add(Button(self.style, rect, action, label, hint, primary=primary))

    def foot(self, room: pygame.Rect, label: str = "back", primary: bool = False) -> Button:
        """Add the button that closes the dialog, along the bottom of a room."""
        rect = pygame.Rect(room.x, 0, room.w, self.style.px(BUTTON))
        rect.bottom = room.bottom
        escape = self.key(pygame.K_ESCAPE)
        return self.button(rect, "close", self.say(label), escape, primary=primary)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if event.type == pygame.KEYDOWN and event.key in self.steps:
            self.group.step_focus(self.steps[event.key])
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Close the dialog."""
        self.app.pop()


class GameDialog(DialogScreen):
    """A dialog over a game."""

    steps: Mapping[int, int] = UP_DOWN

    def __init__(self, app: App, game: PlayedGame) -> None:
        super().__init__(app)
        self.game = game

    def way_out(self, usual: str) -> str:
        """Word the way out of the game: ``usual``, or back to the board or move that is tried."""
        way_back = self.app.way_back
        return self.say(f"{way_back[-1].name}.return") if way_back else usual
