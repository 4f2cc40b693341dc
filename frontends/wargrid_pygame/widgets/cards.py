"""Cards: buttons with a picture, a title, a text and a line of facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.svg import draw_icon
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button

PICTURE: Final = 0.42
"""The most that a picture takes of a card's width."""


LOW_SIGN: Final = "results"
"""The sign in the lower corner of a card."""


class Card(Button):
    """A large button; ``picture`` returns a surface that fits a size in pixels, or None.

    ``told`` is a line above the facts, ``mark`` the reason for the laurel on the picture.
    ``signs`` are icons beside the title, each a button: its name and its action; that of
    ``LOW_SIGN`` is beside the line ``told``. ``tips`` has the tip of each by its name.
    """

    def __init__(
        self, style: Theme, rect: pygame.Rect, action: str, title: str, text: str,
        chosen: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(style, rect, action, title, chosen=chosen)
        self.text = text
        self.note = self.told = self.mark = ""
        self.signs: list[tuple[str, str]] = []
        self.tips: dict[str, str] = {}
        self._lit = ""
        self.picture: Callable[[tuple[int, int]], pygame.Surface | None] = lambda size: None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card in its state: resting, under the mouse, pressed, chosen or focused.

        The mouse lightens the ground and the keyboard draws a ring, so that both can be seen.
        """
        px, radius = self.style.px, self.style.px(10)
        ground = theme.BUTTON_HOVER_LOW if self.hovered and not self.pressed else theme.PANEL
        edge = theme.BUTTON_EDGE if self.chosen or self.hovered else theme.LINE
        svg.draw_box(surface, self.rect, radius, ground, theme.SUNK, edge, px(2))
        room = self.rect.inflate(-2 * px(10), -2 * px(10))
        frame = pygame.Rect(room.x, room.y, min(room.h, round(room.w * PICTURE)), room.h)
        drawn = self.picture(frame.size)
        if drawn is not None:
            surface.blit(drawn, drawn.get_rect(center=frame.center))
        else:
            svg.draw_box(surface, frame, px(6), theme.SUNK, theme.SUNK, theme.LINE)
        if self.mark:
            self._draw_mark(surface, frame)
        self._write(surface, pygame.Rect(frame.right + px(12), room.y, 0, room.h), room.right)
        if self.focused:
            self.draw_focus(surface, radius)

    def _draw_mark(self, surface: pygame.Surface, frame: pygame.Rect) -> None:
        """Draw a laurel in a corner of the picture."""
        px = self.style.px
        box = pygame.Rect(frame.x, frame.y, px(34), px(34))
        svg.draw_box(surface, box, px(17), theme.TABLE, theme.TABLE, theme.GOLD)
        laurel = draw_icon("results", px(22), theme.GOLD)
        surface.blit(laurel, laurel.get_rect(center=box.center))

    def handle(self, event: pygame.event.Event) -> str | None:
        """Return the action on a click; a click on a sign answers the action of that sign."""
        action = super().handle(event)
        pointed = getattr(event, "pos", None)
        name, on_sign = next(
            (sign for at, sign in enumerate(self.signs)
             if pointed and self.sign_box(at).collidepoint(pointed)), ("", ""),
        )  # fmt: skip
        if event.type == pygame.MOUSEMOTION:
            self._lit, self.about = on_sign, self.tips.get(name, "")
        return on_sign if action and on_sign else action

    def sign_box(self, at: int = 0) -> pygame.Rect:
        """Return the place of a sign; the first one is outermost."""
        px = self.style.px
        if self.signs[at][0] == LOW_SIGN:
            return pygame.Rect(self.rect.right - px(44), self.rect.bottom - px(40), px(36), px(32))
        left = self.rect.right - px(44) - at * px(40)
        return pygame.Rect(left, self.rect.y + px(7), px(36), px(32))

    def _write(self, surface: pygame.Surface, room: pygame.Rect, right: int) -> None:
        px, wide = self.style.px, right - room.x
        high = px(38 if self.signs else 28)  # signs leave room for a second line
        title = pygame.Rect(room.x, room.y, wide, high)
        for at, (sign, action) in enumerate(self.signs):
            box = self.sign_box(at)
            if sign != LOW_SIGN:
                title.w = box.x - px(4) - title.x
            top = theme.BUTTON_HOVER_LOW if self._lit == action else theme.BUTTON_TOP
            svg.draw_box(surface, box, px(7), top, theme.BUTTON_LOW, theme.BUTTON_EDGE)
            icon = draw_icon(sign, px(22), theme.CREAM)
            surface.blit(icon, icon.get_rect(center=box.center))
        self.write(surface, self.label, title, theme.LARGE, "bold", theme.GOLD)
        lower = wide - px(40) if self.told else wide
        low = pygame.Rect(room.x, room.bottom - px(18), lower, px(18))
        high = low.y - title.bottom - px(8) - (low.h if self.told else 0)
        text = pygame.Rect(room.x, title.bottom + px(4), wide, high)
        typeset.write(surface, self.style, self.text, text, theme.BODY, "plain", theme.TEXT)
        if self.note:
            self.write(surface, self.note, low, theme.SMALL, "plain", theme.MUTED)
        if self.told:
            above = low.move(0, -low.h)
            self.write(surface, self.told, above, theme.SMALL, "bold", theme.GOLD)
