"""The board as an SVG for frontends that draw pages: its ground, and where its cells lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.looks.models import ZoneMark
from wargrid_play.looks.pictures.ground import grain_svg, strip_svg
from wargrid_play.looks.pictures.marks import BEST, BLOW, GOOD, RANGE, WAY, MarkLine
from wargrid_play.looks.pictures.sheet import PREFIX, TUFTS, sheet_svg
from wargrid_play.looks.pictures.tokens import PLACES
from wargrid_play.looks.svg import boxed, parts
from wargrid_play.scenes.drawing import MEN
from wargrid_play.scenes.edges import edge_elements, edge_swatch
from wargrid_play.scenes.ground import Ground, Strip, diagonals, edges, ground_of
from wargrid_play.scenes.legend import LegendEntry, legend_of
from wargrid_play.scenes.scene import Cell, DrawnZone
from wargrid_play.scenes.shapes import BoardShape, Point, Squares
from wargrid_play.table import View

RIVER: Final = 0.43
WASH: Final = 0.2275
"""How strongly a river between crossings, and a wash, cover the ground."""

THICK: Final[dict[ZoneMark, float]] = {"outline": 5.5, "shore": 13, "diagonals": 3.5}
"""How thick the lines of zones are, in hundredths of a unit's square."""

DOT: Final = 16
"""The width of a point that lines join."""

LINES: Final = {"blow": BLOW, "best": BEST, "good": GOOD, "way": WAY, "range": RANGE}
"""How lines are drawn that a page draws by itself, or takes away before the server has answered."""

Box = tuple[float, float, float, float]
"""Left, top, width and height, in hundredths of the square of a unit."""

_USED: Final = re.compile(f'#{PREFIX}([^")]+)')


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What a page needs to draw a board, in hundredths of the square of a unit.

    ``ground`` is SVG elements, from the upper left corner of the board, which is as wide and high
    as ``span``; it uses a sheet. ``centres`` are those of the cells as the first side sees them,
    ``corners`` those of a cell from the upper left of its unit's square. ``names`` are texts beside
    the columns and rows. ``men`` is the box of a unit's men, which arrows leave free: how far it
    reaches to both sides of the unit's middle, and where it begins and ends below that. ``lines``
    are the styles of the arrow of an attack, of the best hint, of other hints, of a path and of a
    range.
    """

    span: Point
    centres: tuple[Point, ...]
    corners: tuple[Point, ...]
    frame: str
    ground: str
    names: str
    men: tuple[float, float, float]
    lines: dict[str, MarkLine]


def board_picture(view: View, looks: Looks, prefix: str, flipped: bool = False) -> BoardPicture:
    """Return the picture of a view's board, which uses the sheet with this prefix."""
    ground = ground_of(view, looks)
    shape = ground.shape
    drawn = "".join(_Drawing(ground, flipped).elements())
    wide, high = shape.span
    return BoardPicture(
        span=(_short(wide * 100), _short(high * 100)),
        centres=tuple(_point(shape.centre(cell)) for cell in view.places),
        corners=tuple((_short(x), _short(y)) for x, y in shape.corners),
        frame=looks.board.frame,
        ground=drawn.replace(PREFIX, prefix),
        names="".join(_names(ground, flipped)),
        men=MEN,
        lines=dict(LINES),
    )


def whole_svg(drawn: str, looks: Looks, shape: BoardShape, box: Box) -> str:
    """Return elements that use a sheet as one SVG that needs nothing else, and shows a box."""
    used = {"cell", *_USED.findall(drawn)}
    used |= {re.sub(f"^({'|'.join(PLACES)})", "picture", name) for name in used}
    sheet, prefix = sheet_svg(looks, shape.corners, shape.rim, used)
    return boxed(f"<defs>{parts(sheet)[0]}</defs>{drawn.replace(PREFIX, prefix)}", box)


def ground_svg(ground: Ground, box: Box, flipped: bool = False) -> str:
    """Return the part of a board's ground that lies in a box, as one SVG."""
    drawn = "".join(_Drawing(ground, flipped).elements())
    return whole_svg(drawn, ground.looks, ground.shape, box)


def swatch_svg(entry: LegendEntry, looks: Looks) -> str:
    """Return the picture of one entry of the legend, as one SVG."""
    return whole_svg(_swatch(entry, looks), looks, Squares(1, 1), (0, 0, 100, 100))


def tile_svg(looks: Looks, word: str, *, wall: bool = False) -> str:
    """Return a square of a terrain, as lists show it beside its name, as one SVG."""
    return whole_svg(_tile(looks, word, wall), looks, Squares(1, 1), (0, 0, 100, 100))


def _names(ground: Ground, flipped: bool) -> Iterator[str]:
    """Yield the names of the columns below the board, of the rows on its left, and of cells."""
    shape = ground.shape
    below = _short(shape.span[1] * 100) + 32
    for name, cell in shape.column_names:
        x, _ = _point(shape.centre(cell, flipped))
        yield f'<text x="{x:g}" y="{below:g}">{name}</text>'
    for name, cell in shape.row_names:
        _, y = _point(shape.centre(cell, flipped))
        yield f'<text x="-27" y="{y + 7:g}">{name}</text>'
    for name, cell in shape.cell_labels:
        x, y = _point(shape.centre(cell, flipped))
        ink = ground.label_ink(cell)
        yield f'<text class="label" fill="{ink}" x="{x - 36:g}" y="{y - 34:g}">{name}</text>'


def _short(number: float) -> float:
    return round(number, 2)


def _point(place: Point) -> Point:
    return _short(place[0] * 100), _short(place[1] * 100)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws a ground, ``flipped`` or not."""

    ground: Ground
    flipped: bool

    @property
    def shape(self) -> BoardShape:
        return self.ground.shape

    def elements(self) -> Iterator[str]:
        """Yield the elements, the lowest first."""
        looks = self.ground.looks
        if self.shape.joins:
            wide, high = (_short(length * 100) for length in self.shape.span)
            yield f'<path d="M0 0H{wide:g}V{high:g}H0Z" fill="{looks.board.light}"/>'
        yield from self._fills(flat=True)
        yield from self._zones(lambda mark: mark == "shore")  # other ground rises out of the water
        yield from self._fills(flat=False)
        crossed = looks.board.points and not self.shape.joins
        if crossed:
            yield from self._grain()
            yield from self._crossings()
        for cell in self.shape.cells():
            yield from self._above(cell)
        if not crossed:
            yield from self._grain()
            yield from self._lines()
        yield from self._zones(lambda mark: mark != "shore")
        yield from edge_elements(self.ground.edges, self._corners)

    def _grain(self) -> Iterator[str]:
        if self.ground.looks.board.texture == "wood":
            wide, high = self.shape.span
            yield f'<g transform="scale({wide:g} {high:g})">{parts(grain_svg())[0]}</g>'

    def _lines(self) -> Iterator[str]:
        """Yield the lines between points, or around cells."""
        if self.shape.joins:
            yield from self._joins()
            return
        outlines = "".join(map(self._outline, self.shape.cells()))
        yield f'<path d="{outlines}" fill="none" stroke="{self.ground.looks.board.line}"/>'

    def _zones(self, wanted: Callable[[ZoneMark], bool]) -> Iterator[str]:
        for zone in self.ground.zones:
            for mark in filter(wanted, zone.marks):
                yield from self.zone(zone, mark)

    # Cells

    def _centre(self, cell: Cell) -> Point:
        return _point(self.shape.centre(cell, self.flipped))

    def _corners(self, cell: Cell) -> Sequence[Point]:
        """Return the corners of a cell, the first at the start of side 0."""
        x, y = self._centre(cell)
        count = len(self.shape.corners)
        start = count // 2 if self.flipped else 0
        turned = [self.shape.corners[(at + start) % count] for at in range(count)]
        return [(_short(x + a - 50), _short(y + b - 50)) for a, b in turned]

    def _outline(self, cell: Cell) -> str:
        return _closed(self._corners(cell))

    def _fills(self, flat: bool) -> Iterator[str]:
        """Yield the cells of each colour as one path: those without a drawing, or with one."""
        found: dict[str, list[str]] = {}
        for cell in self.shape.cells():
            word = self.ground.terrain.get(cell)
            if cell not in self.ground.walls and flat is (
                word is None or self.ground.looks.terrain_icon(word) is None
            ):
                found.setdefault(self.ground.below(cell), []).append(self._outline(cell))
        if self.shape.joins:  # there the whole board has the colour of the light
            found.pop(self.ground.looks.board.light, None)
        for colour, outlines in found.items():
            yield f'<path d="{"".join(outlines)}" fill="{colour}" stroke="{colour}"/>'

    def _above(self, cell: Cell) -> Iterator[str]:
        """Yield what lies on the ground of a cell."""
        word = self.ground.terrain.get(cell)
        if cell in self.ground.walls:
            yield self._used("wall", cell, clipped=True)
            return
        for strip in self.ground.strips(cell):
            yield self._strip(cell, strip)
        if self.ground.form(cell) != "tile":
            return
        if word is not None and self.ground.looks.terrain_icon(word):
            yield self._used(f"terrain.{word}", cell)
        if self.ground.looks.board.texture == "grass":
            yield self._used(f"tufts.{(cell[0] * 7 + cell[1] * 3) % TUFTS}", cell)

    def _used(self, name: str, cell: Cell, clipped: bool = False) -> str:
        x, y = self._centre(cell)
        drawn = f'<use href="#{PREFIX}{name}" x="{x - 50:g}" y="{y - 50:g}"/>'
        return self._clipped(cell, f'<use href="#{PREFIX}{name}"/>') if clipped else drawn

    def _clipped(self, cell: Cell, drawn: str) -> str:
        x, y = self._centre(cell)
        move = f'transform="translate({x - 50:g} {y - 50:g})"'
        return f'<g {move}><g clip-path="url(#{PREFIX}clip)">{drawn}</g></g>'

    def _strip(self, cell: Cell, strip: Strip) -> str:
        look, count = self.ground.looks.terrain(strip.word), len(self.shape.corners)
        half = count // 2 if self.flipped else 0
        seen = tuple(sorted((side + half) % count for side in strip.sides))
        shape = tuple(self.shape.corners), self.shape.box
        drawn = parts(strip_svg(shape, seen, strip.form, look.colour, look.ink))[0]
        corners = "".join(self._corner(cell, side, look.colour) for side in strip.corners)
        return self._clipped(cell, drawn) + corners

    def _corner(self, cell: Cell, side: int, colour: str) -> str:
        """Fill the part of a cell at the corner clockwise after a side."""
        corners = self._corners(cell)
        before, corner, after = (corners[(side + at) % len(corners)] for at in range(3))
        middles = [((corner[0] + x) / 2, (corner[1] + y) / 2) for x, y in (before, after)]
        around = [self._centre(cell), middles[0], corner, middles[1]]
        return f'<path d="{_closed(around)}" fill="{colour}"/>'

    def _joins(self) -> Iterator[str]:
        """Yield the lines between points, and the points."""
        line, path, dots = self.ground.looks.board.line, "", ""
        for one, other in self.shape.joins:
            (a, b), (c, d) = self._centre(one), self._centre(other)
            path += f"M{a:g} {b:g}L{c:g} {d:g}"
        for cell in self.shape.cells():
            x, y = self._centre(cell)
            dots += f"M{x:g} {y:g}h0"
        yield f'<path d="{path}" stroke="{line}" stroke-width="3.5" stroke-linecap="round"/>'
        yield f'<path d="{dots}" stroke="{line}" stroke-width="{DOT}" stroke-linecap="round"/>'

    def _crossings(self) -> Iterator[str]:
        """Yield the lines between middles of cells, and the line around them."""
        line = self.ground.looks.board.line
        lines = ((self._centre(one), self._centre(other)) for one, other in self.ground.lines())
        path = "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for (a, b), (c, d) in lines)
        yield f'<path d="{path}" stroke="{line}" stroke-width="3"/>'
        wide, high = self.shape.span
        yield (
            f'<rect x="41" y="41" width="{wide * 100 - 82:g}" height="{high * 100 - 82:g}" '
            f'fill="none" stroke="{line}" stroke-width="4.5"/>'
        )

    # Zones

    def zone(self, zone: DrawnZone, mark: ZoneMark) -> Iterator[str]:
        """Yield one mark of a zone."""
        points = self.ground.looks.board.points and not self.shape.joins
        if mark == "wash":
            outlines = "".join(self._outline(cell) for cell in sorted(zone.cells))
            yield f'<path d="{outlines}" fill="{zone.colour}" fill-opacity="{WASH}"/>'
        elif mark == "diagonals":
            yield self._diagonals(zone, points)
        elif points and mark == "shore":
            yield self._along(zone, 50, inner=True, opacity=RIVER)
        elif not points:
            yield self._along(zone, THICK[mark], inner=mark == "shore")

    def _along(self, zone: DrawnZone, thick: float, inner: bool, opacity: float = 1) -> str:
        """Fill strips along the edges of a zone."""
        found = edges(self.shape, zone.cells, inner)
        path = "".join(_closed(self._side(cell, side, thick)) for cell, side in found)
        return f'<path d="{path}" fill="{zone.colour}" fill-opacity="{opacity:g}"/>'

    def _side(self, cell: Cell, side: int, thick: float) -> Sequence[Point]:
        """Return the corners of a strip within a cell along one of its sides."""
        corners, (x, y) = self._corners(cell), self._centre(cell)
        count = len(corners)
        start, end = corners[side], corners[(side + 1) % count]
        middle = (start[0] + end[0]) / 2 - x, (start[1] + end[1]) / 2 - y
        share = thick / (middle[0] ** 2 + middle[1] ** 2) ** 0.5
        inward: Callable[[Point], Point] = partial(_towards, (x, y), share)
        if count == 4:  # the strips of neighbours meet without a gap
            moved = [(a - middle[0] * share, b - middle[1] * share) for a, b in (end, start)]
        else:
            moved = [inward(end), inward(start)]
        return [start, end, *moved]

    def _diagonals(self, zone: DrawnZone, points: bool) -> str:
        lines = []
        over = 0 if points else 50
        for at, (start, end) in enumerate(diagonals(self.shape, zone.cells)):
            (a, b), (c, d) = self._centre(start), self._centre(end)
            down = -over if (at % 2 == 0) is not self.flipped else over
            right = -over if self.flipped else over
            lines.append(f"M{a - right:g} {b - down:g}L{c + right:g} {d + down:g}")
        wide = THICK["diagonals"]
        return f'<path d="{"".join(lines)}" stroke="{zone.colour}" stroke-width="{wide}"/>'


def _towards(centre: Point, share: float, point: Point) -> Point:
    return tuple(a + (b - a) * share for a, b in zip(point, centre, strict=True))  # type: ignore[return-value]


def _closed(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in points) + "Z"


@dataclass(frozen=True, slots=True)
class Swatch:
    """One entry of the legend: its name, a note, and SVG elements on a square of 100 units."""

    name: str
    note: str
    drawn: str


def swatches(view: View, looks: Looks, prefix: str) -> tuple[Swatch, ...]:
    """Return the legend of a view's board, drawn with the sheet of this prefix."""
    return tuple(
        Swatch(entry.name, entry.note, _swatch(entry, looks).replace(PREFIX, prefix))
        for entry in legend_of(view, looks)
    )


def _swatch(entry: LegendEntry, looks: Looks) -> str:
    if entry.edge is not None:
        return _filled(looks.board.light) + edge_swatch(entry.edge, looks)
    if entry.terrain is None:
        return _filled(looks.board.light) + _zones_swatch(entry.zones)
    return _tile(looks, entry.terrain.word, entry.terrain.wall)


def _tile(looks: Looks, word: str, wall: bool) -> str:
    icon = f"terrain.{word}" if looks.terrain_icon(word) else "wall" if wall else ""
    drawn = f'<use href="#{PREFIX}{icon}"/>' if icon else ""
    return _filled(looks.board.light if looks.is_bare(word) else looks.terrain(word).colour) + drawn


def _filled(colour: str, high: int = 100) -> str:
    return f'<path d="M0 0H100V{high}H0Z" fill="{colour}"/>'


def _zones_swatch(zones: Sequence[DrawnZone]) -> str:
    """Draw a cell of a zone, in a stripe for each of its colours."""
    if zones[0].marks == ("shore",):  # seen from its own side: the water lies beyond it
        return _filled(zones[0].colour, 40)
    colours = list(dict.fromkeys(zone.colour for zone in zones))
    wide, found = 100 / len(colours), []
    for at, colour in enumerate(colours):
        zone = DrawnZone(frozenset({(1, 1)}), zones[0].marks, colour)
        around = _Drawing(Ground(Squares(3, 3), Looks(), {}), flipped=False)
        drawn = "".join(element for mark in zone.marks for element in around.zone(zone, mark))
        found.append(
            f'<svg x="{at * wide:g}" width="{wide:g}" height="100" '
            f'viewBox="{100 + at * wide:g} 100 {wide:g} 100">{drawn}</svg>'
        )
    return "".join(found)
