"""The origin in a header: a record says where its ruleset was read from, and plays without it."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import BOX, boxed
from matches import play
from wargrid import Game, Match
from wargrid.match import (
    files_of,
    header_for,
    read_record,
    write_record,
)
from wargrid.match.header import Origin, origin_of


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The box as a file outside the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    file = tmp_path / "own" / "box.yaml"
    file.parent.mkdir()
    file.write_text(BOX, "utf-8")
    return file


def recorded(game: Game) -> bytes:
    """The record of a match without moves."""
    return write_record(Match(game), header_for(game))


def origin_lines(game: Game) -> list[str]:
    """The lines of a record between the name of the ruleset and the versions."""
    lines = [line.rpartition("#")[0].strip() for line in recorded(game).decode().splitlines()]
    return lines[2 : next(at for at, line in enumerate(lines) if line.startswith("wargrid: "))]


def again(game: Game) -> Game:
    """The game of its record."""
    return read_record(recorded(game)).match.game


# What is written


def test_a_ruleset_of_the_library_needs_only_its_name() -> None:
    game = wargrid.load("breakthrough/standard")
    assert origin_lines(game) == []
    assert [path.name for path in files_of(again(game))] == ["standard.yaml"]


def test_a_game_that_was_not_read_from_files_has_no_origin() -> None:
    assert origin_lines(boxed()) == []
    assert origin_of(boxed()) == Origin()
    assert again(boxed()).recipe is None


def test_an_origin_that_does_not_fit_a_line_is_unknown(file: Path) -> None:
    game = wargrid.load(file, {"name": "Two\n\n  lines"})
    assert origin_lines(game) == ["file: ?"]
    assert again(game).recipe is None


# What it is used for


def test_a_record_plays_without_its_file_and_keeps_its_origin(file: Path) -> None:
    data = recorded(wargrid.load(file))
    file.unlink()
    record = read_record(data)
    play(record.match, "b1-b3")
    header = header_for(record.match.game, like=record.header)
    assert read_record(write_record(record.match, header)).header.origin == Origin(file.as_posix())
