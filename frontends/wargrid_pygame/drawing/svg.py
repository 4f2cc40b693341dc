"""SVG text made into surfaces of an exact size in pixels, each drawn once and kept."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from math import isfinite

import pygame

from wargrid.text.message import Message

SIZE_KEPT = 2048
"""How many surfaces are kept; a whole game at one window size needs a few hundred."""

_OPENS = re.compile(r"<svg\b", re.IGNORECASE)
_CLOSES = re.compile("</svg>", re.IGNORECASE)
_TEXT = re.compile(r"<text\b", re.IGNORECASE)
_VIEW_BOX = re.compile(r"viewBox\s*=\s*[\"']([^\"']+)[\"']")
_DASHES = re.compile(r"dasharray\s*[=:]\s*[\"']?([^\"';>]*)")
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")
_MOST_DASHES = 100_000
_SEEN_AT = 32


class UndrawableError(ValueError):
    """A text is no SVG that can be drawn; ``why`` says it in the reader's language."""

    def __init__(self, name: str, **values: object) -> None:
        self.why = Message(f"looks.why.{name}", values)
        super().__init__(self.why.text())


@lru_cache(maxsize=SIZE_KEPT)
def raster(source: str, width: int, height: int) -> pygame.Surface:
    """Draw the SVG text ``source`` at ``width`` × ``height`` pixels; the same call answers the same surface.

    Raises ``UndrawableError`` when the text is no SVG that SDL can draw.
    """
    inner, (left, top, wide, high) = parts(source)
    sized = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(1, width)}" height="{max(1, height)}" '
        f'viewBox="{left:g} {top:g} {wide:g} {high:g}" preserveAspectRatio="none">{inner}</svg>'
    )
    try:
        drawn = pygame.image.load(BytesIO(sized.encode()), "drawing.svg")
    except pygame.error as error:
        raise UndrawableError("no_drawing") from error
    return drawn.convert_alpha() if pygame.display.get_surface() else drawn


def demand_visible(source: str) -> None:
    """Draw an icon once; raises ``UndrawableError`` if it cannot be drawn, or if nobody would see anything of it."""
    if not raster(source, _SEEN_AT, _SEEN_AT).get_bounding_rect().width:
        raise UndrawableError("blank")


@lru_cache(maxsize=256)
def parts(source: str) -> tuple[str, tuple[float, float, float, float]]:
    """Split SVG text into what stands inside ``<svg>`` and its view box; raises ``UndrawableError`` if it has none."""
    opens = _OPENS.search(source)
    closes = max((found.start() for found in _CLOSES.finditer(source)), default=-1)
    head = -1 if opens is None else source.find(">", opens.end())
    if opens is None or not 0 <= head < closes:
        raise UndrawableError("no_svg")
    if _TEXT.search(source):
        raise UndrawableError("text")
    if "dasharray" in source and _dashes(source) > _MOST_DASHES:
        raise UndrawableError("dashes")
    box = _VIEW_BOX.search(source, opens.end(), head)
    if box is None:
        raise UndrawableError("no_view_box")
    try:
        numbers = [float(number) for number in box[1].replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 4 or not all(map(isfinite, numbers)) or numbers[2] <= 0 or numbers[3] <= 0:
        raise UndrawableError("view_box", box=box[1])
    return source[head + 1 : closes], (numbers[0], numbers[1], numbers[2], numbers[3])


def _dashes(source: str) -> float:
    """More dashes than any line of a drawing has: all its numbers added up, by the length of the shortest pattern."""
    patterns = (sum(map(float, _NUMBER.findall(found[1]))) for found in _DASHES.finditer(source))
    length = sum(map(float, _NUMBER.findall(source)))
    return max((length / pattern for pattern in patterns if pattern), default=0)


def drawing(inner: str, width: float, height: float) -> str:
    """Wrap SVG elements into a whole SVG of ``width`` × ``height`` units."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
    )


def recoloured(source: str, ink: str, ground: str) -> str:
    """Exchange the two colours icons are drawn in: white becomes ``ink`` and black ``ground``."""
    return source.replace("#ffffff", "\0").replace("#000000", ground).replace("\0", ink)


def placed(source: str, left: float, top: float, size: float) -> str:
    """Make an SVG a group inside another: its view box fitted into a square of ``size`` units at ``left``, ``top``."""
    inner, (x, y, wide, high) = parts(source)
    scale = size / max(wide, high)
    dx = left + (size - wide * scale) / 2 - x * scale
    dy = top + (size - high * scale) / 2 - y * scale
    return f'<g transform="translate({dx:g} {dy:g}) scale({scale:g})">{inner}</g>'


@lru_cache(maxsize=256)
def box(
    width: int, height: int, radius: int, top: str, low: str, edge: str, line: float = 1.5
) -> pygame.Surface:
    """A smooth rounded box: a ground running from ``top`` to ``low`` and an edge ``line`` pixels wide."""
    inset = line / 2
    return raster(
        drawing(
            '<defs><linearGradient id="ground" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" '
            f'y2="{height}"><stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
            f'</linearGradient></defs><rect x="{inset}" y="{inset}" width="{width - line}" height="{height - line}" '
            f'rx="{radius}" fill="url(#ground)" stroke="{edge}" stroke-width="{line}"/>', width, height,
        ), width, height,
    )  # fmt: skip


@lru_cache(maxsize=64)
def ring(width: int, height: int, radius: int, colour: str, line: float) -> pygame.Surface:
    """A smooth rounded ring ``line`` pixels wide, empty inside."""
    inset = line / 2
    return raster(
        drawing(
            f'<rect x="{inset}" y="{inset}" width="{width - line}" height="{height - line}" rx="{radius}" '
            f'fill="none" stroke="{colour}" stroke-width="{line}"/>', width, height,
        ), width, height,
    )  # fmt: skip
