"""Errors written into a box: wrapped sentences, and below them the line with its caret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

import pygame

from wargrid import Diagnostic
from wargrid.text import Message
from wargrid_play.frontend import UNTRUSTED
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.text import wrapped
from wargrid_pygame.graphics.theme import Face, Theme
from wargrid_pygame.widgets.basic import Button

TROUBLE: Final = 130
"""The height of the box for failures, in units."""


class DiagnosticRow(NamedTuple):
    """One line as it will be drawn."""

    text: str
    face: Face


Page = tuple[DiagnosticRow, ...]


class DiagnosticPages:
    """The text of one or several diagnostics, as large as fits, or on pages that can be turned."""

    def __init__(self) -> None:
        self.pager = Pager(1)
        self._text = ""
        self._box = pygame.Rect(0, 0, 0, 0)
        self.over = pygame.Rect(0, 0, 0, 0)
        """The box that was drawn over a screen last."""

    def draw(
        self, surface: pygame.Surface, style: Theme, text: str, box: pygame.Rect, size: float
    ) -> None:
        """Write the page that is open; a new text opens at its first page."""
        if text != self._text:
            self._text, self.pager = text, Pager(1)
        self._box = pygame.Rect(box)
        margin = Pager.room(style)[0] + style.px(size)
        pixels, pages = set_pages(text, style.text(size), (box.w, box.h), margin)
        self.pager.count = len(pages)
        self.pager.at = min(self.pager.at, len(pages) - 1)
        before = surface.get_clip()
        surface.set_clip(box.clip(before))
        y = box.y
        for row in pages[self.pager.at]:
            surface.blit(theme.line_at(row.text, pixels, row.face, theme.BAD), (box.x, y))
            y += _height(row, pixels)
        surface.set_clip(before)
        self._draw_buttons(surface, style)

    def draw_over(
        self, surface: pygame.Surface, style: Theme, area: pygame.Rect, text: str
    ) -> None:
        """Write them into a box over the lower part of a screen, no higher than a short text."""
        px = style.px
        box = pygame.Rect(area.w // 8, 0, area.w * 3 // 4, px(TROUBLE))
        room = box.inflate(-2 * px(14), -2 * px(10)).size
        pixels, pages = set_pages(text, style.text(theme.BODY), room, px(theme.BODY))
        if len(pages) == 1:
            box.h = min(box.h, _high(pages[0], pixels) + 2 * px(10))
        box.bottom = area.bottom - px(14)
        self.over = box
        svg.draw_box(surface, box, px(8), theme.PANEL, theme.SUNK, theme.BAD)
        self.draw(surface, style, text, box.inflate(-2 * px(14), -2 * px(10)), theme.BODY)

    def _draw_buttons(self, surface: pygame.Surface, style: Theme) -> None:
        if self.pager.count < 2:
            return
        self.pager.draw(surface, style, self._box.topright)
        counted = style.line(
            f"{self.pager.at + 1} / {self.pager.count}", theme.SMALL, "plain", theme.MUTED
        )
        surface.blit(counted, counted.get_rect(midtop=self.pager.rect.midbottom))

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the pages; True if the event was for them."""
        return self.pager.handle(event, self._box)


@lru_cache(maxsize=8)
def set_pages(
    text: str, pixels: int, room: tuple[int, int], margin: int
) -> tuple[int, Sequence[Page]]:
    """Return the size in pixels at which a text is written into a room, and its pages.

    Several pages leave a ``margin`` free at their right. None of them begins within an error,
    unless that does not fit one page.
    """
    sizes = range(max(pixels, theme.LEGIBLE), theme.LEGIBLE - 1, -1)
    for size in sizes:
        rows = tuple(rows_of(text, size, room[0]))
        if _high(rows, size) <= room[1] and _wide(rows, size) <= room[0]:
            return size, [rows]
    for size in sizes:
        diagnostics = list(_errors(text, size, room[0] - margin))
        if all(_high(rows, size) <= room[1] for rows in diagnostics):
            break
    pieces = [piece for rows in diagnostics for piece in _cut(rows, size, room[1])]
    return size, list(_together(pieces, size, room[1]))


def rows_of(text: str, pixels: int, width: int) -> Iterator[DiagnosticRow]:
    """Return the lines to draw: an indented line is an excerpt and is not wrapped."""
    for line in text.split("\n"):
        if line.startswith(" "):
            yield DiagnosticRow(line, "mono")
        else:
            parts = wrapped(line, theme.font_at(pixels, "plain"), width)
            yield from (DiagnosticRow(part, "plain") for part in parts)


def _errors(text: str, pixels: int, width: int) -> Iterator[Page]:
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if not line.startswith(" ")] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield tuple(rows_of("\n".join(lines[start:end]), pixels, width))


def _cut(rows: Page, pixels: int, height: int) -> Iterator[Page]:
    """Yield the rows in pieces that fit one page each, carets with the line above them."""
    most = max(1, sum(high <= height for high in accumulate(_height(row, pixels) for row in rows)))
    if most > 1 and rows[most:] and not rows[most].text.strip(" ^|"):
        most -= 1
    yield rows[:most]
    if rows[most:]:
        yield from _cut(rows[most:], pixels, height)


def _together(pieces: Sequence[Page], pixels: int, height: int) -> Iterator[Page]:
    page: Page = ()
    for piece in pieces:
        if page and _high(page + piece, pixels) > height:
            yield page
            page = ()
        page += piece
    yield page


def _height(row: DiagnosticRow, pixels: int) -> int:
    return theme.font_at(pixels, row.face).get_linesize()


def _high(rows: Page, pixels: int) -> int:
    return sum(_height(row, pixels) for row in rows)


def _wide(rows: Page, pixels: int) -> int:
    return max((theme.font_at(pixels, row.face).size(row.text)[0] for row in rows), default=0)


KEYS: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
SIGNS: Final = {-1: "‹", 1: "›"}

WIDE: Final = 34
HIGH: Final = 26
GAP: Final = 6
"""The width and height of a button, and the gap between the two, in units."""


class Pager:
    """The page ``at`` of ``count``, and the two buttons for others, in their ``rect``."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.at = 0
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._buttons: dict[int, Button] = {}

    @staticmethod
    def room(style: Theme) -> tuple[int, int]:
        """Return the width and height of the two buttons together, in pixels."""
        return 2 * style.px(WIDE) + style.px(GAP), style.px(HIGH)

    def draw(self, surface: pygame.Surface, style: Theme, corner: tuple[int, int]) -> None:
        """Draw the buttons with this upper right corner, if there is more than one page."""
        if self.count < 2:
            return
        self.rect = pygame.Rect((0, 0), self.room(style))
        self.rect.topright = corner
        for by, left in ((-1, self.rect.x), (1, self.rect.right - style.px(WIDE))):
            place = pygame.Rect(left, self.rect.y, style.px(WIDE), self.rect.h)
            button = self._buttons.setdefault(by, Button(style, place, "page", SIGNS[by]))
            button.style, button.rect = style, place
            button.enabled = 0 <= self.at + by < self.count
            button.draw(surface)

    def handle(self, event: pygame.event.Event, room: pygame.Rect) -> bool:
        """Turn the page by a key, a button, or the wheel over ``room``; True if it was for it."""
        if self.count < 2:
            return False
        if event.type == pygame.KEYDOWN and event.key in KEYS:
            self._turn(KEYS[event.key])
        elif event.type == pygame.MOUSEWHEEL and room.collidepoint(event.pos):
            self._turn(-event.y)
        else:
            return self._press(event)
        return True

    def _press(self, event: pygame.event.Event) -> bool:
        for by, button in list(self._buttons.items()):
            if button.handle(event) is not None:
                self._turn(by)
        presses = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1
        return presses and self.rect.collidepoint(event.pos)

    def _turn(self, by: int) -> None:
        self.at = max(0, min(self.count - 1, self.at + by))


def with_trust_hint(diagnostic: Diagnostic, key: str, **values: object) -> Diagnostic:
    """Return an error about untrusted code with this window's way to trust it."""
    if diagnostic.name != UNTRUSTED:
        return diagnostic
    hint = Message(f"window.trust.{key}", values)
    return replace(diagnostic, values={**diagnostic.values, "fix": hint})
