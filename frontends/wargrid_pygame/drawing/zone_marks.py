"""Zones drawn on the ground: washed over, outlined, with a shore towards the rest of the board, or crossed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import pygame

from wargrid_pygame.drawing.geometry import Cell, Geometry
from wargrid_pygame.looks.models import ZoneMark

Edge = tuple[int, int]
"""A step to the cell beyond an edge of a cell: columns east and rows north, as the board is seen
unflipped."""

EDGES: Final[tuple[Edge, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
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


def draw_zone(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    """Draw one zone on a ground of some geometry."""
    for mark in zone.marks:
        if mark == "wash":
            _wash(drawn, local, zone)
        elif mark == "diagonals":
            _cross(drawn, local, zone)
        else:
            _line(drawn, local, zone, mark)


def _wash(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    veil = pygame.Surface((local.cell, local.cell))
    veil.fill(zone.colour)
    veil.set_alpha(WASH)
    for cell in zone.cells:
        drawn.blit(veil, local.rect(cell))


def _line(drawn: pygame.Surface, local: Geometry, zone: DrawnZone, mark: ZoneMark) -> None:
    thick = _pixels(local, mark)
    for square, (east, north) in _edges(local, zone.cells, inner=mark == "shore"):
        strip = pygame.Rect(square)
        strip.w, strip.h = (thick, square.h) if east else (square.w, thick)
        if east > 0:
            strip.right = square.right
        if north < 0:
            strip.bottom = square.bottom
        drawn.fill(zone.colour, strip)


def _edges(
    local: Geometry, cells: Collection[Cell], inner: bool
) -> Iterator[tuple[pygame.Rect, Edge]]:
    """The squares that lie at the edge of a zone, with the side on the screen where it ends.

    ``inner`` leaves out the edges that are the board's own.
    """
    for column, row in sorted(cells):
        for east, north in EDGES:
            beyond = column + east, row + north
            on_board = 0 <= beyond[0] < local.columns and 0 <= beyond[1] < local.rows
            if beyond not in cells and (on_board or not inner):
                yield local.rect((column, row)), (-east, -north) if local.flipped else (east, north)


def _cross(drawn: pygame.Surface, local: Geometry, zone: DrawnZone) -> None:
    """Draw both diagonals of the rectangle that holds the zone."""
    squares = [local.rect(cell) for cell in zone.cells]
    box = squares[0].unionall(squares[1:])
    thick = _pixels(local, "diagonals")
    for start, end in ((box.topleft, box.bottomright), (box.bottomleft, box.topright)):
        pygame.draw.line(drawn, zone.colour, start, end, thick)
        for aside in (-thick / 2, thick / 2):
            pygame.draw.aaline(
                drawn, zone.colour, (start[0] + aside, start[1]), (end[0] + aside, end[1])
            )


def _pixels(local: Geometry, mark: ZoneMark) -> int:
    return max(2, round(local.cell * _THICK[mark]))
