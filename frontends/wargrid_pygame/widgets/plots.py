"""A curve of the lead that is also the slider of a review, and bars that compare numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import tanh
from typing import Final

import pygame

from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Widget

STARS: Final = 14
"""The height of the strip above the curve for its marks, in units."""

EVEN: Final = 400.0
"""The lead, in hundredths of a unit, that is drawn at three quarters of the height."""

SCALE: Final = (1, 4)
"""The leads, in units, that have a fine line on either side."""


class LeadCurve(Widget):
    """The lead after each stop; a click or a drag answers ``seek:<plies>``.

    ``stops`` are numbers of plies, ``scores`` those read so far, for the first side; ``marks`` are
    stops to point out and ``at`` is the one shown. ``colours`` are those of the two sides,
    ``legend`` has the words for the lead of each, and ``scale`` the words for ``SCALE``.
    """

    def __init__(
        self, style: Theme, rect: pygame.Rect, stops: Sequence[int], colours: Sequence[str],
        legend: Sequence[str] = (), scale: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(style, rect)
        self.stops, self.colours, self.legend, self.scale = stops, colours, legend, scale
        self.scores: Sequence[float] = ()
        self.marks: Sequence[int] = ()
        self.at = 0
        self._dragging = False

    def _x(self, stop: int) -> int:
        room = self._room()
        return room.x + room.w * stop // max(1, self.stops[-1])

    def _room(self) -> pygame.Rect:
        """Return the room for the curve, below the strip of its marks and beside the scale."""
        room = self.rect.inflate(-2 * self.style.px(8), -2 * self.style.px(6))
        strip, font = self.style.px(STARS), self.style.font(theme.SMALL)
        wide = max((font.size(text)[0] + self.style.px(8) for text in self.scale), default=0)
        return pygame.Rect(room.x, room.y + strip, room.w - wide, room.h - strip)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the curve, its marks, and the position of the review."""
        svg.draw_box(surface, self.rect, self.style.px(8), theme.SUNK, theme.SUNK, theme.LINE)
        room = self._room()
        middle = room.centery
        points = [
            (self._x(stop), middle - _rise(room, score))
            for stop, score in zip(self.stops, self.scores, strict=False)
        ]
        self._fill(surface, points, middle)
        pygame.draw.line(surface, theme.FAINT, (room.x, middle), (room.right, middle))
        if len(points) > 1:
            pygame.draw.lines(surface, theme.CREAM, False, points, self.style.px(2))
        self._draw_scale(surface, room)
        self._draw_legend(surface, room)
        for stop in self.marks:
            star = self.style.line("★", theme.BODY, "bold", theme.GOLD)
            surface.blit(star, star.get_rect(midbottom=(self._x(stop), room.y)))
        x = self._x(self.at)
        pygame.draw.line(surface, theme.GOLD, (x, room.y), (x, room.bottom), self.style.px(2))
        pygame.draw.circle(surface, theme.GOLD, (x, room.bottom), self.style.px(6))

    def _draw_scale(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Draw fine lines at some leads, those above the middle with their numbers beside them."""
        free = room.bottom
        for units, text in zip(SCALE, self.scale, strict=False):
            rise = _rise(room, 100 * units)
            for y in (room.centery - rise, room.centery + rise):
                pygame.draw.line(surface, theme.LINE, (room.x, y), (room.right, y))
            line = self.style.line(text, theme.SMALL, "plain", theme.MUTED)
            place = line.get_rect(midleft=(room.right + self.style.px(8), room.centery - rise))
            if place.bottom <= min(free, room.centery):
                surface.blit(line, place)
                free = place.top

    def _draw_legend(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Write the leaders above and below the middle, each after a piece of its colour."""
        corners = "topleft", "bottomleft"
        for text, corner, colour in zip(self.legend, corners, self.colours, strict=False):
            line = self.style.line(text, theme.SMALL, "plain", theme.MUTED)
            place = line.get_rect(**{corner: getattr(room, corner)})
            swatch = pygame.Rect(place.x, place.y, place.h, place.h)
            surface.fill(theme.SUNK, place.move(place.h, 0).union(swatch))
            piece = swatch.inflate(-place.h // 3, -place.h // 3)
            surface.fill(colour, piece)
            pygame.draw.rect(surface, theme.MUTED, piece, 1)
            surface.blit(line, place.move(place.h, 0))

    def _fill(
        self, surface: pygame.Surface, points: Sequence[tuple[int, int]], middle: int
    ) -> None:
        for (x, y), (right, _) in pairwise(points):
            colour = self.colours[0] if y < middle else self.colours[1]
            box = pygame.Rect(x, min(y, middle), max(1, right - x), abs(y - middle))
            surface.fill(colour, box)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Take a click, or a drag that began here."""
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._dragging = self.rect.collidepoint(event.pos)
        if self._dragging and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            room = self._room()
            share = (event.pos[0] - room.x) / max(1, room.w)
            wanted = min(1.0, max(0.0, share)) * self.stops[-1]
            return f"seek:{min(self.stops, key=lambda stop: abs(stop - wanted))}"
        return None


def _rise(room: pygame.Rect, score: float) -> int:
    """Return the height of a score above the middle of a room, in pixels."""
    return round(room.h / 2 * tanh(score / EVEN))


def draw_bars(
    surface: pygame.Surface, style: Theme, box: pygame.Rect,
    rows: Sequence[tuple[str, str, float]], most: float, point: str = ".",
) -> None:  # fmt: skip
    """Draw a row for each label, colour and number, with a bar of its share of ``most``.

    ``point`` is the sign before the decimals.
    """
    high = box.h // max(1, len(rows))
    names = [style.line(text, theme.SMALL, "plain", theme.TEXT) for text, _, _ in rows]
    widest = max((name.get_width() for name in names), default=0) + style.px(6)
    label, number = min(max(box.w * 2 // 5, widest), box.w * 3 // 5), style.px(44)
    for at, (name, (_, colour, value)) in enumerate(zip(names, rows, strict=True)):
        row = pygame.Rect(box.x, box.y + at * high, box.w, high)
        surface.blit(name, name.get_rect(midleft=(row.x, row.centery)), (0, 0, label, row.h))
        wide = round((row.w - label - number) * value / most) if most else 0
        bar = pygame.Rect(row.x + label, row.y + row.h // 4, max(1, wide), row.h // 2)
        surface.fill(colour, bar)
        shown = f"{value:.1f}".removesuffix(".0").replace(".", point)
        line = style.line(shown, theme.SMALL, "bold", theme.CREAM)
        surface.blit(line, line.get_rect(midleft=(bar.right + style.px(6), row.centery)))
