"""A text in which known words are underlined, and the card of the word under the pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pygame

from wargrid_play.table import mentions
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.fields import FieldRow, ScrollList

CARD: Final = 460
PAD: Final = 12
"""The width of the card of a word, and the room around its text, in units."""


class GlossaryText(ScrollList):
    """Rows in which the names of a ``glossary`` are underlined; ``word`` is the one pointed at."""

    def __init__(
        self, style: Theme, rect: pygame.Rect, rows: Sequence[FieldRow], size: float,
        glossary: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.glossary = glossary
        self.word = ""
        self._at = pygame.Rect(rect)
        super().__init__(style, rect, rows, size)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows, with a line under each known word."""
        super().draw(surface)
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        for box, name in self._words():
            ink = theme.GOLD if name == self.word and box == self._at else theme.MUTED
            surface.fill(ink, (box.x, box.bottom - self.style.px(2), box.w, self.style.px(1)))
        surface.set_clip(before)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Scroll, and note the word under the pointer."""
        if event.type == pygame.MOUSEMOTION:
            inside = self.rect.collidepoint(event.pos)
            found = (one for one in self._words() if inside and one[0].collidepoint(event.pos))
            self._at, self.word = next(found, (self._at, ""))
        elif event.type in (pygame.MOUSEWHEEL, pygame.KEYDOWN):
            self.word = ""
        return super().handle(event)

    def _words(self) -> Iterator[tuple[pygame.Rect, str]]:
        """Yield each visible known word with its place, except in a row that begins with it."""
        for at, place in self._whole():
            row = self.rows[at]
            if row.face != "plain":
                continue
            block, font = self._set(row), self.style.font(self.size)
            found = [one for one in mentions(row.text, self.glossary)
                     if not row.text.startswith(one.name)]  # fmt: skip
            begin, whole = 0, _spaced(row.text)
            for number, line in enumerate(block.lines):
                y = place.y + number * block.line_height
                begin = whole.index(_spaced(line), begin)
                for one in found:  # one that is wrapped has a place on both lines
                    start, end = max(0, one.start - begin), min(len(line), one.end - begin)
                    if start < end:
                        left = place.x + self.style.px(2) + self._indent(row)
                        left += font.size(line[:start])[0]
                        wide = font.size(line[start:end])[0]
                        box = pygame.Rect(left, y + self.style.px(2), wide, block.line_height)
                        yield box, one.name
                begin += len(line)

    def draw_card(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the meaning of the word under the pointer, beside it within an area."""
        if not self.word:
            return
        pad = self.style.px(PAD)
        text = flowed(self.glossary[self.word], self.style.px(CARD), self.style.text(theme.BODY))
        box = pygame.Rect(0, 0, text.width + 2 * pad, text.height + 2 * pad)
        box.topleft = self._at.x, self._at.bottom + self.style.px(4)
        if box.bottom > area.bottom:
            box.bottom = self._at.top - self.style.px(4)
        box.clamp_ip(area)
        svg.draw_box(surface, box, self.style.px(8), theme.PANEL, theme.SUNK, theme.GOLD)
        text.draw(surface, box.inflate(-2 * pad, -2 * pad), theme.TEXT)


def _spaced(text: str) -> str:
    """Return a text in which every blank is alike: lines hold some together."""
    return text.replace("\u00a0", " ")
