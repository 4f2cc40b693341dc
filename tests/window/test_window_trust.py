"""The window asks before it runs code beside a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from wargrid.plugins.trust import trusting
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.dialogs import TrustDialog
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.window import ScreenRequest
from window_support import Player

CODE = """\
from pathlib import Path

from wargrid import Plugin, hookimpl

Path(__file__).with_name("ran").touch()


class Again(Plugin):
    types: list[str] = []

    @hookimpl
    def HOOK(self):
        RESULT
"""

RULESET = """\
extends: breakthrough/standard
name: Mine
plugins:
  ./again.py:Again: {types: [pawn]}
"""


def code(hook: str = "after_roll", result: str = "return None") -> str:
    """Write the plugin with a hook in line 12."""
    return CODE.replace("HOOK", hook).replace("RESULT", result)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a ruleset and its code to the working folder, which is in ``WARGRID_PATH``."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WARGRID_PATH", str(tmp_path / "own"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "own").mkdir()
    monkeypatch.chdir(tmp_path / "own")
    (tmp_path / "own" / "mine.yaml").write_text(RULESET, "utf-8")
    (tmp_path / "own" / "again.py").write_text(code(), "utf-8")
    with trusting(everything=False):
        yield tmp_path / "own" / "mine.yaml"


def has_run(ruleset: Path) -> bool:
    """Whether the code next to a ruleset has run."""
    return ruleset.with_name("ran").exists()


# The window


@pytest.fixture
def player(mine: Path, player: Player) -> Player:
    """Open the menu."""
    player.app.go_to(ScreenRequest("menu", fresh=True))
    return player


def drop(player: Player, path: Path) -> None:
    """Drop a file on the window."""
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))


def test_a_dropped_ruleset_asks_for_trust(player: Player, mine: Path) -> None:
    """Enter and Escape refuse."""
    for key in (pygame.K_RETURN, pygame.K_ESCAPE):
        drop(player, mine)
        assert isinstance(player.app.top, TrustDialog)
        player.key(key)
        assert isinstance(player.app.top, MenuScreen)
    assert not has_run(mine)
    drop(player, mine)
    player.click_button("yes")
    player.enter()
    assert isinstance(player.app.top, GameScreen)


def test_a_ruleset_in_the_list_asks_for_trust_when_it_starts(player: Player, mine: Path) -> None:
    """Selecting it runs nothing."""
    player.app.go_to(ScreenRequest("new_game", ("mine",)))
    screen = player.app.top
    assert isinstance(screen, NewGameScreen)
    assert "again.py" in screen.trouble
    assert "--trust" not in screen.trouble
    player.key(pygame.K_F5)
    player.click_button("no")
    assert not has_run(mine)
    player.key(pygame.K_F5)
    player.click_button("yes")
    assert screen.trouble == ""
    player.key(pygame.K_F5)
    assert isinstance(player.app.top, GameScreen)


def test_a_saved_game_asks_for_trust(player: Player, mine: Path) -> None:
    """From the list of saved games, and dropped on the window."""
    with trusting():
        drop(player, mine)
        player.enter()
        path = player.game.session.save()
    mine.with_name("ran").unlink()
    player.app.go_to(ScreenRequest("saves", fresh=True))
    player.click_button("open")
    assert isinstance(player.app.top, TrustDialog)
    player.click_button("no")
    drop(player, path)
    assert isinstance(player.app.top, TrustDialog)
    assert not has_run(mine)
    player.click_button("yes")
    assert isinstance(player.app.top, GameScreen)


def test_what_cannot_be_opened_is_reported(player: Player, mine: Path) -> None:
    """A plugin that is not installed, a file that is no game, and a missing file."""
    mine.write_text(RULESET.replace("./again.py:Again", "breakthrough.agian"), "utf-8")
    drop(player, mine)
    assert "mine.yaml:4:3: " in player.app.top.trouble
    for name in ("again.py", "nothing.wargrid", "nothing.yaml"):
        drop(player, mine.with_name(name))
        assert name in player.app.top.trouble


def test_a_plugin_that_fails_at_the_start_leaves_the_menu_open(player: Player, mine: Path) -> None:
    """The menu shows the plugin, the hook and the line."""
    mine.with_name("again.py").write_text(code("walls_drawn", "1 / 0"), "utf-8")
    with trusting():
        drop(player, mine)
    assert isinstance(player.app.top, MenuScreen)
    assert 'failed in "walls_drawn": again.py:13: ZeroDivisionError' in player.app.top.trouble


def test_a_plugin_that_fails_in_play_leaves_the_game_open(player: Player, mine: Path) -> None:
    """The message names it, and the position is unchanged."""
    mine.with_name("again.py").write_text(code("after_move", "1 / 0"), "utf-8")
    with trusting():
        drop(player, mine)
        player.enter()
    before = [(unit.cell, unit.side) for unit in player.view.units]
    for cell in ("a2", "a3"):
        player.click(cell)
    player.app.draw()
    assert 'failed in "after_move": again.py:13: ZeroDivisionError' in player.view.message
    assert [(unit.cell, unit.side) for unit in player.view.units] == before
