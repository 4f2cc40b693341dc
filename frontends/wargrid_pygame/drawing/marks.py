"""Marks on the board's cells, each with its own shape, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import atan2, cos, degrees, sin
from typing import Final, Literal, NamedTuple

import pygame

from wargrid_pygame.drawing import hex_marks
from wargrid_pygame.drawing.geometry import Cell, Geometry
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import kept
from wargrid_pygame.looks.models import ZoneMark

MarkShape = Literal[
    "reach", "target", "approach", "special", "cursor", "last", "threat", "hover", "picked",
    "blocked", "range", "check",
]  # fmt: skip

BELOW: Final = frozenset({"reach", "threat", "last", "special", "picked", "range"})
"""Marks that lie under the tokens; the others lie over them."""

DRAWINGS: Final[dict[str, str]] = {
    "reach": '<rect x="3" y="3" width="94" height="94" fill="#ffe27a" fill-opacity="0.30"/>'
    '<circle cx="50" cy="50" r="13" fill="#ffe98f" stroke="#4d3b0b" stroke-width="3.5"/>',
    "target": '<rect x="2.5" y="2.5" width="95" height="95" fill="#e5383b" fill-opacity="0.10" '
    'stroke="#e5383b" stroke-width="4"/><path d="M2.5 26V2.5H26M74 2.5H97.5V26M97.5 74V97.5H74M26 '
    '97.5H2.5V74" fill="none" stroke="#2b0506" stroke-width="15"/><path d="M2.5 26V2.5H26M74 '
    '2.5H97.5V26M97.5 74V97.5H74M26 97.5H2.5V74" fill="none" stroke="#ffe9e2" '
    'stroke-width="11"/><path d="M2.5 26V2.5H26M74 2.5H97.5V26M97.5 74V97.5H74M26 97.5H2.5V74" '
    'fill="none" stroke="#ee2f33" stroke-width="7.5"/>',
    "approach": '<rect x="4" y="4" width="92" height="92" fill="none" stroke="#2b0506" '
    'stroke-width="6" stroke-opacity="0.55"/><rect x="4" y="4" width="92" height="92" fill="none" '
    'stroke="#ff7d74" stroke-width="3" stroke-dasharray="14 7"/>',
    "special": '<rect x="3" y="3" width="94" height="94" fill="#8ecbff" fill-opacity="0.30"/>'
    '<path d="M50 31L69 50L50 69L31 50Z" fill="#bfe2ff" stroke="#0e2c47" stroke-width="4"/>',
    "cursor": '<path d="M4 30V4H30M70 4H96V30M96 70V96H70M30 96H4V70" fill="none" stroke="#12100c" '
    'stroke-width="11"/><path d="M4 30V4H30M70 4H96V30M96 70V96H70M30 96H4V70" fill="none" '
    'stroke="#ffffff" stroke-width="6"/>',
    "last": '<path d="M3 3H27L3 27ZM97 3V27L73 3ZM97 97H73L97 73ZM3 97V73L27 97Z" fill="#fff3cf" '
    'fill-opacity="0.85" stroke="#3a2f14" stroke-opacity="0.7" stroke-width="2"/>',
    "threat": '<rect x="2" y="2" width="96" height="96" fill="#8c1d18" fill-opacity="0.34"/>'
    '<path d="M2 34L34 2M2 66L66 2M2 98L98 2M34 98L98 34M66 98L98 66" stroke="#ffb3a6" '
    'stroke-opacity="0.38" stroke-width="3"/>',
    "range": '<path d="M8 28V8H28M72 8H92V28M92 72V92H72M28 92H8V72" fill="none" '
    'stroke="#1f0503" stroke-width="11"/><path d="M8 28V8H28M72 8H92V28M92 72V92H72M28 92H8V72" '
    'fill="none" stroke="#ffb9a8" stroke-width="5"/>',
    "hover": '<rect x="2" y="2" width="96" height="96" fill="#ffffff" fill-opacity="0.03" '
    'stroke="#ffffff" stroke-opacity="0.75" stroke-width="2.5"/>',
    "picked": '<rect x="2" y="2" width="96" height="96" fill="#f4cb54" fill-opacity="0.38" '
    'stroke="#ffe58a" stroke-width="4"/>',
    "blocked": '<rect x="3" y="3" width="94" height="94" fill="#e5383b" fill-opacity="0.14" '
    'stroke="#ff6a5e" stroke-width="3" stroke-dasharray="9 6"/><path d="M4 4L21 21M96 4L79 21M96 '
    '96L79 79M4 96L21 79" stroke="#2b0605" stroke-width="13"/><path d="M4 4L21 21M96 4L79 21M96 '
    '96L79 79M4 96L21 79" stroke="#ff6a5e" stroke-width="8"/>',
}
"""Each mark as SVG elements on a cell of 100 × 100 units."""


CHECK: Final = (
    '<circle cx="50" cy="50" r="43" fill="none" stroke="#2b0506" stroke-width="13"/>'
    '<circle cx="50" cy="50" r="43" fill="none" stroke="#ff4a42" stroke-width="8"/>'
)
"""The ring of a royal unit in check, on squares and hexes."""

SAFE_CHECK: Final = (
    '<circle cx="50" cy="50" r="42" fill="none" stroke="#000000" stroke-width="16"/>'
    '<circle cx="50" cy="50" r="42" fill="none" stroke="#ffffff" stroke-width="11"/>'
    '<circle cx="50" cy="50" r="42" fill="none" stroke="#d55e00" stroke-width="6"/>'
)
"""The ring in colours that all players tell apart."""


def _lines(path: str, *strokes: tuple[str, float]) -> str:
    """Return the same lines in several colours and widths over each other."""
    return "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
        for colour, wide in strokes
    )


def _veil(colour: str, opacity: float) -> str:
    return f'<path d="M3 3H97V97H3Z" fill="{colour}" fill-opacity="{opacity}"/>'


_CORNERS: Final = "M6 30V6H30M70 6H94V30M94 70V94H70M30 94H6V70"

SAFE: Final[dict[str, str]] = {
    "reach": _veil("#fff6a0", 0.45)
    + '<circle cx="50" cy="50" r="14" fill="#f7e93a" stroke="#000000" stroke-width="6"/>',
    "target": _veil("#ffffff", 0.35)
    + _lines(_CORNERS, ("#000000", 19), ("#ffffff", 12), ("#d55e00", 7)),
    "approach": _lines("M6 6H94V94H6Z", ("#000000", 9), ("#ffffff", 5))
    + '<path d="M6 6H94V94H6Z" fill="none" stroke="#d55e00" stroke-width="5" '
    'stroke-dasharray="14 10"/>',
    "special": _veil("#56b4e9", 0.35)
    + '<path d="M50 27L73 50L50 73L27 50Z" fill="#0072b2" stroke="#ffffff" stroke-width="7"/>',
    "threat": _veil("#1b0b33", 0.4)
    + _lines("M2 34L34 2M2 66L66 2M2 98L98 2M34 98L98 34M66 98L98 66", ("#ffffff", 5)),
    "range": _lines("M88 50A38 38 0 1 1 12 50A38 38 0 1 1 88 50", ("#000000", 9), ("#ffffff", 4)),
    "hover": _lines("M3 3H97V97H3Z", ("#000000", 6)) + _lines("M9 9H91V91H9Z", ("#ffffff", 6)),
    "last": '<path d="M4 4H30L4 30ZM96 4V30L70 4ZM96 96H70L96 70ZM4 96V70L30 96Z" fill="#ffffff" '
    'stroke="#000000" stroke-width="6"/>',
    "picked": _veil("#f7e93a", 0.55) + _lines("M8 8H92V92H8Z", ("#000000", 14), ("#f7e93a", 7)),
    "blocked": _veil("#000000", 0.3)
    + _lines("M6 6L94 94M94 6L6 94", ("#000000", 15), ("#ffffff", 7)),
}
"""Marks in colours that all players tell apart, each both darker and lighter than any ground; the
others are drawn as usual."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """One mark on one cell, with a few words on it if wanted (how likely a threat is)."""

    kind: MarkShape
    cell: Cell
    note: str = ""


@kept
def draw_mark(
    kind: MarkShape, size: tuple[int, int], safe: bool, geometry: Geometry
) -> pygame.Surface:
    """Draw a mark on a transparent ground of ``size`` pixels, usual or ``safe`` for all players.

    It fits the rectangle around a cell of the geometry.
    """
    corners = tuple(geometry.corners)
    usual, others = (DRAWINGS, SAFE) if len(corners) == 4 else (
        hex_marks.usual(corners), hex_marks.safe(corners))  # fmt: skip
    if kind == "check":
        return svg.raster(svg.boxed(SAFE_CHECK if safe else CHECK, geometry.box), *size)
    drawn = others.get(kind) if safe else None
    return svg.raster(svg.boxed(drawn or usual[kind], geometry.box), *size)


@kept
def draw_note(text: str, size: int) -> pygame.Surface:
    """Draw a few words in a dark pill for a corner of a cell, never wider than the cell."""
    pixels = max(7, round(size * 0.2))
    line = theme.line_at(text, pixels, "bold", "#ffffff")
    while line.get_width() > size * 0.86 and pixels > 5:
        pixels -= 1
        line = theme.line_at(text, pixels, "bold", "#ffffff")
    width, height = line.get_width() + pixels // 2, line.get_height()
    pill = svg.raster(
        svg.drawing(
            f'<rect x="0" y="0" width="{width}" height="{height}" rx="{height / 2}" fill="#1c1209" '
            'fill-opacity="0.85"/>', width, height,
        ), width, height,
    ).copy()  # fmt: skip
    pill.blit(line, line.get_rect(center=(width // 2, height // 2)))
    return pill


class MarkLine(NamedTuple):
    """How a line on the board is drawn: its edge, its middle, and how thick and how strong."""

    dark: str
    light: str
    thick: float = 1.0
    opacity: float = 1.0


WAY: Final = MarkLine("#2a1c04", "#ffe9a0")
BLOW: Final = MarkLine("#2b0506", "#ff5a4d")
"""The lines of a way, and of an attack."""

TRACE: Final = MarkLine("#2a1c04", "#fff3cf", 0.5, 0.55)
STRUCK: Final = MarkLine("#2b0506", "#ff5a4d", 0.6, 0.85)
"""The lines of the moves, and of the attacks, of the turn before."""

BEST: Final = MarkLine("#071c36", "#8fd0ff")
GOOD: Final = MarkLine("#071c36", "#5b93c4")
"""The lines of the best hint, and of the others."""


@kept
def draw_rank(text: str, size: int, best: bool) -> pygame.Surface:
    """Draw a number in a disc of ``size`` pixels, as on the arrow of a hint."""
    dark, light, *_ = BEST if best else GOOD
    disc = svg.raster(
        svg.drawing(
            f'<circle cx="50" cy="50" r="45" fill="{light}" stroke="{dark}" stroke-width="9"/>',
            100, 100,
        ), size, size,
    ).copy()  # fmt: skip
    line = theme.line_at(text, max(9, round(size * 0.62)), "bold", dark)
    disc.blit(line, line.get_rect(center=(size // 2, size // 2)))
    return disc


@kept
def draw_way(
    points: tuple[tuple[int, int], ...], cell: int, style: MarkLine = WAY
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Draw a way through points in pixels, with an arrow; returns it and its upper left corner."""
    left, top = min(x for x, _ in points) - cell, min(y for _, y in points) - cell
    width, height = max(x for x, _ in points) + cell - left, max(y for _, y in points) + cell - top
    *trodden, (before_x, before_y), (end_x, end_y) = [(x - left, y - top) for x, y in points]
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
    faint = f'<g opacity="{style.opacity}">{drawn}</g>'
    return svg.raster(svg.drawing(faint, width, height), width, height), (left, top)


@kept
def draw_wall(width: int, height: int) -> pygame.Surface:
    """Draw a block of masonry on so many pixels."""
    return svg.raster(
        svg.drawing(
            '<rect x="0" y="0" width="100" height="100" fill="#4a4640"/><path d="M4 4H46V30H4ZM52 '
            '4H96V30H52ZM4 36H22V63H4ZM28 36H72V63H28ZM78 36H96V63H78ZM4 69H46V96H4ZM52 '
            '69H96V96H52Z" fill="#8b857a" stroke="#2b2822" stroke-width="2.5"/><path d="M6 '
            '8H44M54 8H94M30 40H70M6 40H20M80 40H94M6 73H44M54 73H94" stroke="#aba598" '
            'stroke-width="3"/>',
            100, 100,
        ), width, height,
    )  # fmt: skip


@kept
def draw_turn(angle: float, size: int, lit: bool, rim: int = 0) -> pygame.Surface:
    """Draw the button that turns a unit to an ``angle``, along the edge of its cell of ``size``.

    It is ``lit`` under the mouse, and leaves the icon and the men in the middle to be seen. Beyond
    a ``rim`` around the square, in hundredths, the six buttons of a hex have room.
    """
    ground, ink = ("#ffe58a", "#2a1c04") if lit else ("#2a2118", "#ffd44d")
    moved = f" translate(4 {-rim}) scale(0.92 0.86)" if rim else ""
    wide = 100 + 2 * rim
    pixels = round(size * wide / 100)
    return svg.raster(
        svg.boxed(
            f'<g transform="rotate({angle:g} 50 50){moved}"><path d="M27 '
            '1.5H73Q77 1.5 75.5 5L71 12.5Q69.500 15.5 66 15.5H34Q30.500 15.5 29 '
            f'12.500L24.5 5Q23 1.5 27 1.5Z" fill="{ground}" stroke="#ffd44d" '
            f'stroke-width="2.4"/><path d="M50 3L62 13H38Z" fill="{ink}"/></g>',
            (-rim, -rim, wide, wide),
        ), pixels, pixels,
    )  # fmt: skip


RIVER: Final = 110
"""How strongly a river between crossings covers the ground, of 255."""

WASH: Final = 58
"""How strongly a wash covers the ground, of 255."""

_THICK: Final[dict[ZoneMark, float]] = {"outline": 0.055, "shore": 0.13, "diagonals": 0.035}
"""How thick the lines are, in cells."""


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """One zone as it lies on a board: its cells, how they are marked, and in which colour."""

    cells: frozenset[Cell]
    marks: tuple[ZoneMark, ...]
    colour: str


def draw_zone(
    drawn: pygame.Surface, local: Geometry, zone: DrawnZone, points: bool = False
) -> None:
    """Draw one zone on a ground of some geometry; on ``points`` its lines join middles of cells."""
    for mark in zone.marks:
        if points and mark != "wash":
            if mark == "diagonals":
                _cross_points(drawn, local, zone)
            elif mark == "shore":
                _half_river(drawn, local, zone)
            continue
        if mark == "wash":
            _wash(drawn, local, zone)
        elif mark == "diagonals":
            _cross(drawn, local, zone)
        else:
            _line(drawn, local, zone, mark)


def _wash(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    for cell in zone.cells:
        local.veil(drawn, cell, zone.colour, WASH)


def _line(drawn: pygame.Surface, local: Geometry, zone: DrawnZone, mark: ZoneMark) -> None:
    thick = _pixels(local, mark)
    for cell, side in _edges(local, zone.cells, inner=mark == "shore"):
        local.fill_side(drawn, cell, side, thick, zone.colour)


def _edges(local: Geometry, cells: Collection[Cell], inner: bool) -> Iterator[tuple[Cell, int]]:
    """Yield the cells that lie at the edge of a zone, with the side where it ends.

    ``inner`` leaves out the edges that are the board's own.
    """
    for cell in sorted(cells):
        for side, beyond in enumerate(local.beyond(cell)):
            if beyond not in cells and (local.has(beyond) or not inner):
                yield cell, side


def _cross(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    squares = [local.rect(cell) for cell in zone.cells]
    box = squares[0].unionall(squares[1:])
    thick = _pixels(local, "diagonals")
    for start, end in ((box.topleft, box.bottomright), (box.bottomleft, box.topright)):
        pygame.draw.line(drawn, zone.colour, start, end, thick)
        for aside in (-thick / 2, thick / 2):
            pygame.draw.aaline(
                drawn, zone.colour, (start[0] + aside, start[1]), (end[0] + aside, end[1])
            )


def _half_river(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    """Draw water from the outermost crossings of a bank to the middle of the river."""
    for cell, side in _edges(local, zone.cells, inner=True):
        local.veil_half(drawn, cell, side, zone.colour, RIVER)


def _cross_points(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    """Draw the diagonals of each separate part of a zone between the middles of its corners."""
    left = set(zone.cells)
    while left:
        part, grown = set(), {min(left)}
        while grown:
            part |= grown
            grown = {
                other for cell in grown for other in local.beyond(cell) if other in left - part
            }
        left -= part
        columns, rows = [column for column, _ in part], [row for _, row in part]
        low, high = (min(columns), min(rows)), (max(columns), max(rows))
        thick = _pixels(local, "diagonals")
        for start, end in ((low, high), ((low[0], high[1]), (high[0], low[1]))):
            ends = local.centre(start), local.centre(end)
            pygame.draw.line(drawn, zone.colour, *ends, thick)


def _pixels(local: Geometry, mark: ZoneMark) -> int:
    return max(2, round(local.cell * _THICK[mark]))
