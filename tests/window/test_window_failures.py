"""What the window cannot open or write is one sentence on the screen, and the game goes on."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from support import loaded
from wargrid import RecordError
from wargrid.match import list_saves, load_record
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens import pictures
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.window import ScreenRequest
from window_support import Player, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")


def goes_on(player: Player) -> None:
    """A unit walks, and the window draws it."""
    before = player.game.session.match.number
    player.click("d2")
    player.click("d3")
    player.app.draw()
    assert player.game.session.match.number == before + 1


class TestFonts:
    @pytest.fixture(autouse=True)
    def broken(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """One font is missing, and the others are no fonts."""
        for name in list(theme.FACES.values())[1:]:
            (tmp_path / name).write_bytes(b"no font")
        theme.forget_fonts()
        monkeypatch.setattr(theme, "FONTS", tmp_path)
        yield
        theme.forget_fonts()

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_the_menu_names_them_and_the_game_goes_on(self, player: Player, language: str) -> None:
        player.app.choose("language", language)
        player.show("menu")
        player.app.draw()
        assert player.app.top is not None
        assert all(name in player.app.top.trouble for name in theme.FACES.values())
        player.begin()
        goes_on(player)


class TestSounds:
    def test_a_failing_device_is_reported_once(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """When the first sound is due."""

        def fail(*_: object) -> None:
            raise pygame.error("no such device")

        monkeypatch.setattr(pygame.mixer, "init", fail)
        monkeypatch.setattr(pygame.mixer, "get_init", lambda: None)
        player.app.animated = player.app.sounds.on = True
        player.begin()
        goes_on(player)
        assert player.game.note == player.game.say("note.no_sound")
        player.app.update(1000)
        player.click("d3")
        player.click("d4")
        assert player.game.note == ""


class TestPictures:
    @pytest.mark.parametrize(
        "error", [pygame.error("no memory"), RecordError("missing"), OSError(errno.EIO, "broken")]
    )
    def test_a_save_without_a_picture_is_opened_all_the_same(
        self, player: Player, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        """The list says that there is none."""
        player.begin()
        goes_on(player)
        player.game.save()

        def fail(*_: object) -> None:
            raise error

        monkeypatch.setattr(pictures, "board_picture", fail)
        _, shown = watch_texts(monkeypatch)
        player.show("saves")
        assert isinstance(player.app.top, SavesScreen)
        while player.app.moving:
            player.app.update(16)
        player.app.draw()
        assert any(line in player.app.top.say("saves.no_picture") for line in shown if line)
        saved = next(info for info in list_saves() if info.manual)
        rows = player.app.top.rows
        paths = [row.save.path if row.save else None for row in rows]
        player.app.top.list.choose(paths.index(saved.path))
        player.click_button("open")
        assert player.game.session.match.number == 1

    def test_a_game_on_the_menu_without_a_picture_is_continued(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        player.begin()
        goes_on(player)

        def fail(*_: object) -> None:
            raise pygame.error("no memory")

        monkeypatch.setattr(pictures, "board_picture", fail)
        player.show("menu")
        assert isinstance(player.app.top, MenuScreen)
        while player.app.moving:
            player.app.update(16)
        player.app.draw()
        player.click_button("resume")
        assert player.game.session.match.number == 1


class TestDisk:
    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EIO])
    @pytest.mark.parametrize("call", ["open", "fsync", "replace", "mkdir", "write", "ftruncate"])
    def test_a_failing_disk_is_reported_and_the_game_goes_on(
        self, player: Player, monkeypatch: pytest.MonkeyPatch, call: str, number: int
    ) -> None:
        """Every save and every move while one system call fails; later all is on the disk."""
        player.app.play(new_session(loaded("breakthrough/standard"), 1))

        def fail(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        with monkeypatch.context() as patched:
            patched.setattr(os, call, fail)
            goes_on(player)
            told = [(player.game.note, player.game.note_tone)]
            player.game.save()
            told.append((player.game.note, player.game.note_tone))
        assert "refusal" in [tone for note, tone in told if note]
        player.click("d7")
        player.click("d6")
        assert player.game.session.trouble is None
        player.game.save()
        assert player.game.note_tone == "info"
        numbers = [load_record(info.path).match.number for info in list_saves()]
        assert sorted(numbers) == ([2] if told[1][1] == "refusal" else [1, 2])


@pytest.mark.parametrize(
    "name",
    ["\0", "\0.yaml", ".", "", "/", "/dev/null", "no.yaml", "no.wargrid", "no.journal",
     "x" * 5000, "x" * 5000 + ".yaml", "\udcff.yaml", "\udcff", "\0.journal", "\0.yml",
     "x" * 5000 + ".journal", "no.YAML"],
)  # fmt: skip
def test_a_file_that_cannot_be_opened_is_reported_where_it_is_dropped(
    player: Player, name: str
) -> None:
    player.show("menu")
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=name))
    assert isinstance(player.app.top, MenuScreen)
    assert player.app.top.trouble
    player.app.draw()


@pytest.mark.parametrize("screen", ["settings", "rules", "review"])
def test_a_wrong_file_dropped_on_any_screen_is_reported_there(
    player: Player, tmp_path: Path, screen: str
) -> None:
    """A box over the screen has its line; the next key clears it and does nothing else."""
    file = tmp_path / "wrong.yaml"
    file.write_text("board: {columns: five}\n", "utf-8")
    player.begin()
    game = player.game
    game.act(screen) if screen != "settings" else player.app.go_to(ScreenRequest("settings"))
    top = player.app.top
    assert top is not None
    plain = player.pixels(player.app.area)
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert "wrong.yaml:1" in top.trouble
    assert player.pixels(player.app.area) != plain
    player.escape()
    assert (player.app.top, top.trouble) == (top, "")


def test_the_wheel_turns_the_pages_of_a_long_error(player: Player) -> None:
    """The wheel says nothing of where the mouse is: the window asks for it."""
    player.show("settings")
    top = player.app.top
    assert top is not None
    top.complain("\n".join(f"{line}" for line in range(40)))
    player.app.draw()
    player.app.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert top.trouble
