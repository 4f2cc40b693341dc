"""The legend: the sorts of ground on the board and the zones that are drawn on it, each with what it is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from wargrid.table.view import TerrainView, View
from wargrid.text.catalog import Catalog
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.zone_marks import DrawnZone, draw_zone
from wargrid_pygame.game import scene
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks.loader import Looks

TWO_LINES: Final = 28
"""The height of a line of the legend, in units, from which name and note stand below each other."""

LINE: Final = 34
"""How high a line of the legend is, in units: a name, and below it what the ground does."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing explained: a sort of ground, or a zone as each side has it; its name and what there is to note."""

    name: str
    note: str = ""
    terrain: TerrainView | None = None
    zones: tuple[DrawnZone, ...] = ()


def entries_of(view: View, looks: Looks) -> list[Entry]:
    """What the legend of a board explains, the ground first; zones that nobody draws are not there to be explained."""
    zones: dict[str, list[DrawnZone]] = {}
    for zone, drawn in scene.named_zones(view, looks):
        zones.setdefault(zone.name, []).append(drawn)
    ground = [Entry(terrain.name, terrain.note, terrain) for terrain in view.legend]
    return [*ground, *(Entry(name, zones=tuple(drawn)) for name, drawn in zones.items())]


def height_of(entries: Sequence[Entry]) -> float:
    """How high a panel with two columns of entries is, in units; nothing if there is nothing to explain."""
    return 22 + LINE * -(-len(entries) // 2) if entries else 0


class Legend:
    """Draws the entries in columns, names in one size and notes in one."""

    def __init__(self, look: Theme, words: Catalog, looks: Looks) -> None:
        self.look, self.words, self.looks = look, words, looks

    def draw(self, surface: pygame.Surface, entries: Sequence[Entry], room: pygame.Rect) -> None:
        """Draw each entry with a small picture, its name and what there is to note."""
        wide = 1 if room.w < self.look.px(280) else 2
        lines = -(-len(entries) // wide)
        high = min(self.look.px(LINE), room.h // max(1, lines))
        told: list[tuple[pygame.Rect, tuple[str, str]]] = []
        for at, entry in enumerate(entries):
            column, row = divmod(at, lines)
            box = pygame.Rect(
                room.x + column * room.w // wide, room.y + row * high, room.w // wide, high
            )
            told.append((self._draw_swatch(surface, entry, box), self._said_of(entry, high)))
        self._write(surface, told)

    def _said_of(self, entry: Entry, high: int) -> tuple[str, str]:
        """A name and its note, to be written below each other where a line is high enough."""
        if not entry.note or high >= self.look.px(TWO_LINES):
            return entry.name, entry.note
        return self.words.say("window.legend.note", name=entry.name, note=entry.note), ""

    def _write(
        self, surface: pygame.Surface, told: Sequence[tuple[pygame.Rect, tuple[str, str]]]
    ) -> None:
        """Write names in one size and notes in one, the largest that all of them fit."""
        parts = [(_halves(box) if note else (box, box), name, note) for box, (name, note) in told]
        names = [(upper, name) for (upper, _), name, _ in parts]
        notes = [(lower, note) for (_, lower), _, note in parts if note]
        for texts, size, colour in ((names, 13, theme.TEXT), (notes, 11, theme.MUTED)):
            fitting = (
                typeset.fitted(text, box.w, box.h, self.look.text(size)).pixels
                for box, text in texts
            )
            pixels = min(fitting, default=0)
            for box, text in texts:
                typeset.fitted(text, box.w, box.h, pixels).draw(surface, box, colour, middle=True)

    def _draw_swatch(self, surface: pygame.Surface, entry: Entry, box: pygame.Rect) -> pygame.Rect:
        """Draw a cell of a sort of ground, or of a zone; answers the room beside it."""
        size = max(6, min(box.h, self.look.px(30)) - self.look.px(4))
        swatch = pygame.Rect(box.x, box.y + (box.h - size) // 2, size, size)
        if entry.terrain is not None:
            self._draw_ground(surface, entry.terrain, swatch)
        else:
            self._draw_zones(surface, entry.zones, swatch)
        pygame.draw.rect(surface, theme.LINE, swatch, 1)
        left = swatch.right + self.look.px(7)
        return pygame.Rect(left, box.y, box.right - left - self.look.px(3), box.h)

    def _draw_ground(
        self, surface: pygame.Surface, terrain: TerrainView, swatch: pygame.Rect
    ) -> None:
        surface.fill(self.looks.terrain(terrain.word).colour, swatch)
        icon = None if terrain.wall else self.looks.terrain_icon(terrain.word)
        if terrain.wall:
            surface.blit(marks.draw_wall(swatch.w), swatch)
        elif icon:
            surface.blit(svg.raster(icon, swatch.w, swatch.h), swatch)

    def _draw_zones(
        self, surface: pygame.Surface, zones: Sequence[DrawnZone], swatch: pygame.Rect
    ) -> None:
        """Draw one cell of a zone; where the sides have it in colours of their own, a strip in each of them."""
        surface.fill(self.looks.board.light, swatch)
        colours = list(dict.fromkeys(zone.colour for zone in zones))
        size, clip = swatch.w, surface.get_clip()
        left, top = swatch.x - size, swatch.y - size
        around = Geometry(3, 3, size, left, top, (left, top, 3 * size, 3 * size))
        for at, colour in enumerate(colours):
            start, end = (swatch.x + number * size // len(colours) for number in (at, at + 1))
            surface.set_clip(pygame.Rect(start, swatch.y, end - start, size).clip(clip))
            draw_zone(surface, around, DrawnZone(frozenset({(1, 1)}), zones[0].marks, colour))
        surface.set_clip(clip)


def _halves(box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    upper = pygame.Rect(box.x, box.y, box.w, box.h // 2)
    return upper, pygame.Rect(box.x, upper.bottom, box.w, box.h - upper.h)
