"""The board drawn from plain data: cells, terrain, marks, tokens; it knows no game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from math import cos, dist, radians, sin
from typing import Final

import pygame

from wargrid import column_name
from wargrid_play.looks.pictures import BEST, BLOW, GOOD, STRUCK, TRACE, WAY, MarkLine, Token
from wargrid_play.scenes import (
    Arrow,
    Caption,
    Cell,
    CellMark,
    DrawnAttack,
    DrawnLoss,
    Flying,
    Ground,
    Scene,
    Trace,
    TurnButtons,
)
from wargrid_pygame.drawing import markers, marks
from wargrid_pygame.drawing.dice import draw_roll
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.ground import DrawnGround
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import svg, theme

NOTE_INSET: Final = 2.2
"""How far from the corner of a unit's square a note lies, in rims of its cell."""

MEN: Final = (0.74, 0.44, 0.3)
"""How wide and high the row of a unit's men is with a margin, and how far below the middle, in
cells."""

TURN_DEEP: Final = 0.17
TURN_WIDE: Final = 0.56
"""How deep and wide a turn button is, in cells; it lies inside the unit's cell, along its edge."""


BESIDE: Final = (
    ("midbottom", "midtop"), ("midtop", "midbottom"), ("midleft", "midright"),
    ("midright", "midleft"), ("bottomleft", "topleft"), ("bottomright", "topright"),
    ("topleft", "bottomleft"), ("topright", "bottomright"),
)  # fmt: skip
"""Where a line may stand beside a cell: its point on which point of the cell, the best first."""


WIDEST: Final = 0.6
"""The widest line beside a cell, as a part of the board."""


class BoardView:
    """Draws scenes on a board of one geometry and look; its ground is drawn once and kept."""

    def __init__(self, geometry: Geometry, below: Ground) -> None:
        self.geometry, self.below, self.looks = geometry, below, below.looks
        self._ground = DrawnGround(below)
        self._drawn: tuple[Geometry, pygame.Surface] | None = None

    def draw(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw the board and a scene, inside the geometry's area only."""
        before = surface.get_clip()
        surface.set_clip(pygame.Rect(self.geometry.area).clip(before))
        surface.blit(self.ground(), self.geometry.area[:2])
        self._draw_marks(surface, scene.marks, below=True)
        markers.draw_below(surface, self.geometry, scene.markers)
        self._draw_traces(surface, scene.traces, strikes=False)
        self._draw_way(surface, scene.way)
        self._draw_tokens(surface, scene.tokens)
        markers.draw_above(surface, self.geometry, scene.markers)
        self._draw_flying(surface, scene.flying)
        self._draw_traces(surface, scene.traces, strikes=True)
        self._draw_marks(surface, scene.marks, below=False)
        if scene.blow is not None:
            self._draw_blow(surface, scene.blow)
        for loss in scene.losses:
            self._draw_loss(surface, loss)
        if scene.caption is not None:
            self._draw_caption(surface, scene.caption, scene.tokens)
        ends = [arrow.cells[-1] for arrow in scene.arrows]
        for arrow in reversed(scene.arrows):
            self._draw_arrow(surface, arrow, scene.tokens)
        self._draw_notes(surface, scene.marks, scene.turns)
        places = [one.cells[0 if ends.count(one.cells[-1]) > 1 else -1] for one in scene.arrows]
        for at, arrow in enumerate(scene.arrows):
            below = any(mark.note and mark.cell == places[at] for mark in scene.marks)
            self._draw_rank(surface, arrow.rank, places[at], places[:at].count(places[at]), below)
        if scene.turns:
            self._draw_turns(surface, scene.turns)
        if scene.dragged is not None:
            token = self._token(scene.dragged[0])
            surface.blit(token, token.get_rect(center=scene.dragged[1]))
        if self.looks.coordinates and not self.geometry.whole:
            _draw_rulers(surface, self.geometry)
        surface.set_clip(before)

    def turn_at(self, turns: TurnButtons | None, point: tuple[int, int]) -> int | None:
        """Return the facing whose turn button lies under a point, or None."""
        if turns is None:
            return None
        return next(
            (facing for facing in turns.facings if self._is_on_turn(turns, facing, point)), None
        )

    def _is_on_turn(self, turns: TurnButtons, facing: int, point: tuple[int, int]) -> bool:
        angle = radians(self.geometry.angle(facing, turns.of))
        middle, cell = self.turn_place(turns, facing), self.geometry.cell
        right, down = point[0] - middle[0], point[1] - middle[1]
        deep, wide = right * sin(angle) - down * cos(angle), right * cos(angle) + down * sin(angle)
        inside = self.geometry.cell_at(point) == turns.cell
        return (
            inside and abs(deep) <= cell * TURN_DEEP / 2 + 1 and abs(wide) <= cell * TURN_WIDE / 2
        )

    def turn_place(self, turns: TurnButtons, facing: int) -> tuple[int, int]:
        """Return the middle of a turn button."""
        angle = radians(self.geometry.angle(facing, turns.of))
        x, y = self.geometry.centre(turns.cell)
        reach = self.geometry.cell * ((1 - TURN_DEEP) / 2 + self.geometry.shape.rim / 100)
        return round(x + reach * sin(angle)), round(y - reach * cos(angle))

    def ground(self) -> pygame.Surface:
        """Return the frame, checker, terrain, zones and coordinates, as large as the area."""
        if self._drawn is None or self._drawn[0] != self.geometry:
            geometry = self.geometry
            x, y, width, height = geometry.area
            local = replace(
                geometry, left=geometry.left - x, top=geometry.top - y, area=(0, 0, width, height)
            )
            self._drawn = geometry, self._ground.draw(local)
        return self._drawn[1]

    def _draw_marks(self, surface: pygame.Surface, laid: Sequence[CellMark], below: bool) -> None:
        geometry = self.geometry
        for mark in laid:
            if (mark.kind in marks.BELOW) is below:
                bounds = geometry.bounds(mark.cell)
                drawn = marks.draw_mark(mark.kind, bounds.size, self.looks.safe, geometry.shape)
                surface.blit(drawn, bounds)

    def _draw_notes(
        self, surface: pygame.Surface, laid: Sequence[CellMark], turns: TurnButtons | None
    ) -> None:
        """Write what is on marks over all arrows; between the arrows to turn a unit."""
        size, rim = self.geometry.cell, self.geometry.shape.rim / 100
        for mark in (mark for mark in laid if mark.note):
            place = self.geometry.rect(mark.cell)
            inset = round(size * rim * NOTE_INSET)
            if turns is not None and turns.cell == mark.cell:
                around = round(size * (TURN_DEEP + rim)) + 1
                note = marks.draw_note(mark.note, size - 2 * around)
                surface.blit(note, note.get_rect(midtop=(place.centerx, place.y + around)))
            else:
                surface.blit(marks.draw_note(mark.note, size), place.move(inset, inset))

    def _draw_tokens(self, surface: pygame.Surface, tokens: Mapping[Cell, Token]) -> None:
        for cell, token in tokens.items():
            surface.blit(self._token(token), self.geometry.rect(cell))

    def _token(self, token: Token) -> pygame.Surface:
        angle = None
        if token.facing is not None:
            angle = self.geometry.angle(token.facing, token.facings)
        return draw_token(replace(token, angle=angle), self.geometry.cell)

    def _draw_flying(self, surface: pygame.Surface, flying: Sequence[Flying]) -> None:
        for one in flying:
            start, end = self.geometry.rect(one.start), self.geometry.rect(one.end)
            x = round(start.x + (end.x - start.x) * one.share)
            y = round(start.y + (end.y - start.y) * one.share)
            drawn = self._token(one.token)
            if one.fade > 0:
                drawn = drawn.copy()
                drawn.set_alpha(round(255 * max(0.0, 1 - one.fade)))
            place = drawn.get_rect(topleft=(x, y))
            if one.tilt:
                drawn = pygame.transform.rotozoom(drawn, -one.tilt, 1)
            surface.blit(drawn, drawn.get_rect(center=place.center))

    def _draw_blow(self, surface: pygame.Surface, blow: DrawnAttack) -> None:
        """Draw the arrow of an attack, and its dice where they cover neither unit."""
        self._draw_strike(surface, (blow.source, blow.target), BLOW)
        if blow.dice is None:
            return
        cell, area = self.geometry.cell, pygame.Rect(self.geometry.area)
        count = len(blow.dice.faces)
        size = max(28, round(cell * 0.62))
        wide = min(area.w, count * size * 7 // 6)
        units = [self.geometry.rect(blow.source), self.geometry.rect(blow.target)]
        box = pygame.Rect(0, 0, wide, size)
        above = units[0].union(units[1])
        box.midbottom = above.centerx, above.top - cell // 8
        if box.top < area.top:
            box.midtop = above.centerx, above.bottom + cell // 8
        box.clamp_ip(area)
        draw_roll(surface, box, self.looks, blow.dice, blow.share)

    def _draw_caption(
        self, surface: pygame.Surface, caption: Caption, tokens: Mapping[Cell, Token]
    ) -> None:
        """Write odds beside a cell."""
        caption = self.shortened(caption, tokens)
        lines, box = self._caption_lines(caption.text), self.caption_box(caption, tokens)
        radius, y = box.h // (2 * len(lines)), box.y + self._caption_pixels() // 4
        svg.draw_box(surface, box, radius, theme.TABLE, theme.TABLE, theme.GOLD_DEEP)
        for line in lines:
            surface.blit(line, line.get_rect(midtop=(box.centerx, y)))
            y += line.get_height()

    def _caption_lines(self, text: str) -> list[pygame.Surface]:
        """Draw odds on one line, or each fact on its own if that is wide beside the board."""
        pixels, wide = self._caption_pixels(), self.geometry.board.clip(self.geometry.area).w
        lines = [theme.line_at(text, pixels, "bold", theme.CREAM)]
        if lines[0].get_width() > wide * WIDEST:
            parts = text.split(" · ")
            lines = [theme.line_at(part, pixels, "bold", theme.CREAM) for part in parts]
        return lines

    def _caption_pixels(self) -> int:
        return max(13, min(self.geometry.lettering, round(self.geometry.cell * 0.24)))

    def shortened(self, caption: Caption, tokens: Iterable[Cell]) -> Caption:
        """Return the first of several facts alone where all of them would cover a unit.

        The panel says the others.
        """
        units = [*map(self.geometry.rect, tokens)]
        if self.caption_box(caption, tokens).collidelist(units) < 0:
            return caption
        return caption._replace(text=caption.text.partition(" · ")[0])

    def caption_box(self, caption: Caption, tokens: Iterable[Cell]) -> pygame.Rect:
        """Return where odds beside a cell are written, with units on ``tokens``.

        That is above, below or at a side, where it covers least of units and of the coordinates;
        the attacker counts ten times.
        """
        cell, text, source = caption
        pixels = self._caption_pixels()
        lines = self._caption_lines(text)
        wide = max(line.get_width() for line in lines) + pixels
        high = sum(line.get_height() for line in lines) + pixels // 2
        area, square = pygame.Rect(self.geometry.area), self.geometry.rect(cell)
        units = [self.geometry.rect(one) for one in tokens]
        units += [] if source is None else [self.geometry.rect(source)] * 9
        cells = self.geometry.board.clip(area)
        within = cells if wide <= cells.w else area
        places = [
            _beside(square.inflate(0, 6), pygame.Rect(0, 0, wide, high), place).clamp(within)
            for place in BESIDE
        ]

        def covered(box: pygame.Rect) -> int:
            shown = sum(_size(box.clip(unit)) for unit in units)
            return shown + _size(box) - _size(box.clip(cells)) + _size(box.clip(square))

        return min(places, key=covered)

    def _draw_loss(self, surface: pygame.Surface, loss: DrawnLoss) -> None:
        """Let a number rise from a unit that flashes."""
        square = self.geometry.rect(loss.cell)
        self.geometry.veil(surface, loss.cell, "#ff3b30", round(110 * (1 - loss.share)))
        pixels = max(14, round(self.geometry.cell * 0.46))
        x, y = square.centerx, round(square.centery - square.h * (0.1 + 0.5 * loss.share))
        for aside, colour in ((2, "#1c0603"), (0, "#ffe1da")):
            line = theme.line_at(loss.text, pixels, "bold", colour)
            surface.blit(line, line.get_rect(center=(x + aside, y + aside)))

    def _draw_traces(self, surface: pygame.Surface, laid: Sequence[Trace], strikes: bool) -> None:
        for trace in laid:
            if trace.strikes == strikes:
                if strikes:
                    self._draw_strike(surface, trace.cells, STRUCK)
                else:
                    self._draw_way(surface, trace.cells, TRACE)

    def _draw_strike(self, surface: pygame.Surface, cells: Sequence[Cell], style: MarkLine) -> None:
        """Draw the arrow of an attack from unit to unit; the men of neither lie under it."""
        centres = [self.geometry.centre(cell) for cell in cells]
        if len(cells) == 2:
            first, last = centres
            centres = [self._clear_of_men(*pair) for pair in ((first, last), (last, first))]
        self._draw_line(surface, centres, style)

    def _clear_of_men(self, centre: tuple[int, int], to: tuple[int, int]) -> tuple[int, int]:
        """Return where the line from the centre of a cell to a point has left the men there."""
        cell = self.geometry.cell
        men = pygame.Rect(0, 0, round(cell * MEN[0]), round(cell * MEN[1]))
        men.center = centre[0], centre[1] + round(cell * MEN[2])
        crossed = men.clipline(centre, to)
        return max(crossed, key=lambda at: dist(at, centre)) if crossed else centre

    def _draw_way(
        self, surface: pygame.Surface, way: Sequence[Cell], style: MarkLine = WAY
    ) -> None:
        self._draw_line(surface, [self.geometry.centre(cell) for cell in way], style)

    def _draw_line(
        self, surface: pygame.Surface, points: Sequence[tuple[int, int]], style: MarkLine
    ) -> None:
        if len(points) > 1:
            corner = min(x for x, _ in points), min(y for _, y in points)
            moved = tuple((x - corner[0], y - corner[1]) for x, y in points)
            drawn, own = marks.draw_way(moved, self.geometry.cell, style)
            surface.blit(drawn, (corner[0] + own[0], corner[1] + own[1]))

    def _draw_arrow(self, surface: pygame.Surface, arrow: Arrow, tokens: Container[Cell]) -> None:
        style = (BLOW, BEST, GOOD)[min(arrow.rank, 2)]
        strikes = all(cell in tokens for cell in arrow.cells)
        (self._draw_strike if strikes else self._draw_way)(surface, arrow.cells, style)
        end = self.geometry.rect(arrow.cells[-1])
        if arrow.facing is not None:
            angle = self.geometry.angle(arrow.facing, arrow.of)
            button = marks.draw_turn(angle, self.geometry.cell, True, self.geometry.shape.rim)
            surface.blit(button, button.get_rect(center=end.center))

    def _draw_rank(
        self, surface: pygame.Surface, rank: int, cell: Cell, before: int, below: bool
    ) -> None:
        """Write an arrow's rank over all arrows, left of those ``before`` it in the same cell.

        That is where it ends, or where it begins if another ends there too; ``below`` a note.
        """
        wide = round(self.geometry.cell * 0.36)
        note = marks.draw_rank(str(rank or "?"), wide, rank == 1)
        end = self.geometry.rect(cell)
        right, down = end.right - before % 3 * wide, before // 3 * wide
        down += wide * 2 // 3 if below else 0
        surface.blit(note, note.get_rect(topright=(right, end.y + down)))

    def _draw_turns(self, surface: pygame.Surface, turns: TurnButtons) -> None:
        for facing in turns.facings:
            angle = self.geometry.angle(facing, turns.of)
            lit, rim = turns.lit == facing, self.geometry.shape.rim
            button = marks.draw_turn(angle, self.geometry.cell, lit, rim)
            place = self.geometry.rect(turns.cell)
            surface.blit(button, button.get_rect(center=place.center))


def _beside(square: pygame.Rect, box: pygame.Rect, place: tuple[str, str]) -> pygame.Rect:
    """Put a point of a box onto a point of a square, each by its name."""
    own, other = place
    setattr(box, own, getattr(square, other))
    return box


def _size(box: pygame.Rect) -> int:
    return box.w * box.h


def _draw_rulers(surface: pygame.Surface, geometry: Geometry) -> None:
    seen = pygame.Rect(geometry.area)
    size = max(theme.LEGIBLE, min(round(geometry.cell * 0.24), geometry.lettering))
    band = size + 8
    low = pygame.Rect(seen.x, seen.bottom - band, seen.w, band)
    left = pygame.Rect(seen.x, seen.y, band + size // 2, seen.h - band)
    for strip in (low, left):
        svg.draw_veil(surface, strip, theme.TABLE, 215)
    for column in range(geometry.shape.columns):
        line = theme.line_at(column_name(column), size, "plain", theme.TEXT)
        x = geometry.rect((column, 0)).centerx
        if left.right <= x:
            surface.blit(line, line.get_rect(center=(x, low.centery)))
    for row in range(geometry.shape.rows):
        line = theme.line_at(str(row + 1), size, "plain", theme.TEXT)
        y = geometry.rect((0, row)).centery
        if y < low.y:
            surface.blit(line, line.get_rect(center=(left.centerx, y)))
