"""Colours, sizes and fonts of the window, all scaled from one number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

import pygame

from wargrid_play.looks import FONTS, PALETTES, PLAIN
from wargrid_pygame.graphics.cache import cached, surfaces

Face = Literal["plain", "bold", "title", "mono"]

FACES: Final[dict[Face, str]] = {
    "plain": PLAIN,
    "bold": "DejaVuSans-Bold.ttf",
    "title": "Vollkorn-ExtraBold.ttf",
    "mono": "DejaVuSansMono.ttf",
}

_shown: Final = dict(PALETTES["dark"])


def __getattr__(name: str) -> str:
    """Return a colour of the theme that is shown: ``theme.GOLD``."""
    try:
        return _shown[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def shown() -> Mapping[str, str]:
    """Return the colours of the theme that is shown."""
    return _shown


def show(name: str) -> None:
    """Show another theme of ``PALETTES``, and forget the pictures of the one before."""
    if _shown != PALETTES[name]:
        _shown.update(PALETTES[name])
        surfaces.clear()


TITLE: Final = 32
HEADING: Final = 22
LARGE: Final = 17
BODY: Final = 14
SMALL: Final = 12
"""The sizes of text, in units; in a small window none is made smaller than ``LEGIBLE``."""

LEAST: Final = 10
"""The size in pixels to which a text without room shrinks before any of it is left out."""

LOW: Final = 700
"""The height below which a room is low, in units: there titles give way to buttons."""

LEGIBLE: Final = 12
"""The size below which text is not made with the window, in pixels."""


class Theme:
    """Sizes and fonts at one ``scale`` (1.0 is 100 %), and rendered lines of text, cached."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale

    def px(self, units: float) -> int:
        """Convert a size at 100 % into pixels, never below one."""
        return max(1, round(units * self.scale))

    def is_low(self, area: pygame.Rect) -> bool:
        """Return whether an area is so low that everything in it has to be closer."""
        return area.h < self.px(LOW)

    def text(self, size: float) -> int:
        """Convert the size of a text at 100 % into pixels, large enough to read."""
        return max(self.px(size), min(LEGIBLE, round(size)))

    def font(self, size: float = BODY, face: Face = "plain") -> pygame.font.Font:
        """Open the font of ``size`` units; the same size answers the same font."""
        return font_at(self.text(size), face)

    def line(
        self, text: str, size: float = BODY, face: Face = "plain", colour: str = ""
    ) -> pygame.Surface:
        """Render one line of text, and cache it for the next frame."""
        return line_at(text, self.text(size), face, colour or _shown["TEXT"])


@lru_cache(maxsize=128)
def font_at(pixels: int, face: Face) -> pygame.font.Font:
    """Open one of the shipped fonts at a size in pixels, or pygame's own if it is broken."""
    return _shipped_font(face, pixels) or pygame.font.Font(None, pixels)


def broken_fonts() -> list[str]:
    """Return the names of the shipped fonts that cannot be opened."""
    return [name for face, name in FACES.items() if _shipped_font(face, LEGIBLE) is None]


def _shipped_font(face: Face, pixels: int) -> pygame.font.Font | None:
    if not pygame.font.get_init():
        pygame.font.init()
    try:
        font = pygame.font.Font(str(FONTS / FACES[face]), pixels)
        font.size("A")  # SDL reads a broken file only now
    except (pygame.error, OSError):
        return None
    return font


@cached
def line_at(text: str, pixels: int, face: Face, colour: str) -> pygame.Surface:
    """Render one line of text at a size in pixels, smooth, on nothing."""
    return font_at(pixels, face).render(text.replace("\0", ""), True, colour)


def forget_fonts() -> None:
    """Drop every font and rendered line; to be called when pygame's fonts are shut down."""
    font_at.cache_clear()
    surfaces.clear()
