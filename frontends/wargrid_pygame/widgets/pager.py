"""What is said page by page where not all of it can be seen at once: buttons, keys and the wheel turn the pages."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button

KEYS: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
SIGNS: Final = {-1: "‹", 1: "›"}

WIDE: Final = 34
HIGH: Final = 26
GAP: Final = 6
"""How wide and high a button is, and the gap between the two, in units."""


class Pager:
    """Which of ``count`` pages is shown, ``at`` from 0, and the two buttons that show others, in their ``rect``."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.at = 0
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._buttons: dict[int, Button] = {}

    @staticmethod
    def room(look: Theme) -> tuple[int, int]:
        """How wide and high the two buttons are together, in pixels."""
        return 2 * look.px(WIDE) + look.px(GAP), look.px(HIGH)

    def draw(self, surface: pygame.Surface, look: Theme, corner: tuple[int, int]) -> None:
        """Draw the buttons with this upper right corner, if there is more than one page."""
        if self.count < 2:
            return
        self.rect = pygame.Rect((0, 0), self.room(look))
        self.rect.topright = corner
        for by, left in ((-1, self.rect.x), (1, self.rect.right - look.px(WIDE))):
            place = pygame.Rect(left, self.rect.y, look.px(WIDE), self.rect.h)
            button = self._buttons.setdefault(by, Button(look, place, "turn", SIGNS[by]))
            button.look, button.rect = look, place
            button.enabled = 0 <= self.at + by < self.count
            button.draw(surface)

    def handle(self, event: pygame.event.Event, room: pygame.Rect) -> bool:
        """Turn the page by a key, by a button, or by the wheel over the ``room``; True if it was meant for it."""
        if self.count < 2:
            return False
        if event.type == pygame.KEYDOWN and event.key in KEYS:
            self._turn(KEYS[event.key])
        elif event.type == pygame.MOUSEWHEEL and room.collidepoint(pygame.mouse.get_pos()):
            self._turn(-event.y)
        else:
            return self._press(event)
        return True

    def _press(self, event: pygame.event.Event) -> bool:
        """Offer the event to the buttons; a press between them is theirs as well."""
        for by, button in list(self._buttons.items()):
            if button.handle(event) is not None:
                self._turn(by)
        presses = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1
        return presses and self.rect.collidepoint(event.pos)

    def _turn(self, by: int) -> None:
        self.at = max(0, min(self.count - 1, self.at + by))
