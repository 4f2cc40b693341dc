"""The page of keys: a command of the game is chosen, and the key pressed that it is to have."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid_play.table import REBOUND, key_pressed, key_text, keys_with, refuse_key
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.page import TITLE, PageScreen
from wargrid_pygame.widgets.basic import Button, Label
from wargrid_pygame.widgets.fields import FieldRow, list_in
from wargrid_pygame.widgets.keys import BARE, stroke
from wargrid_pygame.window import App

LOW: Final = 48
NOTE: Final = 56
GAP: Final = 12
"""The heights of the buttons and of the note above them, and the gaps between, in units."""


class KeysScreen(PageScreen):
    """The commands of the game with their keys, those of the player in gold.

    ``asked`` is the command whose key is asked for; ``note`` says what came of the last one.
    """

    wide, edge = 760, 30

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.asked = ""
        self.note = self.say("keys.hint")
        self.failed = False

    @property
    def repeats(self) -> bool:
        """Whether a held key acts again: not while a key is asked for."""
        return super().repeats and not self.asked

    def _label(self, command: str) -> str:
        return self.words.say(f"table.command.{command}")

    def layout(self) -> None:
        """Lay out a row for each command, the note, and two buttons."""
        px, held, own = self.style.px, self.group.held, self.app.settings.keys
        room, chosen = self.page(self.say("keys.title")), getattr(self, "list", None)
        low = pygame.Rect(room.x, room.bottom - px(LOW), (room.w - px(GAP)) // 2, px(LOW))
        note = pygame.Rect(room.x, low.y - px(NOTE + GAP), room.w, px(NOTE))
        top = room.y + px(TITLE)
        rows = [self._row(command, keys_with(own)[command]) for command in REBOUND]
        box = pygame.Rect(room.x, top, room.w, note.y - px(GAP) - top)
        self.list = self.group.add(list_in(self.group, box, rows))
        self.list.choose(chosen.chosen if chosen is not None and chosen.chosen else 0)
        colour = theme.BAD if self.failed else theme.GOLD
        self.group.add(Label(self.style, note, self.note, theme.BODY, "plain", colour, middle=True))
        self.way_back(low, primary=True)
        usual = Button(self.style, low.move(low.w + px(GAP), 0), "usual", self.say("keys.usual"))
        self.group.add(usual).enabled = bool(own)
        self.group.set_focus(self.group.first_of(held) if held else self.list)

    def _row(self, command: str, key: str) -> FieldRow:
        asked = command == self.asked
        name = "…" if asked else key_text(key, self.words)
        mine = asked or command in self.app.settings.keys
        text = self.say("keys.row", command=self._label(command), touch=name)
        return FieldRow(text, f"ask:{command}", theme.GOLD if mine else "")

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; while a key is asked for, every key is the answer."""
        if not self.asked:
            super().handle(event)
        elif event.type == pygame.KEYDOWN and event.key not in BARE:
            self._take(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._say("hint")

    def act(self, action: str) -> None:
        """Ask for the key of a command, give all commands their usual keys, or go back."""
        name, _, command = action.partition(":")
        if name == "back":
            self.app.pop()
        elif name == "usual":
            self.app.save_settings(keys={})
            self._say("all_usual")
        elif name == "ask":
            self._say("ask", command, command=self._label(command))

    def _take(self, event: pygame.event.Event) -> None:
        """Give the command the key pressed; Escape leaves its key, Delete gives the usual one."""
        command, own = self.asked, dict(self.app.settings.keys)
        key = key_pressed(stroke(event))
        if event.key == pygame.K_ESCAPE:
            self._say("hint")
            return
        if event.key == pygame.K_DELETE:
            own.pop(command, None)
            key = keys_with({})[command]
        refusal = refuse_key(command, key, own)
        name = key_text(key, self.words)
        if refusal is not None:
            other = self._label(refusal.other) if refusal.other else ""
            self._say(refusal.code, command, failed=True, touch=name, other=other)
            return
        own.pop(command, None)
        changed = {} if key == keys_with({})[command] else {command: key}
        self.app.save_settings(keys=own | changed)
        self._say("set", command=self._label(command), touch=name)

    def _say(self, what: str, asked: str = "", *, failed: bool = False, **values: str) -> None:
        """Say what came of a key, and ask for that of a command from now on, or for none."""
        self.asked, self.failed = asked, failed
        self.note = self.say(f"keys.{what}", **values)
        self.layout()
