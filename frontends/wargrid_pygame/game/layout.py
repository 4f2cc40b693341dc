"""The layout of the game screen: the board, and the panel beside it or below it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pygame

from wargrid_pygame.drawing.geometry import MARGIN
from wargrid_pygame.graphics.theme import Theme

PANEL: Final = 540
NARROW: Final = 430
"""The greatest and the least width of the panel, in units; it gives way to a wide board."""

LOW: Final = 380
"""The height of the panel, in units, below a board so flat that it would leave more room free."""

CARD: Final = 240
"""The greatest height of the card, in units."""

LEAST_LOG: Final = 90
"""The least height of the log beside a long card, in units: three lines."""

LEAST_CARD: Final = 48
"""The least height of a card or a log that is worth showing, in units."""

HEADLINE: Final = 38
SIDE: Final = 98
"""The heights of the headline and of the box of a side, in units: in the smallest window both have
room for a second line."""

LOW_SIDE: Final = 84
LOW_MESSAGE: Final = 40
"""The heights of the box of a side and of the message, in units, in a low window."""

HELD: Final = 3
HELD_ROW: Final = 28
ROWS_HELD: Final = 3
"""How many types of a hand are side by side, the height of each further row of them in units, and
the most rows."""

PAD: Final = 18
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of the game screen, in pixels; questions take ``lower``.

    ``guide`` is the place for the texts of a guided game, apart from all that comes and goes; it is
    empty in other games. ``slot`` shows the dice, or the legend and minimap of a game without
    dice; it may be empty. ``card`` has its usual height.
    """

    board: pygame.Rect
    panel: pygame.Rect
    title: pygame.Rect
    headline: pygame.Rect
    sides: tuple[pygame.Rect, ...]
    buttons: pygame.Rect
    message: pygame.Rect
    guide: pygame.Rect
    lower: pygame.Rect
    slot: pygame.Rect
    card: pygame.Rect
    log: pygame.Rect

    def with_message(self, high: int) -> Layout:
        """Return the layout with a message of this height in pixels; the log gives way."""
        more = 0 if self.log.x != self.card.x else high - self.message.h
        message, lower = pygame.Rect(self.message), pygame.Rect(self.lower)
        message.h += more
        lower.update(lower.x, lower.y + more, lower.w, lower.h - more)
        return replace(self, message=message, lower=lower, slot=self.slot.move(0, more))

    def with_card(self, style: Theme, high: int, *, keeps_slot: bool = False) -> Layout:
        """Return the layout with a card of this height in pixels: the log gives way, then the slot.

        A card that is lower than usual leaves its room to the log, which keeps a few lines if there
        is room for them. With ``keeps_slot`` the card has only the room that the slot leaves, and
        scrolls.
        """
        gap = style.px(GAP)
        top = self.slot.bottom + gap if keeps_slot and self.slot.h else self.lower.y
        beside = self.log.x != self.card.x
        room = self.card.bottom - top
        least = min(style.px(LEAST_LOG), room // 3)
        least = 0 if beside or least < style.px(LEAST_CARD) else least + gap
        high = min(max(high, self.card.h) if beside else high, room - least)
        card = pygame.Rect(self.card.x, self.card.bottom - high, self.card.w, high)
        slot = self.slot
        if slot.h and card.y - least < slot.bottom + gap:
            slot = pygame.Rect(slot.topleft, (0, 0))
        log = pygame.Rect(self.log)
        if not beside:
            log.y = slot.bottom + gap if slot.h else self.lower.y
            log.h = max(0, card.y - gap - log.y)
        return replace(self, slot=slot, card=card, log=log)


def lay_out(
    style: Theme, area: pygame.Rect, sides: int, rows: int, board: tuple[float, float], slot: float,
    guide: float = 0, held: int = 0,
) -> Layout:  # fmt: skip
    """Lay out the screen for this number of sides, rows of buttons and cells.

    ``slot`` and ``guide`` are the heights of these places, in units; ``held`` is the number of the
    types that a hand may have.
    """
    wide = _beside(style, area, board)
    beside = _cell(board, area.w - wide, area.h)
    low = style.px(LOW)
    if _cell(board, area.w, area.h - low) > 1.15 * beside:
        return _below(style, area, sides, rows, low, slot, guide)
    panel = pygame.Rect(area.right - wide, area.y, wide, area.h)
    is_low = style.is_low(area)
    room = panel.inflate(-2 * style.px(PAD), -2 * style.px(8 if is_low else 12))
    title, headline, both, buttons, message, lower = _heads(
        style, room, sides, rows, is_low, min(-(-held // HELD), ROWS_HELD)
    )
    spoken, lower = _cut(style, lower, guide) if guide else (_none(lower), lower)
    seen, rest = _cut(style, lower, slot) if slot else (_none(lower), lower)
    card_high = min(style.px(CARD), rest.h * 2 // 3)
    card = pygame.Rect(rest.x, rest.bottom - card_high, rest.w, card_high)
    log = pygame.Rect(rest.x, rest.y, rest.w, rest.h - card_high - style.px(GAP))
    shown = pygame.Rect(area.x, area.y, area.w - wide, area.h)
    return Layout(
        shown, panel, title, headline, both, buttons, message, spoken, lower, seen, card, log
    )


def _below(
    style: Theme, area: pygame.Rect, sides: int, rows: int, low: int, slot: float, guide: float
) -> Layout:
    panel = pygame.Rect(area.x, area.bottom - low, area.w, low)
    room = panel.inflate(-2 * style.px(PAD), -2 * style.px(12))
    left, middle, right = columns(style, room, 3)
    title, headline, both, buttons, message, _ = _heads(
        style, left, sides, rows, style.is_low(area)
    )
    message.h = left.bottom - message.y
    seen, card = _cut(style, middle, slot) if slot else (_none(middle), middle)
    spoken, log = _cut(style, right, guide) if guide else (_none(right), right)
    lower = middle if guide else middle.union(right)
    shown = pygame.Rect(area.x, area.y, area.w, area.h - low)
    return Layout(
        shown, panel, title, headline, both, buttons, message, spoken, lower, seen, card, log
    )


def _none(room: pygame.Rect) -> pygame.Rect:
    """Return a place without room."""
    return pygame.Rect(room.topleft, (0, 0))


def _heads(
    style: Theme, room: pygame.Rect, sides: int, rows: int, low: bool, held: int = 1
) -> tuple[
    pygame.Rect, pygame.Rect, tuple[pygame.Rect, ...], pygame.Rect, pygame.Rect, pygame.Rect
]:
    title, room = _cut(style, room, 32)
    headline, room = _cut(style, room, HEADLINE)
    more = max(0, held - 1) * HELD_ROW
    both, room = _cut(style, room, (LOW_SIDE if low else SIDE) + more)
    buttons, room = _cut(style, room, rows * 34 + (rows - 1) * GAP)
    message, lower = _cut(style, room, LOW_MESSAGE if low else 48)
    return title, headline, columns(style, both, sides), buttons, message, lower


def _beside(style: Theme, area: pygame.Rect, board: tuple[float, float]) -> int:
    wanted = (board[0] + 2 * MARGIN) * area.h / (board[1] + 2 * MARGIN)
    return int(min(max(style.px(NARROW), min(style.px(PANEL), area.w - wanted)), area.w // 2))


def _cell(board: tuple[float, float], width: float, height: float) -> float:
    return min(width / (board[0] + 2 * MARGIN), height / (board[1] + 2 * MARGIN))


def _cut(style: Theme, room: pygame.Rect, units: float) -> tuple[pygame.Rect, pygame.Rect]:
    """Take a strip off the top of a room; returns the strip and the rest below a gap."""
    high, gap = style.px(units), style.px(GAP)
    strip = pygame.Rect(room.x, room.y, room.w, high)
    return strip, pygame.Rect(room.x, room.y + high + gap, room.w, max(0, room.h - high - gap))


def columns(
    style: Theme, room: pygame.Rect, count: int, units: float = GAP
) -> tuple[pygame.Rect, ...]:
    """Divide a strip into equal columns with gaps of so many ``units`` between them."""
    gap = style.px(units)
    wide = (room.w - gap * (count - 1)) // max(1, count)
    return tuple(
        pygame.Rect(room.x + at * (wide + gap), room.y, wide, room.h) for at in range(count)
    )


def rows(style: Theme, room: pygame.Rect, count: int) -> tuple[pygame.Rect, ...]:
    """Divide a room into equal rows with gaps between them."""
    gap = style.px(GAP)
    high = (room.h - gap * (count - 1)) // max(1, count)
    return tuple(
        pygame.Rect(room.x, room.y + at * (high + gap), room.w, high) for at in range(count)
    )
