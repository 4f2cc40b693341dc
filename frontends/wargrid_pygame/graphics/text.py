"""Text fitted into boxes: wrapped first, then made smaller, never cut off."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Final, Literal

import pygame

from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Face, Theme

ELLIPSIS: Final = "…"
"""The end of a text that is too long for its box even in the smallest size."""

COUNTED: Final = re.compile(r"\b(\d+) (?=[^\W\d])")
"""A number, but no name of a cell, and the space before the word after it."""

NUMBERED: Final = re.compile(r"(?<=[^\W\d]) (\d+)(?=$|[.,)\n])")
"""The space between a word and the number that ends with it: ``level 1``."""

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text as it will be drawn: its lines, their size in pixels and the room they take."""

    lines: tuple[str, ...]
    pixels: int
    face: Face
    width: int
    height: int
    shortened: bool = False

    @property
    def line_height(self) -> int:
        """Return the distance of one line from the next, in pixels."""
        return theme.font_at(self.pixels, self.face).get_linesize()

    def draw(
        self, surface: pygame.Surface, box: pygame.Rect, colour: str, align: Align = "left",
        middle: bool = False, seen: pygame.Rect | None = None,
    ) -> None:  # fmt: skip
        """Draw the lines into a box, from its top or about its ``middle``.

        Lines that are not whole within ``seen`` are left out, if it is given.
        """
        y = box.y + ((box.h - self.height) // 2 if middle else 0)
        for text in self.lines:
            line = theme.line_at(text, self.pixels, self.face, colour)
            spare = box.w - line.get_width()
            left = {"left": 0, "centre": spare // 2, "right": spare}[align]
            if seen is None or (seen.top <= y and y + line.get_height() <= seen.bottom):
                surface.blit(line, (box.x + left, y))
            y += self.line_height


def wrapped(text: str, font: pygame.font.Font, width: int) -> list[str]:
    """Break text into lines no wider than ``width``, inside a word only if it alone is too wide."""
    lines: list[str] = []
    for paragraph in _held_together(text).split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and font.size(longer)[0] > width:
                lines.append(line)
                longer = word
            while len(longer) > 1 and font.size(longer)[0] > width:
                head = _longest(longer, font, width)
                lines.append(longer[:head])
                longer = longer[head:]
            line = longer
        lines.append(line)
    return lines


def _held_together(text: str) -> str:
    """Keep a sign with its word, a number with its noun, and ``2 × Tank`` whole."""
    for sign in ":;?!»%×·":
        text = text.replace(f" {sign}", f"\u00a0{sign}")
    text = COUNTED.sub("\\1\u00a0", NUMBERED.sub("\u00a0\\1", text))
    return text.replace("« ", "«\u00a0").replace("× ", "×\u00a0")


def _longest(text: str, font: pygame.font.Font, width: int) -> int:
    """Return the number of first letters of a text that fit ``width``; at least one."""
    counts = range(len(text))
    return max(1, bisect_right(counts, width, key=lambda count: font.size(text[:count])[0]) - 1)


def _measured(text: str, pixels: int, face: Face, width: int) -> TextBlock:
    font = theme.font_at(pixels, face)
    lines = wrapped(text, font, width)
    widest = max(font.size(line)[0] for line in lines)
    height = font.get_linesize() * (len(lines) - 1) + font.get_height()
    return TextBlock(tuple(lines), pixels, face, widest, height)


def breaks_a_word(text: str, made: TextBlock) -> bool:
    """Return whether a line of a text ends within one of its words."""
    return sum(len(line.split()) for line in made.lines) > len(text.split())


@lru_cache(maxsize=2048)
def fitted(text: str, width: int, height: int, pixels: int, face: Face = "plain") -> TextBlock:
    """Set text into ``width`` × ``height`` pixels, at ``pixels`` or as large as fits.

    In a box of a line or two, a text that is a little too long stays on one line, a little smaller.
    A text that does not fit at ``theme.LEGIBLE`` pixels is made a little smaller still rather than
    cut; one that does not fit at ``theme.LEAST`` is shortened.
    """
    least = min(pixels, theme.LEGIBLE)
    if height < 3 * theme.font_at(pixels, face).get_linesize():
        for size in range(pixels, max(round(pixels * 0.8), least - 1), -1):
            made = _measured(text, size, face, width)
            if len(made.lines) == 1 and made.height <= height and made.width <= width:
                return made
    last = min(pixels, theme.LEAST)
    for sizes in (range(pixels, least - 1, -1), range(least - 1, last - 1, -1)):
        for whole_words, size in product((True, False), sizes):
            made = _measured(text, size, face, width)
            broken = whole_words and breaks_a_word(text, made)
            if made.height <= height and made.width <= width and not broken:
                return made
    return _shortened(text, width, height, last, face)


def _shortened(text: str, width: int, height: int, pixels: int, face: Face) -> TextBlock:
    """Return the lines that fit the height, at least one, the last with the letters that fit."""
    font = theme.font_at(pixels, face)
    lines = wrapped(text, font, width)
    count = max(1, 1 + (height - font.get_height()) // font.get_linesize())
    shown, rest = lines[:count], " ".join(lines[count:])
    if rest:
        shown[-1] += ELLIPSIS
        while len(shown[-1]) > 1 and font.size(shown[-1])[0] > width:
            shown[-1] = shown[-1][: -len(ELLIPSIS) - 1].rstrip() + ELLIPSIS
    made = _measured("\n".join(shown), pixels, face, max(width, font.size(ELLIPSIS)[0]))
    return replace(made, shortened=bool(rest))


@lru_cache(maxsize=2048)
def flowed(text: str, width: int, pixels: int, face: Face = "plain") -> TextBlock:
    """Set text ``width`` pixels wide at its own size, however many lines that takes."""
    return _measured(text, pixels, face, width)


def write(
    surface: pygame.Surface, style: Theme, text: str, box: pygame.Rect, size: float = theme.BODY,
    face: Face = "plain", colour: str = "", align: Align = "left", middle: bool = False,
) -> int:  # fmt: skip
    """Write text into a box, fitted; returns the pixels it took. Usually it is ``theme.TEXT``."""
    made = fitted(text, max(1, box.w), max(1, box.h), style.text(size), face)
    made.draw(surface, box, colour or theme.TEXT, align, middle)
    return made.height
