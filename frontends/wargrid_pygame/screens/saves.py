"""The list of saved and unfinished games; a damaged one says what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

from wargrid.match import JOURNAL_SUFFIX, SaveInfo, list_saves, unfinished, unfinished_info
from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.menu import title_of
from wargrid_pygame.session import resume
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel, halves
from wargrid_pygame.widgets.fields import FieldRow, ScrollList
from wargrid_pygame.window import Screen

NOTE: Final = 76
"""How high the room below the list is, in units, for what is wrong with a game, with its line and
its caret."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One game that can be gone on with: its file and how the list shows it."""

    path: Path
    text: str
    whole: bool = True


class SavesScreen(Screen):
    """Choose a saved game; Enter or a second click opens it."""

    def layout(self) -> None:
        """Title, list, and two buttons."""
        px, area = self.look.px, self.app.area
        self.slots = self._slots()
        self.group = Group(self.look, area)
        wide = min(area.w - px(60), px(860))
        room = pygame.Rect(area.centerx - wide // 2, px(30), wide, area.h - px(60))
        title = pygame.Rect(room.x, room.y, room.w, px(50))
        text = self.say("saves.title")
        self.group.add(Label(self.look, title, text, 32, "title", theme.CREAM, middle=True))
        box = pygame.Rect(room.x, title.bottom + px(12), room.w, room.h - px(50 + 12 + 60 + NOTE))
        panel = self.group.add(Panel(self.look, box))
        rows = [
            FieldRow(slot.text, f"slot:{at}", theme.TEXT if slot.whole else theme.BAD)
            for at, slot in enumerate(self.slots)
        ]
        listed = panel.inner().inflate(-2 * px(6), -2 * px(4))
        rows = rows or [FieldRow(self.say("saves.none"))]
        self.list = self.group.add(ScrollList(self.look, listed, rows, size=17))
        self.note_box = pygame.Rect(room.x, box.bottom + px(6), room.w, px(NOTE))
        low, beside = halves(room, px(48), px(14))
        enter, escape = map(self.key, (pygame.K_RETURN, pygame.K_ESCAPE))
        opens = self.group.add(Button(self.look, low, "open", self.say("saves.open"), enter))
        opens.enabled = bool(self.slots)
        back = self.group.add(Button(self.look, beside, "back", self.say("back"), escape))
        if self.slots:
            self.list.choose(0)
        self.group.set_focus(self.list if self.slots else back)

    def _slots(self) -> list[Slot]:
        infos = [*map(unfinished_info, unfinished()), *list_saves()]
        texts = [self._text(info, "date") for info in infos]
        return [
            Slot(
                info.path,
                text if texts.count(text) == 1 else self._text(info, "seconds"),
                info.damage is None,
            )
            for info, text in zip(infos, texts, strict=True)
        ]

    def _text(self, info: SaveInfo, precision: str) -> str:
        """Word one game; ``precision`` is the text that formats its date."""
        written = self.say(f"saves.{precision}")
        date = datetime.fromtimestamp(info.modified).strftime(written)
        if info.damage is not None:
            return self.say("saves.damaged", name=info.path.stem, date=date)
        ended = "finished" if info.finished else "saved"
        key = "unfinished" if info.path.suffix == JOURNAL_SUFFIX else ended
        name = title_of(info.ruleset, self.words)
        return self.say(f"saves.{key}", ruleset=name, turn=info.turn, date=date)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the list over the backdrop, and what is wrong with the game chosen."""
        surface.blit(menu_backdrop(self.app.area.w, self.app.area.h), (0, 0))
        super().draw(surface)
        if self.trouble:
            self.diagnostics.draw(surface, self.look, self.trouble, self.note_box, 15)
        elif self.slots:
            hint = self.say("saves.hint")
            self.group.write(surface, hint, self.note_box, 15, "plain", theme.MUTED)

    def handle(self, event: pygame.event.Event) -> None:
        """Escape goes back; a click on the chosen row, or Enter, opens it."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.act("back")
            return
        if self.turns(event):
            return
        chosen = self.list.chosen
        action = self.group.handle(event)
        if action is not None and action.startswith("slot:"):
            self.trouble = ""
            again = self.list.chosen == chosen or event.type == pygame.KEYDOWN
            action = "open" if again else None
        if action is not None:
            self.act(action)

    def act(self, action: str) -> None:
        """Open the game chosen, or go back."""
        if action == "back":
            self.app.pop()
        elif action == "open" and self.slots and self.list.chosen is not None:
            path = self.slots[self.list.chosen].path
            self.app.open(lambda: resume(path))
