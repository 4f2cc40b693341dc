"""The marks of cells, along the outline of a square or a hex, and the lines of paths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, degrees, hypot, sin
from typing import Final, NamedTuple

from wargrid_play.looks.svg import boxed, drawing

Point = tuple[float, float]

_HATCHES = "".join(f"M{x - 80} 130L{x + 80} -30" for x in range(-80, 181, 26))


class _Outline:
    """The outline of a cell, made smaller, and parts of it as SVG paths."""

    def __init__(self, corners: Sequence[Point]) -> None:
        self._corners = corners
        (x, y), (a, b) = corners[:2]
        self._inner = hypot((x + a) / 2 - 50, (y + b) / 2 - 50)

    def _inset(self, inset: float) -> list[Point]:
        share = 1 - inset / self._inner
        return [(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in self._corners]

    def ring(self, inset: float) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self._inset(inset)) + "Z"

    def _corner_parts(self, inset: float, share: float) -> list[tuple[Point, Point, Point]]:
        points = self._inset(inset)
        parts = []
        for number, (x, y) in enumerate(points):
            (a, b), (c, d) = points[number - 1], points[(number + 1) % len(points)]
            before = x + (a - x) * share, y + (b - y) * share
            parts.append((before, (x, y), (x + (c - x) * share, y + (d - y) * share)))
        return parts

    def corners(self, inset: float, share: float, *, closed: bool = False) -> str:
        """Return the corners of the outline, with a share of each side."""
        return "".join(
            "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in part) + ("Z" if closed else "")
            for part in self._corner_parts(inset, share)
        )

    def spokes(self, inset: float, length: float) -> str:
        """Return lines from the corners towards the centre."""
        outer, inner = self._inset(inset), self._inset(inset + length)
        return "".join(
            f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for (a, b), (c, d) in zip(outer, inner, strict=True)
        )

    def veil(self, colour: str, opacity: float) -> str:
        return f'<path d="{self.ring(3)}" fill="{colour}" fill-opacity="{opacity}"/>'

    def hatched(self, colour: str, opacity: float, wide: float) -> str:
        return (
            f'<clipPath id="cell"><path d="{self.ring(2)}"/></clipPath><g clip-path="url(#cell)">'
            f'<path d="{_HATCHES}" stroke="{colour}" stroke-opacity="{opacity}" '
            f'stroke-width="{wide}"/></g>'
        )


def _lines(path: str, *strokes: tuple[str, float]) -> str:
    return "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide}" '
        'stroke-linejoin="round"/>'
        for colour, wide in strokes
    )


def _dashed(path: str, colour: str, wide: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide}" '
        'stroke-dasharray="14 8"/>'
    )


_GLOW = (
    '<defs><radialGradient id="glow"><stop offset="0.15" stop-color="#ff1f14"/><stop offset="0.6" '
    'stop-color="#e0140c" stop-opacity="0.75"/><stop offset="1" stop-color="#a90000" '
    'stop-opacity="0"/></radialGradient></defs><circle cx="50" cy="50" r="56" fill="url(#glow)"/>'
)
_DISC = '<circle cx="50" cy="50" r="13" fill="#ffe98f" stroke="#4d3b0b" stroke-width="3.5"/>'
_CROSS = "M28 28L72 72M72 28L28 72"
_DIAMOND = '<path d="M50 31L69 50L50 69L31 50Z" fill="#bfe2ff" stroke="#0e2c47" stroke-width="4"/>'


KINDS: Final = (
    "reach", "target", "approach", "special", "cursor", "last", "threat", "hover",
    "picked", "blocked", "check", "taken", "premove", "layer",
)  # fmt: skip
"""The marks that are drawn on cells."""


@cache
def _usual(corners: tuple[Point, ...]) -> dict[str, str]:
    """Return each mark as SVG elements on a cell with these corners."""
    cell = _Outline(corners)
    target = (("#2b0506", 14.0), ("#ffe9e2", 10.0), ("#ee2f33", 6.5))
    return {
        "reach": cell.veil("#ffe27a", 0.30) + _DISC,
        "target": cell.veil("#e5383b", 0.10)
        + _lines(cell.ring(2.5), ("#e5383b", 3.5))
        + _lines(cell.corners(3.5, 0.24), *target),
        "approach": _lines(cell.ring(4), ("#2b0506", 6)) + _dashed(cell.ring(4), "#ff7d74", 3),
        "special": cell.veil("#8ecbff", 0.30) + _DIAMOND,
        "cursor": _lines(cell.corners(4.5, 0.3), ("#12100c", 11), ("#ffffff", 6)),
        "last": cell.veil("#f7e04a", 0.42)
        + f'<path d="{cell.corners(3, 0.3, closed=True)}" fill="#fff3cf" '
        'fill-opacity="0.85" stroke="#3a2f14" stroke-opacity="0.7" stroke-width="2"/>',
        "threat": cell.veil("#8c1d18", 0.34) + cell.hatched("#ffb3a6", 0.38, 3),
        "hover": cell.veil("#ffffff", 0.03) + _lines(cell.ring(2.5), ("#e6e6e6", 2.5)),
        "picked": cell.veil("#f4cb54", 0.38) + _lines(cell.ring(3), ("#ffe58a", 4)),
        "blocked": cell.veil("#e5383b", 0.14)
        + _lines(cell.spokes(3, 18), ("#2b0605", 13), ("#ff6a5e", 8)),
        "check": _GLOW + _lines(cell.ring(2.5), ("#d3201c", 4)),
        "taken": _lines(_CROSS, ("#2b0506", 15), ("#ffe9e2", 10), ("#ee2f33", 6)),
        "premove": cell.veil("#20242b", 0.34) + _dashed(cell.ring(5), "#dfe3ea", 4),
        "layer": cell.veil("#35d0e0", 0.28) + cell.hatched("#eafcff", 0.45, 2.5),
    }


@cache
def _safe(corners: tuple[Point, ...]) -> dict[str, str]:
    """Return the marks in colours that all players tell apart; the others are the usual ones."""
    cell = _Outline(corners)
    return {
        "reach": cell.veil("#fff6a0", 0.45)
        + '<circle cx="50" cy="50" r="14" fill="#f7e93a" stroke="#000000" stroke-width="6"/>',
        "approach": _lines(cell.ring(6), ("#000000", 12), ("#ffffff", 7))
        + _dashed(cell.ring(6), "#d55e00", 5),
        "target": cell.veil("#ffffff", 0.35)
        + _lines(cell.corners(6, 0.28), ("#000000", 20), ("#ffffff", 13), ("#d55e00", 7)),
        "special": cell.veil("#56b4e9", 0.35)
        + '<path d="M50 27L73 50L50 73L27 50Z" fill="#0072b2" stroke="#ffffff" stroke-width="7"/>',
        "threat": cell.veil("#1b0b33", 0.4) + cell.hatched("#ffffff", 1, 5),
        "hover": _lines(cell.ring(3), ("#000000", 6)) + _lines(cell.ring(9), ("#ffffff", 6)),
        "last": f'<path d="{cell.corners(4, 0.32, closed=True)}" fill="#ffffff" '
        'stroke="#000000" stroke-width="5"/>',
        "picked": cell.veil("#f7e93a", 0.55)
        + _lines(cell.ring(7), ("#000000", 13), ("#f7e93a", 7)),
        "blocked": cell.veil("#000000", 0.3)
        + _lines("M18 18L82 82M82 18L18 82", ("#000000", 15), ("#ffffff", 7)),
        "check": cell.veil("#d55e00", 0.6)
        + _lines(cell.ring(7), ("#000000", 16), ("#ffffff", 11), ("#d55e00", 6)),
        "taken": _lines(_CROSS, ("#000000", 20), ("#ffffff", 13), ("#d55e00", 6)),
        "premove": cell.veil("#000000", 0.45) + _dashed(cell.ring(6), "#ffffff", 7),
        "layer": cell.veil("#ffffff", 0.3) + _lines(cell.ring(15), ("#000000", 14), ("#56b4e9", 9)),
    }


def mark_svg(
    kind: str, corners: tuple[Point, ...], box: tuple[float, float, float, float], *, safe: bool
) -> str:
    """Return a mark on a cell with these corners, usual or ``safe`` for all players.

    Corners and the ``box`` around the cell are in hundredths of the square of its unit.
    """
    drawn = _usual(corners) | (_safe(corners) if safe else {})
    return boxed(drawn[kind], box)


def held_elements(colour: str, edge: str) -> str:
    """Return the frame of a cell that a side of these colours holds."""
    return "".join(
        f'<rect x="5" y="5" width="90" height="90" rx="4" fill="{colour}" '
        f'fill-opacity="{fill}" stroke="{paint}" stroke-width="{wide}"/>'
        for paint, wide, fill in ((edge, 9, 0), (colour, 5.5, 0.16))
    )


class MarkLine(NamedTuple):
    """The style of a line on the board: its edge, its middle, its width and its strength."""

    dark: str
    light: str
    thick: float = 1.0
    opacity: float = 1.0


WAY: Final = MarkLine("#2a1c04", "#ffe9a0")
BLOW: Final = MarkLine("#2b0506", "#ff5a4d")
"""The lines of a path, and of an attack."""

TRACE: Final = MarkLine("#2a1c04", "#fff3cf", 0.5, 0.55)
STRUCK: Final = MarkLine("#2b0506", "#ff5a4d", 0.6, 0.85)
"""The lines of the moves, and of the attacks, of the turn before."""

AHEAD: Final = MarkLine("#20242b", "#c3c8d0", 0.8, 0.9)
"""The line of a move that is given before its turn."""

RANGE: Final = MarkLine("#1f0503", "#ffe9e2", 0.42, 0.95)
"""The outline of the cells in range."""

BEST: Final = MarkLine("#071c36", "#8fd0ff")
GOOD: Final = MarkLine("#071c36", "#5b93c4")
"""The lines of the best hint, and of the others."""


def rank_svg(best: bool) -> str:
    """Return the disc of a number, as on the arrow of a hint."""
    dark, light, *_ = BEST if best else GOOD
    disc = f'<circle cx="50" cy="50" r="45" fill="{light}" stroke="{dark}" stroke-width="9"/>'
    return drawing(disc, 100, 100)


def way_svg(points: Sequence[Point], size: tuple[int, int], cell: int, style: MarkLine) -> str:
    """Return a path through points, with an arrow, in pixels of a picture of some size."""
    return drawing(way_elements(points, cell, style), *size)


def way_elements(points: Sequence[Point], cell: int, style: MarkLine) -> str:
    """Return a path through points, with an arrow, where the square of a unit is ``cell`` wide.

    A line that ends where it begins is an outline, and has no arrow.
    """
    if points[0] == points[-1]:
        return _outline(points, cell, style)
    *trodden, (before_x, before_y), (end_x, end_y) = points
    angle = atan2(end_y - before_y, end_x - before_x)
    unit = cell * style.thick
    head = unit * 0.3
    line = " ".join(f"{x},{y}" for x, y in [*trodden, (before_x, before_y)])
    last = f"{end_x - head * 0.8 * cos(angle):.1f},{end_y - head * 0.8 * sin(angle):.1f}"
    drawn = "".join(
        f'<polyline points="{line} {last}" fill="none" stroke="{colour}" '
        f'stroke-width="{wide:.1f}" stroke-linejoin="round" stroke-linecap="round"/><path '
        f'transform="translate({end_x} {end_y}) rotate({degrees(angle):.1f})" d="M0 0L{-head:.1f} '
        f'{-head * 0.62:.1f}V{head * 0.62:.1f}Z" fill="{colour}" stroke="{colour}" '
        f'stroke-width="{edge:.1f}" stroke-linejoin="round"/>'
        for colour, wide, edge in (
            (style.dark, unit * 0.17, unit * 0.09),
            (style.light, unit * 0.09, 1.0),
        )
    )
    return f'<g opacity="{style.opacity}">{drawn}</g>'


def _outline(points: Sequence[Point], cell: int, style: MarkLine) -> str:
    line, unit = "L".join(f"{x} {y}" for x, y in points[:-1]), cell * style.thick
    strokes = (style.dark, unit * 0.17), (style.light, unit * 0.09)
    return f'<g opacity="{style.opacity}">{_lines(f"M{line}Z", *strokes)}</g>'


WALL: Final = drawing(
    '<rect x="0" y="0" width="100" height="100" fill="#4a4640"/><path d="M4 4H46V30H4ZM52 '
    '4H96V30H52ZM4 36H22V63H4ZM28 36H72V63H28ZM78 36H96V63H78ZM4 69H46V96H4ZM52 '
    '69H96V96H52Z" fill="#8b857a" stroke="#2b2822" stroke-width="2.5"/><path d="M6 '
    '8H44M54 8H94M30 40H70M6 40H20M80 40H94M6 73H44M54 73H94" stroke="#aba598" '
    'stroke-width="3"/>',
    100, 100,
)  # fmt: skip
"""A block of masonry."""


def turn_svg(angle: float, lit: bool, rim: int) -> str:
    """Return the button that turns a unit to an ``angle``, with a ``rim`` around its square."""
    ground, ink = ("#ffe58a", "#2a1c04") if lit else ("#2a2118", "#ffd44d")
    moved = f" translate(4 {-rim}) scale(0.92 0.86)" if rim else ""
    wide = 100 + 2 * rim
    return boxed(
        f'<g transform="rotate({angle:g} 50 50){moved}"><path d="M27 '
        '1.5H73Q77 1.5 75.5 5L71 12.5Q69.500 15.5 66 15.5H34Q30.500 15.5 29 '
        f'12.500L24.5 5Q23 1.5 27 1.5Z" fill="{ground}" stroke="#ffd44d" '
        f'stroke-width="2.4"/><path d="M50 3L62 13H38Z" fill="{ink}"/></g>',
        (-rim, -rim, wide, wide),
    )  # fmt: skip
