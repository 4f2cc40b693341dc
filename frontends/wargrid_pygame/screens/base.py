"""What every screen is, and the window as a screen sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import pygame

from wargrid import Diagnostic
from wargrid.frontend import Recipe
from wargrid.table import Table, View
from wargrid.text import Catalog
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks.loader import Looks
from wargrid_pygame.session import Session, Settings
from wargrid_pygame.widgets.basic import Button, Dialog, Group
from wargrid_pygame.widgets.diagnostics import DiagnosticPages
from wargrid_pygame.widgets.fields import ScrollList, TextInput

ScreenName = Literal[
    "menu", "new_game", "saves", "game", "rules", "pause", "help", "end", "handover", "trust",
    "reload", "value",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScreenRequest:
    """A screen that is wanted, and what its class takes after the window.

    ``fresh`` leaves every other screen; the menu then lies below any screen that is not the menu.
    """

    name: ScreenName
    values: tuple[object, ...] = ()
    fresh: bool = False


class AppContext(Protocol):
    """The window as a screen sees it."""

    settings: Settings
    language: str
    animated: bool
    area: pygame.Rect
    look: Theme
    played: Recipe | None

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""

    @property
    def top(self) -> Screen | None:
        """The screen that takes the events."""

    def go_to(self, request: ScreenRequest) -> None:
        """Show another screen, over this one or instead of all."""

    def pop(self) -> None:
        """Go back to the screen below."""

    def refresh(self) -> None:
        """Lay out every screen again."""

    def play(self, session: Session, flipped: bool = False) -> None:
        """Show a match."""

    def open(self, make: Callable[[], Session]) -> bool:
        """Show the match that ``make`` begins, or what is wrong; returns whether there is one."""

    def next_language(self) -> None:
        """Change to the next language."""

    def keep(self, **settings: str) -> None:
        """Keep settings for the next start."""

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show what went wrong."""

    def quit(self) -> None:
        """Close the window."""


class PlayedGame(Protocol):
    """The game screen as its dialogs and the rules page see it."""

    session: Session
    table: Table
    view: View
    looks: Looks
    flipped: bool

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""

    def say(self, key: str, **values: object) -> str:
        """Return one of the window's own texts."""

    def act(self, action: str) -> None:
        """Do what a button of the game screen does."""

    def watch_files(self, ms: int) -> bool:
        """Look whether rules or looks were saved; True if something has to be drawn again."""


class Screen:
    """One screen of the window; ``over`` marks a dialog, which leaves the screen behind it visible.

    Widgets are in ``group``; their actions arrive at ``act``.
    """

    over = False
    trouble = ""
    """What went wrong last, for screens that show it."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.group = Group(app.look, app.area)
        self.diagnostics = DiagnosticPages()

    @property
    def look(self) -> Theme:
        """The sizes and fonts of the window."""
        return self.app.look

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""
        return self.app.words

    def say(self, key: str, **values: object) -> str:
        """Return one of the window's own texts, ``window.<key>``."""
        return self.words.say(f"window.{key}", **values)

    def go_to(self, name: ScreenName, *values: object, fresh: bool = False) -> None:
        """Show another screen."""
        self.app.go_to(ScreenRequest(name, values, fresh))

    def layout(self) -> None:
        """Make the widgets; called first and whenever size, scale or language change."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen."""
        self.group.draw(surface)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if self.turns(event):
            return
        action = self.group.handle(event)
        if action is not None:
            self.act(action)

    def turns(self, event: pygame.event.Event) -> bool:
        """Turn the pages of what went wrong; True if the event was for them."""
        return bool(self.trouble) and self.diagnostics.handle(event)

    def act(self, action: str) -> None:
        """Do what a widget asks for."""

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show what went wrong; ``diagnostics`` are those that the text reports."""
        self.trouble = text

    def tick(self, ms: int) -> bool:
        """Count the milliseconds on top; True if the screen has to be drawn again."""
        return False

    def update(self, ms: int) -> None:
        """Let some milliseconds pass; called only while the screen is ``moving``."""

    @property
    def moving(self) -> bool:
        """Whether something moves or waits, so that time must pass and frames be drawn."""
        return False

    @property
    def repeats(self) -> bool:
        """Whether a held key acts again and again, as in texts and lists."""
        return isinstance(self.group.focus, TextInput | ScrollList)

    def close(self) -> None:
        """Leave nothing open; called when the screen goes for good."""


class DialogScreen(Screen):
    """A dialog in the middle of the window; Escape answers ``close``, and arrows move the focus."""

    over = True

    def frame(self, heading: str, wide: float, high: float, cancel: str = "close") -> Dialog:
        """Return an empty dialog of this size in units, and make it the group of widgets."""
        area = self.app.area
        rect = pygame.Rect(0, 0, self.look.px(wide), self.look.px(high))
        rect.size = min(rect.w, area.w - 8), min(rect.h, area.h - 8)
        rect.center = area.center
        self.group = dialog = Dialog(self.look, rect, heading, cancel)
        return dialog

    def button(self, rect: pygame.Rect, action: str, label: str, hint: str = "") -> Button:
        """Add a button, which Enter presses when it has the focus."""
        return self.group.add(Button(self.look, rect, action, label, hint))

    def act(self, action: str) -> None:
        """Close the dialog."""
        self.app.pop()
