"""Dice with the faces of a ruleset: they roll while time runs, then lie with the hits outlined."""

from __future__ import annotations

from math import pi, sin
from typing import Final

import pygame

from wargrid_play.looks import Looks
from wargrid_play.looks.pictures import INK, SPOTS, die_svg
from wargrid_play.scenes import RollingDice
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import cached

TUMBLES: Final = 9
"""The number of faces that a die shows before it lies still."""


def draw_roll(
    surface: pygame.Surface, area: pygame.Rect, looks: Looks, roll: RollingDice, share: float = 1.0
) -> None:
    """Draw a roll into ``area``, row by row; ``share`` runs from 0 (thrown) to 1 (at rest)."""
    for at, place in enumerate(places_of(area, len(roll.faces), roll.rolls)):
        settled = _settled(share, at, len(roll.faces))
        if settled >= 1:
            face, hit = roll.faces[at], at < len(roll.hits) and roll.hits[at]
            surface.blit(draw_die(face, looks.face_icon(face), place.w, hit), place)
        else:
            _draw_rolling(surface, place, looks, roll, at, settled)


def places_of(area: pygame.Rect, count: int, rolls: int = 1) -> list[pygame.Rect]:
    """Return the places of ``count`` dice, as large as all fit an area.

    Several rolls in one row have half a die between them.
    """
    size = max(8, area.h)
    while size > 8 and _rows(area, size, count) * (size + _gap(size)) - _gap(size) > area.h:
        size -= 1
    step, per_row = size + _gap(size), _per_row(area, size)
    apart = size // 2 if count * step + rolls * size // 2 <= area.w else 0
    return [
        pygame.Rect(
            area.x + at % per_row * step + at * rolls // count * apart,
            area.y + at // per_row * step, size, size,
        )
        for at in range(count)
    ]  # fmt: skip


def _draw_rolling(
    surface: pygame.Surface, place: pygame.Rect, looks: Looks, roll: RollingDice, at: int,
    settled: float,
) -> None:  # fmt: skip
    sides = list(roll.sides) or list(dict.fromkeys(roll.faces))
    eased = 1 - (1 - settled) ** 2
    face = sides[(int(eased * TUMBLES) * 5 + at * 3) % len(sides)]
    drawn = draw_die(face, looks.face_icon(face), place.w)
    angle = round((1 - eased) * 540) * (-1 if at % 2 else 1)
    turned = pygame.transform.rotozoom(drawn, angle, 1)
    jump = abs(sin(eased * pi * 3)) * (1 - eased) * place.h * 0.7
    surface.blit(turned, turned.get_rect(center=(place.centerx, round(place.centery - jump))))


def _settled(share: float, at: int, count: int) -> float:
    """Return the progress of one die: dice come to rest in turn, the last when ``share`` is 1."""
    ends = 0.7 + 0.3 * (at + 1) / count
    return min(1.0, max(0.0, share) / ends)


def _gap(size: int) -> int:
    return max(2, size // 6)


def _per_row(area: pygame.Rect, size: int) -> int:
    return max(1, (area.w + _gap(size)) // (size + _gap(size)))


def _rows(area: pygame.Rect, size: int, count: int) -> int:
    return -(-count // _per_row(area, size))


@cached
def draw_die(face: str, icon: str | None, size: int, hit: bool = False) -> pygame.Surface:
    """Draw one die at rest: its face's icon, spots for 1 to 6, or first letters; a hit in gold."""
    surface = svg.raster(die_svg(face, icon, hit), size, size)
    if icon is None and face not in SPOTS:
        surface = surface.copy()
        pixels = max(6, round(size * (0.46 if len(face) < 3 else 0.3)))
        line_drawn = theme.line_at(face[:3], pixels, "bold", INK)
        surface.blit(line_drawn, line_drawn.get_rect(center=(size // 2, round(size * 0.49))))
    return surface
