"""The menu: a card for each game and for the unfinished one, saved games, language, quit."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from wargrid.match import unfinished
from wargrid_play.frontend import game_file
from wargrid_play.table import (
    ReadSettings,
    Steps,
    continued_text,
    end_of,
    games,
    menu_card,
    search_games,
    start_of,
)
from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.learn import learn
from wargrid_pygame.screens.pictures import Pictures
from wargrid_pygame.widgets.basic import Button, Group, Label, fit_row
from wargrid_pygame.widgets.cards import Card
from wargrid_pygame.widgets.fields import TextInput
from wargrid_pygame.widgets.keys import ARROW_KEYS
from wargrid_pygame.window import App, Screen

OTHERS: Final = ("learn", "new", "campaigns", "far", "load", "settings", "language", "quit")

SIGNS: Final = ("boards", "learn", "results")
"""The signs that cards may have."""

CARD: Final = (396, 156)
"""Width and height of a card, in units; cards grow with the room there is."""

OTHER: Final = 230
GAP: Final = 12
"""Width of the other buttons, and the gap between cards or buttons."""

MORE: Final = 200
STRIP: Final = 46
"""The width of the button for the cards out of sight, in units, and its share of the height."""

FIND: Final = (260, 40, 60)
"""Width, height and most letters of the line that searches the games, in units."""

KEYS: Final = {pygame.K_b: "boards", pygame.K_r: "results"}
"""The keys of the signs of the card that has the focus."""

LOGO: Final = 60
"""The size of the program's name above the cards, in units."""

TITLE: Final = 132
LOW_TITLE: Final = 80
FOOT: Final = 112
"""The heights of the title above the cards, and of the buttons below; a message needs more."""


def _begins_search(event: pygame.event.Event) -> bool:
    """Return whether a key is that of a search."""
    if event.type != pygame.KEYDOWN:
        return False
    held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
    return event.unicode == "/" or (event.key == pygame.K_f and bool(held))


class MenuScreen(Screen):
    """The first screen: an unfinished game can be continued, a click on a game sets it up."""

    shows_trouble = True

    waiting: tuple[Path, ...] = ()

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.pictures = Pictures(app.settings)
        self.reached: dict[Hashable, int] = {}
        """The turn of each unfinished game that was replayed for its picture."""
        self.first_row = 0
        self.page = 1
        """The number of rows of cards that are seen at once."""
        self.hidden = 0
        """The place of the cards out of sight: 1 for below, -1 for above alone."""
        self.line = TextInput(self.style, app.area, "find")
        """The line that searches the games."""
        self._told = False
        """Whether something went wrong when the buttons were laid out."""

    def _unread(self) -> str:
        """Say once which settings could not be read, and which fonts cannot be opened."""
        read, self.app.read = self.app.read, ReadSettings(self.app.settings)
        fonts = ", ".join(theme.broken_fonts())
        lost, self.app.results.damage = self.app.results.damage, None
        told = read.trouble(self.words) or (lost.text(self.words.language) if lost else "")
        return told or (self.say("no_fonts", names=fonts) if fonts else "")

    def layout(self) -> None:
        """Lay out the cards, as many rows as there is room for, and a row of other buttons."""
        px, area = self.style.px, self.app.area
        self.waiting = tuple(unfinished())
        self.latest = self.app.results.latest()
        held = self.group.held
        self.group = Group(self.style, area)
        self._told = bool(self.trouble)
        high = FOOT + (STRIP if self._told else 0)
        foot = pygame.Rect(area.x, area.bottom - px(high), area.w, px(46))
        top = px(LOW_TITLE if self.low else TITLE)
        self._add_cards(pygame.Rect(area.x, top, area.w, foot.y - top - px(GAP)))
        self._add_line(pygame.Rect(area.x, area.y, area.w, top))
        self._add_more(pygame.Rect(area.centerx - px(MORE) // 2, foot.y, px(MORE), px(STRIP - GAP)))
        self._add_others(foot.move(0, px(STRIP)) if self.hidden or self._told else foot)
        self.group.set_focus(self.line if self.line.focused else self._first(held))

    def _add_line(self, head: pygame.Rect) -> None:
        """Add the line that searches, at the right of the title; what is typed stays."""
        px, before = self.style.px, self.line
        place = pygame.Rect(0, 0, min(px(FIND[0]), head.w // 4), px(FIND[1]))
        place.midright = head.right - px(GAP), head.centery
        prompt = self.say("menu.find")
        self.line = TextInput(self.style, place, "find", before.text, prompt, FIND[2])
        self.line.caret, self.line.replaced = before.caret, before.replaced
        self.line.focused = before.focused
        self.group.add(self.line)

    def _add_cards(self, room: pygame.Rect) -> None:
        gap = self.style.px(GAP)
        names = search_games(games(self.app.settings.recent), self.line.text, self.words)
        cards = [f"game:{name}" for name in names]
        if not cards:
            none = room.inflate(-room.w // 3, -room.h // 2)
            told = self.say("menu.find.none")
            self.group.add(Label(self.style, none, told, theme.LARGE, align="centre", middle=True))
            return
        columns = max(1, min(len(cards), (room.w - gap) // (self.style.px(CARD[0]) + gap)))
        shown = max(1, (room.h + gap) // (self.style.px(CARD[1]) + gap))
        # Last of the first page, so that the games before keep their places.
        if self.waiting and not self.line.text:
            cards.insert(shown * columns - 1, "resume")
        rows = -(-len(cards) // columns)
        self.page = shown
        high = min((room.h + gap) // min(shown, rows) - gap, self.style.px(CARD[1]) * 5 // 4)
        wide = min((room.w - gap) // columns - gap, self.style.px(CARD[0]) * 6 // 5)
        left = room.centerx - (columns * (wide + gap) - gap) // 2
        used = min(shown, rows) * (high + gap) - gap
        self.first_row = max(0, min(self.first_row, rows - shown))
        for at, action in enumerate(cards):
            row, column = at // columns - self.first_row, at % columns
            top = room.y + (room.h - used) // 2 + row * (high + gap)
            rect = pygame.Rect(left + column * (wide + gap), top, wide, high)
            self.group.add(self._card(rect, action, 0 <= row < shown))

    def _card(self, rect: pygame.Rect, action: str, visible: bool) -> Card:
        """Return a card; the picture of a game that is out of sight is asked for once it shows."""
        if action == "resume":
            path = self.waiting[0]
            key = (str(path), path.stat().st_mtime if path.exists() else 0)
            text = continued_text(path, self.reached.get(key, 0), self.words)
            self.pictures.want(key, self._replayed(key, path), first=True)
            card = Card(self.style, rect, action, self.words.say("lobby.resume"), text, chosen=True)
        else:
            name = action.partition(":")[2]
            shown = menu_card(name, self.words)
            key = (name, game_file(name).stat().st_mtime)
            if visible:
                self.pictures.want(key, start_of(name), name)
            card = Card(self.style, rect, action, shown.title, shown.summary)
            results, last = self.app.results, self.latest.get(name, "")
            card.note, card.told = shown.facts, results.last_text(last, self.words)
            card.mark = results.mark(name, self.words)
            card.tips = {sign: self.say(f"menu.sign.{sign}") for sign in SIGNS}
            card.signs = [("boards", f"boards:{name}")]
            if shown.guide is not None:
                card.signs.append(("learn", f"learn:{name}"))
            if card.told:
                card.signs.append(("results", f"results:{name}"))
        card.picture = partial(self.pictures.get, key)
        card.visible = visible
        return card

    def _replayed(self, key: Hashable, path: Path) -> Steps:
        """Replay the unfinished game for its picture, and remember its turn."""
        for shown in end_of(path):
            if shown is not None:
                self.reached[key] = max(1, shown.match.position.turn)
            yield shown

    def _add_more(self, box: pygame.Rect) -> None:
        """Add a button for the games out of sight, those below first."""
        cards = [child for child in self.group.children if isinstance(child, Card)]
        shown = [at for at, card in enumerate(cards) if card.visible]
        below, above = (len(cards) - 1 - shown[-1], shown[0]) if shown else (0, 0)
        self.hidden = (below and 1) or (above and -1)
        text = self.say(f"menu.more.{'below' if below else 'above'}", count=below or above)
        if self.hidden:
            self.group.add(Button(self.style, box, "more", text)).can_focus = False  # arrows scroll

    def _add_others(self, strip: pygame.Rect) -> None:
        gap = self.style.px(GAP)
        wide = min(self.style.px(OTHER), (strip.w - len(OTHERS) * gap) // len(OTHERS))
        left = strip.centerx - (len(OTHERS) * (wide + gap) - gap) // 2
        made = []
        for at, action in enumerate(OTHERS):
            rect = pygame.Rect(left + at * (wide + gap), strip.y, wide, strip.h)
            made.append(
                self.group.add(Button(self.style, rect, action, self.say(f"menu.{action}")))
            )
        fit_row(made)

    def _first(self, held: str = "") -> Button:
        return self.group.first_of(held, "resume", f"game:{self.app.settings.ruleset}")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the backdrop, the title, the cards and the last failure."""
        self.trouble = self._unread() or self.trouble
        if bool(self.trouble) != self._told:  # the message takes room from the cards
            self.layout()
        area, px = self.app.area, self.style.px
        surface.blit(menu_backdrop(area.w, area.h), (0, 0))
        title = pygame.Rect(area.x, px(4 if self.low else 14), area.w, px(76))
        write = partial(self.group.write, surface, align="centre")
        write("Wargrid", title.move(px(2), px(3)), LOGO, "title", theme.SHADOW)
        write("Wargrid", title, LOGO, "title", theme.GOLD)
        motto = pygame.Rect(area.x, title.bottom, area.w, px(28))
        if not self.low:
            text = self.say("menu.motto", count=len(games()))
            write(text, motto, theme.LARGE, "plain", theme.CREAM)
        self.group.draw(surface)
        if self.trouble:
            low = pygame.Rect(area.w // 8, area.h - px(60), area.w * 3 // 4, px(56))
            self.diagnostics.draw(surface, self.style, self.trouble, low, theme.BODY)

    @property
    def moving(self) -> bool:
        """Whether pictures are still to be drawn."""
        return self.pictures.pending and self.app.top is self

    def update(self, ms: int) -> None:
        """Draw one more picture; the replay of the unfinished game also finds its turn."""
        known = len(self.reached)
        self.pictures.draw_next()
        if len(self.reached) > known:
            self.layout()

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; arrows move the focus too, the wheel the cards, B and R press signs.

        The slash, and Ctrl+F, begin a search.
        """
        if self.line.focused or _begins_search(event):
            self._search(event)
            return
        focus = self.group.focus
        if event.type == pygame.KEYDOWN and event.key in KEYS and isinstance(focus, Card):
            for name, action in focus.signs:
                if name == KEYS[event.key]:
                    self.act(action)
        elif event.type == pygame.KEYDOWN and event.key in ARROW_KEYS:
            right, up = ARROW_KEYS[event.key]
            self._step(right, -up)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        else:
            super().handle(event)

    def _search(self, event: pygame.event.Event) -> None:
        """Take an event while the line that searches is meant; the cards follow what is typed."""
        before, key = self.line.text, event.key if event.type == pygame.KEYDOWN else None
        if not self.line.focused:
            self.group.set_focus(self.line)
        elif key == pygame.K_ESCAPE:
            self.line.text, self.line.caret = "", 0
            self.group.set_focus(self._first())
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self.group.step_towards(0, -ARROW_KEYS[key][1])
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        elif event.type != pygame.TEXTINPUT or event.text != "/":  # the letter of the key itself
            super().handle(event)
        if self.line.text != before:
            self.first_row = 0
            self.layout()

    def _scroll(self, rows: int) -> bool:
        before = self.first_row
        self.first_row = max(0, before + rows)
        self.layout()
        return self.first_row != before

    def _step(self, right: int, down: int) -> None:
        here = self.group.focus
        if here is None:
            self.group.set_focus(self._first())
            return
        if down and isinstance(here, Card) and not self._card_beyond(here, down):
            action = here.action
            if self._scroll(down):
                self.group.set_focus(self._first(action))
        self.group.step_towards(right, down)

    def _card_beyond(self, here: Card, down: int) -> bool:
        cards = (child for child in self.group.children if isinstance(child, Card))
        return any(card.visible and (card.rect.y - here.rect.y) * down > 0 for card in cards)

    def _learn(self, name: str) -> None:
        """Begin the guided game of a ruleset, or show all there are."""
        if name:
            learn(self.app, name)
        else:
            self.go_to("learn")

    def act(self, action: str) -> None:
        """Carry out the action of a button."""
        self.trouble = ""
        name, _, rest = action.partition(":")
        if action == "resume":
            self.app.resume(self.waiting[0])
        elif action == "find":
            self.group.set_focus(self._first())
        elif name == "game":
            self.go_to("new_game", rest)
        elif name == "boards":
            self.go_to("boards", rest)
        elif name == "results":
            self.go_to("results", rest)
        elif name == "learn":
            self._learn(rest)
        elif action == "more":
            self._scroll(self.page if self.hidden > 0 else -len(games()))
        elif action in ("new", "load"):
            self.go_to("new_game" if action == "new" else "saves")
        elif action in ("far", "campaigns"):
            self.go_to("far" if action == "far" else "campaigns")
        elif action == "settings":
            self.go_to("settings")
        elif action == "language":
            self.app.next_language()
        elif action == "quit":
            self.app.quit()
