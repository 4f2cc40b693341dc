"""The board drawn from plain data: cells, terrain, marks, tokens; it knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Final

import pygame

from wargrid_play.looks.pictures import Token
from wargrid_play.scenes import (
    Cell,
    DrawnAttack,
    DrawnLoss,
    Flying,
    Ground,
    RollingDice,
    Scene,
    TurnButtons,
    drawing_of,
)
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.dice import draw_roll
from wargrid_pygame.drawing.elements import Painter
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.ground import DrawnGround
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import svg, theme

TURN_DEEP: Final = 0.17
TURN_WIDE: Final = 0.56
"""The depth and width of a turn button, in cells; it lies in the unit's cell, along its edge."""


class BoardView:
    """Draws scenes on a board of one geometry and looks; its ground is drawn once and cached."""

    def __init__(self, geometry: Geometry, below: Ground) -> None:
        self.geometry, self.below, self.looks = geometry, below, below.looks
        self._ground = DrawnGround(below)
        self._drawn: tuple[Geometry, pygame.Surface] | None = None

    def draw(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw the board and a scene, inside the geometry's area only."""
        before = surface.get_clip()
        surface.set_clip(pygame.Rect(self.geometry.area).clip(before))
        surface.blit(self.ground(), self.geometry.area[:2])
        painter, geometry = Painter(self.geometry, self.looks), self.geometry
        drawn = drawing_of(scene, geometry.shape, geometry.flipped, painter.letters)
        painter.draw(surface, (*drawn.under, *drawn.below))
        self._draw_tokens(surface, scene.tokens)
        painter.draw(surface, drawn.above)
        self._draw_flying(surface, scene.flying)
        if scene.attack_arrow is not None and scene.attack_arrow.dice is not None:
            self._draw_dice(surface, scene.attack_arrow, scene.attack_arrow.dice)
        for loss in scene.losses:
            self._draw_loss(surface, loss)
        if scene.turns:
            self._draw_turns(surface, scene.turns)
        if scene.dragged is not None:
            token = self._token(scene.dragged[0])
            surface.blit(token, token.get_rect(center=scene.dragged[1]))
        if self.looks.coordinates and not self.geometry.whole:
            _draw_rulers(surface, self.geometry)
        surface.set_clip(before)

    def turn_at(self, turns: TurnButtons | None, point: tuple[int, int]) -> int | None:
        """Return the facing of the turn button under a point, or None."""
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

    def _draw_tokens(self, surface: pygame.Surface, tokens: Mapping[Cell, Token]) -> None:
        for cell, token in tokens.items():
            surface.blit(self._token(token), self.geometry.rect(cell))

    def _token(self, token: Token) -> pygame.Surface:
        angle = None
        if token.facing is not None:
            angle = self.geometry.angle(token.facing, token.facings)
        side = token.side.turned if self.geometry.flipped else token.side
        return draw_token(replace(token, angle=angle, side=side), self.geometry.cell)

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

    def _draw_dice(self, surface: pygame.Surface, attack: DrawnAttack, dice: RollingDice) -> None:
        """Draw the dice of an attack where they cover neither unit."""
        cell, area = self.geometry.cell, pygame.Rect(self.geometry.area)
        count = len(dice.faces)
        size = max(28, round(cell * 0.62))
        wide = min(area.w, count * size * 7 // 6)
        units = [self.geometry.rect(attack.source), self.geometry.rect(attack.target)]
        box = pygame.Rect(0, 0, wide, size)
        above = units[0].union(units[1])
        box.midbottom = above.centerx, above.top - cell // 8
        if box.top < area.top:
            box.midtop = above.centerx, above.bottom + cell // 8
        box.clamp_ip(area)
        draw_roll(surface, box, self.looks, dice, attack.share)

    def _draw_loss(self, surface: pygame.Surface, loss: DrawnLoss) -> None:
        """Let a number rise from a unit that flashes."""
        square = self.geometry.rect(loss.cell)
        self.geometry.veil(surface, loss.cell, "#ff3b30", round(110 * (1 - loss.share)))
        pixels = max(14, round(self.geometry.cell * 0.46))
        x, y = square.centerx, round(square.centery - square.h * (0.1 + 0.5 * loss.share))
        for aside, colour in ((2, "#1c0603"), (0, "#ffe1da")):
            line = theme.line_at(loss.text, pixels, "bold", colour)
            surface.blit(line, line.get_rect(center=(x + aside, y + aside)))

    def _draw_turns(self, surface: pygame.Surface, turns: TurnButtons) -> None:
        for facing in turns.facings:
            angle = self.geometry.angle(facing, turns.of)
            lit, rim = turns.lit == facing, self.geometry.shape.rim
            button = marks.draw_turn(angle, self.geometry.cell, lit, rim)
            place = self.geometry.rect(turns.cell)
            surface.blit(button, button.get_rect(center=place.center))


def _draw_rulers(surface: pygame.Surface, geometry: Geometry) -> None:
    seen = pygame.Rect(geometry.area)
    size = max(theme.LEGIBLE, min(round(geometry.cell * 0.24), geometry.lettering))
    band = size + 8
    low = pygame.Rect(seen.x, seen.bottom - band, seen.w, band)
    left = pygame.Rect(seen.x, seen.y, band + size // 2, seen.h - band)
    for strip in (low, left):
        svg.draw_veil(surface, strip, theme.TABLE, 215)
    for name, cell in geometry.shape.column_names:
        line = theme.line_at(name, size, "plain", theme.TEXT)
        x = geometry.rect(cell).centerx
        if left.right <= x:
            surface.blit(line, line.get_rect(center=(x, low.centery)))
    for name, cell in geometry.shape.row_names:
        line = theme.line_at(name, size, "plain", theme.TEXT)
        y = geometry.rect(cell).centery
        if y < low.y:
            surface.blit(line, line.get_rect(center=(left.centerx, y)))
