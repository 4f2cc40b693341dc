"""The bubble of a guided game: what a step says, over the board, and its two buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wargrid.table import GuidedMatch, View
from wargrid.text import Catalog
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.game.board_area import caption_of, place
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel

WIDE = 600
BUTTON = 34
"""How wide the bubble is at most, and how high its buttons are, in units."""

STEPS = 24
"""At how many heights a place for the bubble is looked for."""

KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class GuideBubble:
    """The present step of a guided game.

    It keeps off the cells that the step points at, and off the odds of the attack asked about.
    """

    def __init__(
        self, look: Theme, words: Catalog, match: GuidedMatch, view: View, drawn: BoardView
    ) -> None:
        step, px = match.step, look.px
        assert step is not None
        self.waits = step.move is None
        self.points = match.points
        geometry, caption = drawn.geometry, caption_of(view)
        board = pygame.Rect(geometry.area)
        wide = min(board.w - 2 * px(12), px(WIDE))
        text = words.of(step.say)
        high = typeset.flowed(text, wide - 2 * px(14), look.text(theme.LARGE)).height
        size = wide, high + px(BUTTON + 40)
        cells = [geometry.rect(place(view, cell)) for cell in match.points]
        tokens = [place(view, unit.cell) for unit in view.units]
        cells += [drawn.caption_box(*caption, tokens)] if caption else []
        units = [geometry.rect(cell) for cell in tokens]
        box = _clear_of(cells, units, board.inflate(-2 * px(12), -2 * px(12)), size)
        self.group = Group(look, box)
        self.group.add(Panel(look, box, sunk=False))
        room = box.inflate(-2 * px(14), -2 * px(12))
        self.group.add(
            Label(look, pygame.Rect(room.x, room.y, room.w, high + px(4)), text, theme.LARGE)
        )
        strip = pygame.Rect(room.x, room.bottom - px(BUTTON), room.w, px(BUTTON))
        leave = pygame.Rect(strip.x, strip.y, px(190), strip.h)
        self.group.add(Button(look, leave, "guide:leave", words.say("window.guide.leave")))
        if self.waits:
            following = pygame.Rect(strip.right - px(190), strip.y, px(190), strip.h)
            label = words.say("window.guide.next")
            self.group.add(
                Button(look, following, "guide:next", label, words.say("keys.enter"), primary=True)
            )

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
    size: tuple[int, int],
) -> pygame.Rect:  # fmt: skip
    """Return a box of a size in a room where it covers fewest ``cells``, then fewest units.

    Of places as good, the lowest one is taken.
    """
    places = []
    for step in range(STEPS + 1):
        for edge in ("centerx", "left", "right"):
            place = pygame.Rect((0, 0), size)
            place.bottom = room.bottom - (room.h - size[1]) * step // STEPS
            setattr(place, edge, getattr(room, edge))
            places.append(place)

    def covered(place: pygame.Rect) -> tuple[int, int]:
        return len(place.collidelistall(list(cells))), len(place.collidelistall(list(units)))

    return min(places, key=covered)
