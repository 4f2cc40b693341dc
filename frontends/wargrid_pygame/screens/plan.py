"""Where things lie on the game screen: the board at the left, the side panel's parts at the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from wargrid_pygame.theme import Theme

PANEL: Final = 480
NARROW: Final = 380
"""How wide the side panel is, in units, beside an ordinary board and beside one much wider than high."""

PAD: Final = 18
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """The rectangles of the game screen, in pixels; ``lower`` is all below the buttons, where questions are asked."""

    board: pygame.Rect
    panel: pygame.Rect
    title: pygame.Rect
    headline: pygame.Rect
    sides: tuple[pygame.Rect, ...]
    buttons: pygame.Rect
    message: pygame.Rect
    lower: pygame.Rect
    dice: pygame.Rect
    card: pygame.Rect
    log: pygame.Rect


def plan(look: Theme, area: pygame.Rect, sides: int, rows: int, wide_board: bool = False) -> Plan:
    """Lay the screen out for so many sides and so many rows of buttons."""
    wide = min(look.px(NARROW if wide_board else PANEL), area.w // 2)
    panel = pygame.Rect(area.right - wide, area.y, wide, area.h)
    board = pygame.Rect(area.x, area.y, area.w - wide, area.h)
    room = panel.inflate(-2 * look.px(PAD), -2 * look.px(12))
    title, room = _cut(look, room, 32)
    headline, room = _cut(look, room, 22)
    both, room = _cut(look, room, 84)
    buttons, room = _cut(look, room, rows * 34 + (rows - 1) * GAP)
    message, lower = _cut(look, room, 48)
    dice, rest = _cut(look, lower, 104)
    card_high = min(look.px(196), rest.h * 11 // 20)
    card = pygame.Rect(rest.x, rest.bottom - card_high, rest.w, card_high)
    log = pygame.Rect(rest.x, rest.y, rest.w, rest.h - card_high - look.px(GAP))
    return Plan(board, panel, title, headline, columns(look, both, sides), buttons, message, lower, dice, card, log)


def _cut(look: Theme, room: pygame.Rect, units: float) -> tuple[pygame.Rect, pygame.Rect]:
    """Take a strip off the top of a room; answers the strip and what is left below a gap."""
    high, gap = look.px(units), look.px(GAP)
    strip = pygame.Rect(room.x, room.y, room.w, high)
    return strip, pygame.Rect(room.x, room.y + high + gap, room.w, max(0, room.h - high - gap))


def columns(look: Theme, room: pygame.Rect, count: int) -> tuple[pygame.Rect, ...]:
    """Divide a strip into equal columns with gaps between them."""
    gap = look.px(GAP)
    wide = (room.w - gap * (count - 1)) // max(1, count)
    return tuple(pygame.Rect(room.x + at * (wide + gap), room.y, wide, room.h) for at in range(count))


def rows(look: Theme, room: pygame.Rect, count: int) -> tuple[pygame.Rect, ...]:
    """Divide a room into equal rows with gaps between them."""
    gap = look.px(GAP)
    high = (room.h - gap * (count - 1)) // max(1, count)
    return tuple(pygame.Rect(room.x, room.y + at * (high + gap), room.w, high) for at in range(count))
