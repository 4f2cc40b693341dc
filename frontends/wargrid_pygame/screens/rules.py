"""The rules page: the rule book of the game being played, chapters left, text right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import TypeAlias

import pygame

from wargrid_play.looks.pictures import Token
from wargrid_play.table import Section
from wargrid_pygame.dialog import PlayedGame
from wargrid_pygame.drawing.ground import draw_tile
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel
from wargrid_pygame.widgets.fields import FieldRow, ScrollList
from wargrid_pygame.widgets.glossary import GlossaryText
from wargrid_pygame.window import App, Screen

Picture: TypeAlias = Callable[[int], pygame.Surface]
"""Draws a unit or terrain as a square of a size in pixels."""


class RulesScreen(Screen):
    """The whole rule book; up and down turn to another chapter, page up and down scroll.

    A click on an underlined word goes to the paragraph about it.
    """

    def __init__(self, app: App, game: PlayedGame) -> None:
        super().__init__(app)
        self.game = game
        self.chapter = 0
        self._topic = game.table.topic()

    def layout(self) -> None:
        """Title, chapters, text, and the way back."""
        px, area = self.style.px, self.app.area
        self.sections = self.game.table.rules()
        self.group = Group(self.style, area)
        edge, top, low = px(36), px(74), px(44)
        title = pygame.Rect(edge, px(18), area.w - 2 * edge, px(46))
        name = self.game.view.ruleset_name
        self.group.add(
            Label(self.style, title, name, theme.TITLE, "title", theme.CREAM, middle=True)
        )
        room = pygame.Rect(edge, top, area.w - 2 * edge, area.h - top - low - px(36))
        left = Panel(self.style, pygame.Rect(room.x, room.y, px(250), room.h))
        beside = pygame.Rect(left.rect.right + px(14), room.y, room.w - px(264), room.h)
        right = Panel(self.style, beside)
        self.group.add(left)
        self.group.add(right)
        names = [
            FieldRow(section.title, f"chapter:{at}") for at, section in enumerate(self.sections)
        ]
        inner = left.inner().inflate(-2 * px(6), 0)
        self.names = self.group.add(ScrollList(self.style, inner, names, size=theme.LARGE))
        chapters = [rows_of(section, self._pictures(section)) for section in self.sections]
        self.tops = [0, *accumulate(map(len, chapters))]
        rows = [row for chapter in chapters for row in chapter]
        inner = right.inner().inflate(-2 * px(8), 0)
        glossary = self.game.table.glossary()
        self.text = self.group.add(GlossaryText(self.style, inner, rows, theme.LARGE, glossary))
        back = pygame.Rect(area.w - edge - px(240), area.h - low - px(18), px(240), low)
        escape = self.key(pygame.K_ESCAPE)
        self.group.add(Button(self.style, back, "close", self.say("close"), escape, primary=True))
        self._turn_to(self.chapter)
        self._open_topic()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page, and over it the card of the word under the pointer."""
        super().draw(surface)
        self.text.draw_card(surface, self.app.area)

    def _pictures(self, section: Section) -> Iterator[Picture]:
        """Yield the tokens or tiles that the first paragraphs of a chapter are about."""
        view, looks = self.game.view, self.game.looks
        walls = [terrain.word for terrain in view.legend if terrain.wall]
        for word, text in zip(section.subjects, section.paragraphs, strict=False):
            if section.name == "ground":
                yield partial(draw_tile, looks, word, wall=word in walls)
                continue
            alike = (unit for unit in view.units if unit.type == word)
            placed = min(alike, key=lambda unit: unit.side, default=None)
            side = view.sides[0 if placed is None else placed.side].word
            letter = text[:1] if placed is None else placed.letter
            token = Token(looks.side(side), letter, looks.unit_icon(word, side))
            yield partial(draw_token, token)

    def _open_topic(self) -> None:
        """Go to the paragraph on the unit or terrain pointed at, once."""
        (chapter, name), self._topic = self._topic, ("", "")
        for number, section in enumerate(self.sections):
            if section.name == chapter:
                self._turn_to(number)
                top, end = self.tops[number : number + 2]
                named = (at for at in range(top, end) if self.text.rows[at].text.startswith(name))
                self.text.show(next(named, top))

    def _turn_to(self, chapter: int) -> None:
        self.chapter = max(0, min(len(self.sections) - 1, chapter))
        self.names.choose(self.chapter)
        self.text.show(self.tops[self.chapter])

    def handle(self, event: pygame.event.Event) -> None:
        """Turn the pages by keys; the rest goes to the widgets."""
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in (pygame.K_ESCAPE, pygame.K_F1, pygame.K_RETURN):
            self.act("close")
        elif key in (pygame.K_UP, pygame.K_LEFT):
            self._turn_to(self.chapter - 1)
        elif key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_TAB):
            self._turn_to(self.chapter + 1)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            page = self.text.rect.h * 4 // 5
            self.text.scroll(page if key == pygame.K_PAGEDOWN else -page)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.text.word:
            self._follow(self.text.word)
        else:
            super().handle(event)

    def _follow(self, word: str) -> None:
        """Go to the paragraph that begins with a word, if there is one."""
        for at, row in enumerate(self.text.rows):
            if row.face == "plain" and row.text.startswith(word):
                self._turn_to(bisect_right(self.tops, at) - 1)
                self.text.show(at)
                self.text.word = ""
                return

    def tick(self, ms: int) -> bool:
        """Watch the files, so that the page shows the rules last saved."""
        return self.game.watch_files(ms)

    @property
    def repeats(self) -> bool:
        """Whether held keys act again: they turn pages."""
        return True

    def act(self, action: str) -> None:
        """Turn to a chapter, or go back to the game."""
        name, _, rest = action.partition(":")
        if name == "chapter":
            self._turn_to(int(rest))
        elif name == "close":
            self.app.pop()


def rows_of(section: Section, pictures: Iterable[Picture] = ()) -> list[FieldRow]:
    """Return a chapter as rows: its title, its paragraphs, and diagrams in letters of one width.

    The first paragraphs have the pictures.
    """
    rows, left = [FieldRow(section.title, colour=theme.GOLD, face="bold")], iter(pictures)
    for is_diagram, lines in section.blocks():
        shown = map(_drawn, lines) if is_diagram else map(FieldRow, lines)
        rows += [FieldRow(""), *shown]
        if not is_diagram:
            rows[-1] = replace(rows[-1], picture=next(left, None))
    return [*rows, FieldRow(""), FieldRow("")]


def _drawn(line: str) -> FieldRow:
    """Return a row of a diagram; the blanks before its first letter count, as on hexes."""
    return FieldRow(line.replace(" ", "\N{NO-BREAK SPACE}"), face="mono")
