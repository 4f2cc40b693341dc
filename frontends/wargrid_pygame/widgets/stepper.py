"""A button that goes through values, forwards and backwards."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import Button

ARROW: Final = 26
"""The width of the place of an arrow at each end, in units."""

KEYS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class Stepper(Button):
    """A button between two arrows; it answers ``<action>:<step>`` for a step, or its own action.

    A step is taken by the arrows, the cursor keys at its sides, the wheel, and backwards by the
    right button of the mouse. Its own action is that of a click between the arrows, and of Enter.
    """

    def handle(self, event: pygame.event.Event) -> str | None:
        """Return the action of a click, a key or the wheel."""
        answer = super().handle(event)
        if answer is not None:
            return self._clicked(event) if event.type == pygame.MOUSEBUTTONUP else answer
        if not (self.enabled and self.visible):
            return None
        if event.type == pygame.KEYDOWN and self.focused and event.key in KEYS:
            return self._step(KEYS[event.key])
        here = hasattr(event, "pos") and self.rect.collidepoint(event.pos)
        if event.type == pygame.MOUSEWHEEL and here and event.y:
            return self._step(1 if event.y > 0 else -1)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and here:
            return self._step(-1)
        return None

    def _clicked(self, event: pygame.event.Event) -> str:
        ends = self._ends()
        at = next((step for step, end in ends.items() if end.collidepoint(event.pos)), 0)
        return self._step(at) if at else self.action

    def _step(self, by: int) -> str:
        return f"{self.action}:{by}"

    def _ends(self) -> dict[int, pygame.Rect]:
        wide = self.style.px(ARROW)
        left = pygame.Rect(self.rect.x, self.rect.y, wide, self.rect.h)
        return {-1: left, 1: left.move(self.rect.w - wide, 0)}

    def _room(self) -> pygame.Rect:
        return super()._room().inflate(-2 * self.style.px(ARROW - 5), 0)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the button, and the arrows at its ends."""
        super().draw(surface)
        for end, arrow in zip(self._ends().values(), "\u2039\u203a", strict=True):
            self.write(surface, arrow, end, theme.HEADING, "bold", theme.GOLD, "centre")
