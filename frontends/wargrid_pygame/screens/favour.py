"""The dialog on balance: games in the background, each side's share, a heat map, and a stop."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

from wargrid.match import Match
from wargrid_play.looks import LooksError
from wargrid_play.scenes import warmth_of
from wargrid_play.table import Favour, Shown
from wargrid_pygame.dialog import ARROWS, BUTTON, GAP, DialogScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.pictures import DrawnBoard
from wargrid_pygame.widgets.basic import Label, halves
from wargrid_pygame.widgets.fields import FieldRow, ScrollList
from wargrid_pygame.window import App

MAP: Final = 0.48
"""The share of the width for the heat map."""


class FavourDialog(DialogScreen):
    """Shows the result of the games played until now; they go on when it is closed."""

    def __init__(self, app: App, favour: Favour, title: str) -> None:
        super().__init__(app)
        self.favour, self.title = favour, title
        self.board: DrawnBoard | None = None
        self.map: pygame.Surface | None = None
        with suppress(LooksError):  # the shares can be read without a map
            self.board = DrawnBoard(Shown(Match(favour.game, by_hand=True)), app.settings)

    def layout(self) -> None:
        """Lay out the shares so far, the map, and two buttons."""
        dialog = self.frame(self.title, 900, 470)
        room, gap = dialog.inner(), self.style.px(GAP)
        left, right = halves(room, self.style.px(BUTTON), gap)
        head = pygame.Rect(room.x, room.y, room.w, self.style.px(34))
        self.verdict = dialog.add(
            Label(self.style, head, "", theme.LARGE, "bold", theme.GOLD, middle=True)
        )
        body = pygame.Rect(room.x, head.bottom + gap, room.w, left.y - head.bottom - 2 * gap)
        wide = round(body.w * MAP)
        self.place = pygame.Rect(body.right - wide, body.y, wide, body.h)
        listed = pygame.Rect(body.x, body.y, body.w - wide - gap, body.h)
        self.list = dialog.add(ScrollList(self.style, listed, (), size=theme.BODY))
        self.stop = self.button(left, "stop", self.say("favour.stop"))
        escape = self.key(pygame.K_ESCAPE)
        dialog.set_focus(self.button(right, "close", self.say("close"), escape, primary=True))
        self.wake()

    def wake(self) -> None:
        """Show the games played since."""
        view = self.favour.view(self.words.language)
        self.verdict.text = view.verdict
        self.list.set_rows([FieldRow(line) for line in view.lines])
        self.stop.enabled = view.running
        if self.board is not None:
            self.map = self.board.picture(warmth_of(view.moves), self.place.size)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the dialog, and the map in it."""
        super().draw(surface)
        if self.map is not None:
            surface.blit(self.map, self.map.get_rect(center=self.place.center))

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; arrows move the focus."""
        if event.type == pygame.KEYDOWN and event.key in ARROWS:
            self.group.step_focus(ARROWS[event.key])
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Stop the games, or go back while they go on."""
        if action == "stop":
            self.favour.stop()
            self.wake()
        else:
            self.app.pop()
