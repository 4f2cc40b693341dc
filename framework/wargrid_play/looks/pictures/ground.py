"""The ground of a board: paths, streams and bridges, grass, and the grain of wood."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan2, degrees
from random import Random
from typing import Final

from wargrid_play.looks.svg import boxed, drawing
from wargrid_play.looks.vision import mixed

Point = tuple[float, float]

WATER: Final = 58
PATH: Final = 40
"""How wide streams and paths are, in hundredths of a cell."""


Shape = tuple[tuple[Point, ...], tuple[float, float, float, float]]
"""The corners of a cell and the rectangle around it, in hundredths."""


def strip_svg(shape: Shape, sides: tuple[int, ...], form: str, colour: str, ink: str) -> str:
    """Return a path, a stream or a bridge on a cell, leaving by some sides."""
    corners, box = shape
    count = len(corners)
    pairs = [(corners[side], corners[(side + 1) % count]) for side in sides]
    ends = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairs] or [(50.0, 50.0)]
    lines = "".join(f"M50 50L{x:g} {y:g}" for x, y in ends)
    if len(sides) == 2 and (sides[1] - sides[0]) * 2 != count:  # a bend
        (a, b), (c, d) = ends
        lines = f"M{a:g} {b:g}Q50 50 {c:g} {d:g}"
    wide, edge = (WATER, mixed(colour, "#000000", 0.28)) if form == "stream" else (
        PATH, mixed(colour, "#000000", 0.35))  # fmt: skip
    stroke = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    parts = [
        f'<path d="{lines}" {stroke} stroke="{edge}" stroke-width="{wide + 8}"/>',
        f'<path d="{lines}" {stroke} stroke="{colour}" stroke-width="{wide}"/>',
    ]
    if form == "stream":
        parts.append(
            f'<path d="{_ripples(ends)}" {stroke} stroke="{ink}" stroke-opacity="0.6" '
            'stroke-width="2.6"/>'
        )
    elif form == "path":
        parts.append(
            f'<path d="{lines}" {stroke} stroke="{ink}" stroke-opacity="0.55" stroke-width="4" '
            'stroke-dasharray="2 12"/>'
        )
    else:
        x, y = ends[0]
        parts.append(_planks(degrees(atan2(x - 50, 50 - y)) % 180, edge, ink))
    return boxed("".join(parts), box)


def _ripples(ends: Sequence[Point]) -> str:
    """Return ripples on a stream that leaves its cell at these points."""
    share = 0.62 if len(ends) > 1 else 0.4
    places = [(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in ends]
    if len(ends) != 2:
        places.append((50.0, 50.0))
    return "".join(
        f"M{x - 13 + 9 * (at % 2):g} {y + 4 - 8 * (at % 2):g}q4.5 -6 9 0t9 0"
        for at, (x, y) in enumerate(places)
    )


def _planks(turned: float, edge: str, ink: str) -> str:
    """Return the planks and rails of a bridge, turned by degrees from north to south."""
    planks = "".join(f"M28 {y}H72" for y in range(6, 100, 11))
    turn = f' transform="rotate({turned:g} 50 50)"' if turned else ""
    return (
        f'<g{turn}><path d="{planks}" stroke="{edge}" stroke-opacity="0.6" stroke-width="2.5"/>'
        f'<path d="M27 0V100M73 0V100" stroke="#5b4022" stroke-width="6"/><path d="M27 0V100M73 '
        f'0V100" stroke="{ink}" stroke-opacity="0.5" stroke-width="1.6"/></g>'
    )


@cache
def tufts_svg(kind: int) -> str:
    """Return a few blades of grass, one of several patterns."""
    number = Random(f"tufts {kind}").uniform
    blades = []
    for _ in range(7):
        x, y = number(8, 92), number(14, 94)
        light = number(0, 1) < 0.45
        paint = ("#ffffff", "0.13") if light else ("#1d2b0c", "0.2")
        blades.append(
            f'<path d="M{x:.1f} {y:.1f}l-2.500 -6M{x:.1f} {y:.1f}l0.5 -8M{x:.1f} {y:.1f}l3 -5.500" '
            f'stroke="{paint[0]}" stroke-opacity="{paint[1]}" stroke-width="1.5" '
            'stroke-linecap="round"/>'
        )
    return drawing("".join(blades), 100, 100)


@cache
def grain_svg() -> str:
    """Return the grain of wood over a board."""
    number = Random("grain").uniform
    lines = []
    for _ in range(46):
        y, bend = number(0, 100), number(-4, 4)
        dark = number(0.04, 0.13)
        lines.append(
            f'<path d="M0 {y:.2f}C33 {y + bend:.2f} 66 {y - bend:.2f} 100 {y + bend / 2:.2f}" '
            f'fill="none" stroke="#3a220a" stroke-opacity="{dark:.3f}" '
            f'stroke-width="{number(0.15, 0.5):.2f}"/>'
        )
    return drawing("".join(lines), 100, 100)
