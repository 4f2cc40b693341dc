"""The shapes that lie on a board, drawn in pixels: pictures of the sheet, arrows, words, boxes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import pygame

from wargrid_play.looks import Looks
from wargrid_play.looks.pictures import MarkLine, Token
from wargrid_play.scenes import Box, Element, Lettering, Line, MarkShape, Use, Words
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import svg, theme


class Painter:
    """Draws shapes on a board of one geometry and looks."""

    def __init__(self, geometry: Geometry, looks: Looks) -> None:
        self.geometry, self.looks = geometry, looks

    @property
    def letters(self) -> Lettering:
        """The size of captions in pixels, and the visible part of the board."""
        geometry = self.geometry
        area = pygame.Rect(geometry.area)
        seen = geometry.board.clip(area)
        pixels = max(13, min(geometry.lettering, round(geometry.cell * 0.24)))
        return Lettering(
            pixels * 100 / geometry.cell, self._measure, self._parts(seen), self._parts(area)
        )

    def _parts(self, rect: pygame.Rect) -> tuple[float, float, float, float]:
        left, top, share = self.geometry.left, self.geometry.top, 100 / self.geometry.cell
        return (
            (rect.left - left) * share, (rect.top - top) * share,
            (rect.right - left) * share, (rect.bottom - top) * share,
        )  # fmt: skip

    def _measure(self, text: str, size: float) -> tuple[float, float]:
        share = 100 / self.geometry.cell
        wide, high = theme.line_at(text, round(size / share), "bold", theme.CREAM).get_size()
        return wide * share, high * share

    def draw(self, surface: pygame.Surface, elements: Iterable[Element]) -> None:
        """Draw shapes, the lowest first."""
        for element in elements:
            if isinstance(element, Use):
                self._use(surface, element)
            elif isinstance(element, Line):
                self._line(surface, element)
            elif isinstance(element, Box):
                self._box(surface, element)
            elif element.framed:
                self._caption(surface, element)
            else:
                note = marks.draw_note(element.words[0], self._pixels(element.size * 5))
                surface.blit(note, self._anchored(element, note.get_size()))

    def _pixels(self, length: float) -> int:
        return round(length * self.geometry.cell / 100)

    def _point(self, x: float, y: float) -> tuple[int, int]:
        return self.geometry.left + self._pixels(x), self.geometry.top + self._pixels(y)

    def _use(self, surface: pygame.Surface, part: Use) -> None:
        place = self.geometry.square(part.x, part.y, part.size)
        drawn = self._picture(part, place.w)
        surface.blit(drawn, drawn.get_rect(center=place.center))

    def _picture(self, part: Use, size: int) -> pygame.Surface:
        kind, _, name = part.use.partition(".")
        shape = self.geometry.shape
        if kind == "mark":
            bounds = self.geometry.around
            return marks.draw_mark(cast("MarkShape", name), bounds, self.looks.safe, shape)
        if kind == "rank":
            return marks.draw_rank(part.letters, size, name == "best")
        if kind == "turn":
            return marks.draw_turn(part.turn, size, name == "lit", shape.rim)
        if kind == "piece":
            return self._piece(name, part.letters, size)
        side = self.looks.side(self.looks.sides[int(name)])
        if kind == "held":
            return marks.draw_held(size, side.top, side.edge)
        return draw_token(Token(side, " "), size)

    def _piece(self, name: str, letters: str, size: int) -> pygame.Surface:
        unit, _, number = name.rpartition(".")
        word = self.looks.sides[int(number)]
        icon = self.looks.unit_icon(unit, word)
        return draw_token(Token(self.looks.side(word), letters, icon), size)

    def _line(self, surface: pygame.Surface, line: Line) -> None:
        points = [self._point(*point) for point in line.points]
        corner = min(x for x, _ in points), min(y for _, y in points)
        moved = tuple((x - corner[0], y - corner[1]) for x, y in points)
        stroke = MarkLine(line.dark, line.light, line.thick, line.opacity)
        drawn, own = marks.draw_way(moved, self.geometry.cell, stroke)
        surface.blit(drawn, (corner[0] + own[0], corner[1] + own[1]))

    def _box(self, surface: pygame.Surface, box: Box) -> None:
        left, top = self._point(box.x, box.y)
        right, bottom = self._point(box.x + box.wide, box.y + box.high)
        surface.fill(box.colour, (left, top, right - left, bottom - top))

    def _anchored(self, words: Words, size: tuple[int, int]) -> pygame.Rect:
        box = pygame.Rect((0, 0), size)
        setattr(box, words.anchor, self._point(words.x, words.y))
        return box

    def _lines(self, words: Words) -> list[pygame.Surface]:
        pixels = self._pixels(words.size)
        return [theme.line_at(text, pixels, "bold", theme.CREAM) for text in words.words]

    def caption_box(self, words: Words) -> pygame.Rect:
        """Return the place of odds."""
        lines, pixels = self._lines(words), self._pixels(words.size)
        wide, high = max(line.get_width() for line in lines), sum(map(_high, lines))
        return self._anchored(words, (wide + pixels, high + pixels // 2))

    def _caption(self, surface: pygame.Surface, words: Words) -> None:
        lines, box = self._lines(words), self.caption_box(words)
        radius, y = box.h // (2 * len(lines)), box.y + self._pixels(words.size) // 4
        svg.draw_box(surface, box, radius, theme.TABLE, theme.TABLE, theme.GOLD_DEEP)
        for line in lines:
            surface.blit(line, line.get_rect(midtop=(box.centerx, y)))
            y += line.get_height()


def _high(line: pygame.Surface) -> int:
    return line.get_height()
