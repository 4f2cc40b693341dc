"""A player for the window's tests: it clicks cells and buttons and presses keys, and reads only
what is shown."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pygame
import pytest

from support import loaded
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.match import Match, header_for, read_position
from wargrid_play import scenes
from wargrid_play.table import FRIEND, Judge, Seat, View
from wargrid_play.table.lobby.seating import write_seats
from wargrid_play.table.lobby.session import Session, new_session
from wargrid_pygame.app import SCREENS
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import Button, Group
from wargrid_pygame.window import App, ScreenRequest

SMALLEST = (1024, 640)
"""The smallest window there is."""

GOLD_STARTS = {"first_player": "gold"}

MELEE = """
. . a n k n a . .
. . i . i i i . .
. . . . . . . . .
. . . . . . . . .
. . . i . . . . .
. . . I . . . . .
. . . . . . . . .
. . . . . . . . .
. . I . I I I . .
. . A N K N A . .
side: gold
actions: 2
turn: 5
"""
"""Two infantries face to face on d5 and d6, Gold to act."""


class Player:
    """A player at the window: every click and key goes through ``App.handle`` as if pygame had
    posted it."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def game(self) -> GameScreen:
        return next(screen for screen in self.app.screens if isinstance(screen, GameScreen))

    @property
    def view(self) -> View:
        return self.game.view

    def cell(self, name: str) -> int:
        return self.view.cell_names.index(name)

    def rect(self, name: str) -> pygame.Rect:
        return self.game.board.geometry.rect(scenes.place(self.view, self.cell(name)))

    def move_mouse(self, at: tuple[int, int]) -> None:
        self.app.handle(
            pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        )

    def click_at(self, at: tuple[int, int], button: int = 1) -> None:
        """Click on a point of the screen, wherever the window shows it."""
        window, area = self.app.window.get_size(), self.app.area.size
        x, y = (
            (2 * one + 1) * shown // (2 * own)
            for one, shown, own in zip(at, window, area, strict=True)
        )
        at = (x, y)
        self.move_mouse(at)
        self.app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
        self.app.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button))

    def click(self, name: str) -> None:
        self.click_at(self.rect(name).center)

    def click_number(self, cell: int) -> None:
        self.click(self.view.cell_names[cell])

    def click_turn(self, facing: int) -> None:
        """Click on one of the arrows around the selected unit."""
        turns = scenes.turns(self.view)
        assert turns is not None
        self.click_at(self.game.board.turn_place(turns, facing))

    def button(self, action: str) -> Button:
        top = self.app.top
        groups: list[Group | None] = [top.group if top else None]
        if isinstance(top, GameScreen):
            groups += [panel.group for panel in (top.prompt, top.deploying) if panel is not None]
        found = (child for group in groups if group for child in group.children)
        return next(one for one in found if isinstance(one, Button) and one.action == action)

    def click_button(self, action: str) -> None:
        self.click_at(self.button(action).rect.center)

    def key(self, key: int, mod: int = 0, text: str | None = None) -> None:
        """Press a key, which types a text if it has one."""
        plain = 32 < key < 127 and not mod & pygame.KMOD_CTRL
        typed = text if text is not None else chr(key) if plain else ""
        self.app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed))
        if typed and not mod & pygame.KMOD_CTRL:
            self.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=typed))

    def type(self, text: str) -> None:
        for letter in text:
            self.key(ord(letter), 0, letter)

    def enter(self) -> None:
        self.key(pygame.K_RETURN, 0, "")

    def escape(self) -> None:
        self.key(pygame.K_ESCAPE, 0, "")

    def begin(
        self, what: str = "lionheart/level1", seed: int | None = 1, by_hand: bool = False
    ) -> None:
        self.app.play(new_session(loaded(what, GOLD_STARTS), seed, by_hand))

    def begin_at(self, picture: str) -> None:
        game = loaded("lionheart/level1", GOLD_STARTS)
        match = Match(game, dice=seeded(1), start=read_position(game, picture))
        self.app.play(Session(match, header_for(game)))

    def show(self, name: str, *values: object) -> None:
        """Leave every screen and show another one, over the menu."""
        self.app.go_to(ScreenRequest(name, values, fresh=True))

    def pixels(self, rect: pygame.Rect) -> bytes:
        """The picture of a part of the window, drawn now."""
        self.app.draw()
        return pygame.image.tobytes(self.app.surface.subsurface(rect), "RGB")

    def play_out(
        self, act: Callable[[random.Random], None], seed: int = 7, most: int = 3000
    ) -> int:
        """Act until the game is over; answers how often that was."""
        chosen = random.Random(seed)
        for done in range(most):
            if self.view.over is not None:
                return done
            act(chosen)
        raise AssertionError(f"the game is not over after {most} acts: {self.view.headline}")


def at_window(
    size: tuple[int, int] = (1280, 800), language: str | None = "en", animated: bool = False
) -> Player:
    """A player at a window of this size, in which nothing is open yet."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(size)
    app = App(SCREENS, language, animated)
    app.usual_players = write_seats((Seat(), Seat(name=FRIEND)))  # starts no other process
    app.judge = partial(Judge, make=AtOnce)
    app.show_in_folder = lambda path: path.exists()  # starts no program
    return Player(app)


def leave(player: Player) -> None:
    player.app.quit()
    pygame.display.quit()


def speak(app: App, language: str) -> None:
    while app.language != language:
        app.next_language()


def watch_texts(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], set[str]]:
    """Note the texts that do not fit their boxes, and every line that is drawn."""
    clipped: list[str] = []
    shown: set[str] = set()
    fitted, line_at = typeset.fitted, theme.line_at

    def fit(
        text: str, width: int, height: int, pixels: int, face: theme.Face = "plain"
    ) -> typeset.TextBlock:
        made = fitted(text, width, height, pixels, face)
        if text.strip() and (made.width > width or made.height > height or made.shortened):
            clipped.append(f"{text!r} in {width} x {height} at {made.pixels}")
        return made

    def line(text: str, pixels: int, face: theme.Face, colour: str) -> pygame.Surface:
        shown.add(text.replace("\u00a0·", " ·"))  # held together as they are wrapped
        return line_at(text, pixels, face, colour)

    monkeypatch.setattr(typeset, "fitted", fit)
    monkeypatch.setattr(theme, "line_at", line)
    return clipped, shown


def missing_texts(shown: set[str]) -> list[str]:
    """Return the keys that are shown instead of their texts."""
    topics = (
        "window.", "lobby.", "table.", "deploy.", "events.", "keys.", "looks.", "rules.",
        "refusals.",
    )  # fmt: skip
    return [text for text in shown if text.startswith(topics)]
