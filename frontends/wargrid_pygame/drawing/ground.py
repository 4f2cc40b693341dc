"""The ground of a board: frame, checker or crossing lines, terrain that joins, zones, names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import pygame

from wargrid import column_name
from wargrid.looks.loader import Looks
from wargrid.looks.models import TerrainLook
from wargrid.looks.pictures.ground import grain_svg, strip_svg, tufts_svg
from wargrid.looks.vision import mixed
from wargrid.scenes import Cell, DrawnZone
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import MARGIN, Geometry
from wargrid_pygame.drawing.marks import draw_zone
from wargrid_pygame.graphics import svg, theme


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies on a board before any unit: terrain, walls and zones, with their looks."""

    looks: Looks
    terrain: Mapping[Cell, str]
    walls: frozenset[Cell]
    zones: Sequence[DrawnZone]

    def colour_of(self, cell: Cell, local: Geometry) -> str:
        """Return the colour of a cell's ground."""
        board, name = self.looks.board, self.terrain.get(cell)
        if cell in self.walls:
            return board.frame
        if name is not None:
            return self.looks.terrain(name).colour
        return mixed(board.light, board.dark, 0 if board.points else local.shade(cell))

    def draw(self, local: Geometry) -> pygame.Surface:
        """Draw it, as large as the geometry's area, whose corner is the origin."""
        drawn = pygame.Surface(local.area[2:])
        drawn.fill(theme.TABLE)
        self._draw_frame(drawn, local)
        for cell in local.cells():
            self._draw_cell(drawn, local, cell)
        self._draw_texture(drawn, local)
        if self.looks.board.points:
            self._draw_points(drawn, local)
        else:
            local.draw_lines(drawn, self.looks.board.line)
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
        bounds, name = local.bounds(cell), self.terrain.get(cell)
        if cell in self.walls:
            local.stamp(drawn, cell, marks.draw_wall(*bounds.size))
            return
        if name is None:
            local.fill(drawn, cell, self.colour_of(cell, local))
            return
        look = self.looks.terrain(name)
        if look.form != "tile":
            self._draw_strip(drawn, local, cell, look)
            return
        local.fill(drawn, cell, _checked(look.colour, cell, local))
        icon = self.looks.terrain_icon(name)
        if icon:
            drawn.blit(svg.raster(icon, local.cell, local.cell), local.rect(cell))

    def _draw_strip(
        self, drawn: pygame.Surface, local: Geometry, cell: Cell, look: TerrainLook
    ) -> None:
        """Draw a path or a stream that joins its neighbours; a path over a stream is a bridge."""
        local.fill(drawn, cell, _checked(self.looks.board.light, cell, local))
        sides = len(local.corners)
        own = self._joined(cell, look.form, local)
        across = self._crossed(cell, local) if look.form == "path" else None
        if across is not None:
            water, flows = across
            self._lay(drawn, local, cell, flows, "stream", water)
            own = frozenset(side for side in range(sides) if side not in flows)
        self._lay(drawn, local, cell, own, "bridge" if across is not None else look.form, look)
        for side in self._full_corners(cell, own, look.form, local):
            _fill_corner(drawn, local, cell, side, look.colour)

    def _lay(
        self, drawn: pygame.Surface, local: Geometry, cell: Cell, sides: Collection[int],
        form: str, look: TerrainLook,
    ) -> None:  # fmt: skip
        seen = tuple(sorted(map(local.side_seen, sides)))
        shape = tuple(local.corners), local.box
        size = local.bounds(cell).size
        local.stamp(
            drawn, cell, svg.raster(strip_svg(shape, seen, form, look.colour, look.ink), *size)
        )

    def _full_corners(
        self, cell: Cell, own: Collection[int], form: str, local: Geometry
    ) -> list[int]:
        """Return the sides clockwise after which all cells around a corner have one form."""
        found = []
        beyond = local.beyond(cell)
        for side in sorted(own):
            after = (side + 1) % len(beyond)
            if after in own and all(
                self._form(other) == form for other in local.across(cell, side)
            ):
                found.append(side)
        return found

    def _form(self, cell: Cell) -> str:
        name = self.terrain.get(cell)
        return "tile" if name is None or cell in self.walls else self.looks.terrain(name).form

    def _joined(self, cell: Cell, form: str, local: Geometry) -> frozenset[int]:
        """Return the sides at which a strip goes on; one that ends at the edge leaves the board."""
        beyond = local.beyond(cell)
        half = len(beyond) // 2
        found = {
            side
            for side, other in enumerate(beyond)
            if self._form(other) == form
            or (form == "stream" and self._carries(other, side % half, local))
        }
        for side, other in enumerate(beyond):
            if not local.has(other) and (side + half) % len(beyond) in found:
                found.add(side)
        return frozenset(found)

    def _carries(self, cell: Cell, axis: int, local: Geometry) -> bool:
        """Return whether a stream flows below the path on a cell, along an axis (0 is north)."""
        crossed = self._crossed(cell, local) if self._form(cell) == "path" else None
        return crossed is not None and axis in crossed[1]

    def _crossed(self, cell: Cell, local: Geometry) -> tuple[TerrainLook, frozenset[int]] | None:
        """Return the stream that a path crosses, and the sides between which it flows."""
        beyond = local.beyond(cell)
        half = len(beyond) // 2
        for axis in range(half):
            ends = [beyond[side] for side in (axis, axis + half)]
            wet = [end for end in ends if self._form(end) == "stream"]
            if wet and all(end in wet or not local.has(end) for end in ends):
                return self.looks.terrain(self.terrain[wet[0]]), frozenset((axis, axis + half))
        return None

    # All of it

    def _draw_texture(self, drawn: pygame.Surface, local: Geometry) -> None:
        texture = self.looks.board.texture
        if texture == "wood":
            grain = svg.raster(grain_svg(), *local.board.size)
            for cell in local.cells():
                bounds = local.bounds(cell)
                part = pygame.Surface(bounds.size, pygame.SRCALPHA)
                part.blit(grain, (0, 0), bounds.move(-local.board.x, -local.board.y))
                local.stamp(drawn, cell, part)
        elif texture == "grass":
            for column, row in local.cells():
                if (column, row) not in self.walls and self._form((column, row)) == "tile":
                    tuft = svg.raster(tufts_svg((column * 7 + row * 3) % 8), local.cell, local.cell)
                    drawn.blit(tuft, local.rect((column, row)))

    def _draw_points(self, drawn: pygame.Surface, local: Geometry) -> None:
        """Draw lines through the middles of cells, but not over water between two shores."""
        colour, wide = self.looks.board.line, max(1, local.cell // 32)
        shores = [zone.cells for zone in self.zones if "shore" in zone.marks]
        last = local.columns - 1, local.rows - 1
        for cell in local.cells():
            beyond = local.beyond(cell)
            for other in beyond[: len(beyond) // 2]:
                if not local.has(other) or {cell, other} & self.walls:
                    continue
                edge = cell[0] == other[0] and cell[0] in (0, last[0])
                if not edge and _over_water(cell, other, shores):
                    continue
                pygame.draw.line(drawn, colour, local.centre(cell), local.centre(other), wide)
        rim = pygame.Rect(local.centre((0, 0)), (0, 0)).union(
            pygame.Rect(local.centre(last), (0, 0))
        )
        gap = max(3, local.cell // 11)
        pygame.draw.rect(drawn, colour, rim.inflate(2 * gap, 2 * gap), wide + 1)


def _over_water(one: Cell, other: Cell, shores: Collection[frozenset[Cell]]) -> bool:
    return any(one in a and other in b for a in shores for b in shores if a is not b)


def _fill_corner(
    drawn: pygame.Surface, local: Geometry, cell: Cell, side: int, colour: str
) -> None:
    """Fill the part of a cell at the corner clockwise after a side."""
    corners, centre = local.outline(cell), local.centre(cell)
    seen, sides = local.side_seen(side), len(corners)
    before, corner, after = (corners[(seen + number) % sides] for number in range(3))
    middles = [((corner[0] + x) / 2, (corner[1] + y) / 2) for x, y in (before, after)]
    pygame.draw.polygon(drawn, colour, [centre, middles[0], corner, middles[1]])


def _checked(colour: str, cell: Cell, local: Geometry) -> str:
    return mixed(colour, "#000000", 0.07 * local.shade(cell))


def _draw_coordinates(drawn: pygame.Surface, local: Geometry) -> None:
    size = max(theme.LEGIBLE, min(round(local.cell * 0.2), local.lettering))
    strip = max(round(local.cell * MARGIN * 0.66), size // 2 + 4)
    for column in range(local.columns):
        line = theme.line_at(column_name(column), size, "plain", theme.MUTED)
        x = local.rect((column, 0)).centerx
        drawn.blit(line, line.get_rect(center=(x, local.board.bottom + strip)))
    for row in range(local.rows):
        line = theme.line_at(str(row + 1), size, "plain", theme.MUTED)
        y = local.rect((0, row)).centery
        drawn.blit(line, line.get_rect(center=(local.board.left - strip, y)))
