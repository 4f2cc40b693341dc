"""SVG text made into surfaces of an exact size in pixels, each drawn once and kept."""

from __future__ import annotations

import re
from io import BytesIO

import pygame
import resvg_py

from wargrid_pygame.graphics.cache import kept
from wargrid_pygame.graphics.svg_check import UndrawableError, check_svg
from wargrid_pygame.graphics.theme import FACES, FONTS

_HEAD = re.compile(r'<svg xmlns="[^"]*" viewBox="([^"]*)">')
_FAMILY = "DejaVu Sans"
_SEEN_AT = 32


@kept
def raster(source: str, width: int, height: int) -> pygame.Surface:
    """Draw SVG text at ``width`` × ``height`` pixels; the same call returns the same surface.

    The text must come from ``drawing`` or from ``icon``: nothing is checked here.
    """
    inner, (left, top, wide, high) = parts(source)
    sized = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(1, width)}" '
        f'height="{max(1, height)}" '
        f'viewBox="{left:g} {top:g} {wide:g} {high:g}" preserveAspectRatio="none">{inner}</svg>'
    )
    fonts = [str(FONTS / FACES["plain"])] if "<text" in inner else None
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=sized, skip_system_fonts=True, font_files=fonts, font_family=_FAMILY
        )
    except ValueError as error:
        raise UndrawableError("no_drawing") from error
    surface = pygame.image.load(BytesIO(bytes(drawn)), "drawing.png")
    return surface.convert_alpha() if pygame.display.get_surface() else surface


def icon(source: str) -> str:
    """Check the text of an icon and draw it once; returns it with nothing but what is allowed.

    Raises:
        UndrawableError: it cannot be drawn, or nothing of it could be seen.
    """
    clean = check_svg(source)
    if not raster(clean, _SEEN_AT, _SEEN_AT).get_bounding_rect().width:
        raise UndrawableError("blank")
    return clean


def parts(source: str) -> tuple[str, tuple[float, float, float, float]]:
    """Split a text of ``drawing`` or ``icon`` into its elements and its view box."""
    head = _HEAD.match(source)
    assert head is not None, "only text made here is drawn"
    left, top, wide, high = map(float, head[1].split())
    return source[head.end() : -len("</svg>")], (left, top, wide, high)


def drawing(inner: str, width: float, height: float) -> str:
    """Wrap SVG elements into a whole SVG of ``width`` × ``height`` units."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
    )


def boxed(inner: str, box: tuple[float, float, float, float]) -> str:
    """Wrap SVG elements into a whole SVG that shows a box: left, top, width and height."""
    shown = " ".join(f"{number:g}" for number in box)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}">{inner}</svg>'


def recoloured(source: str, ink: str, ground: str) -> str:
    """Exchange the two colours icons are drawn in: white becomes ``ink`` and black ``ground``."""
    return source.replace("#ffffff", "\0").replace("#000000", ground).replace("\0", ink)


def placed(source: str, left: float, top: float, size: float) -> str:
    """Make an SVG a group inside another, fitted into a square of ``size`` units."""
    inner, (x, y, wide, high) = parts(source)
    scale = size / max(wide, high)
    dx = left + (size - wide * scale) / 2 - x * scale
    dy = top + (size - high * scale) / 2 - y * scale
    return f'<g transform="translate({dx:g} {dy:g}) scale({scale:g})">{inner}</g>'


@kept
def box(
    width: int, height: int, radius: int, top: str, low: str, edge: str, line: float = 1.5
) -> pygame.Surface:
    """Draw a smooth rounded box from ``top`` to ``low``, with an edge ``line`` pixels wide."""
    ground = (
        '<defs><linearGradient id="ground" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" '
        f'y2="{{height}}"><stop offset="0" stop-color="{top}"/><stop offset="1" '
        f'stop-color="{low}"/>'
        "</linearGradient></defs>"
    )
    return _frame(width, height, radius, line, edge, "url(#ground)", ground, top == low)


def draw_box(
    surface: pygame.Surface, rect: pygame.Rect, radius: int, top: str, low: str, edge: str,
    line: float = 1.5,
) -> None:  # fmt: skip
    """Draw a rounded box into a rectangle."""
    surface.blit(box(rect.w, rect.h, radius, top, low, edge, line), rect)


def draw_veil(surface: pygame.Surface, rect: pygame.Rect, colour: str, alpha: int) -> None:
    """Lay a veil of one colour over a rectangle; ``alpha`` 255 hides it."""
    veil = pygame.Surface(rect.size)
    veil.fill(colour)
    veil.set_alpha(alpha)
    surface.blit(veil, rect)


@kept
def ring(width: int, height: int, radius: int, colour: str, line: float) -> pygame.Surface:
    """Draw a smooth rounded ring ``line`` pixels wide, empty inside."""
    return _frame(width, height, radius, line, colour, "none", "", True)


def _frame(
    width: int, height: int, radius: int, line: float, edge: str, fill: str, defs: str, flat: bool
) -> pygame.Surface:
    """Draw a rounded rectangle from its corners; what lies between them is stretched."""
    width, height = max(1, width), max(1, height)
    corner = int(radius + line) + 2
    wide, high = min(width, 2 * corner + 1), min(height, 2 * corner + 1) if flat else height
    inset, inner = line / 2, max(0.1, line)
    small = raster(
        drawing(
            defs.format(height=high)
            + f'<rect x="{inset}" y="{inset}" width="{max(0.1, wide - inner)}" '
            f'height="{max(0.1, high - inner)}" rx="{radius}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{line}"/>',
            wide, high,
        ), wide, high,
    )  # fmt: skip
    return _stretched(_stretched(small, width, corner, 0), height, corner, 1)


def _stretched(small: pygame.Surface, length: int, corner: int, axis: int) -> pygame.Surface:
    now = small.get_size()
    if now[axis] >= length:
        return small
    size = (length, now[1]) if axis == 0 else (now[0], length)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    gap = length - 2 * corner
    start = (corner, 0) if axis == 0 else (0, corner)
    middle = small.subsurface(start, (1, now[1]) if axis == 0 else (now[0], 1))
    whole.blit(small, (0, 0), (0, 0, corner, now[1]) if axis == 0 else (0, 0, now[0], corner))
    whole.blit(pygame.transform.scale(middle, (gap, now[1]) if axis == 0 else (now[0], gap)), start)
    end = now[axis] - corner
    target = (length - corner, 0) if axis == 0 else (0, length - corner)
    whole.blit(
        small, target, (end, 0, corner, now[1]) if axis == 0 else (0, end, now[0], corner)
    )  # fmt: skip
    return whole
