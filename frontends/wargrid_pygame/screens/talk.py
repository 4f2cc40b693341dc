"""The dialog in which players far apart talk: what was said, a few words, and a line to write."""

from __future__ import annotations

import pygame

from wargrid_pygame.dialog import BUTTON, GAP, GameDialog
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import halves
from wargrid_pygame.widgets.fields import FieldRow, ScrollList, TextInput
from wargrid_remote import MAX_REMARK, WORDS, RemoteTable


class TalkDialog(GameDialog):
    """Talk to the other players of a match on a server; either may switch that off."""

    steps = {}
    _typed = ""

    @property
    def _table(self) -> RemoteTable:
        table = self.game.table
        assert isinstance(table, RemoteTable)  # others sit at this window
        return table

    @property
    def _hushed(self) -> bool:
        """Whether the player here wants nothing to be said."""
        return any(side in self._table.view().seats for side in self._table.room.quiet)

    def layout(self) -> None:
        """Lay out the lines, the words in two columns, the line to write, and two buttons."""
        gap, low = self.style.px(GAP), self.style.px(BUTTON)
        dialog = self.frame(self.say("talk.title"), 640, 620)
        room, quiet = dialog.inner(), bool(self._table.room.quiet)
        self.shown = len(self._table.remarks), self._table.room.quiet
        foot = pygame.Rect(room.x, room.bottom - low, room.w, low)
        top = foot.y - gap
        line = pygame.Rect(room.x, top - low, room.w * 3 // 4 - gap, low)
        self.line = TextInput(  # holds what is typed while talk is off, too
            self.style, line, "send", self._typed, self.say("talk.write"), MAX_REMARK
        )
        if not quiet:
            dialog.add(self.line)
            beside = pygame.Rect(line.right + gap, line.y, room.right - line.right - gap, low)
            self.button(beside, "send", self.say("talk.send"), primary=True)
            top = line.y - gap
            for at, word in enumerate(reversed(WORDS)):
                pair = halves(pygame.Rect(room.x, 0, room.w, top), low, gap)
                rect = pair[1 - at % 2]
                rect.bottom = top
                self.button(rect, f"word:{word}", self.words.say(f"remote.word.{word}"))
                top -= (low + gap) * (at % 2)
        listed = pygame.Rect(room.x, room.y, room.w, max(low, top - room.y)).inflate(-gap, -gap)
        dialog.add(ScrollList(self.style, listed, self._rows(), size=theme.BODY, follow=True))
        left, right = halves(room, low, gap)
        hush = self.say("talk.on" if self._hushed else "talk.off")
        self.button(left, "hush", hush).enabled = self._hushed or not quiet
        closing = self.button(right, "close", self.say("close"), self.key(pygame.K_ESCAPE))
        dialog.set_focus(closing if quiet else self.line)

    def _rows(self) -> list[FieldRow]:
        table = self._table
        rows = [
            FieldRow(table.remark_text(one), colour=theme.BAD if one.side < 0 else theme.TEXT)
            for one in table.remarks
        ]
        if table.room.quiet:
            key = "talk.is_off.mine" if self._hushed else "talk.is_off"
            rows.append(FieldRow(self.say(key), colour=theme.MUTED))
        return rows or [FieldRow(self.say("talk.none"), colour=theme.MUTED)]

    def wake(self) -> None:
        """Show what was said meanwhile; what is being typed stays."""
        if self.shown != (len(self._table.remarks), self._table.room.quiet):
            self._typed = self.line.text
            self.layout()

    def act(self, action: str) -> None:
        """Say something, switch talk off or on, or go back to the game."""
        name, _, word = action.partition(":")
        if name == "word":
            self._table.talk(word=word)
        elif name == "send":
            self._table.talk(self.line.text)
            self._typed = ""
            self.layout()
        elif name == "hush":
            self._table.hush(quiet=not self._hushed)
        else:
            self.app.pop()
