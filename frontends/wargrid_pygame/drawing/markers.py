"""Markers on the board's cells and units: badges, numbers, bars and the colours of sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import pygame

from wargrid_play.looks import drawing
from wargrid_play.looks.pictures import Token
from wargrid_play.scenes import Cell, CellMarker
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import kept

BARS: Final = ("#f4cb54", "#7cc4ff", "#9be37a", "#ffb0f0")
"""The colours of bars, by the rank of their markers."""


def draw_below(surface: pygame.Surface, geometry: Geometry, laid: Sequence[CellMarker]) -> None:
    """Frame the cells that a side holds, under the tokens."""
    for marker in laid:
        if marker.shown == "colour" and marker.side is not None:
            look = marker.side
            surface.blit(_frame(geometry.cell, look.top, look.edge), geometry.rect(marker.cell))


def draw_above(surface: pygame.Surface, geometry: Geometry, laid: Sequence[CellMarker]) -> None:
    """Draw bars at the edges of a cell, pills and the shapes of sides over the tokens."""
    by_cell: defaultdict[Cell, list[CellMarker]] = defaultdict(list)
    for marker in laid:
        by_cell[marker.cell].append(marker)
    for cell, markers in by_cell.items():
        square = geometry.rect(cell)
        bars = [each for each in markers if each.shown == "bar"]
        for number, marker in enumerate(bars):
            bar = _bar(geometry.cell, round(marker.share * 100), marker.rank % len(BARS))
            aside = 1 + number // 2 * bar.get_width()
            x = square.right - bar.get_width() - aside if number % 2 else square.left + aside
            surface.blit(bar, (x, square.top + round(square.h * 0.2)))
        bottom = square.bottom - max(1, square.h // 24)
        for marker in markers:
            if marker.shown == "colour" and marker.side is not None:
                shape = draw_token(Token(marker.side, " "), max(9, round(square.w * 0.3)))
                surface.blit(shape, shape.get_rect(bottomright=(square.right, bottom)))
        for marker in (each for each in markers if each.shown in ("badge", "number")):
            pill = marks.draw_note(marker.text, round(square.w * 1.2))
            surface.blit(pill, pill.get_rect(bottomleft=(square.left + 1, bottom)))
            bottom -= pill.get_height()


@kept
def _frame(size: int, colour: str, edge: str) -> pygame.Surface:
    lines = "".join(
        f'<rect x="5" y="5" width="90" height="90" rx="4" fill="{colour}" '
        f'fill-opacity="{fill}" stroke="{paint}" stroke-width="{wide}"/>'
        for paint, wide, fill in ((edge, 9, 0), (colour, 5.5, 0.16))
    )
    return svg.raster(drawing(lines, 100, 100), size, size)


@kept
def _bar(size: int, percent: int, rank: int) -> pygame.Surface:
    width, height = max(5, round(size * 0.1)), round(size * 0.5)
    bar = pygame.Surface((width, height), pygame.SRCALPHA)
    bar.fill(theme.TABLE)
    room = bar.get_rect().inflate(-2, -2)
    full = round(room.h * percent / 100)
    bar.fill(BARS[rank], (room.x, room.bottom - full, room.w, full))
    return bar
