"""Pictures of games on the menu are kept on disk, and drawn again when anything has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from wargrid.match import data_folder, export_path
from wargrid_play.scenes.kept import FOLDER, keep_picture, picture_file, read_picture
from wargrid_play.table import Shown
from wargrid_play.table.preferences import Preferences
from wargrid_pygame.screens import pictures
from wargrid_pygame.screens.pictures import PROGRAM, Pictures


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[object]]:
    """Open a small window, and note what is drawn instead of drawing it."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path))
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    found: list[object] = []

    def draw(shown: object, _: object) -> pygame.Surface:
        found.append(shown)
        surface = pygame.Surface((4, 2))
        surface.fill((10, 200, 30))
        return surface

    monkeypatch.setattr(pictures, "board_picture", draw)
    yield found
    pygame.display.quit()


def menu(theme: str = "dark") -> pygame.Surface | None:
    """Return what a new start of the window shows of a game that is loaded in two steps."""
    shown = Pictures(Preferences(theme=theme))
    shown.want("key", iter([None, Shown("match")]), "a/game")  # type: ignore[arg-type]
    while shown.pending:
        shown.draw_next()
    return shown.get("key", (4, 2))


def test_the_second_start_draws_nothing(drawn: list[object]) -> None:
    menu()
    again = menu()
    assert len(drawn) == 1
    assert again is not None
    assert again.get_at((1, 1))[:3] == (10, 200, 30)


def test_another_theme_is_drawn_anew(drawn: list[object]) -> None:
    menu()
    menu("light")
    assert len(drawn) == 2


def test_a_damaged_file_is_drawn_anew_and_replaced(drawn: list[object]) -> None:
    menu()
    look = ("dark", "usual", "icons", "shown")
    file = picture_file("a/game", look, PROGRAM)
    file.write_bytes(b"no picture")
    menu()
    assert len(drawn) == 2
    assert read_picture(file).startswith(b"\x89PNG")


def test_only_the_newest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargrid_play.scenes.kept.MOST", 3)
    for number in range(5):
        file = tmp_path / "kept" / f"{number}.png"
        keep_picture(file, b"picture")
        os.utime(file, (number, number))
    assert sorted(each.name for each in (tmp_path / "kept").iterdir()) == [
        "2.png",
        "3.png",
        "4.png",
    ]


def test_a_full_disk_costs_the_file_only(
    drawn: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert menu() is not None
    assert len(drawn) == 1
    assert not [*(data_folder() / FOLDER).iterdir()]


def test_no_picture_that_a_player_saved_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many pictures of games are kept: those are in another folder."""
    saved = export_path("pictures", "chess/standard", "2026", ".png")
    saved.parent.mkdir(parents=True)
    saved.touch()
    os.utime(saved, (0, 0))
    monkeypatch.setattr("wargrid_play.scenes.kept.MOST", 1)
    for name in ("one", "two"):
        keep_picture(picture_file(name, (), PROGRAM), b"picture")
    assert saved.exists()
