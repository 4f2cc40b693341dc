"""The ground of a board: frame, checker or crossing lines, terrain that joins, zones, names."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wargrid import column_name
from wargrid.looks.loader import Looks
from wargrid.looks.pictures.ground import grain_svg, strip_svg, tufts_svg
from wargrid.scenes import Cell, Ground, Strip
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import MARGIN, Geometry
from wargrid_pygame.drawing.marks import draw_zone
from wargrid_pygame.graphics import svg, theme


def draw_tile(looks: Looks, word: str, size: int, *, wall: bool = False) -> pygame.Surface:
    """Return a square of a terrain, as lists show it beside its name."""
    tile = pygame.Surface((size, size))
    tile.fill(looks.board.light if looks.is_bare(word) else looks.terrain(word).colour)
    icon = looks.terrain_icon(word)
    if icon:
        tile.blit(svg.raster(icon, size, size), (0, 0))
    elif wall:
        tile.blit(marks.draw_wall(size, size), (0, 0))
    return tile


@dataclass(frozen=True, slots=True)
class DrawnGround:
    """Draws the ground of a board."""

    ground: Ground

    def draw(self, local: Geometry) -> pygame.Surface:
        """Draw it, as large as the geometry's area, whose corner is the origin."""
        drawn, board = pygame.Surface(local.area[2:]), self.ground.looks.board
        drawn.fill(theme.TABLE)
        self._draw_frame(drawn, local)
        for cell in local.shape.cells():
            self._draw_cell(drawn, local, cell)
        self._draw_texture(drawn, local)
        if board.points:
            self._draw_points(drawn, local)
        else:
            local.draw_lines(drawn, board.line)
        for zone in self.ground.zones:
            draw_zone(drawn, local, zone, points=board.points)
        if self.ground.looks.coordinates and local.whole:
            _draw_coordinates(drawn, local)
        return drawn.convert() if pygame.display.get_surface() else drawn

    def _draw_frame(self, drawn: pygame.Surface, local: Geometry) -> None:
        wide = max(3, round(local.cell * 0.09))
        around = local.board.inflate(2 * wide, 2 * wide)
        glow = around.inflate(2 * wide, 2 * wide)
        svg.draw_box(drawn, glow, wide * 2, theme.FRAME, theme.FRAME, theme.FRAME_EDGE)
        frame = self.ground.looks.board.frame
        svg.draw_box(drawn, around, wide, frame, frame, frame)

    # Cells

    def _draw_cell(self, drawn: pygame.Surface, local: Geometry, cell: Cell) -> None:
        ground = self.ground
        if cell in ground.walls:
            local.stamp(drawn, cell, marks.draw_wall(*local.bounds(cell).size))
            return
        local.fill(drawn, cell, ground.below(cell))
        strips, name = ground.strips(cell), ground.terrain.get(cell)
        icon = None if strips or name is None else ground.looks.terrain_icon(name)
        if icon:
            drawn.blit(svg.raster(icon, local.cell, local.cell), local.rect(cell))
        for strip in strips:
            self._draw_strip(drawn, local, cell, strip)

    def _draw_strip(
        self, drawn: pygame.Surface, local: Geometry, cell: Cell, strip: Strip
    ) -> None:  # fmt: skip
        look, shape = self.ground.looks.terrain(strip.word), local.shape
        seen = tuple(sorted(map(local.side_seen, strip.sides)))
        outline = tuple(shape.corners), shape.box
        picture = strip_svg(outline, seen, strip.form, look.colour, look.ink)
        local.stamp(drawn, cell, svg.raster(picture, *local.bounds(cell).size))
        for side in strip.corners:
            _fill_corner(drawn, local, cell, side, look.colour)

    # All of it

    def _draw_texture(self, drawn: pygame.Surface, local: Geometry) -> None:
        texture = self.ground.looks.board.texture
        if texture == "wood":
            grain = svg.raster(grain_svg(), *local.board.size)
            for cell in local.shape.cells():
                bounds = local.bounds(cell)
                part = pygame.Surface(bounds.size, pygame.SRCALPHA)
                part.blit(grain, (0, 0), bounds.move(-local.board.x, -local.board.y))
                local.stamp(drawn, cell, part)
        elif texture == "grass":
            walls = self.ground.walls
            for column, row in local.shape.cells():
                if (column, row) not in walls and self.ground.form((column, row)) == "tile":
                    tuft = svg.raster(tufts_svg((column * 7 + row * 3) % 8), local.cell, local.cell)
                    drawn.blit(tuft, local.rect((column, row)))

    def _draw_points(self, drawn: pygame.Surface, local: Geometry) -> None:
        """Draw lines through the middles of cells, and a rim around them."""
        colour, wide = self.ground.looks.board.line, max(1, local.cell // 32)
        for cell, other in self.ground.lines():
            pygame.draw.line(drawn, colour, local.centre(cell), local.centre(other), wide)
        last = local.shape.columns - 1, local.shape.rows - 1
        rim = pygame.Rect(local.centre((0, 0)), (0, 0)).union(
            pygame.Rect(local.centre(last), (0, 0))
        )
        gap = max(3, local.cell // 11)
        pygame.draw.rect(drawn, colour, rim.inflate(2 * gap, 2 * gap), wide + 1)


def _fill_corner(
    drawn: pygame.Surface, local: Geometry, cell: Cell, side: int, colour: str
) -> None:
    """Fill the part of a cell at the corner clockwise after a side."""
    corners, centre = local.outline(cell), local.centre(cell)
    seen, sides = local.side_seen(side), len(corners)
    before, corner, after = (corners[(seen + number) % sides] for number in range(3))
    middles = [((corner[0] + x) / 2, (corner[1] + y) / 2) for x, y in (before, after)]
    pygame.draw.polygon(drawn, colour, [centre, middles[0], corner, middles[1]])


def _draw_coordinates(drawn: pygame.Surface, local: Geometry) -> None:
    size = max(theme.LEGIBLE, min(round(local.cell * 0.2), local.lettering))
    strip = max(round(local.cell * MARGIN * 0.66), size // 2 + 4)
    for column in range(local.shape.columns):
        line = theme.line_at(column_name(column), size, "plain", theme.MUTED)
        x = local.rect((column, 0)).centerx
        drawn.blit(line, line.get_rect(center=(x, local.board.bottom + strip)))
    for row in range(local.shape.rows):
        line = theme.line_at(str(row + 1), size, "plain", theme.MUTED)
        y = local.rect((0, row)).centery
        drawn.blit(line, line.get_rect(center=(local.board.left - strip, y)))
