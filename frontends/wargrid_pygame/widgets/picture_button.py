"""A button with a picture: a die, a token, or another small drawing."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button


class PictureButton(Button):
    """A button with a die or a token at its left; ``inset`` is how far in that lies, in units."""

    def __init__(
        self, style: Theme, rect: pygame.Rect, command: tuple[str, str, str],
        picture: Callable[[int], pygame.Surface], inset: tuple[int, int, int],
    ) -> None:  # fmt: skip
        super().__init__(style, rect, *command)
        self.picture = picture
        self.right, self.left, self.top = map(style.px, inset)
        self.side = rect.h - style.px(2 * inset[2])

    def boxes(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rooms of label and key, beside the picture."""
        label, hint = super().boxes()
        wide = self.rect.h - self.right
        return pygame.Rect(label.x + wide, label.y, max(1, label.w - wide), label.h), hint

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the button, and the picture at its left."""
        super().draw(surface)
        corner = (self.rect.x + self.left, self.rect.y + self.top)
        surface.blit(self.picture(self.side), corner)
