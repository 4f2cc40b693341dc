"""Settings: chosen on a page, kept in a file, and never in the way of a start."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final

import pygame
import pytest

from support import loaded
from wargrid.match import data_folder
from wargrid.source.kept import Damage
from wargrid.text import LANGUAGES
from wargrid_play.table import Seat
from wargrid_play.table.lobby.session import new_session
from wargrid_play.table.preferences import (
    FILE,
    SETTING_CHOICES,
    Preferences,
    read_settings,
    write_settings,
)
from wargrid_pygame.screens.keys import KeysScreen
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.settings import SettingsScreen
from wargrid_pygame.widgets.basic import Button
from window_support import Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(language=None)
    player.show("menu")
    yield player
    leave(player)


class TestFile:
    def test_settings_are_read_as_they_were_written(self, tmp_path: Path) -> None:
        chosen = Preferences("fr", 1.5, 0.0, False, "characters", "battle/default")
        write_settings(tmp_path, chosen)
        assert read_settings(tmp_path).settings == chosen

    @pytest.mark.parametrize("content", ["", "{", "[]", "\x00", '{"scale": 1' * 9000])
    def test_a_broken_file_is_renamed_and_named(self, tmp_path: Path, content: str) -> None:
        (tmp_path / FILE).write_text(content)
        found = read_settings(tmp_path)
        assert found.settings == Preferences()
        assert found.damage is not None
        assert (tmp_path / found.damage.aside).read_text() == content
        assert not (tmp_path / FILE).exists()

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("scale", 9), ("scale", True), ("scale", None),
            ("speed", -2), ("language", "xx"), ("sound", "loud"), ("ruleset", 3),
            ("opponents", 3), ("opponents", {"battle/default": 3}),
            ("colours", ["red"]), ("colours", {"battle/default": "red"}),
            ("keys", {"hint": "f1"}), ("keys", {"hint": "q", "undo": "q"}), ("keys", ["q"]),
            ("place", [0, 0, 1280, 0]), ("place", [0, 0]), ("screens", [[1280]]), ("maximised", 1),
        ],
    )  # fmt: skip
    def test_a_value_that_does_not_fit_is_named_and_left(
        self, tmp_path: Path, name: str, value: object
    ) -> None:
        (tmp_path / FILE).write_text(json.dumps({"ruleset": "battle/default", name: value}))
        found = read_settings(tmp_path)
        assert found.wrong == (name,)
        assert getattr(found.settings, name) == getattr(Preferences(), name)

    def test_the_menu_names_every_setting_that_was_left(self, tmp_path: Path) -> None:
        """Each has a name in every language."""
        names = tuple(one.name for one in fields(Preferences))
        for language in LANGUAGES:
            app = at_window(language=language).app
            app.read.wrong = names
            screen = MenuScreen(app)
            screen.layout()
            screen.draw(app.surface)
            assert screen.trouble.count(",") == len(names) - 1
            assert "window." not in screen.trouble


def play_any(player: Player) -> None:
    match = player.game.session.match
    match.play(next(iter(match.game.moves(match.position))))
    player.game.refresh()


class TestEffects:
    def test_hidden_coordinates_are_not_drawn(self, player: Player) -> None:
        """Nothing is written at the edges of the board."""
        player.begin()
        board = player.rect("a1").union(player.rect("i10"))
        edge = pygame.Rect(board.x, board.bottom + 8, board.w, player.app.area.h - board.bottom - 8)
        shown = player.pixels(edge)
        player.app.choose("coordinates", "hidden")
        assert player.pixels(edge) != shown
        player.app.choose("coordinates", "shown")
        assert player.pixels(edge) == shown

    def test_the_board_turns_to_the_side_to_act_between_persons(self, player: Player) -> None:
        """At the end of each turn, and back after undo; never where a computer plays."""
        game = loaded("breakthrough/standard")
        player.app.play(new_session(game, 1))
        player.app.choose("turn_board", "on")
        seen = [player.game.flipped]
        for _ in range(2):
            play_any(player)
            seen.append(player.game.flipped)
        player.game.act("undo")
        assert [*seen, player.game.flipped] == [False, True, False, True]
        players = Seat(), Seat("1")
        player.app.play(new_session(game, 1, seats=players))
        before = player.game.flipped
        play_any(player)
        assert player.game.flipped is before


LARGEST: Final = 1.0
"""The largest scale at which the page shows all rows; larger ones have tests of their own."""


class TestPage:
    def test_every_value_of_every_setting_can_be_chosen(self, player: Player) -> None:
        """Each choice holds at once and after a new start, in every language and size."""
        player.click_button("settings")
        for name, values in SETTING_CHOICES.items():
            for at, value in enumerate(values):
                if name == "scale" and value > LARGEST:
                    continue  # the row is scrolled out of sight
                player.click_button(f"{name}:{at}")
                assert getattr(player.app.settings, name) == value
                assert player.button(f"{name}:{at}").chosen
                assert getattr(at_window().app.settings, name) == value

    def test_the_page_is_used_by_keyboard(self, player: Player) -> None:
        player.click_button("settings")
        screen = player.app.top
        assert isinstance(screen, SettingsScreen)
        player.key(pygame.K_DOWN)
        player.key(pygame.K_RIGHT)
        player.enter()
        assert player.app.settings.sound is False
        player.escape()
        assert isinstance(player.app.top, MenuScreen)

    def test_every_label_fits_its_button(self, player: Player) -> None:
        player.click_button("settings")
        for language in range(2):
            player.app.choose("language", SETTING_CHOICES["language"][language])
            screen = player.app.top
            assert screen is not None
            buttons = [one for one in screen.group.children if isinstance(one, Button)]
            assert all(player.app.area.contains(one.rect) for one in buttons)
            assert all(one.size >= 12 for one in buttons)

    def test_a_broken_file_is_reported_in_the_menu(self, player: Player) -> None:
        """The sentence is shown once; the game goes on with the usual settings."""
        player.app.read.damage = Damage("lost", "window.json", "window.json.damaged")
        player.begin()  # over a menu that has not been seen
        player.show("menu")
        player.app.draw()
        assert player.app.top is not None
        assert "window.json.damaged" in player.app.top.trouble
        player.show("menu")
        player.app.draw()
        assert player.app.top.trouble == ""


def _shown(screen: SettingsScreen) -> set[str]:
    buttons = (one for one in screen.group.children if isinstance(one, Button))
    return {one.action.partition(":")[0] for one in buttons}


def test_rows_without_room_are_scrolled(player: Player) -> None:
    """By wheel, and by arrows up and down as far as the last row and back."""
    pygame.display.set_mode((1920, 1080))
    player.app.choose("scale", 2.0)
    player.show("settings")
    screen = player.app.top
    assert isinstance(screen, SettingsScreen)
    names = [*SETTING_CHOICES]
    assert _shown(screen) == {*names[: screen.shown], "back", "keys"}
    assert screen.shown < len(names)
    for _ in screen.listed:
        player.key(pygame.K_DOWN, 0, "")
    assert isinstance(screen.group.focus, Button)
    assert screen.group.focus.action in ("back", "keys")
    assert names[-1] in _shown(screen)
    for _ in screen.listed:
        player.key(pygame.K_UP, 0, "")
    assert isinstance(screen.group.focus, Button)
    assert screen.group.focus.action.startswith(names[0])
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-20, pos=screen.rows.center)
    player.app.handle(wheel)
    assert names[0] not in _shown(screen)
    assert names[-1] in _shown(screen)


def test_a_size_for_which_the_window_is_too_small_is_shown_as_limited(player: Player) -> None:
    """1280 x 800 pixels have room for 133 %; without a size chosen the window is filled."""
    player.show("settings")
    top = player.app.top
    assert isinstance(top, SettingsScreen)
    assert top._limit() == ""
    player.app.choose("scale", 2.0)
    assert "133%" in top._limit()
    pygame.display.set_mode((2560, 1600))
    player.app.choose("scale", 1.0)
    assert (player.app.canvas.scale, top._limit()) == (1.0, "")
    player.app.choose("scale", 2.0)
    assert (player.app.style.scale, top._limit()) == (2.0, "")
    player.app.choose("scale", 0.0)
    assert (player.app.style.scale, top._limit()) == (2.0, "")


def test_a_command_is_given_another_key(player: Player) -> None:
    """A key that another command has is refused, and another one asked for; it is kept."""
    player.show("settings")
    player.click_button("keys")
    screen = player.app.top
    assert isinstance(screen, KeysScreen)
    screen.act("ask:hint")
    player.key(pygame.K_u)
    assert (screen.asked, screen.failed) == ("hint", True)
    player.key(pygame.K_F8, 0, "")
    assert (screen.asked, screen.failed) == ("", False)
    assert read_settings(data_folder()).settings.keys == {"hint": "f8"}
    player.app.play(new_session(loaded("breakthrough/standard"), 1))
    assert player.button("hint").hint == "F8"
    player.show("keys")
    player.click_button("usual")
    assert player.app.settings.keys == {}
