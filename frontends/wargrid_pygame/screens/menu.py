"""The menu: go on, play a game at once or choose its options, load, language, quit."""

from __future__ import annotations

import time
from functools import cache, partial
from pathlib import Path
from typing import Final

import pygame

from wargrid.frontend import (
    RULESET_SUFFIX,
    game_file,
    game_folders,
    game_names,
    game_title,
    load_named,
)
from wargrid.match import unfinished, unfinished_info
from wargrid.text import Catalog
from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.graphics import theme
from wargrid_pygame.looks.loader import LooksError, find_looks, icon_text, read_looks, within
from wargrid_pygame.session import new_session, resume
from wargrid_pygame.widgets.basic import Button, Group, Label
from wargrid_pygame.window import Screen

VARIANTS: Final = "/variants/"
"""The part of a ruleset's name that makes it a variant of another game."""

STEPS: Final = {
    pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1), pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0)
}  # fmt: skip

OTHERS: Final = ("new", "load", "language", "quit")

CARD: Final = (400, 50)
CONTINUE: Final = 620
OPTIONS: Final = 116
GAP: Final = 12
"""Width and height of a game's button, width of the other buttons, and the gap between."""

AGES: Final = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("now", 0))
"""The words for the age of a game, and from how many seconds on they are used."""


def games() -> list[str]:
    """Return the names of all rulesets that are no variants."""
    return [name for name in game_names() if VARIANTS not in name]


def title_of(name: str, words: Catalog) -> str:
    """Return what a ruleset calls itself, or its name; one given by its file is read each time."""
    if name.endswith(RULESET_SUFFIX):
        return words.of(game_title(name)) or Path(name).stem
    return words.of(_known(name)) or name


@cache
def _known(name: str) -> str | dict[str, str]:
    return game_title(name)


class MenuScreen(Screen):
    """The first screen: a click on a game starts it; an unfinished game can be continued."""

    waiting: tuple[Path, ...] = ()

    def layout(self) -> None:
        """Lay out the unfinished game, a card for each game, and a row of other buttons."""
        px, area = self.look.px, self.app.area
        self.waiting = tuple(unfinished())
        self.icons = self._icons()
        self.group = Group(self.look, area)
        top = px(196)
        if self.waiting:
            wide, high = px(CONTINUE), px(CARD[1])
            rect = pygame.Rect(area.centerx - wide // 2, top, wide, high)
            self.group.add(Button(self.look, rect, "resume", self._continued(), chosen=True))
            top = rect.bottom + px(8)
        low = pygame.Rect(area.x, area.bottom - px(150), area.w, px(46))
        self._add_games(pygame.Rect(area.x, top, area.w, low.y - top - px(20)))
        self._add_others(low)
        self.group.set_focus(self._first())

    def _continued(self) -> str:
        """Name the game, turn and age of the latest unfinished game, unless it is damaged."""
        info = unfinished_info(self.waiting[0], replayed=True)
        if info.damage is not None:
            return self.say("menu.resume")
        name, seconds = title_of(info.ruleset, self.words), max(0, time.time() - info.modified)
        word, least = next(age for age in AGES if seconds >= age[1])
        age = self.say(f"menu.age.{word}", count=int(seconds // (least or 1)))
        return self.say("menu.resume_game", game=name, turn=info.turn, age=age)

    def _add_games(self, room: pygame.Rect) -> None:
        px = self.look.px
        head = pygame.Rect(room.x, room.y, room.w, px(28))
        title = self.say("menu.games")
        self.group.add(Label(self.look, head, title, 16, "bold", theme.GOLD, "centre", middle=True))
        high, gap, options = px(CARD[1]), px(GAP), px(OPTIONS)
        most = max(1, (room.bottom - head.bottom) // (high + gap))
        known = games()
        columns = 1 if len(known) <= most else 2
        wide = min(px(CARD[0]), (room.w - 2 * gap) // columns - options - 2 * gap)
        left = room.centerx - columns * (wide + options + gap) // 2
        for at, name in enumerate(known[: most * columns]):
            column, row = divmod(at, -(-min(len(known), most * columns) // columns))
            x = left + column * (wide + options + 2 * gap)
            play = pygame.Rect(x, head.bottom + px(6) + row * (high + gap), wide, high)
            self.group.add(Button(self.look, play, f"play:{name}", title_of(name, self.words)))
            beside = pygame.Rect(play.right + px(4), play.y, options, high)
            self.group.add(Button(self.look, beside, f"options:{name}", self.say("menu.options")))

    def _add_others(self, strip: pygame.Rect) -> None:
        gap = self.look.px(GAP)
        wide = min(self.look.px(260), (strip.w - 5 * gap) // len(OTHERS))
        left = strip.centerx - (len(OTHERS) * (wide + gap) - gap) // 2
        for at, action in enumerate(OTHERS):
            rect = pygame.Rect(left + at * (wide + gap), strip.y, wide, strip.h)
            self.group.add(Button(self.look, rect, action, self.say(f"menu.{action}")))

    def _first(self) -> Button:
        buttons = [child for child in self.group.children if isinstance(child, Button)]
        wanted = ("resume", f"play:{self.app.settings.ruleset}")
        return next(
            (button for action in wanted for button in buttons if button.action == action),
            buttons[0],
        )

    def _icons(self) -> tuple[str, ...]:
        try:
            for name in game_names():
                found = find_looks(game_file(name), game_folders()[0])
                if found is not None:
                    icons = list(read_looks(found).units.values())[:4]
                    return tuple(icon_text(within(found.parent, icon)) for icon in icons)
        except (LooksError, OSError):
            pass
        return ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the backdrop, the title, the buttons and what went wrong last."""
        area, px = self.app.area, self.look.px
        surface.blit(menu_backdrop(area.w, area.h, self.icons), (0, 0))
        title = pygame.Rect(area.x, px(34), area.w, px(106))
        write = partial(self.group.write, surface, align="centre")
        write("Wargrid", title.move(px(3), px(4)), 84, "title", "#000000")
        write("Wargrid", title, 84, "title", theme.GOLD)
        motto = pygame.Rect(area.x, title.bottom + px(4), area.w, px(30))
        write(self.say("menu.motto", count=len(games())), motto, 19, "plain", theme.CREAM)
        self.group.draw(surface)
        low = pygame.Rect(area.w // 8, area.h - px(90), area.w * 3 // 4, px(72))
        if self.trouble:
            self.diagnostics.draw(surface, self.look, self.trouble, low, 15)
        elif self.waiting:
            write(self.say("menu.resume_offer"), low, 15, "plain", theme.CREAM)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; arrows move the focus too."""
        if event.type == pygame.KEYDOWN and event.key in STEPS:
            self._step(*STEPS[event.key])
        else:
            super().handle(event)

    def _step(self, right: int, down: int) -> None:
        here = self.group.focus
        if here is None:
            self.group.set_focus(self._first())
            return
        found = []
        for child in self.group.children:
            across = child.rect.centerx - here.rect.centerx
            along = child.rect.centery - here.rect.centery
            ahead, beside = across * right + along * down, abs(across * down) + abs(along * right)
            if child.takes_focus and ahead > 0 and (down or beside < child.rect.h):
                found.append((ahead + beside, child))
        if found:
            self.group.set_focus(min(found, key=lambda one: one[0])[1])

    def act(self, action: str) -> None:
        """Do what a button asks for."""
        self.trouble = ""
        name, _, rest = action.partition(":")
        if action == "resume":
            path = self.waiting[0]
            self.app.open(lambda: resume(path))
        elif name == "play":
            if self.app.open(lambda: new_session(load_named(rest).game())):
                self.app.keep(ruleset=rest)
        elif name == "options":
            self.go_to("new_game", rest)
        elif action in ("new", "load"):
            self.go_to("new_game" if action == "new" else "saves")
        elif action == "language":
            self.app.next_language()
        elif action == "quit":
            self.app.quit()
