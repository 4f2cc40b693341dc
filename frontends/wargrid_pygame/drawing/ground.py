"""The ground of a board: frame, checker or crossing lines, terrain that joins, zones, names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import pygame

from wargrid import column_name
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import MARGIN, Cell, Geometry
from wargrid_pygame.drawing.marks import DrawnZone, draw_zone
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import kept
from wargrid_pygame.looks.loader import Looks
from wargrid_pygame.looks.models import TerrainLook

SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The steps to the neighbours of a cell: north, east, south, west."""

_ENDS: Final = ((50, 0), (100, 50), (50, 100), (0, 50))
"""Where strips leave a cell of 100 × 100 units, by the same order, as the board is seen."""

_CORNERS: Final = ("topright", "bottomright", "bottomleft", "topleft")
"""The corner of a square clockwise after each side."""

WATER: Final = 58
PATH: Final = 40
"""How wide streams and paths are, in hundredths of a cell."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies on a board before any unit: terrain, walls and zones, with their looks."""

    looks: Looks
    terrain: Mapping[Cell, str]
    walls: frozenset[Cell]
    zones: Sequence[DrawnZone]

    def colour_of(self, cell: Cell) -> str:
        """Return the colour of a cell's ground."""
        board, name = self.looks.board, self.terrain.get(cell)
        if cell in self.walls:
            return board.frame
        if name is not None:
            return self.looks.terrain(name).colour
        return board.light if board.points or sum(cell) % 2 else board.dark

    def draw(self, local: Geometry) -> pygame.Surface:
        """Draw it, as large as the geometry's area, whose corner is the origin."""
        drawn = pygame.Surface(local.area[2:])
        drawn.fill(theme.TABLE)
        self._draw_frame(drawn, local)
        for column in range(local.columns):
            for row in range(local.rows):
                self._draw_cell(drawn, local, (column, row))
        self._draw_texture(drawn, local)
        if self.looks.board.points:
            self._draw_points(drawn, local)
        else:
            self._draw_lines(drawn, local)
        for zone in self.zones:
            draw_zone(drawn, local, zone, points=self.looks.board.points)
        if self.looks.coordinates and local.whole:
            _draw_coordinates(drawn, local)
        return drawn.convert() if pygame.display.get_surface() else drawn

    def _draw_frame(self, drawn: pygame.Surface, local: Geometry) -> None:
        wide = max(3, round(local.cell * 0.09))
        around = local.board.inflate(2 * wide, 2 * wide)
        glow = around.inflate(2 * wide, 2 * wide)
        svg.draw_box(drawn, glow, wide * 2, theme.FRAME, theme.FRAME, theme.FRAME_EDGE)
        frame = self.looks.board.frame
        svg.draw_box(drawn, around, wide, frame, frame, frame)

    # Cells

    def _draw_cell(self, drawn: pygame.Surface, local: Geometry, cell: Cell) -> None:
        square, name = local.rect(cell), self.terrain.get(cell)
        if cell in self.walls:
            drawn.blit(marks.draw_wall(local.cell), square)
            return
        if name is None:
            drawn.fill(self.colour_of(cell), square)
            return
        look = self.looks.terrain(name)
        if look.form != "tile":
            self._draw_strip(drawn, local, cell, look)
            return
        drawn.fill(_checked(look.colour, cell), square)
        icon = self.looks.terrain_icon(name)
        if icon:
            drawn.blit(svg.raster(icon, local.cell, local.cell), square)

    def _draw_strip(
        self, drawn: pygame.Surface, local: Geometry, cell: Cell, look: TerrainLook
    ) -> None:
        """Draw a path or a stream that joins its neighbours; a path over a stream is a bridge."""
        square = local.rect(cell)
        drawn.fill(_checked(self.looks.board.light, cell), square)
        own = self._joined(cell, look.form, local)
        across = self._crossed(cell, local) if look.form == "path" else None
        if across is not None:
            water, sides = across
            strip = _strip(local.cell, _seen(sides, local), "stream", water.colour, water.ink)
            drawn.blit(strip, square)
            own = frozenset(side for side in range(4) if side not in sides)
        form = "bridge" if across is not None else look.form
        strip = _strip(local.cell, _seen(own, local), form, look.colour, look.ink)
        drawn.blit(strip, square)
        for side in self._full_corners(cell, own, look.form):
            corner = square.copy()
            corner.size = square.w // 2 + 1, square.h // 2 + 1
            (seen,) = _seen([side], local)
            setattr(corner, _CORNERS[seen], getattr(square, _CORNERS[seen]))
            drawn.fill(look.colour, corner)

    def _full_corners(self, cell: Cell, own: Collection[int], form: str) -> list[int]:
        """Return the sides clockwise after which a corner lies amid four cells of one form."""
        found = []
        for side in sorted(own):
            after = (side + 1) % 4
            (east, north), (more, up) = SIDES[side], SIDES[after]
            if after in own and self._form((cell[0] + east + more, cell[1] + north + up)) == form:
                found.append(side)
        return found

    def _form(self, cell: Cell) -> str:
        name = self.terrain.get(cell)
        return "tile" if name is None or cell in self.walls else self.looks.terrain(name).form

    def _joined(self, cell: Cell, form: str, local: Geometry) -> frozenset[int]:
        """Return the sides at which a strip goes on; one that ends at the edge leaves the board."""
        beyond = [(cell[0] + east, cell[1] + north) for east, north in SIDES]
        found = {
            side
            for side, other in enumerate(beyond)
            if self._form(other) == form
            or (form == "stream" and self._carries(other, side % 2, local))
        }
        for side, other in enumerate(beyond):
            if not _on_board(other, local) and (side + 2) % 4 in found:
                found.add(side)
        return frozenset(found)

    def _carries(self, cell: Cell, axis: int, local: Geometry) -> bool:
        """Return whether a stream flows below the path on a cell, along an axis (0 is north)."""
        crossed = self._crossed(cell, local) if self._form(cell) == "path" else None
        return crossed is not None and axis in (side % 2 for side in crossed[1])

    def _crossed(self, cell: Cell, local: Geometry) -> tuple[TerrainLook, frozenset[int]] | None:
        """Return the stream that a path crosses, and the sides between which it flows."""
        for axis in (0, 1):
            ends = [
                (cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]) for side in (axis, axis + 2)
            ]
            wet = [end for end in ends if self._form(end) == "stream"]
            if wet and all(end in wet or not _on_board(end, local) for end in ends):
                return self.looks.terrain(self.terrain[wet[0]]), frozenset((axis, axis + 2))
        return None

    # All of it

    def _draw_texture(self, drawn: pygame.Surface, local: Geometry) -> None:
        texture = self.looks.board.texture
        if texture == "wood":
            grain = _grain(*local.board.size)
            drawn.blit(grain, local.board)
        elif texture == "grass":
            for column in range(local.columns):
                for row in range(local.rows):
                    if (column, row) not in self.walls and self._form((column, row)) == "tile":
                        tuft = _tufts(local.cell, (column * 7 + row * 3) % 8)
                        drawn.blit(tuft, local.rect((column, row)))

    def _draw_lines(self, drawn: pygame.Surface, local: Geometry) -> None:
        board, colour = local.board, self.looks.board.line
        for column in range(local.columns + 1):
            x = min(board.left + column * local.cell, board.right - 1)
            pygame.draw.line(drawn, colour, (x, board.top), (x, board.bottom - 1))
        for row in range(local.rows + 1):
            y = min(board.top + row * local.cell, board.bottom - 1)
            pygame.draw.line(drawn, colour, (board.left, y), (board.right - 1, y))

    def _draw_points(self, drawn: pygame.Surface, local: Geometry) -> None:
        """Draw lines through the middles of cells, but not over water between two shores."""
        colour, wide = self.looks.board.line, max(1, local.cell // 32)
        shores = [zone.cells for zone in self.zones if "shore" in zone.marks]
        last = local.columns - 1, local.rows - 1
        for column in range(local.columns):
            for row in range(local.rows):
                here = local.centre((column, row))
                for east, north in ((1, 0), (0, 1)):
                    other = column + east, row + north
                    if not _on_board(other, local) or {(column, row), other} & self.walls:
                        continue
                    edge = column in (0, last[0]) and north
                    if not edge and _over_water((column, row), other, shores):
                        continue
                    pygame.draw.line(drawn, colour, here, local.centre(other), wide)
        rim = pygame.Rect(local.centre((0, 0)), (0, 0)).union(
            pygame.Rect(local.centre(last), (0, 0))
        )
        gap = max(3, local.cell // 11)
        pygame.draw.rect(drawn, colour, rim.inflate(2 * gap, 2 * gap), wide + 1)


def _over_water(one: Cell, other: Cell, shores: Collection[frozenset[Cell]]) -> bool:
    return any(one in a and other in b for a in shores for b in shores if a is not b)


def _on_board(cell: Cell, local: Geometry) -> bool:
    return 0 <= cell[0] < local.columns and 0 <= cell[1] < local.rows


def _checked(colour: str, cell: Cell) -> str:
    return colour if sum(cell) % 2 else theme.mixed(colour, "#000000", 0.07)


def _seen(sides: Collection[int], local: Geometry) -> tuple[int, ...]:
    """Return sides as the board is seen: turned by half a turn if it is flipped."""
    return tuple(sorted((side + 2) % 4 if local.flipped else side for side in sides))


@kept
def _strip(size: int, sides: tuple[int, ...], form: str, colour: str, ink: str) -> pygame.Surface:
    """Draw a path, a stream or a bridge on a cell of ``size`` pixels, leaving by some sides."""
    ends = [_ENDS[side] for side in sides] or [(50, 50)]
    lines = "".join(f"M50 50L{x} {y}" for x, y in ends)
    if len(sides) == 2 and sides[0] % 2 != sides[1] % 2:  # a bend
        (a, b), (c, d) = ends
        lines = f"M{a} {b}Q50 50 {c} {d}"
    wide, edge = (WATER, theme.mixed(colour, "#000000", 0.28)) if form == "stream" else (
        PATH, theme.mixed(colour, "#000000", 0.35))  # fmt: skip
    stroke = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    parts = [
        f'<path d="{lines}" {stroke} stroke="{edge}" stroke-width="{wide + 8}"/>',
        f'<path d="{lines}" {stroke} stroke="{colour}" stroke-width="{wide}"/>',
    ]
    if form == "stream":
        parts.append(
            f'<path d="{lines}" {stroke} stroke="{ink}" stroke-opacity="0.5" stroke-width="3" '
            'stroke-dasharray="14 16"/>'
        )
    elif form == "path":
        parts.append(
            f'<path d="{lines}" {stroke} stroke="{ink}" stroke-opacity="0.55" stroke-width="4" '
            'stroke-dasharray="2 12"/>'
        )
    else:
        parts.append(_planks(sides, edge, ink))
    return svg.raster(svg.drawing("".join(parts), 100, 100), size, size)


def _planks(sides: tuple[int, ...], edge: str, ink: str) -> str:
    """Return the planks and rails of a bridge, which lies north to south unless it is turned."""
    planks = "".join(f"M28 {y}H72" for y in range(6, 100, 11))
    turn = "" if 0 in sides or 2 in sides else ' transform="rotate(90 50 50)"'
    return (
        f'<g{turn}><path d="{planks}" stroke="{edge}" stroke-opacity="0.6" stroke-width="2.5"/>'
        f'<path d="M27 0V100M73 0V100" stroke="#5b4022" stroke-width="6"/><path d="M27 0V100M73 '
        f'0V100" stroke="{ink}" stroke-opacity="0.5" stroke-width="1.6"/></g>'
    )


@kept
def _tufts(size: int, kind: int) -> pygame.Surface:
    """Draw a few blades of grass on a cell of ``size`` pixels, in one of several ways."""
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
    return svg.raster(svg.drawing("".join(blades), 100, 100), size, size)


@kept
def _grain(width: int, height: int) -> pygame.Surface:
    """Draw the grain of wood over a board."""
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
    return svg.raster(svg.drawing("".join(lines), 100, 100), width, height)


def _draw_coordinates(drawn: pygame.Surface, local: Geometry) -> None:
    size = max(theme.LEGIBLE, min(round(local.cell * 0.2), 20))
    strip = max(round(local.cell * MARGIN * 0.66), size // 2 + 4)
    for column in range(local.columns):
        line = theme.line_at(column_name(column), size, "plain", theme.MUTED)
        x = local.rect((column, 0)).centerx
        drawn.blit(line, line.get_rect(center=(x, local.board.bottom + strip)))
    for row in range(local.rows):
        line = theme.line_at(str(row + 1), size, "plain", theme.MUTED)
        y = local.rect((0, row)).centery
        drawn.blit(line, line.get_rect(center=(local.board.left - strip, y)))
