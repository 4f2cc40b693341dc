"""The palette of the board editor: every terrain, unit, zone and marker as a small picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from wargrid_editor import EditorView, PaletteEntry
from wargrid_play.looks import Looks
from wargrid_play.looks.pictures import Token, icon_of
from wargrid_pygame.drawing.ground import draw_tile
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Widget

TILE: Final = 40
ROW: Final = 28
GAP: Final = 5
"""The size of a picture, the height of a brush without one, and the gap between them, in units."""

PICTURED: Final = ("terrain", "first", "second")
"""The groups of brushes that are shown as pictures; the others are written."""

TOOL: Final = 32
COLUMNS: Final = 5
LINE: Final = 36
STEP: Final = 26
"""The height of a tool, the number of tools in a row, the height of the room below them, for two
lines, and the width of a button in it, in units."""

HANDS: Final = ("turn", "cut", "copy", "paste")
STEPS: Final = ("less", "more")
"""The commands beside the tools, and those that change the value of the brush."""


class Toolbox:
    """Tools, clipboard and the value of the brush as small ``buttons`` without labels.

    ``line`` is the room below them, in which the brush is named.
    """

    def __init__(self, style: Theme, room: pygame.Rect, view: EditorView) -> None:
        self.style = style
        gap, high = style.px(GAP), style.px(TOOL)
        wide = (room.w - (COLUMNS - 1) * gap) // COLUMNS
        names = [*(tool.name for tool in view.tools), *HANDS]
        self.buttons = []
        for at, name in enumerate(names):
            row, column = divmod(at, COLUMNS)
            left, top = room.x + column * (wide + gap), room.y + row * (high + gap)
            self.buttons.append(Button(style, pygame.Rect(left, top, wide, high), name, ""))
        self.line = pygame.Rect(room.x, self.buttons[-1].rect.bottom + gap, room.w, style.px(LINE))
        for at, name in enumerate(STEPS):
            left = room.right - (len(STEPS) - at) * style.px(STEP)
            box = pygame.Rect(left, self.line.y, style.px(STEP) - 2, self.line.h)
            self.buttons.append(Button(style, box, name, "−+"[at]))
        for button in self.buttons:
            button.icon = icon_of(button.action.replace(":", "_"))
            button.shown, button.align = (True, False), "centre"
        self.update(view)

    def update(self, view: EditorView) -> None:
        """Light the tool in hand, and enable the possible commands."""
        known = {each.name: each for each in (*view.tools, *view.commands)}
        for button in self.buttons:
            command = known[button.action]
            button.about = f"{command.label} · {command.shortcut}"
            button.chosen = button.lit = command.chosen
            button.enabled = command.enabled
            button.visible = button.action not in STEPS or command.enabled
        self.brush = pygame.Rect(self.line)
        if view.value is not None:
            self.brush.w -= len(STEPS) * self.style.px(STEP) + 2


class Palette(Widget):
    """Brushes to choose from; answers the command of one. Arrows step when it has the focus."""

    can_focus = True

    def __init__(
        self, style: Theme, rect: pygame.Rect, entries: Sequence[PaletteEntry], looks: Looks,
        sides: Mapping[int, str], offset: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(style, rect)
        self.looks, self.sides, self.offset = looks, sides, offset
        self.hovered: int | None = None
        self.entries: Sequence[PaletteEntry] = ()
        self.places: list[pygame.Rect] = []
        self.high = 0
        self.set(entries)

    def set(self, entries: Sequence[PaletteEntry]) -> None:
        """Show these brushes, the chosen one in sight."""
        before = [each.command for each in self.entries if each.chosen]
        self.entries = entries
        self._place()
        now = next((at for at, each in enumerate(entries) if each.chosen), None)
        if now is not None and before != [entries[now].command]:
            place = self.places[now]
            self.offset = max(place.bottom - self.rect.h, min(self.offset, place.y))
        self.scroll(0)

    def _place(self) -> None:
        tile, row, gap = (self.style.px(each) for each in (TILE, ROW, GAP))
        self.places, left, top, group = [], 0, 0, ""
        wide = self.rect.w - gap
        for each in self.entries:
            small = each.group in PICTURED
            new = bool(group) and (each.group != group if small else True)
            if new or (small and left + tile > wide):
                extra = gap if each.group != group else 0
                top, left = top + (tile if group in PICTURED else row) + gap + extra, 0
            self.places.append(
                pygame.Rect(left, top, tile if small else wide, tile if small else row)
            )
            left, group = left + tile + gap, each.group
        self.high = self.places[-1].bottom if self.places else 0

    def scroll(self, pixels: int) -> None:
        """Move the palette by some pixels, within its height."""
        self.offset = max(0, min(self.high - self.rect.h, self.offset + pixels))

    @property
    def tip(self) -> str:
        """The name of the brush under the mouse."""
        return "" if self.hovered is None else self.entries[self.hovered].label

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the brushes that are in sight."""
        before = surface.get_clip()
        surface.set_clip(self.rect.inflate(4, 4).clip(before))
        for at, (each, place) in enumerate(zip(self.entries, self.places, strict=True)):
            box = place.move(self.rect.x, self.rect.y - self.offset)
            if box.colliderect(self.rect):
                self._draw_entry(surface, each, box, lit=at == self.hovered)
        surface.set_clip(before)
        if self.focused:
            self.draw_focus(surface, self.style.px(6))

    def _draw_entry(
        self, surface: pygame.Surface, each: PaletteEntry, box: pygame.Rect, lit: bool
    ) -> None:
        edge = theme.GOLD if each.chosen else theme.BUTTON_EDGE if lit else theme.LINE
        line = self.style.px(2.5) if each.chosen else 1
        svg.draw_box(surface, box, self.style.px(6), theme.SUNK, theme.SUNK, edge, line)
        room = box.inflate(-2 * self.style.px(4), -2 * self.style.px(4))
        if each.group == "terrain":
            surface.blit(
                draw_tile(self.looks, each.word, room.w, wall=each.word in self.walls), room
            )
        elif each.group in PICTURED:
            side = self.sides[each.side]
            icon = self.looks.unit_icon(each.word, side)
            token = Token(self.looks.side(side), each.letter.upper(), icon)
            drawn = draw_token(token, room.w)
            surface.blit(drawn, drawn.get_rect(center=room.center))
        else:
            ink = theme.CREAM if each.chosen else theme.TEXT
            if each.side >= 0:
                chip = pygame.Rect(room.x, room.y + 2, self.style.px(10), room.h - 4)
                colour = self.looks.side(self.sides[each.side]).top
                svg.draw_box(surface, chip, 3, colour, colour, theme.LINE)
                room.x, room.w = chip.right + 4, room.right - chip.right - 4
            self.write(surface, each.label, room, theme.SMALL, "plain", ink)

    walls: frozenset[str] = frozenset()
    """The terrains that are walls, drawn as such."""

    def handle(self, event: pygame.event.Event) -> str | None:
        """Return the command of the brush clicked, or stepped to by an arrow."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self._at(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(event.pos):
            self.scroll(-event.y * self.style.px(TILE))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            at = self._at(event.pos)
            return None if at is None else self.entries[at].command
        elif event.type == pygame.KEYDOWN and self.focused:
            step = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}
            if event.key in step:
                return "next_brush" if step[event.key] > 0 else "previous_brush"
        return None

    def _at(self, point: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(point):
            return None
        within = point[0] - self.rect.x, point[1] - self.rect.y + self.offset
        return next((at for at, box in enumerate(self.places) if box.collidepoint(within)), None)
