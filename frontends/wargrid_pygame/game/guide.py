"""The bubble of a guided game: what a step says, over the board, and its two buttons.

Those of the last step play on from there, or begin a whole game.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wargrid.scenes import caption_of, place
from wargrid.table import View
from wargrid.table.view import GuideView
from wargrid.text import Catalog
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel

WIDE = (600, 480, 400)
BUTTON = 34
"""How wide the bubble is, where it covers least, and how high its buttons are, in units."""

STEPS = 24
"""At how many heights a place for the bubble is looked for."""

KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class GuideBubble:
    """The present step of a guided game.

    It keeps off the cells that the step points at or names and those of the last move and the
    selected unit, and off the odds of the attack asked about. It lies in the room ``beside`` the
    board, if there is one, where the board has no place.
    """

    def __init__(
        self, look: Theme, words: Catalog, view: View, step: GuideView, drawn: BoardView,
        beside: pygame.Rect | None = None,
    ) -> None:  # fmt: skip
        px, text, ends = look.px, step.say, step.ends
        self.waits, self.points = step.waits, step.points
        geometry, caption = drawn.geometry, caption_of(view)
        board = pygame.Rect(geometry.area)
        room = board.inflate(-2 * px(12), -2 * px(12))
        sizes = [self._size(look, text, min(room.w, px(wide))) for wide in WIDE]
        told = {*step.told, *(cell for trace in view.last for cell in trace.cells)}
        if view.selected is not None:
            told |= {view.selected, *(mark.cell for mark in view.marks)}
        cells = [geometry.rect(place(view, cell)) for cell in sorted(told)]
        tokens = [place(view, unit.cell) for unit in view.units]
        cells += [drawn.caption_box(*caption, tokens)] if caption else []
        units = [geometry.rect(cell) for cell in tokens]
        fitting = [size for size in sizes if size[1] <= room.h]
        box = _clear_of(cells, units, room, fitting or sizes[:1])
        if beside is not None and box.collidelist(cells) >= 0:
            size = self._size(look, text, beside.w)
            if size[1] <= beside.h:
                box = pygame.Rect(beside.topleft, size)
        self.group = Group(look, box)
        self.group.add(Panel(look, box, sunk=False))
        room = box.inflate(-2 * px(14), -2 * px(12))
        words_box = pygame.Rect(room.x, room.y, room.w, room.h - px(BUTTON + 12))
        self.group.add(Label(look, words_box, text, theme.LARGE))
        strip = pygame.Rect(room.x, room.bottom - px(BUTTON), room.w, px(BUTTON))
        wide = min(px(240 if ends else 190), (strip.w - px(8)) // 2)
        leave = pygame.Rect(strip.x, strip.y, wide, strip.h)
        aside = "play" if ends else "leave"
        self.group.add(Button(look, leave, f"guide:{aside}", words.say(f"window.guide.{aside}")))
        if self.waits:
            following = pygame.Rect(strip.right - wide, strip.y, wide, strip.h)
            label = words.say("window.guide.go_on" if ends else "window.guide.next")
            self.group.add(
                Button(look, following, "guide:next", label, words.say("keys.enter"), primary=True)
            )

    @staticmethod
    def _size(look: Theme, text: str, wide: int) -> tuple[int, int]:
        """Return width and height of the bubble with a text, in pixels."""
        high = typeset.flowed(text, wide - 2 * look.px(14), look.text(theme.LARGE)).height
        return wide, high + look.px(BUTTON + 40)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bubble."""
        self.group.draw(surface)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Return the action of a button, or of Enter or Space where the step only explains."""
        if event.type == pygame.KEYDOWN:
            return "guide:next" if self.waits and event.key in KEYS else None
        return self.group.handle(event)

    def covers(self, event: pygame.event.Event) -> bool:
        """Return whether a click is on the bubble, and so not on the board below it."""
        pressed = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        return pressed and self.group.rect.collidepoint(event.pos)


def _clear_of(
    cells: Sequence[pygame.Rect], units: Sequence[pygame.Rect], room: pygame.Rect,
    sizes: Sequence[tuple[int, int]],
) -> pygame.Rect:  # fmt: skip
    """Return a box of a size in a room where it covers fewest ``cells``, then fewest units.

    Of places as good, the lowest one of the first size is taken.
    """
    places = []
    for size in sizes:
        for step in range(STEPS + 1):
            for edge in ("centerx", "left", "right"):
                place = pygame.Rect((0, 0), size)
                place.bottom = room.bottom - (room.h - size[1]) * step // STEPS
                setattr(place, edge, getattr(room, edge))
                places.append(place)

    def covered(place: pygame.Rect) -> tuple[int, int]:
        return len(place.collidelistall(list(cells))), len(place.collidelistall(list(units)))

    return min(places, key=covered)
