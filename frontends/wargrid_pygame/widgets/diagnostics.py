"""Faults written into a box: sentences wrapped, and under them the line of the file with its carets below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import pygame

from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import wrapped
from wargrid_pygame.graphics.theme import Face, Theme
from wargrid_pygame.widgets.pager import Pager


class Row(NamedTuple):
    """One line as it will be drawn."""

    text: str
    face: Face


Page = tuple[Row, ...]


class FaultPages:
    """What ``Fault.text`` says, of one fault or several: as large as fits, or on several pages that can be turned."""

    def __init__(self) -> None:
        self.pager = Pager(1)
        self._text = ""
        self._box = pygame.Rect(0, 0, 0, 0)

    def draw(
        self,
        surface: pygame.Surface,
        look: Theme,
        text: str,
        box: pygame.Rect,
        size: float,
        colour: str = theme.BAD,
    ) -> None:
        """Write the page that is open; another text than before is open at its first page."""
        if text != self._text:
            self._text, self.pager = text, Pager(1)
        self._box = pygame.Rect(box)
        pixels, pages = set_pages(
            text, look.text(size), (box.w, box.h), Pager.room(look)[0] + look.px(size)
        )
        self.pager.count = len(pages)
        self.pager.at = min(self.pager.at, len(pages) - 1)
        before = surface.get_clip()
        surface.set_clip(box.clip(before))
        y = box.y
        for row in pages[self.pager.at]:
            surface.blit(theme.line_at(row.text, pixels, row.face, colour), (box.x, y))
            y += _height(row, pixels)
        surface.set_clip(before)
        self._draw_buttons(surface, look)

    def _draw_buttons(self, surface: pygame.Surface, look: Theme) -> None:
        if self.pager.count < 2:
            return
        self.pager.draw(surface, look, self._box.topright)
        counted = look.line(f"{self.pager.at + 1} / {self.pager.count}", 12, "plain", theme.MUTED)
        surface.blit(counted, counted.get_rect(midtop=self.pager.rect.midbottom))

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the pages; True if the event was meant for them."""
        return self.pager.handle(event, self._box)


@lru_cache(maxsize=8)
def set_pages(
    text: str, pixels: int, room: tuple[int, int], margin: int
) -> tuple[int, Sequence[Page]]:
    """The size in pixels at which a text is written into a room, and its pages; never smaller than can be read.

    Several pages leave a ``margin`` free at their right. None of them begins within a fault, unless
    that does not fit one page.
    """
    sizes = range(max(pixels, theme.LEGIBLE), theme.LEGIBLE - 1, -1)
    for size in sizes:
        rows = tuple(rows_of(text, size, room[0]))
        if _high(rows, size) <= room[1] and _wide(rows, size) <= room[0]:
            return size, [rows]
    for size in sizes:
        diagnostics = list(_faults(text, size, room[0] - margin))
        if all(_high(rows, size) <= room[1] for rows in diagnostics):
            break
    pieces = [piece for rows in diagnostics for piece in _cut(rows, size, room[1])]
    return size, list(_together(pieces, size, room[1]))


def rows_of(text: str, pixels: int, width: int) -> Iterator[Row]:
    """The lines to draw: what is indented is an excerpt, whose signs must stay below one another."""
    for line in text.split("\n"):
        if line.startswith(" "):
            yield Row(line, "mono")
        else:
            yield from (
                Row(part, "plain") for part in wrapped(line, theme.font_at(pixels, "plain"), width)
            )


def _faults(text: str, pixels: int, width: int) -> Iterator[Page]:
    """The rows of each fault: its sentences, and the excerpt that follows them."""
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if not line.startswith(" ")] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield tuple(rows_of("\n".join(lines[start:end]), pixels, width))


def _cut(rows: Page, pixels: int, height: int) -> Iterator[Page]:
    """The rows in pieces that fit one page each."""
    most = max(1, sum(high <= height for high in accumulate(_height(row, pixels) for row in rows)))
    yield rows[:most]
    if rows[most:]:
        yield from _cut(rows[most:], pixels, height)


def _together(pieces: Sequence[Page], pixels: int, height: int) -> Iterator[Page]:
    """Pages that hold as many pieces as fit."""
    page: Page = ()
    for piece in pieces:
        if page and _high(page + piece, pixels) > height:
            yield page
            page = ()
        page += piece
    yield page


def _height(row: Row, pixels: int) -> int:
    return theme.font_at(pixels, row.face).get_linesize()


def _high(rows: Page, pixels: int) -> int:
    return sum(_height(row, pixels) for row in rows)


def _wide(rows: Page, pixels: int) -> int:
    return max((theme.font_at(pixels, row.face).size(row.text)[0] for row in rows), default=0)
