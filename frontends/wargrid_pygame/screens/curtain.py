"""The curtain between players at one screen: it covers everything until the side that is next says it is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.drawing.tokens import Token, draw_token
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.base import Screen
from wargrid_pygame.widgets.basic import Button, Group
from wargrid_pygame.widgets.keys import key_name

if TYPE_CHECKING:
    from wargrid.table.view import SideView
    from wargrid_pygame.app import App
    from wargrid_pygame.game.screen import GameScreen

WIDE: Final = 560


class CurtainScreen(Screen):
    """Names the side that is to sit down; nothing of the game is seen before it has confirmed."""

    def __init__(self, app: App, game: GameScreen) -> None:
        super().__init__(app)
        self.game = game

    def layout(self) -> None:
        """One button in the middle."""
        px, area = self.look.px, self.app.area
        self.group = Group(self.look, area)
        rect = pygame.Rect(0, 0, px(420), px(54))
        rect.center = area.centerx, area.centery + px(110)
        label = self.say("curtain.here", side=self._side.name)
        key = key_name(pygame.K_RETURN, self.words)
        self.group.set_focus(
            self.group.add(Button(self.look, rect, "open", label, key, chosen=True))
        )

    @property
    def _side(self) -> SideView:
        return self.game.view.sides[self.game.session.match.position.side]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the backdrop, the side's shield and what is asked of whom."""
        area, px = self.app.area, self.look.px
        surface.blit(menu_backdrop(area.w, area.h), (0, 0))
        size = px(110)
        shield = draw_token(Token(self.game.looks.side(self._side.word), " "), size)
        surface.blit(shield, shield.get_rect(center=(area.centerx, area.centery - px(130))))
        title = pygame.Rect(0, 0, px(WIDE), px(54))
        title.center = area.centerx, area.centery - px(34)
        said = self.say("curtain.title", side=self._side.name)
        typeset.write(
            surface, self.look, said, title, 32, "title", theme.CREAM, "centre", middle=True
        )
        asked = pygame.Rect(0, 0, px(WIDE), px(60))
        asked.center = area.centerx, area.centery + px(30)
        wish = self.say("curtain.asked")
        typeset.write(
            surface, self.look, wish, asked, 16, "plain", theme.TEXT, "centre", middle=True
        )
        self.group.draw(surface)

    def act(self, action: str) -> None:
        """Draw the curtain back."""
        if action == "open":
            self.app.pop()
