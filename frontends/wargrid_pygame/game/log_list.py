"""The log as a list that follows its end.

A click on a line points out where it happened; one on a heading shows the turn again.
"""

from __future__ import annotations

from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks, readable
from wargrid_play.looks.pictures import icon_of
from wargrid_play.table import LogView, View
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Panel
from wargrid_pygame.widgets.fields import FieldRow, ScrollList

TITLED: Final = 110
"""The least height of the log with a heading besides its lines, in units."""


class LogList(ScrollList):
    """The aim of the game and the lines of its log, each in the colour of its side.

    The actions of lines are ``log:<number>``.
    """

    def __init__(
        self, style: Theme, words: Catalog, looks: Looks, box: pygame.Rect, aim: str = ""
    ) -> None:
        self.panel = Panel(style, box)
        said = words.say("window.log.aim", aim=aim[:1].lower() + aim[1:])  # it follows a colon
        self._head = [FieldRow(said, colour=theme.TEXT)] if aim else []
        self._words, self._looks = words, looks
        self._filled: tuple[LogView, ...] = ()
        super().__init__(style, self.panel.inner(), self._head, size=theme.BODY, follow=True)

    def fill(self, view: View) -> None:
        """Show the log of a view; lines shown already keep their rows."""
        log = view.log
        if log is self._filled:
            return
        pairs = enumerate(zip(log, self._filled, strict=False))
        same = min(len(log), len(self._filled))
        unchanged = next((at for at, (line, before) in pairs if line is not before), same)
        self._filled = log
        fresh = (self._row(at, line, view) for at, line in enumerate(log[unchanged:], unchanged))
        self.set_rows([*self.rows[: len(self._head) + unchanged], *fresh])

    def _row(self, at: int, line: LogView, view: View) -> FieldRow:
        text, icon = f"{line.number} {line.text}".lstrip(), "replay" if line.heading else line.kind
        return log_row(line, text, f"log:{at}", icon, view, self._looks)

    def place(self, box: pygame.Rect, shows_chosen: bool = False) -> None:
        """Take the room of a box of the same width, and show the chosen line again if wanted."""
        self.panel.rect = pygame.Rect(box)
        titled = not self.rows or box.h >= self.style.px(TITLED)
        self.panel.heading = self._words.say("window.log.title") if titled else ""
        before = self.rect
        self.resize(self.panel.inner())
        if shows_chosen and self.chosen is not None and self.rect != before:
            self.choose(self.chosen)

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the panel below the lines."""
        self.panel.draw(surface)


def log_row(line: LogView, text: str, action: str, icon: str, view: View, looks: Looks) -> FieldRow:
    """Return a line of a log as a row, in the colour of its side, made light enough to read."""
    ink = theme.MUTED
    if line.side >= 0:
        ink = readable(looks.side(view.sides[line.side].word).top, theme.SUNK)
    face: theme.Face = "bold" if line.heading else "plain"
    return FieldRow(text, action, ink, face, icon_of(icon), indented=not line.heading)
