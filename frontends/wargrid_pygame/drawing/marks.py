"""Marks on the board's cells, each with its own shape, so that no colour is needed."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid.looks.models import ZoneMark
from wargrid.looks.pictures.marks import (
    BEST,
    GOOD,
    WALL,
    WAY,
    MarkLine,
    mark_svg,
    rank_svg,
    turn_svg,
    way_svg,
)
from wargrid.looks.svg import drawing
from wargrid.scenes import BoardShape, DrawnZone, MarkShape, diagonals, edges
from wargrid.scenes.picture import RIVER, THICK, WASH
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import kept

BELOW: Final = frozenset({"reach", "threat", "last", "special", "picked", "range"})
"""Marks that lie under the tokens; the others lie over them."""


@kept
def draw_mark(
    kind: MarkShape, size: tuple[int, int], safe: bool, shape: BoardShape
) -> pygame.Surface:
    """Draw a mark on a transparent ground of ``size`` pixels, usual or ``safe`` for all players.

    It fits the rectangle around a cell of the shape.
    """
    return svg.raster(mark_svg(kind, tuple(shape.corners), shape.box, safe=safe), *size)


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
        drawing(
            f'<rect x="0" y="0" width="{width}" height="{height}" rx="{height / 2}" fill="#1c1209" '
            'fill-opacity="0.85"/>', width, height,
        ), width, height,
    ).copy()  # fmt: skip
    pill.blit(line, line.get_rect(center=(width // 2, height // 2)))
    return pill


@kept
def draw_rank(text: str, size: int, best: bool) -> pygame.Surface:
    """Draw a number in a disc of ``size`` pixels, as on the arrow of a hint."""
    dark, *_ = BEST if best else GOOD
    disc = svg.raster(rank_svg(best), size, size).copy()
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
    drawn = way_svg([(x - left, y - top) for x, y in points], (width, height), cell, style)
    return svg.raster(drawn, width, height), (left, top)


@kept
def draw_wall(width: int, height: int) -> pygame.Surface:
    """Draw a block of masonry on so many pixels."""
    return svg.raster(WALL, width, height)


@kept
def draw_turn(angle: float, size: int, lit: bool, rim: int = 0) -> pygame.Surface:
    """Draw the button that turns a unit to an ``angle``, along the edge of its cell of ``size``.

    It is ``lit`` under the mouse, and leaves the icon and the men in the middle to be seen. Beyond
    a ``rim`` around the square, in hundredths, the six buttons of a hex have room.
    """
    pixels = round(size * (100 + 2 * rim) / 100)
    return svg.raster(turn_svg(angle, lit, rim), pixels, pixels)


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
        local.veil(drawn, cell, zone.colour, round(255 * WASH))


def _line(drawn: pygame.Surface, local: Geometry, zone: DrawnZone, mark: ZoneMark) -> None:
    thick = _pixels(local, mark)
    for cell, side in edges(local.shape, zone.cells, inner=mark == "shore"):
        local.fill_side(drawn, cell, side, thick, zone.colour)


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
    for cell, side in edges(local.shape, zone.cells, inner=True):
        local.veil_half(drawn, cell, side, zone.colour, round(255 * RIVER))


def _cross_points(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    """Draw the diagonals of each separate part of a zone between the middles of its corners."""
    thick = _pixels(local, "diagonals")
    for start, end in diagonals(local.shape, zone.cells):
        pygame.draw.line(drawn, zone.colour, local.centre(start), local.centre(end), thick)


def _pixels(local: Geometry, mark: ZoneMark) -> int:
    return max(2, round(local.cell * THICK[mark] / 100))
