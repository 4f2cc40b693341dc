"""The dialogs over a game: the pause menu, help for the present moment, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pygame

from wargrid.text.catalog import LANGUAGES
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.screens.base import Screen
from wargrid_pygame.widgets.basic import Button, Dialog, Label
from wargrid_pygame.widgets.fields import Row, ScrollList
from wargrid_pygame.widgets.keys import key_name

if TYPE_CHECKING:
    from wargrid_pygame.app import App
    from wargrid_pygame.game.screen import GameScreen

BUTTON: Final = 42
GAP: Final = 10


class DialogScreen(Screen):
    """A dialog in the middle of the window, with buttons below each other or side by side; Escape closes it."""

    over = True
    size = (420, 300)

    def __init__(self, app: App, game: GameScreen) -> None:
        super().__init__(app)
        self.game = game

    def frame(self, heading: str, size: tuple[float, float] | None = None) -> Dialog:
        """The empty dialog."""
        wide, high = (self.look.px(units) for units in (size or self.size))
        rect = pygame.Rect(0, 0, min(wide, self.app.area.w - 8), min(high, self.app.area.h - 8))
        rect.center = self.app.area.center
        return Dialog(self.look, rect, heading, "close")

    def act(self, action: str) -> None:
        """Close the dialog; the others do more."""
        if action == "close":
            self.app.pop()

    def button(self, rect: pygame.Rect, action: str, label: str, hint: str = "") -> Button:
        """A button that is pressed by Enter when it has the focus."""
        return self.group.add(Button(self.look, rect, action, label, hint))


class PauseDialog(DialogScreen):
    """The menu of a game under way."""

    ACTIONS: Final = (
        "close",
        "save",
        "load",
        "new",
        "rules",
        "flip",
        "resign",
        "language",
        "leave",
    )
    KEYS: Final = {"close": pygame.K_ESCAPE, "save": pygame.K_F5, "rules": pygame.K_F1}

    def layout(self) -> None:
        """One button below the other."""
        high = len(self.ACTIONS) * (BUTTON + GAP) + 90
        dialog = self.frame(self.say("pause.title"), (400, high))
        self.group = dialog
        room, step = dialog.inner(), self.look.px(BUTTON + GAP)
        for at, action in enumerate(self.ACTIONS):
            rect = pygame.Rect(room.x, room.y + at * step, room.w, self.look.px(BUTTON))
            key = self.KEYS.get(action)
            button = self.button(
                rect, action, self.say(f"pause.{action}"), key_name(key, self.words) if key else ""
            )
            button.align = "left"
            button.enabled = action != "resign" or self.game.view.over is None
        dialog.set_focus(dialog.children[0])

    def handle(self, event: pygame.event.Event) -> None:
        """Arrows move the focus too; the keys of the game work here."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            self.group.step_focus(-1 if event.key == pygame.K_UP else 1)
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_F5, pygame.K_F1):
            self.act("save" if event.key == pygame.K_F5 else "rules")
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Do one of the things the menu offers."""
        from wargrid_pygame.screens.menu import MenuScreen
        from wargrid_pygame.screens.new_game import NewGameScreen
        from wargrid_pygame.screens.saves import SavesScreen

        if action == "language":
            at = LANGUAGES.index(self.words.language)
            self.app.speak(LANGUAGES[(at + 1) % len(LANGUAGES)])
            return
        self.app.pop()
        if action == "leave":
            self.app.reset(MenuScreen(self.app))
        elif action in ("load", "new"):
            self.app.push(SavesScreen(self.app) if action == "load" else NewGameScreen(self.app))
        elif action != "close":
            self.game.act(action)


class HelpDialog(DialogScreen):
    """What can be done now, sentence by sentence, and the keys that do it."""

    KEYS: Final = (
        "cursor", "enter", "tab", "escape", "type", "turn", "undo", "end", "threats", "zoom", "rules", "save", "menu"
    )  # fmt: skip

    def layout(self) -> None:
        """A list that scrolls if it must, and a button that closes it."""
        dialog = self.frame(self.say("help.title"), (680, 640))
        self.group = dialog
        room = dialog.inner()
        low = self.look.px(BUTTON)
        rows = [Row(text, colour=theme.TEXT) for text in self.game.table.help_now()]
        rows += [Row(""), Row(self.say("help.keys"), colour=theme.GOLD, face="bold")]
        rows += [
            Row(self.say(f"help.key.{key}"), colour=theme.MUTED)
            for key in self.KEYS
            if self._is_useful(key)
        ]
        listed = pygame.Rect(room.x, room.y, room.w, room.h - low - self.look.px(GAP))
        text = self.group.add(ScrollList(self.look, listed, rows, size=15))
        wide = (room.w - self.look.px(GAP)) // 2
        left = pygame.Rect(room.x, room.bottom - low, wide, low)
        self.button(left, "rules", self.say("button.rules"), "F1")
        right = pygame.Rect(room.right - wide, room.bottom - low, wide, low)
        closing = self.button(
            right, "close", self.say("close"), key_name(pygame.K_ESCAPE, self.words)
        )
        dialog.set_focus(text if text.furthest else closing)

    def _is_useful(self, key: str) -> bool:
        """Whether a key ever does anything in this game."""
        view = self.game.view
        return {"turn": view.facings > 1, "end": view.passes}.get(key, True)

    def handle(self, event: pygame.event.Event) -> None:
        """Enter and the key that opened it close it, whatever has the focus."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.act("rules")
        elif event.type == pygame.KEYDOWN and (
            event.key == pygame.K_RETURN or getattr(event, "unicode", "") == "?"
        ):
            self.act("rules" if self._on_rules() else "close")
        else:
            super().handle(event)

    def _on_rules(self) -> bool:
        focus = self.group.focus
        return isinstance(focus, Button) and focus.action == "rules"

    def act(self, action: str) -> None:
        """Close, or go on to the rules."""
        self.app.pop()
        if action == "rules":
            self.game.act("rules")


class EndDialog(DialogScreen):
    """Who won and why, and what to do next."""

    ACTIONS: Final = ("rematch", "swap", "new", "close", "leave")

    def layout(self) -> None:
        """Headline, reason, losses, and a button for each way on."""
        over = self.game.view.over
        headline, reason = (self.say("end.title"), over.reason) if over else ("", "")
        wide = 560
        text = flowed(reason, self.look.px(wide - 40), self.look.px(16))
        buttons = -(-len(self.ACTIONS) // 2) * (BUTTON + GAP)
        high = 150 + text.height / self.look.scale + len(self._strengths()) * 26 + buttons
        dialog = self.frame(headline, (wide, high))
        self.group = dialog
        room, px = dialog.inner(), self.look.px
        label = pygame.Rect(room.x, room.y, room.w, text.height + px(6))
        self.group.add(Label(self.look, label, reason, 16, align="centre"))
        self._add_strengths(pygame.Rect(room.x, label.bottom + px(8), room.w, px(26)))
        self._add_buttons(room)
        dialog.set_focus(next(child for child in dialog.children if isinstance(child, Button)))

    def _strengths(self) -> Sequence[str]:
        return [
            self.say(
                f"end.side.{self.game.view.strength or 'units'}",
                side=side.name,
                units=side.units,
                men=side.men,
            )
            for side in self.game.view.sides
        ]

    def _add_strengths(self, first: pygame.Rect) -> None:
        for at, text in enumerate(self._strengths()):
            rect = first.move(0, at * first.h)
            self.group.add(
                Label(self.look, rect, text, 14, colour=theme.MUTED, align="centre", middle=True)
            )

    def _add_buttons(self, room: pygame.Rect) -> None:
        gap, high = self.look.px(GAP), self.look.px(BUTTON)
        wide = (room.w - gap) // 2
        for at, action in enumerate(self.ACTIONS):
            left, below = room.x + at % 2 * (wide + gap), (len(self.ACTIONS) - 1) // 2 - at // 2
            top = room.bottom - high - below * (high + gap)
            hint = key_name(pygame.K_ESCAPE, self.words) if action == "close" else ""
            whole = at == len(self.ACTIONS) - 1 and at % 2 == 0
            rect = pygame.Rect(left, top, room.w if whole else wide, high)
            self.button(rect, action, self.say(f"end.{action}"), hint)

    def handle(self, event: pygame.event.Event) -> None:
        """Arrows move the focus too."""
        steps = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}
        if event.type == pygame.KEYDOWN and event.key in steps:
            self.group.step_focus(steps[event.key])
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Play again, another game, look at the board, or leave."""
        from wargrid_pygame.screens.menu import MenuScreen
        from wargrid_pygame.screens.new_game import NewGameScreen

        self.app.pop()
        if action in ("rematch", "swap"):
            self.app.play(self.game.session.again(), self.game.flipped is not (action == "swap"))
        elif action == "new":
            self.app.reset(MenuScreen(self.app), NewGameScreen(self.app))
        elif action == "leave":
            self.app.reset(MenuScreen(self.app))
