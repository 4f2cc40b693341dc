"""Colours, sizes and fonts of the window, all scaled from one number."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

import pygame

from wargrid_pygame.graphics.cache import kept, surfaces

FONTS: Final = Path(__file__).parent.parent / "fonts"

FACES: Final = {
    "plain": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "title": "DejaVuSerif-Bold.ttf",
    "mono": "DejaVuSansMono.ttf",
}
Face = Literal["plain", "bold", "title", "mono"]

TABLE: Final = "#1c1915"
PANEL: Final = "#28231d"
SUNK: Final = "#1d1a15"
LINE: Final = "#4b4035"
CREAM: Final = "#f3e8cd"
TEXT: Final = "#e4d8bd"
MUTED: Final = "#b3a58a"
FAINT: Final = "#a0937c"
GOLD: Final = "#f4cb54"
GOLD_DEEP: Final = "#b98a24"
BUTTON_TOP: Final = "#65502f"
BUTTON_LOW: Final = "#46371f"
BUTTON_HOVER_TOP: Final = "#7a613a"
BUTTON_HOVER_LOW: Final = "#574527"
BUTTON_CHOSEN_TOP: Final = "#6d5522"
BUTTON_CHOSEN_LOW: Final = "#5d4719"
BUTTON_OFF: Final = "#2f2922"
BUTTON_EDGE: Final = "#8a7146"
PRIMARY_TOP: Final = "#f6d067"
PRIMARY_LOW: Final = "#d9a634"
PRIMARY_INK: Final = "#2b2010"
GOOD: Final = "#9fcf7a"
BAD: Final = "#ff9b86"
DIE: Final = "#f8efdc"
DIE_INK: Final = "#2b2119"

READABLE_AT: Final = 5.0
"""The contrast that ``readable`` reaches; WCAG asks for 4.5."""

LEGIBLE: Final = 12
"""The size below which text is not made with the window, in pixels."""


class Theme:
    """Sizes and fonts at one ``scale`` (1.0 is 100 %), and rendered lines of text, kept."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale

    def px(self, units: float) -> int:
        """Convert a size at 100 % into pixels, never below one."""
        return max(1, round(units * self.scale))

    def text(self, size: float) -> int:
        """Convert the size of a text at 100 % into pixels, large enough to read."""
        return max(self.px(size), min(LEGIBLE, round(size)))

    def font(self, size: float = 15, face: Face = "plain") -> pygame.font.Font:
        """Open the font of ``size`` units; the same size answers the same font."""
        return font_at(self.text(size), face)

    def line(
        self, text: str, size: float = 15, face: Face = "plain", colour: str = TEXT
    ) -> pygame.Surface:
        """Render one line of text, kept for the next frame."""
        return line_at(text, self.text(size), face, colour)


@lru_cache(maxsize=128)
def font_at(pixels: int, face: Face) -> pygame.font.Font:
    """Open one of the shipped fonts at a size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(FONTS / FACES[face]), pixels)


@kept
def line_at(text: str, pixels: int, face: Face, colour: str) -> pygame.Surface:
    """Render one line of text at a size in pixels, smooth, on nothing."""
    return font_at(pixels, face).render(text.replace("\0", ""), True, colour)


def forget_fonts() -> None:
    """Drop every font and rendered line; to be called when pygame's fonts are shut down."""
    font_at.cache_clear()
    surfaces.clear()


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 black to 1 white (WCAG 2)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast between two colours, 1 (the same) to 21 (black on white) (WCAG 2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """Mix two colours: ``share`` 0 is all ``one``, 1 is all ``other``."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def readable(ink: str, ground: str) -> str:
    """Return a colour made lighter just so far that text of it can be read on a dark ground."""
    shares = (share / 20 for share in range(21))
    return next(
        lighter
        for share in shares
        if contrast(lighter := mixed(ink, "#ffffff", share), ground) >= READABLE_AT
    )
