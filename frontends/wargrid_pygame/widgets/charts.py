"""Chances drawn as bars: what an attack may come to, each outcome with its share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.theme import Theme


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome: what it is called, its share from 0 to 1, and that share in words."""

    label: str
    share: float
    note: str
    colour: str = theme.GOLD


def draw_bars(surface: pygame.Surface, look: Theme, area: pygame.Rect, bars: Sequence[Bar]) -> int:
    """Draw bars below each other from the top of an area; answers the pixels used.

    The bars share the height when there are too many for their usual one; labels and shares are
    fitted.
    """
    if not bars:
        return 0
    step = min(look.px(21), max(8, area.h // len(bars)))
    label_width, note_width = _columns(look, area, bars)
    for at, bar in enumerate(bars):
        y = area.y + at * step
        high = step - look.px(4)
        label = pygame.Rect(area.x, y, label_width, high)
        typeset.write(surface, look, bar.label, label, 13, "plain", theme.TEXT, middle=True)
        track = pygame.Rect(label.right + look.px(8), y, 0, high)
        track.w = max(1, area.right - note_width - look.px(8) - track.x)
        _draw_track(surface, look, track, bar)
        note = pygame.Rect(area.right - note_width, y, note_width, high)
        typeset.write(surface, look, bar.note, note, 13, "bold", theme.CREAM, "right", middle=True)
    return step * len(bars)


def _columns(look: Theme, area: pygame.Rect, bars: Sequence[Bar]) -> tuple[int, int]:
    """The widths of labels and of shares: as wide as their widest, at most two fifths and a quarter of the area."""
    labels = max(look.font(13).size(bar.label)[0] for bar in bars)
    notes = max(look.font(13, "bold").size(bar.note)[0] for bar in bars)
    return min(labels, area.w * 2 // 5), min(notes, area.w // 4)


def _draw_track(surface: pygame.Surface, look: Theme, track: pygame.Rect, bar: Bar) -> None:
    high = max(4, round(track.h * 0.62))
    track = pygame.Rect(track.x, track.y + (track.h - high) // 2, track.w, high)
    surface.blit(
        svg.box(track.w, track.h, track.h // 2, theme.SUNK, theme.SUNK, theme.LINE, 1), track
    )
    long = round(track.w * min(1.0, max(0.0, bar.share)))
    if long >= track.h:
        low = theme.mixed(bar.colour, "#000000", 0.25)
        surface.blit(svg.box(long, track.h, track.h // 2, bar.colour, low, low, 1), track)
    elif bar.share > 0:
        surface.fill(
            bar.colour, pygame.Rect(track.x + look.px(2), track.y + 1, max(2, long), track.h - 2)
        )
