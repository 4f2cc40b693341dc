"""The marks of hexes: the same signs as on squares, along the outline of a hex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from wargrid_pygame.drawing.geometry import Point

_INNER = 55.0
"""The distance of a side from the centre, in hundredths of the square in which a unit is drawn."""

_HATCHES = "".join(f"M{x - 80} 130L{x + 80} -30" for x in range(-80, 181, 26))


class _Outline:
    """The outline of a hex, made smaller, and parts of it as SVG paths."""

    def __init__(self, corners: Sequence[Point]) -> None:
        self._corners = corners

    def _inset(self, inset: float) -> list[Point]:
        share = 1 - inset / _INNER
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
            f'<clipPath id="hex"><path d="{self.ring(2)}"/></clipPath><g clip-path="url(#hex)">'
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


_DISC = '<circle cx="50" cy="50" r="13" fill="#ffe98f" stroke="#4d3b0b" stroke-width="3.5"/>'
_DIAMOND = '<path d="M50 31L69 50L50 69L31 50Z" fill="#bfe2ff" stroke="#0e2c47" stroke-width="4"/>'


@cache
def usual(corners: tuple[Point, ...]) -> dict[str, str]:
    """Return each mark as SVG elements on a hex with these corners."""
    hexagon = _Outline(corners)
    target = (("#2b0506", 14.0), ("#ffe9e2", 10.0), ("#ee2f33", 6.5))
    return {
        "reach": hexagon.veil("#ffe27a", 0.30) + _DISC,
        "target": hexagon.veil("#e5383b", 0.10)
        + _lines(hexagon.ring(2.5), ("#e5383b", 3.5))
        + _lines(hexagon.corners(3.5, 0.24), *target),
        "approach": _lines(hexagon.ring(4), ("#2b0506", 6))
        + _dashed(hexagon.ring(4), "#ff7d74", 3),
        "special": hexagon.veil("#8ecbff", 0.30) + _DIAMOND,
        "cursor": _lines(hexagon.corners(4.5, 0.3), ("#12100c", 11), ("#ffffff", 6)),
        "last": f'<path d="{hexagon.corners(3, 0.3, closed=True)}" fill="#fff3cf" '
        'fill-opacity="0.85" stroke="#3a2f14" stroke-opacity="0.7" stroke-width="2"/>',
        "threat": hexagon.veil("#8c1d18", 0.34) + hexagon.hatched("#ffb3a6", 0.38, 3),
        "range": _lines(hexagon.corners(8, 0.22), ("#1f0503", 11), ("#ffb9a8", 5)),
        "hover": hexagon.veil("#ffffff", 0.03) + _lines(hexagon.ring(2.5), ("#e6e6e6", 2.5)),
        "picked": hexagon.veil("#f4cb54", 0.38) + _lines(hexagon.ring(3), ("#ffe58a", 4)),
        "blocked": hexagon.veil("#e5383b", 0.14)
        + _lines(hexagon.spokes(3, 18), ("#2b0605", 13), ("#ff6a5e", 8)),
    }


@cache
def safe(corners: tuple[Point, ...]) -> dict[str, str]:
    """Return the marks in colours that all players tell apart; the others are the usual ones."""
    hexagon = _Outline(corners)
    return {
        "reach": hexagon.veil("#fff6a0", 0.45)
        + '<circle cx="50" cy="50" r="14" fill="#f7e93a" stroke="#000000" stroke-width="6"/>',
        "approach": _lines(hexagon.ring(5), ("#000000", 9), ("#ffffff", 5))
        + _dashed(hexagon.ring(5), "#d55e00", 5),
        "target": hexagon.veil("#ffffff", 0.35)
        + _lines(hexagon.corners(6, 0.26), ("#000000", 17), ("#ffffff", 11), ("#d55e00", 6.5)),
        "special": hexagon.veil("#56b4e9", 0.35)
        + '<path d="M50 27L73 50L50 73L27 50Z" fill="#0072b2" stroke="#ffffff" stroke-width="7"/>',
        "threat": hexagon.veil("#1b0b33", 0.4) + hexagon.hatched("#ffffff", 1, 5),
        "range": _lines(
            "M88 50A38 38 0 1 1 12 50A38 38 0 1 1 88 50", ("#000000", 9), ("#ffffff", 4)
        ),
        "hover": _lines(hexagon.ring(3), ("#000000", 6)) + _lines(hexagon.ring(9), ("#ffffff", 6)),
        "last": f'<path d="{hexagon.corners(4, 0.32, closed=True)}" fill="#ffffff" '
        'stroke="#000000" stroke-width="5"/>',
        "picked": hexagon.veil("#f7e93a", 0.55)
        + _lines(hexagon.ring(7), ("#000000", 13), ("#f7e93a", 7)),
        "blocked": hexagon.veil("#000000", 0.3)
        + _lines("M18 18L82 82M82 18L18 82", ("#000000", 15), ("#ffffff", 7)),
    }
