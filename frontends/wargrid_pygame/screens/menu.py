"""The menu: go on, new game, load, language, quit."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from wargrid.home import unfinished
from wargrid.record import RecordError
from wargrid.ruleset.library import locate, names, roots
from wargrid.text import LANGUAGES
from wargrid_pygame import theme, typeset
from wargrid_pygame.backdrop import menu_backdrop
from wargrid_pygame.looks import LooksError, find, icon_text, read
from wargrid_pygame.screens.screen import Screen
from wargrid_pygame.sessions import resumed
from wargrid_pygame.widgets import Button, Group

STEPS: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class MenuScreen(Screen):
    """The first screen; it offers to go on with a game that was not finished."""

    waiting: tuple[Path, ...] = ()
    trouble = ""

    def layout(self) -> None:
        """A column of buttons in the middle."""
        px, area = self.look.px, self.app.area
        self.waiting = tuple(unfinished())
        self.icons = self._icons()
        self.group = Group(self.look, area)
        wide, high, gap = px(340), px(52), px(14)
        actions = [*(["resume"] if self.waiting else []), "new", "load", "language", "quit"]
        top = area.h // 2 - px(52)
        for at, action in enumerate(actions):
            rect = pygame.Rect(area.centerx - wide // 2, top + at * (high + gap), wide, high)
            self.group.add(Button(self.look, rect, action, self.say(f"menu.{action}"), chosen=action == actions[0]))
        self.group.set_focus(self.group.children[0])

    def _icons(self) -> tuple[str, ...]:
        """A few drawings of the first game that has any."""
        try:
            for name in names():
                found = find(locate(name), roots()[0])
                if found is not None:
                    return tuple(icon_text(found.parent / icon) for icon in list(read(found).units.values())[:4])
        except (LooksError, OSError):
            pass
        return ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the backdrop, the title, the buttons and what went wrong last."""
        area, px = self.app.area, self.look.px
        surface.blit(menu_backdrop(area.w, area.h, self.icons), (0, 0))
        title = pygame.Rect(area.x, area.h // 2 - px(270), area.w, px(110))
        shadow = title.move(px(3), px(4))
        typeset.write(surface, self.look, "Wargrid", shadow, 84, "title", "#000000", "centre", middle=True)
        typeset.write(surface, self.look, "Wargrid", title, 84, "title", theme.GOLD, "centre", middle=True)
        motto = pygame.Rect(area.x, title.bottom + px(4), area.w, px(30))
        said = self.say("menu.motto")
        typeset.write(surface, self.look, said, motto, 19, "plain", theme.CREAM, "centre", middle=True)
        self.group.draw(surface)
        low = pygame.Rect(area.w // 8, area.h - px(86), area.w * 3 // 4, px(68))
        text = self.trouble or (self.say("menu.resume_offer") if self.waiting else "")
        colour = theme.BAD if self.trouble else theme.CREAM
        typeset.write(surface, self.look, text, low, 15, "plain", colour, "centre", middle=True)

    def handle(self, event: pygame.event.Event) -> None:
        """Arrows move the focus too; F11 and Escape do nothing here."""
        if event.type == pygame.KEYDOWN and event.key in STEPS:
            self.group.step_focus(STEPS[event.key])
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Go where the button leads."""
        from wargrid_pygame.screens.new_game import NewGameScreen
        from wargrid_pygame.screens.saves import SavesScreen

        self.trouble = ""
        if action == "resume":
            self._resume()
        elif action == "new":
            self.app.push(NewGameScreen(self.app))
        elif action == "load":
            self.app.push(SavesScreen(self.app))
        elif action == "language":
            at = LANGUAGES.index(self.words.language)
            self.app.speak(LANGUAGES[(at + 1) % len(LANGUAGES)])
        elif action == "quit":
            self.app.quit()

    def _resume(self) -> None:
        try:
            self.app.play(resumed(self.waiting[0]))
        except RecordError as error:
            self.trouble = error.text(self.words.language)
