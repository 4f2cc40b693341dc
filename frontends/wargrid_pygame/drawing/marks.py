"""Marks on the board's cells, each with its own shape, so that no colour is needed."""

from __future__ import annotations

import pygame

from wargrid_play.looks import drawing
from wargrid_play.looks.pictures import (
    BEST,
    GOOD,
    WAY,
    MarkLine,
    held_elements,
    mark_svg,
    rank_svg,
    turn_svg,
    way_svg,
)
from wargrid_play.scenes import BoardShape, MarkShape
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import cached


@cached
def draw_mark(
    kind: MarkShape, size: tuple[int, int], safe: bool, shape: BoardShape
) -> pygame.Surface:
    """Draw a mark on a transparent ground of ``size`` pixels, usual or ``safe`` for all players.

    It fits the rectangle around a cell of the shape.
    """
    return svg.raster(mark_svg(kind, tuple(shape.corners), shape.box, safe=safe), *size)


@cached
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


@cached
def draw_rank(text: str, size: int, best: bool) -> pygame.Surface:
    """Draw a number in a disc of ``size`` pixels, as on the arrow of a hint."""
    dark, *_ = BEST if best else GOOD
    disc = svg.raster(rank_svg(best), size, size).copy()
    line = theme.line_at(text, max(9, round(size * 0.62)), "bold", dark)
    disc.blit(line, line.get_rect(center=(size // 2, size // 2)))
    return disc


@cached
def draw_way(
    points: tuple[tuple[int, int], ...], cell: int, stroke: MarkLine = WAY
) -> tuple[pygame.Surface, tuple[int, int]]:
    """Draw a way through points in pixels, with an arrow; returns it and its upper left corner."""
    left, top = min(x for x, _ in points) - cell, min(y for _, y in points) - cell
    width, height = max(x for x, _ in points) + cell - left, max(y for _, y in points) + cell - top
    drawn = way_svg([(x - left, y - top) for x, y in points], (width, height), cell, stroke)
    return svg.raster(drawn, width, height), (left, top)


@cached
def draw_turn(angle: float, size: int, lit: bool, rim: int = 0) -> pygame.Surface:
    """Draw the button that turns a unit to an ``angle``, along the edge of its cell of ``size``.

    It is ``lit`` under the mouse, and leaves the icon and the men in the middle visible. Beyond
    a ``rim`` around the square, in hundredths, the six buttons of a hex have room.
    """
    pixels = round(size * (100 + 2 * rim) / 100)
    return svg.raster(turn_svg(angle, lit, rim), pixels, pixels)


@cached
def draw_held(size: int, colour: str, edge: str) -> pygame.Surface:
    """Draw the frame of a cell of ``size`` pixels that a side holds."""
    return svg.raster(drawing(held_elements(colour, edge), 100, 100), size, size)
