"""Faults written into a box: sentences wrapped, and under them the line of the file with its carets below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from wargrid_pygame import theme
from wargrid_pygame.theme import Face, Theme
from wargrid_pygame.typeset import wrapped


class Row(NamedTuple):
    """One line as it will be drawn."""

    text: str
    face: Face


def write(surface: pygame.Surface, look: Theme, text: str, box: pygame.Rect, size: float, colour: str) -> None:
    """Write what ``Fault.text`` says, of one fault or several, as large as fits; what never fits is cut off."""
    for pixels in range(max(look.text(size), theme.LEGIBLE), theme.LEGIBLE - 1, -1):
        rows = list(rows_of(text, pixels, box.w))
        height = sum(_height(row, pixels) for row in rows)
        if height <= box.h and _width(rows, pixels) <= box.w:
            break
    surface.set_clip(box)
    y = box.y
    for row in rows:
        if y + _height(row, pixels) > box.bottom:
            break
        surface.blit(theme.line_at(row.text, pixels, row.face, colour), (box.x, y))
        y += _height(row, pixels)
    surface.set_clip(None)


def rows_of(text: str, pixels: int, width: int) -> Iterator[Row]:
    """The lines to draw: what is indented is an excerpt, whose signs must stay below one another."""
    for line in text.split("\n"):
        if line.startswith(" "):
            yield Row(line, "mono")
        else:
            yield from (Row(part, "plain") for part in wrapped(line, theme.font_at(pixels, "plain"), width))


def _height(row: Row, pixels: int) -> int:
    return theme.font_at(pixels, row.face).get_linesize()


def _width(rows: list[Row], pixels: int) -> int:
    return max((theme.font_at(pixels, row.face).size(row.text)[0] for row in rows), default=0)
