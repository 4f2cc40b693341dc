"""The box of a guided game: the text of a step, in a separate place, and its two buttons.

The buttons of the last step play on from there, or begin a whole game.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from wargrid.text import Catalog
from wargrid_play.table import GuideView
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel

BUTTON = 34
"""The height of the buttons, in units."""

KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class GuideBubble:
    """The present step of a guided game."""

    def __init__(self, style: Theme, words: Catalog, step: GuideView, box: pygame.Rect) -> None:
        px, text, ends = style.px, step.say, step.ends
        self.waits, self.points = step.waits, step.points
        self.group = Group(style, box)
        self.group.add(Panel(style, box, sunk=False))
        room = box.inflate(-2 * px(14), -2 * px(12))
        words_box = pygame.Rect(room.x, room.y, room.w, room.h - px(BUTTON + 12))
        self.group.add(Label(style, words_box, text, theme.LARGE))
        strip = pygame.Rect(room.x, room.bottom - px(BUTTON), room.w, px(BUTTON))
        wide = min(px(240 if ends else 190), (strip.w - px(8)) // 2)
        leave = pygame.Rect(strip.x, strip.y, wide, strip.h)
        aside = "play" if ends else "leave"
        label = words.say(f"window.guide.{aside}", level=1)
        self.group.add(Button(style, leave, f"guide:{aside}", label, primary=ends))
        if self.waits:
            following = pygame.Rect(strip.right - wide, strip.y, wide, strip.h)
            label = words.say("window.guide.go_on" if ends else "window.guide.next")
            self.group.add(
                Button(
                    style, following, "guide:next", label, words.say("keys.enter"), primary=not ends
                )
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


def height_of(style: Theme, texts: Iterable[str], wide: int) -> float:
    """Return the height of a box, in units, that has room for each of the texts."""
    room, size = wide - 2 * style.px(14), style.text(theme.LARGE)
    return (
        max(typeset.flowed(text, room, size).height for text in texts) / style.scale + BUTTON + 40
    )
