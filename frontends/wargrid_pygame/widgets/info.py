"""A column of headings, pairs, notes and bars, set as large as its box allows, or scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from wargrid_play.looks import mixed
from wargrid_play.scenes import Bar, Heading, Item, Note, Pair, Two
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.theme import Face, Theme

SIZES: Final = (theme.BODY, theme.SMALL)
"""The sizes tried, in units; in the last one, lines without room are left out."""

FAR: Final = 10_000
"""A height in pixels that every column has room in."""

SHORT: Final = 0.44
"""The share of the width up to which a value is at the right of its label, not below it."""

LARGER: Final = 3
"""How much larger than the text the numbers of a strip are, in units."""

BETWEEN: Final = 22
BELOW: Final = 6
"""The gap between two columns of pairs, and the largest below an item, in units."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Numbers in a row, each above its label."""

    pairs: Sequence[Sequence[str]]
    """The label and the number of each."""


class InfoBox:
    """Items below each other; ``joined`` is how a long pair is written."""

    def __init__(self, items: Sequence[Item | Strip], joined: str = "{label}: {value}") -> None:
        self.items = list(items)
        self.joined = joined
        self._seen = pygame.Rect(0, 0, 0, 0)

    def draw(
        self, surface: pygame.Surface, style: Theme, box: pygame.Rect, offset: int = 0,
        more: str = typeset.ELLIPSIS,
    ) -> int:  # fmt: skip
        """Draw it into a box at the largest size that fits; returns the pixels used.

        In the smallest size lines that do not fit are left out, ``offset`` pixels from its top on,
        and ``more`` is written below them.
        """
        size = self._size(style, box)
        if self.overflow(style, box):
            line = typeset.flowed(more, box.w, style.text(size), "bold").line_height
            foot = pygame.Rect(box.x, box.bottom - line, box.w, line)
            typeset.write(surface, style, more, foot, size, "bold", theme.MUTED)
            box = pygame.Rect(box.x, box.y, box.w, box.h - line)
            self._seen = box
        else:
            offset = 0
            self._seen = pygame.Rect(box.x, box.y, box.w, box.h + style.px(BELOW))
        y = box.y - offset
        for item in self.items:
            y += self._item(surface, style, item, pygame.Rect(box.x, y, box.w, FAR), size)
        return min(y, box.bottom) - box.y

    def overflow(self, style: Theme, box: pygame.Rect) -> int:
        """Return the number of pixels by which the column scrolls in a box: 0 if all of it fits."""
        least = style.text(SIZES[-1])
        over = self.height(style, box.w, SIZES[-1]) - box.h
        if over <= style.px(BELOW):  # below the last item there may be no gap
            return 0
        return over + theme.font_at(least, "bold").get_linesize()

    def _size(self, style: Theme, box: pygame.Rect) -> float:
        room = box.h + style.px(BELOW)  # below the last item there may be none
        return next((size for size in SIZES if self.height(style, box.w, size) <= room), SIZES[-1])

    def height(self, style: Theme, width: int, size: float) -> int:
        """Return the pixels it takes at a size."""
        box = pygame.Rect(0, 0, width, FAR)
        return sum(self._item(None, style, item, box, size) for item in self.items)

    def _item(
        self,
        surface: pygame.Surface | None,
        style: Theme,
        item: Item | Strip,
        box: pygame.Rect,
        size: float,
    ) -> int:
        if isinstance(item, Heading):
            ink = getattr(theme, item.colour)
            return self._text(surface, style, item.text, box, size, "bold", ink) + style.px(5)
        if isinstance(item, Note):
            ink = getattr(theme, item.colour)
            return self._text(surface, style, item.text, box, size, "plain", ink) + style.px(3)
        if isinstance(item, Pair):
            return self._pair(surface, style, item, box, size) + style.px(3)
        if isinstance(item, Two):
            return self._two(surface, style, item, box, size)
        if isinstance(item, Strip):
            return self._strip(surface, style, item, box, size) + style.px(BELOW)
        high = round(len(item.bars) * style.text(size) * 1.45)
        bars = pygame.Rect(box.x, box.y, box.w, high)
        if surface is not None and self._seen.contains(bars):
            draw_bars(surface, style, bars, item.bars)
        return high + style.px(BELOW)

    def _strip(
        self, surface: pygame.Surface | None, style: Theme, strip: Strip, box: pygame.Rect,
        size: float,
    ) -> int:  # fmt: skip
        """Draw numbers in a row, each above its label, in columns as wide as they need."""
        bold, plain = style.font(size + LARGER, "bold"), style.font(theme.SMALL, "plain")
        wide = [max(bold.size(text)[0], plain.size(label)[0]) for label, text in strip.pairs]
        room = max(0, box.w - sum(wide)) // len(wide)
        high, left = bold.get_linesize(), box.x
        for (named, number), own in zip(strip.pairs, wide, strict=True):
            if surface is not None:
                value = pygame.Rect(left, box.y, own + room, high)
                label = pygame.Rect(left, box.y + high, own + room, plain.get_linesize())
                typeset.write(surface, style, number, value, size + LARGER, "bold", theme.CREAM)
                typeset.write(surface, style, named, label, theme.SMALL, "plain", theme.MUTED)
            left += own + room
        return high + plain.get_linesize()

    def _two(
        self, surface: pygame.Surface | None, style: Theme, two: Two, box: pygame.Rect, size: float
    ) -> int:
        """Draw two pairs side by side, or below each other where that breaks fewer lines."""
        wide = (box.w - style.px(BETWEEN)) // 2
        left, right = (pygame.Rect(x, box.y, wide, box.h) for x in (box.x, box.right - wide))
        pairs = (two.left, left), (two.right, right)
        if any(
            self._pair(None, style, pair, half, size) > self._pair(None, style, pair, box, size)
            for pair, half in pairs
        ):
            high = self._pair(surface, style, two.left, box, size) + style.px(3)
            below = pygame.Rect(box.x, box.y + high, box.w, box.h)
            return high + self._pair(surface, style, two.right, below, size) + style.px(3)
        return max(self._pair(surface, style, pair, half, size) for pair, half in pairs) + style.px(
            3
        )

    def _pair(
        self,
        surface: pygame.Surface | None,
        style: Theme,
        pair: Pair,
        box: pygame.Rect,
        size: float,
    ) -> int:
        font = style.font(size, "bold")
        wide = font.size(pair.value)[0]
        if pair.is_sentence or wide > box.w * SHORT:
            text = self.joined.format(label=pair.label, value=pair.value)
            return self._text(surface, style, text, box, size, "plain", theme.TEXT)
        left = pygame.Rect(box.x, box.y, box.w - wide - style.px(10), box.h)
        high = self._text(surface, style, pair.label, left, size, "plain", theme.TEXT)
        if not pair.value:
            return high
        right = pygame.Rect(box.right - wide, box.y, wide, box.h)
        return max(high, self._text(surface, style, pair.value, right, size, "bold", theme.CREAM))

    def _text(
        self, surface: pygame.Surface | None, style: Theme, text: str, box: pygame.Rect,
        size: float, face: Face, colour: str,
    ) -> int:  # fmt: skip
        made = typeset.flowed(text, max(1, box.w), style.text(size), face)
        if surface is not None:
            made.draw(surface, box, colour, seen=self._seen)
        return made.height


def draw_bars(surface: pygame.Surface, style: Theme, area: pygame.Rect, bars: Sequence[Bar]) -> int:
    """Draw bars below each other from the top of an area; returns the pixels used.

    The bars share the height when there are too many for their usual one; labels and shares are
    fitted.
    """
    if not bars:
        return 0
    step = min(style.px(21), max(8, area.h // len(bars)))
    label_width, note_width = _columns(style, area, bars)
    for at, bar in enumerate(bars):
        y = area.y + at * step
        high = step - style.px(4)
        label = pygame.Rect(area.x, y, label_width, high)
        typeset.write(
            surface, style, bar.label, label, theme.SMALL, "plain", theme.TEXT, middle=True
        )
        track = pygame.Rect(label.right + style.px(8), y, 0, high)
        track.w = max(1, area.right - note_width - style.px(8) - track.x)
        _draw_track(surface, style, track, bar)
        note = pygame.Rect(area.right - note_width, y, note_width, high)
        typeset.write(
            surface, style, bar.note, note, theme.SMALL, "bold", theme.CREAM, "right", middle=True
        )
    return step * len(bars)


def _columns(style: Theme, area: pygame.Rect, bars: Sequence[Bar]) -> tuple[int, int]:
    labels = max(style.font(theme.SMALL).size(bar.label)[0] for bar in bars)
    notes = max(style.font(theme.SMALL, "bold").size(bar.note)[0] for bar in bars)
    wide = min(labels, area.w * 2 // 5)
    return wide, min(notes, (area.w - wide) * 3 // 5)


def _draw_track(surface: pygame.Surface, style: Theme, track: pygame.Rect, bar: Bar) -> None:
    colour = theme.GOLD
    high = max(4, round(track.h * 0.62))
    track = pygame.Rect(track.x, track.y + (track.h - high) // 2, track.w, high)
    svg.draw_box(surface, track, track.h // 2, theme.SUNK, theme.SUNK, theme.LINE, 1)
    long = round(track.w * min(1.0, max(0.0, bar.share)))
    if long >= track.h:
        low = mixed(colour, "#000000", 0.25)
        surface.blit(svg.box(long, track.h, track.h // 2, colour, low, low, 1), track)
    elif bar.share > 0:
        part = pygame.Rect(track.x + style.px(2), track.y + 1, max(2, long), track.h - 2)
        surface.fill(colour, part)
