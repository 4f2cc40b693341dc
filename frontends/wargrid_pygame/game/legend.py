"""The legend: the terrains and zones of a board, each with a small picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks
from wargrid_play.scenes import LegendEntry, swatch_svg
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.theme import Theme

TWO_LINES: Final = 37
"""The height of a line of the legend, in units, from which on the note is below the name."""

LINE: Final = 38
"""The least height of a line of the legend, in units: a name, and below it its note."""

AROUND: Final = 22
SWATCH: Final = 42
NARROWEST: Final = 140
"""The room around the entries, that of a picture with its gaps, and the width of a text in the
narrowest panel, in units."""


def height_of(style: Theme, entries: Sequence[LegendEntry]) -> float:
    """Return the height in units of a panel with two columns of entries, 0 without entries.

    In the narrowest panel every note has room for all of its lines.
    """
    if not entries:
        return 0
    return AROUND + _line(style, entries, style.px(NARROWEST)) / style.scale * -(-len(entries) // 2)


def _line(style: Theme, entries: Sequence[LegendEntry], wide: int) -> int:
    """Return the height of a line of the legend, in pixels, at which names and notes fit."""
    low = style.px(LINE) // 2
    notes = (typeset.flowed(one.note, wide, style.text(theme.SMALL)) for one in entries if one.note)
    return low + max((low, *(note.height for note in notes)))


class Legend:
    """Draws the entries in columns, names in one size and notes in one."""

    def __init__(self, style: Theme, words: Catalog, looks: Looks) -> None:
        self.style, self.words, self.looks = style, words, looks

    def draw(
        self, surface: pygame.Surface, entries: Sequence[LegendEntry], room: pygame.Rect
    ) -> None:
        """Draw each entry with a small picture, its name and its note."""
        wide, rows = self._table(entries, room)
        text = room.w // wide - self.style.px(SWATCH)
        high = min(_line(self.style, entries, text), room.h // max(1, rows))
        lines: list[tuple[pygame.Rect, tuple[str, str]]] = []
        for at, entry in enumerate(entries):
            column, row = divmod(at, rows)
            left, top = room.x + column * room.w // wide, room.y + row * high
            box = pygame.Rect(left, top, room.w // wide, high)
            lines.append((self._draw_swatch(surface, entry, box), self._texts_of(entry, high)))
        self._write(surface, lines)

    def fits(self, entries: Sequence[LegendEntry], room: pygame.Rect) -> bool:
        """Return whether a room is high enough for every entry to be read."""
        return room.h >= self._table(entries, room)[1] * theme.LEGIBLE

    def _table(self, entries: Sequence[LegendEntry], room: pygame.Rect) -> tuple[int, int]:
        """Return the numbers of columns and rows of the entries."""
        wide = 1 if room.w < self.style.px(280) else 2
        return wide, -(-len(entries) // wide)

    def _texts_of(self, entry: LegendEntry, high: int) -> tuple[str, str]:
        """Return a name and its note, to be written on two lines where there is room."""
        if not entry.note or high >= self.style.px(TWO_LINES):
            return entry.name, entry.note
        return self.words.say("window.legend.note", name=entry.name, note=entry.note), ""

    def _write(
        self, surface: pygame.Surface, lines: Sequence[tuple[pygame.Rect, tuple[str, str]]]
    ) -> None:
        """Write names in one size and notes in one, the largest that all of them fit."""
        parts = [
            (self._halves(box) if note else (box, box), name, note) for box, (name, note) in lines
        ]
        names = [(upper, name) for (upper, _), name, _ in parts]
        notes = [(lower, note) for (_, lower), _, note in parts if note]
        for texts, size, colour in (
            (names, theme.SMALL, theme.TEXT),
            (notes, theme.SMALL, theme.MUTED),
        ):
            wanted = self.style.text(size)
            fitting = (typeset.fitted(text, box.w, box.h, wanted).pixels for box, text in texts)
            pixels = min(fitting, default=0)
            for box, text in texts:
                typeset.fitted(text, box.w, box.h, pixels).draw(surface, box, colour, middle=True)

    def _halves(self, box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        upper = pygame.Rect(box.x, box.y, box.w, min(box.h, self.style.px(LINE)) // 2)
        return upper, pygame.Rect(box.x, upper.bottom, box.w, box.h - upper.h)

    def _draw_swatch(
        self, surface: pygame.Surface, entry: LegendEntry, box: pygame.Rect
    ) -> pygame.Rect:
        size = max(6, min(box.h, self.style.px(30)) - self.style.px(4))
        swatch = pygame.Rect(box.x, box.y + (box.h - size) // 2, size, size)
        surface.blit(svg.raster(swatch_svg(entry, self.looks), size, size), swatch)
        pygame.draw.rect(surface, theme.LINE, swatch, 1)
        left = swatch.right + self.style.px(7)
        return pygame.Rect(left, box.y, box.right - left - self.style.px(3), box.h)
