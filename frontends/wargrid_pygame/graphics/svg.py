"""SVG text made into surfaces of an exact size in pixels, each drawn once and cached."""

from __future__ import annotations

from io import BytesIO

import pygame

from wargrid_play.looks import drawing, png
from wargrid_play.looks.pictures import icon_svg
from wargrid_pygame.graphics.cache import cached


@cached
def raster(source: str, width: int, height: int) -> pygame.Surface:
    """Draw SVG text at ``width`` × ``height`` pixels; the same call returns the same surface."""
    surface = pygame.image.load(BytesIO(png(source, width, height)), "drawing.png")
    return surface.convert_alpha() if pygame.display.get_surface() else surface


@cached
def draw_icon(name: str, size: int, colour: str) -> pygame.Surface:
    """Draw an icon of a button on a transparent square of ``size`` pixels."""
    return raster(icon_svg(name, colour), size, size)


@cached
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


@cached
def ring(width: int, height: int, radius: int, colour: str, line: float) -> pygame.Surface:
    """Draw a smooth rounded ring ``line`` pixels wide, empty inside."""
    return _frame(width, height, radius, line, colour, "none", "", True)


def _frame(
    width: int, height: int, radius: int, line: float, edge: str, fill: str, defs: str, flat: bool
) -> pygame.Surface:
    """Draw a rounded rectangle from its corners; the parts between them are stretched."""
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
