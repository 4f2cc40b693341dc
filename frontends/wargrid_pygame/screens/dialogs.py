"""The dialogs: pause, help, end, handover, trust, changed rules, and one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pygame

from wargrid.match import Replay
from wargrid_play.frontend import trust, trust_folder
from wargrid_play.looks.pictures import Token
from wargrid_play.scenes import help_keys, pause_entries
from wargrid_play.table import Seating, Table, seeded
from wargrid_pygame.dialog import BUTTON, GAP, DialogScreen, GameDialog, PlayedGame
from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.game.layout import columns
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.widgets.basic import Button, Group, Label, halves
from wargrid_pygame.widgets.fields import FieldRow, ScrollList, TextInput
from wargrid_pygame.widgets.keys import presses
from wargrid_pygame.widgets.seats import SeatRows
from wargrid_pygame.window import App, Screen


class PauseDialog(GameDialog):
    """The menu of a game; what is not possible now keeps its place, and says why."""

    KEYS: Final = {
        "close": pygame.K_ESCAPE, "save": pygame.K_F5, "rules": pygame.K_F1,
        "players": pygame.K_F2,
    }  # fmt: skip

    def layout(self) -> None:
        """Lay out one button below the other, in two columns where one is too high."""
        session = self.game.session
        far, talks = session.local is None, session.talks
        entries = pause_entries(self.game.view, self.words, far=far, talks=talks)
        shortcuts = {one.name: one.shortcut for one in self.game.view.commands}
        high = len(entries) * (BUTTON + GAP) + 90
        count = 2 if self.app.area.h < self.style.px(high) else 1
        below = -(-len(entries) // count)
        high = below * (BUTTON + GAP) + 90
        dialog = self.frame(self.say("pause.title"), 400 * count, high)
        strips = columns(self.style, dialog.inner(), count)
        for at, (action, label, why) in enumerate(entries):
            room = strips[at // below]
            top = room.y + at % below * self.style.px(BUTTON + GAP)
            rect = pygame.Rect(room.x, top, room.w, self.style.px(BUTTON))
            hint = self.key(self.KEYS[action]) if action in self.KEYS else shortcuts.get(action, "")
            label = self.way_out(label) if action == "leave" else label
            button = self.button(rect, action, label, hint, primary=not at)
            button.align, button.enabled, button.about = "left", not why, why
        dialog.set_focus(dialog.children[0])

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; the keys beside the buttons work here too."""
        on = (child for child in self.group.children if isinstance(child, Button) and child.enabled)
        names = [one.action for one in on if one.action != "close"]
        action = self._meant(event, names) if event.type == pygame.KEYDOWN else ""
        if action:
            self.act(action)
        else:
            super().handle(event)

    def _meant(self, event: pygame.event.Event, actions: Sequence[str]) -> str:
        """Return the one of some actions that has a key, or nothing."""
        keys = {one.name: one.key for one in self.game.view.commands}
        meant = (
            action
            for action in actions
            if event.key == self.KEYS.get(action) or presses(event, keys.get(action, ""))
        )
        return next(meant, "")

    def act(self, action: str) -> None:
        """Do one of the things the menu offers."""
        self.app.pop()
        opened: dict[str, str] = {
            "leave": "menu", "load": "saves", "new": "new_game", "settings": "settings"
        }  # fmt: skip
        local = self.game.session.local
        shown = [local.match.game] if action == "settings" and local is not None else []
        if action in opened:
            self.go_to(opened[action], *shown, fresh=action == "leave")
        elif action != "close":
            self.game.act(action)


PLAYERS: Final = 820
"""The width of the dialog on players, in units."""


class PlayersDialog(GameDialog):
    """The players of each side, to be changed during the game."""

    @property
    def _table(self) -> Table:
        table = self.game.table
        assert isinstance(table, Table)  # far away, players are settled before the game
        return table

    def layout(self) -> None:
        """Lay out a row for each side, and one button."""
        table = self._table
        game, players = table.match.game, table.opponents
        seating = Seating(game, players.seats, self.words.language, players.relieved)
        looks, seconds = self.game.looks, self.app.settings.thinking
        self.rows = rows = SeatRows(seating, self.words, looks, "close", seconds, recolours=False)
        self.offered = seating.seats
        room = self.frame("", PLAYERS, 0).inner()
        high = rows.height(self.style, room.w) / self.style.scale + 150
        dialog = self.frame(self.say("players.title"), PLAYERS, high)
        room = dialog.inner()
        rows.lay_out(self.style, room, lambda name, widget: dialog.add(widget))
        dialog.set_focus(self.foot(room, "close", primary=True))

    def act(self, action: str) -> None:
        """Change the player of a side or the time that computers have, or go back to the game."""
        chosen, held = self.rows.choose(action), self.group.held
        self._seat()
        name, _, step = action.partition(":")
        if name == "thinking":
            self.app.choose("thinking", self.app.settings.next_thinking(int(step or 1)))
            chosen = True
        if not chosen:
            self.app.pop()
            return
        self.layout()
        self.group.set_focus(self.group.first_of(held, "close"))

    def _seat(self) -> None:
        """Seat the players that were chosen or renamed."""
        pairs = enumerate(zip(self.rows.seats, self.offered, strict=True))
        for side, (seat, before) in pairs:
            if seat != before:
                self._table.seat(side, seeded(seat))


class HelpDialog(GameDialog):
    """The possible actions, sentence by sentence, and their keys."""

    steps = {}

    def layout(self) -> None:
        """Lay out a list that scrolls if it must, and two buttons."""
        dialog = self.frame(self.say("help.title"), 680, 640)
        room, low, gap = dialog.inner(), self.style.px(BUTTON), self.style.px(GAP)
        rows = [FieldRow(text, colour=theme.TEXT) for text in self.game.table.help_now()]
        rows += [FieldRow(""), FieldRow(self.say("help.keys"), colour=theme.GOLD, face="bold")]
        typed = ", ".join(self.game.table.examples())
        keys = self.game.table.key_names()
        listed = help_keys(self.game.view)
        said = (self.say(f"help.key.{key}", examples=typed, **keys) for key in listed)
        told = map(self.game.table.on_board, said)
        rows += [FieldRow(text, colour=theme.MUTED) for text in told]
        box = pygame.Rect(room.x, room.y, room.w, room.h - low - gap).inflate(-gap, -gap)
        text = self.group.add(ScrollList(self.style, box, rows, size=theme.BODY))
        left, right = halves(room, low, gap)
        self.button(left, "rules", self.say("button.rules"), "F1")
        escape = self.key(pygame.K_ESCAPE)
        closing = self.button(right, "close", self.say("close"), escape, primary=True)
        dialog.set_focus(text if text.furthest else closing)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; Enter and the key that opened the dialog close it."""
        pressed = event.type == pygame.KEYDOWN
        if pressed and event.key == pygame.K_F1:
            self.act("rules")
        elif pressed and (event.key == pygame.K_RETURN or getattr(event, "unicode", "") == "?"):
            self.act(self.group.held or "close")
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Close, or go on to the rules."""
        self.app.pop()
        if action == "rules":
            self.game.act("rules")


class HandoverDialog(Screen):
    """Hides a game with secrets until the side that plays next has taken the screen."""

    WIDE: Final = 560

    def __init__(self, app: App, game: PlayedGame) -> None:
        super().__init__(app)
        self.game = game

    def layout(self) -> None:
        """Lay out one button in the middle."""
        px, area = self.style.px, self.app.area
        side = self.game.view.acting
        assert side is not None
        self.side = side
        self.group = Group(self.style, area)
        rect = pygame.Rect(0, 0, px(420), px(54))
        rect.center = area.centerx, area.centery + px(110)
        label = self._worded("handover.here")
        key = self.key(pygame.K_RETURN)
        button = Button(self.style, rect, "open", label, key, primary=True)
        self.group.set_focus(self.group.add(button))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the backdrop, the side's shield and the request."""
        area, px = self.app.area, self.style.px
        surface.blit(menu_backdrop(area.w, area.h), (0, 0))
        shield = draw_token(Token(self.game.looks.side(self.side.word), " "), px(110))
        surface.blit(shield, shield.get_rect(center=(area.centerx, area.centery - px(130))))
        box = pygame.Rect(0, 0, px(self.WIDE), px(54))
        box.center = area.centerx, area.centery - px(34)
        title = self._worded("handover.title")
        self.group.write(surface, title, box, theme.TITLE, "title", theme.CREAM, "centre")
        asked = self.say("handover.asked")
        self.group.write(
            surface, asked, box.move(0, px(64)), theme.LARGE, "plain", theme.TEXT, "centre"
        )
        self.group.draw(surface)

    def act(self, action: str) -> None:
        """Show the game again."""
        self.app.pop()

    def _worded(self, key: str) -> str:
        """Word a text about the side that takes over, by its player's name if there is one."""
        names = self.game.table.person_names
        name = names[self.side.side] if names else ""
        return self.say(f"{key}.named" if name else key, side=self.side.name, name=name)


class TrustDialog(DialogScreen):
    """Asks whether the code that a ruleset brings may be run; Enter answers no at first."""

    def __init__(self, app: App, files: Sequence[Path], then: Callable[[], object]) -> None:
        super().__init__(app)
        self.files = files
        self.then = then

    def layout(self) -> None:
        """Lay out the question, the files, and two buttons."""
        px = self.style.px
        dialog = self.frame(self.say("trust.title"), 640, 340, cancel="no")
        room = dialog.inner()
        low, beside = halves(room, px(44), px(12))
        text = pygame.Rect(room.x, room.y, room.w, px(96))
        dialog.add(Label(self.style, text, self.say("trust.question"), theme.LARGE))
        named = pygame.Rect(room.x, text.bottom + px(6), room.w, low.y - text.bottom - px(12))
        dialog.add(
            Label(self.style, named, "\n".join(map(str, self.files)), theme.BODY, colour=theme.GOLD)
        )
        escape = self.key(pygame.K_ESCAPE)
        dialog.set_focus(self.button(low, "no", self.say("trust.no"), escape, primary=True))
        self.button(beside, "yes", self.say("trust.yes"))

    def act(self, action: str) -> None:
        """Run the code and go on, or close without a change."""
        self.app.pop()
        if action == "yes":
            for file in self.files:
                trust(file)
                trust_folder(file.parent)
            self.then()


class ReloadDialog(GameDialog):
    """Says which move the new rules forbid, and asks how to go on; ``answer`` takes the choice.

    ``since`` is the file that has changed since the match was saved, empty if it changed during
    play.
    """

    WIDE: Final = 640

    def __init__(
        self, app: App, game: PlayedGame, done: Replay, since: str, answer: Callable[[str], None]
    ) -> None:
        super().__init__(app, game)
        self.done, self.since, self.answer = done, since, answer

    def _actions(self) -> list[str]:
        return ["close", *(["go_on"] if self.done.match is not None else []), "restart"]

    def _text(self) -> str:
        since = self.say("reload.since", file=self.since) if self.since else ""
        obstacle = self.done.obstacle
        reason = "" if obstacle is None else obstacle.sentence(self.words.language)
        return "\n".join(text for text in (since, reason) if text)

    def layout(self) -> None:
        """Lay out the move and the reason, and one button below the other."""
        px, text, actions = self.style.px, self._text(), self._actions()
        wide = min(px(self.WIDE), self.app.area.w - 8)
        room_for_text = flowed(text, wide - px(48), self.style.text(theme.LARGE)).height
        high = 84 + room_for_text / self.style.scale + 24 + len(actions) * (BUTTON + GAP)
        title = self.say("reload.changed" if self.done.obstacle is None else "reload.title")
        dialog = self.frame(title, self.WIDE, high)
        room = dialog.inner()
        label = pygame.Rect(room.x, room.y, room.w, room_for_text + px(6))
        dialog.add(Label(self.style, label, text, theme.LARGE))
        for at, action in enumerate(actions):
            top = room.bottom - (len(actions) - at) * px(BUTTON + GAP) + px(GAP)
            hint = self.key(pygame.K_ESCAPE) if action == "close" else ""
            rect = pygame.Rect(room.x, top, room.w, px(BUTTON))
            title = self.say("reload.keep" if action == "close" else f"reload.{action}")
            self.button(rect, action, title, hint, action == "close").align = "left"
        dialog.set_focus(dialog.children[1])

    def tick(self, ms: int) -> bool:
        """Go on watching the files: rules saved once more replace the question."""
        return self.game.watch_files(ms)

    def act(self, action: str) -> None:
        """Give the answer."""
        self.app.pop()
        self.answer(action)


class ValueDialog(DialogScreen):
    """Asks for a name or the value of one option; ``answer`` takes the text.

    ``verb`` is the key of the label of the button that confirms it, ``most`` how many letters fit.
    ``answer`` may return a fault of the text; the dialog then stays, so that it can be mended.
    """

    def __init__(
        self, app: App, title: str, text: str, answer: Callable[[str], str | None],
        verb: str = "new.set", most: int = 80, wrong: str = "",
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.title, self.text, self.answer, self.verb = title, text, answer, verb
        self.most, self.wrong = most, wrong

    def layout(self) -> None:
        """Lay out a line to type into, and two buttons."""
        px = self.style.px
        dialog = self.frame(self.title, 520, 270 if self.wrong else 210)
        room = dialog.inner()
        line = pygame.Rect(room.x, room.y + px(10), room.w, px(42))
        self.input = dialog.add(TextInput(self.style, line, "set", self.text, "", self.most))
        self.input.replaced = True
        if self.wrong:
            told = pygame.Rect(room.x, line.bottom + px(8), room.w, px(52))
            dialog.add(Label(self.style, told, self.wrong, theme.BODY, "plain", theme.BAD))
        left, right = halves(room, px(42), px(12))
        self.button(left, "close", self.say("back"), self.key(pygame.K_ESCAPE))
        enter = self.key(pygame.K_RETURN)
        self.button(right, "set", self.say(self.verb), enter, primary=True)
        dialog.set_focus(self.input)

    def act(self, action: str) -> None:
        """Set the option, or leave it; a text that is refused stays, with the reason."""
        self.app.pop()
        text = self.input.text.strip()
        wrong = self.answer(text) if action == "set" else ""
        if wrong:
            self.go_to("value", self.title, text, self.answer, self.verb, self.most, wrong)


class AskDialog(DialogScreen):
    """Asks before something is lost; ``then`` is called for a yes. Enter answers no at first."""

    def __init__(self, app: App, text: str, then: Callable[[], object]) -> None:
        super().__init__(app)
        self.text, self.then = text, then

    def layout(self) -> None:
        """Lay out the question and two buttons."""
        dialog = self.frame(self.say("editor.ask"), 560, 260, cancel="no")
        room = dialog.inner()
        left, right = halves(room, self.style.px(BUTTON), self.style.px(GAP))
        text = pygame.Rect(room.x, room.y, room.w, left.y - room.y - self.style.px(GAP))
        dialog.add(Label(self.style, text, self.text, theme.BODY))
        escape = self.key(pygame.K_ESCAPE)
        dialog.set_focus(self.button(left, "no", self.say("editor.no"), escape, primary=True))
        self.button(right, "yes", self.say("editor.yes"))

    def act(self, action: str) -> None:
        """Go on, or close without a change."""
        self.app.pop()
        if action == "yes":
            self.then()
