"""Looking changes nothing, and what is hidden is on no screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from matches import play_at_random
from support import loaded
from thinkers import AtOnce
from wargrid.match import data_folder, digest
from wargrid_play.scenes.kept import FOLDER
from wargrid_play.table import Opponents
from wargrid_play.table.lobby.session import new_session
from wargrid_play.table.preferences import FILE
from wargrid_pygame.screens.dialogs import HandoverDialog
from wargrid_pygame.window import ScreenRequest
from window_support import Player, at_window

pytestmark = pytest.mark.usefixtures("own_home")

OPENED = ("help", "rules", "menu", "players", "review")
"""What the game screen opens over itself."""

LOOKED_AT = (
    "lionheart/level1", pytest.param("lionheart/hexes", marks=pytest.mark.slow),
    pytest.param("battle/conquest", marks=pytest.mark.slow),
)  # fmt: skip
"""Games on squares, on hexes and with markers."""

KEYS = (
    pygame.K_TAB, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_PAGEDOWN,
    pygame.K_HOME, pygame.K_END,
)  # fmt: skip
"""Keys that only look, on every screen."""


@pytest.fixture
def player(player: Player) -> Player:
    player.app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=1)
    return player


def look_around(player: Player) -> Iterator[str]:
    """Look at everything that can be seen of a game, over and below it; answers what it is."""
    app, game = player.app, player.game
    app.draw()
    yield "game"
    for cell in range(len(game.view.cell_names)):
        game._hover(cell)
        if cell % 7 == 0:
            app.draw()
            yield f"cell {cell}"
    game._hover(None)
    for action in ("threats", "hint", "flip", "flip", "zoom:1", "zoom:-1"):
        game.act(action)
        for event in pygame.event.get():
            app.handle(event)
        app.draw()
        yield action
    for action in OPENED:
        game.act(action)
        yield from _shown(player, action)
        player.escape()
        assert app.top is game, action
    for screen in ("saves", "settings", "new_game"):
        app.go_to(ScreenRequest(screen))
        yield from _shown(player, screen)
        player.escape()
    app.go_to(ScreenRequest("menu"))
    yield from _shown(player, "menu")
    app.pop()


def _shown(player: Player, name: str) -> Iterator[str]:
    """Draw the screen on top when it is complete, and after each key that looks around."""
    while player.app.moving:
        player.app.update(16)
    player.app.draw()
    yield name
    for key in KEYS:
        player.key(key, 0, "")
        player.app.draw()
        yield f"{name}, {pygame.key.name(key)}"


def kept() -> dict[Path, bytes]:
    """The files of a player and what is in them, settings and pictures of the menu apart."""
    files = (path for path in data_folder().rglob("*") if path.is_file())
    others = (path for path in files if path.name != FILE and path.parent.name != FOLDER)
    return {path: path.read_bytes() for path in others}


@pytest.mark.parametrize("name", LOOKED_AT)
def test_looking_changes_neither_match_nor_files(player: Player, name: str) -> None:
    """On every screen, and with the mouse anywhere."""
    player.app.play(new_session(loaded(name), 3))
    play_at_random(player.game.session.match, 3)
    player.game.refresh()
    if isinstance(player.app.top, HandoverDialog):
        player.enter()
    match = player.game.session.match
    player.game.save()
    before = digest(match.position), list(match.plies), match.result, kept()
    for _ in look_around(player):
        pass
    assert (digest(match.position), list(match.plies), match.result, kept()) == before


def pictures(army: int) -> tuple[bytes, dict[str, bytes]]:
    """Let one side set up an army; returns what it sees then, and what the other side can see."""
    player = at_window((1024, 640))
    player.app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=1)
    player.app.play(new_session(loaded("lionheart/level2"), 3))
    choose = [one.name for one in player.view.commands if one.name.startswith("army:")]
    player.game.act(choose[army])
    player.app.draw()
    own = pygame.image.tobytes(player.app.surface, "RGB")
    player.game.act("ready")
    player.game.act("confirm")
    assert isinstance(player.app.top, HandoverDialog)
    player.app.draw()
    seen = {"handover": pygame.image.tobytes(player.app.surface, "RGB")}
    player.enter()
    for path in kept():
        os.utime(path, (1_000_000_000, 1_000_000_000))
    for what in look_around(player):
        seen[f"{len(seen)} {what}"] = pygame.image.tobytes(player.app.surface, "RGB")
    player.app.quit()
    for path in kept():
        path.unlink()
    return own, seen


@pytest.mark.slow
def test_no_picture_reveals_a_hidden_army() -> None:
    """The side that sets up second sees the same, whichever army the first one has."""
    (own, one), (others, other) = pictures(0), pictures(1)
    assert own != others
    assert [name for name in one if one[name] != other.get(name)] == []
    assert len(one) == len(other) > 50
