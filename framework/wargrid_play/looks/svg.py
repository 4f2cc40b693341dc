"""SVG texts: icons that are checked, drawings made of elements, and their picture as a PNG."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import resvg_py

from wargrid_play.looks.svg_check import UndrawableError, check_svg

FONTS: Final = Path(__file__).parent / "fonts"
PLAIN: Final = "DejaVuSans.ttf"
"""The font of letters in icons."""

_HEAD: Final = re.compile(r'<svg xmlns="[^"]*" viewBox="([^"]*)">')
_FAMILY: Final = "DejaVu Sans"
_SEEN_AT: Final = 32


def png(source: str, width: int, height: int) -> bytes:
    """Draw SVG text at ``width`` × ``height`` pixels, and return it as a PNG.

    The text must come from ``drawing`` or from ``icon``: nothing is checked here.
    """
    inner, (left, top, wide, high) = parts(source)
    sized = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(1, width)}" '
        f'height="{max(1, height)}" '
        f'viewBox="{left:g} {top:g} {wide:g} {high:g}" preserveAspectRatio="none">{inner}</svg>'
    )
    fonts = [str(FONTS / PLAIN)] if "<text" in inner else None
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=sized, skip_system_fonts=True, font_files=fonts, font_family=_FAMILY
        )
    except ValueError as error:
        raise UndrawableError("no_drawing") from error
    return bytes(drawn)


def icon(source: str) -> str:
    """Check the text of an icon and draw it once; returns it with nothing but what is allowed.

    Raises:
        UndrawableError: it cannot be drawn, or nothing of it could be seen.
    """
    clean = check_svg(source)
    if png(clean, _SEEN_AT, _SEEN_AT) == png(drawing("", 1, 1), _SEEN_AT, _SEEN_AT):
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
