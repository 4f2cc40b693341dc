"""What every screen is: it lays itself out, draws itself, takes events and lets time pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wargrid.text.catalog import Catalog
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Group
from wargrid_pygame.widgets.diagnostics import FaultPages
from wargrid_pygame.widgets.fields import ScrollList, TextInput

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic
    from wargrid_pygame.app import App


class Screen:
    """One screen of the window; ``over`` marks a dialog, which leaves what lies behind it to be seen.

    Widgets live in ``group``; what they answer arrives at ``act``.
    """

    over = False
    trouble = ""
    """What went wrong last, for screens that show it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.group = Group(app.look, app.area)
        self.diagnostics = FaultPages()

    @property
    def look(self) -> Theme:
        """The sizes and fonts of the window as it is now."""
        return self.app.look

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""
        return self.app.words

    def say(self, key: str, **values: object) -> str:
        """One of the window's own texts: ``window.<key>``."""
        return self.words.say(f"window.{key}", **values)

    def layout(self) -> None:
        """Make the widgets anew; called at first and whenever size, scale or language change."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen as it is now."""
        self.group.draw(surface)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if self.turns(event):
            return
        action = self.group.handle(event)
        if action is not None:
            self.act(action)

    def turns(self, event: pygame.event.Event) -> bool:
        """Turn the pages of what went wrong, if there are several; True if the event was meant for them."""
        return bool(self.trouble) and self.diagnostics.handle(event)

    def act(self, action: str) -> None:
        """Do what a widget asked for."""

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show what went wrong; ``faults`` are those that the text tells of."""
        self.trouble = text

    def tick(self, ms: int) -> bool:
        """Take note that some milliseconds have passed while this screen is on top; True if it has to be drawn anew."""
        return False

    def update(self, ms: int) -> None:
        """Let some milliseconds pass; called only while the screen is ``moving``."""

    @property
    def moving(self) -> bool:
        """Whether something moves or waits, so that time must pass and frames be drawn."""
        return False

    @property
    def repeats(self) -> bool:
        """Whether a held key acts again and again, as it should in texts and lists."""
        return isinstance(self.group.focus, TextInput | ScrollList)

    def close(self) -> None:
        """Leave nothing open; called when the screen goes for good."""
