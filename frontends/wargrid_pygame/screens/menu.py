"""The menu: go on, play a game at once or choose its options, load, language, quit."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from wargrid.loading.library import locate, names, roots
from wargrid.loading.loader import load_named
from wargrid.match.saves import unfinished
from wargrid.text.catalog import LANGUAGES
from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.looks.loader import LooksError, find, icon_text, read, within
from wargrid_pygame.screens import trusting
from wargrid_pygame.screens.base import Screen
from wargrid_pygame.screens.games import games, title_of
from wargrid_pygame.session import new_session, resumed
from wargrid_pygame.widgets.basic import Button, Group, Label

STEPS: Final = {
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
}

OTHERS: Final = ("new", "load", "language", "quit")

CARD: Final = (400, 50)
OPTIONS: Final = 116
GAP: Final = 12
"""How wide and high a game's button is, how wide the one for its options and the gap between cards,
in units."""


class MenuScreen(Screen):
    """The first screen: a click on a game starts it; a game that was not finished can be gone on with."""

    waiting: tuple[Path, ...] = ()

    def layout(self) -> None:
        """Below the title the game to go on with, then a card for each game, then a row of other ways on."""
        px, area = self.look.px, self.app.area
        self.waiting = tuple(unfinished())
        self.icons = self._icons()
        self.group = Group(self.look, area)
        top = px(196)
        if self.waiting:
            wide, high = px(CARD[0]), px(CARD[1])
            rect = pygame.Rect(area.centerx - wide // 2, top, wide, high)
            self.group.add(Button(self.look, rect, "resume", self.say("menu.resume"), chosen=True))
            top = rect.bottom + px(8)
        low = pygame.Rect(area.x, area.bottom - px(150), area.w, px(46))
        self._add_games(pygame.Rect(area.x, top, area.w, low.y - top - px(20)))
        self._add_others(low)
        self.group.set_focus(self._first())

    def _add_games(self, room: pygame.Rect) -> None:
        """Add a card for every game, in two columns if there are many; those without room are among all games."""
        px = self.look.px
        head = pygame.Rect(room.x, room.y, room.w, px(28))
        self.group.add(
            Label(
                self.look,
                head,
                self.say("menu.games"),
                16,
                "bold",
                theme.GOLD,
                "centre",
                middle=True,
            )
        )
        high, gap, options = px(CARD[1]), px(GAP), px(OPTIONS)
        most = max(1, (room.bottom - head.bottom) // (high + gap))
        known = games()
        columns = 1 if len(known) <= most else 2
        wide = min(px(CARD[0]), (room.w - 2 * gap) // columns - options - 2 * gap)
        left = room.centerx - columns * (wide + options + gap) // 2
        for at, name in enumerate(known[: most * columns]):
            column, row = divmod(at, -(-min(len(known), most * columns) // columns))
            x, y = (
                left + column * (wide + options + 2 * gap),
                head.bottom + px(6) + row * (high + gap),
            )
            play = pygame.Rect(x, y, wide, high)
            self.group.add(Button(self.look, play, f"play:{name}", title_of(name, self.words)))
            beside = pygame.Rect(play.right + px(4), y, options, high)
            self.group.add(Button(self.look, beside, f"options:{name}", self.say("menu.options")))

    def _add_others(self, strip: pygame.Rect) -> None:
        gap = self.look.px(GAP)
        wide = min(self.look.px(260), (strip.w - 5 * gap) // len(OTHERS))
        left = strip.centerx - (len(OTHERS) * (wide + gap) - gap) // 2
        for at, action in enumerate(OTHERS):
            rect = pygame.Rect(left + at * (wide + gap), strip.y, wide, strip.h)
            self.group.add(Button(self.look, rect, action, self.say(f"menu.{action}")))

    def _first(self) -> Button:
        """The button that Enter presses at first: to go on, or the game played last, or the first one."""
        buttons = [child for child in self.group.children if isinstance(child, Button)]
        wanted = ("resume", f"play:{self.app.settings.ruleset}")
        return next(
            (button for action in wanted for button in buttons if button.action == action),
            buttons[0],
        )

    def _icons(self) -> tuple[str, ...]:
        """A few drawings of the first game that has any."""
        try:
            for name in names():
                found = find(locate(name), roots()[0])
                if found is not None:
                    return tuple(
                        icon_text(within(found.parent, icon))
                        for icon in list(read(found).units.values())[:4]
                    )
        except (LooksError, OSError):
            pass
        return ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the backdrop, the title, the buttons and what went wrong last."""
        area, px = self.app.area, self.look.px
        surface.blit(menu_backdrop(area.w, area.h, self.icons), (0, 0))
        title = pygame.Rect(area.x, px(34), area.w, px(106))
        shadow = title.move(px(3), px(4))
        typeset.write(
            surface, self.look, "Wargrid", shadow, 84, "title", "#000000", "centre", middle=True
        )
        typeset.write(
            surface, self.look, "Wargrid", title, 84, "title", theme.GOLD, "centre", middle=True
        )
        motto = pygame.Rect(area.x, title.bottom + px(4), area.w, px(30))
        said = self.say("menu.motto")
        typeset.write(
            surface, self.look, said, motto, 19, "plain", theme.CREAM, "centre", middle=True
        )
        self.group.draw(surface)
        low = pygame.Rect(area.w // 8, area.h - px(90), area.w * 3 // 4, px(72))
        if self.trouble:
            self.diagnostics.draw(surface, self.look, self.trouble, low, 15)
        elif self.waiting:
            offer = self.say("menu.resume_offer")
            typeset.write(
                surface, self.look, offer, low, 15, "plain", theme.CREAM, "centre", middle=True
            )

    def handle(self, event: pygame.event.Event) -> None:
        """Arrows move the focus too; F11 and Escape do nothing here."""
        if event.type == pygame.KEYDOWN and event.key in STEPS:
            self._step(*STEPS[event.key])
        else:
            super().handle(event)

    def _step(self, right: int, down: int) -> None:
        """Move the focus to the nearest button that way, if there is one."""
        here = self.group.focus
        if here is None:
            self.group.set_focus(self._first())
            return
        found = []
        for child in self.group.children:
            across, along = (
                child.rect.centerx - here.rect.centerx,
                child.rect.centery - here.rect.centery,
            )
            ahead, beside = across * right + along * down, abs(across * down) + abs(along * right)
            if child.takes_focus and ahead > 0 and (down or beside < child.rect.h):
                found.append((ahead + beside, child))
        if found:
            self.group.set_focus(min(found, key=lambda one: one[0])[1])

    def act(self, action: str) -> None:
        """Go where the button leads."""
        from wargrid_pygame.screens.new_game import NewGameScreen
        from wargrid_pygame.screens.saves import SavesScreen

        self.trouble = ""
        name, _, rest = action.partition(":")
        if action == "resume":
            self._resume()
        elif name == "play":
            self._play(rest)
        elif name == "options":
            self.app.push(NewGameScreen(self.app, rest))
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
        path = self.waiting[0]
        trusting.play(self.app, lambda: resumed(path))

    def _play(self, name: str) -> None:
        """Start a game as its ruleset has it, or say what is wrong with it."""
        if trusting.play(self.app, lambda: new_session(load_named(name).game())):
            self.app.keep(ruleset=name)
