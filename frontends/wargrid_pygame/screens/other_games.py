"""Games of other programs: one chosen from a file, what is said of it, and what is copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid import Position
from wargrid.match import Header, Match
from wargrid_formats import GameFile
from wargrid_play.table import copies_of, title_of_game
from wargrid_pygame.dialog import BUTTON, GAP, DialogScreen
from wargrid_pygame.graphics import clipboard, theme
from wargrid_pygame.screens.learn import ChoiceDialog
from wargrid_pygame.widgets.basic import Label
from wargrid_pygame.widgets.fields import FieldRow, list_in
from wargrid_pygame.window import App

WIDE: Final = 760
HIGH: Final = 560
"""The size of the list of games, in units."""

LINE: Final = 64
"""The height of the room for a sentence, in units."""

MOST_TOLD: Final = 6
"""How many sentences are shown of a game; the others are counted."""


class GamesDialog(DialogScreen):
    """The games of a file, to choose one; Enter or a second click shows it."""

    def __init__(self, app: App, games: Sequence[GameFile]) -> None:
        super().__init__(app)
        self.games = games

    def layout(self) -> None:
        """Lay out the list and two buttons."""
        px = self.style.px
        dialog = self.frame(self.say("games.title", count=len(self.games)), WIDE, HIGH)
        room = dialog.inner()
        foot = px(BUTTON + GAP)
        box = pygame.Rect(room.x, room.y, room.w, room.h - foot)
        rows = [
            FieldRow(title_of_game(game, number), f"game:{number - 1}")
            for number, game in enumerate(self.games, 1)
        ]
        self.list = dialog.add(list_in(dialog, box, rows))
        self.list.choose(0)
        left = pygame.Rect(room.x, room.bottom - px(BUTTON), (room.w - px(GAP)) // 2, px(BUTTON))
        self.button(left, "close", self.say("back"), self.key(pygame.K_ESCAPE))
        right = left.move(left.w + px(GAP), 0)
        self.button(right, "show", self.say("games.show"), self.key(pygame.K_RETURN), primary=True)
        dialog.set_focus(self.list)

    def act(self, action: str) -> None:
        """Show the game chosen, or close the list."""
        name, _, number = action.partition(":")
        self.app.pop()
        if name == "game":
            self.app.show_game(self.games[int(number)])
        elif name == "show":
            self.app.show_game(self.games[self.list.chosen or 0])


class ToldDialog(DialogScreen):
    """What is said of a game that was read, a sentence each."""

    def __init__(self, app: App, texts: Sequence[str]) -> None:
        super().__init__(app)
        self.texts = list(texts[:MOST_TOLD])
        if len(texts) > MOST_TOLD:
            self.texts.append(self.say("games.more", count=len(texts) - MOST_TOLD))

    def layout(self) -> None:
        """Lay out the sentences and a button."""
        px = self.style.px
        high = len(self.texts) * LINE + BUTTON + GAP + 90
        dialog = self.frame(self.say("games.told"), WIDE, high)
        room = dialog.inner()
        line = (room.h - px(BUTTON + GAP)) // len(self.texts)
        for at, text in enumerate(self.texts):
            place = pygame.Rect(room.x, room.y + at * line, room.w, line)
            dialog.add(Label(self.style, place, text, theme.BODY))
        dialog.set_focus(self.foot(room, "games.on", primary=True))


class CopyDialog(ChoiceDialog):
    """What of a match can be put on the clipboard: a position, or the game in a format."""

    heading = "copy"

    def __init__(self, app: App, match: Match, header: Header, position: Position) -> None:
        super().__init__(app)
        self.copies = copies_of(match, header, position, self.words.language)

    def choices(self) -> list[tuple[str, str]]:
        """Return an action and a label for each of them."""
        return [(f"copy:{copy.name}", copy.label) for copy in self.copies]

    def chosen(self, name: str) -> None:
        """Put one of them on the clipboard, and say so."""
        copy = next(copy for copy in self.copies if copy.name == name)
        done = clipboard.copy(copy.text)
        self.app.tell(self.say("copy.done" if done else "copy.failed", what=copy.label))
