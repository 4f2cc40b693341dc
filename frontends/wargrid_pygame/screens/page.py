"""The base of whole pages: a title over the backdrop of the menu, and the way back."""

from __future__ import annotations

import pygame

from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import Button, Group, Label
from wargrid_pygame.window import Screen

TITLE = 50
"""The height of the title of a page, in units."""


class PageScreen(Screen):
    """A page; Escape answers ``back``. ``wide`` and ``edge`` are its most width and its margin."""

    wide, edge = 1180, 24

    def page(self, title: str = "") -> pygame.Rect:
        """Begin a page without widgets but its title, and return its room, title included."""
        px, area = self.style.px, self.app.area
        self.group = Group(self.style, area)
        wide = min(area.w - px(60), px(self.wide))
        left = area.centerx - wide // 2
        room = pygame.Rect(left, px(self.edge), wide, area.h - px(2 * self.edge))
        if title:
            box = pygame.Rect(room.x, room.y, room.w, px(TITLE))
            size, ink = theme.TITLE, theme.CREAM
            self.group.add(Label(self.style, box, title, size, "title", ink, middle=True))
        return room

    def way_back(self, rect: pygame.Rect, primary: bool = False) -> Button:
        """Add the button that goes back."""
        escape = self.key(pygame.K_ESCAPE)
        button = Button(self.style, rect, "back", self.say("back"), escape, primary=primary)
        return self.group.add(button)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the widgets over the backdrop."""
        surface.blit(menu_backdrop(self.app.area.w, self.app.area.h), (0, 0))
        super().draw(surface)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; Escape goes back."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.act("back")
        else:
            super().handle(event)
