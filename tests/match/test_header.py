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
    load_record,
    read_again,
    read_record,
    save_record,
    write_record,
)
from wargrid.match.header import Origin, origin_of
from wargrid.plugins.trust import trusting

BOARD = "setup: |\n  . c . .\n  . . . .\n  . . . .\n  . . . .\n  . . C .\n"
CODE = '''\
from wargrid import Plugin


class Quiet(Plugin):
    """Changes nothing."""
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The box as a file outside the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    file = tmp_path / "own" / "box.yaml"
    file.parent.mkdir()
    file.write_text(BOX, "utf-8")
    return file


@pytest.fixture
def scenario(file: Path) -> Path:
    """The file of a scenario beside the box."""
    scenario = file.with_name("other.yaml")
    scenario.write_text(BOARD, "utf-8")
    return scenario


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


def test_the_file_of_a_ruleset_outside_the_library_is_written(file: Path) -> None:
    assert origin_lines(wargrid.load(file)) == [f"file: {file.as_posix()}"]


def test_a_file_in_the_home_folder_does_not_give_away_the_players_name(
    file: Path, tmp_path: Path
) -> None:
    own = tmp_path / "home" / "games" / "box.yaml"
    own.parent.mkdir(parents=True)
    file.rename(own)
    assert origin_lines(wargrid.load(own)) == ["file: ~/games/box.yaml"]
    assert files_of(again(wargrid.load(own))) == (own,)


def test_a_ruleset_of_the_library_needs_only_its_name() -> None:
    game = wargrid.load("breakthrough/standard")
    assert origin_lines(game) == []
    assert [path.name for path in files_of(again(game))] == ["standard.yaml"]


def test_settings_and_scenario_are_written_as_on_the_command_line(
    file: Path, scenario: Path
) -> None:
    game = wargrid.load(file, {"reach": 1, "units.guard.men": "3"}, scenario)
    assert origin_lines(game)[1:] == [
        f"scenario: {scenario.as_posix()}",
        "set: reach=1",
        "set: units.guard.men=3",
    ]
    assert origin_lines(wargrid.load("battle/default", None, "ford")) == ["scenario: ford"]


def test_a_game_that_was_not_read_from_files_has_no_origin() -> None:
    assert origin_lines(boxed()) == []
    assert origin_of(boxed()) == Origin()
    assert again(boxed()).recipe is None


def test_an_origin_that_does_not_fit_a_line_is_unknown(file: Path) -> None:
    game = wargrid.load(file, {"name": "Two\n\n  lines"})
    assert origin_lines(game) == ["file: ?"]
    assert again(game).recipe is None


# What it is used for


def test_the_rules_of_a_record_are_read_again_with_settings_and_scenario(
    file: Path, scenario: Path
) -> None:
    game = again(wargrid.load(file, {"reach": 1}, scenario))
    assert read_again(game).source_text == game.source_text
    file.write_text(BOX.replace("men: 2", "men: 3"), "utf-8")
    now = read_again(game)
    assert (now.ruleset.units["guard"].men, game.ruleset.units["guard"].men) == (3, 2)
    assert now.start().board == game.start().board


def test_a_record_plays_without_its_file_and_keeps_its_origin(file: Path) -> None:
    data = recorded(wargrid.load(file))
    file.unlink()
    record = read_record(data)
    play(record.match, "b1-b3")
    header = header_for(record.match.game, like=record.header)
    assert read_record(write_record(record.match, header)).header.origin == Origin(file.as_posix())


def test_trusted_code_is_found_beside_the_file_and_beside_what_it_extends(
    file: Path, tmp_path: Path
) -> None:
    variant = file.with_name("variant.yaml")
    variant.write_text("extends: ./box.yaml\nname: Far\n", "utf-8")
    file.write_text(BOX + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
    file.with_name("quiet.py").write_text(CODE, "utf-8")
    for ruleset in (file, variant):
        with trusting():
            game = wargrid.load(ruleset)
            record = tmp_path / f"{ruleset.stem}.wargrid"
            save_record(record, Match(game), header_for(game))
            assert list(load_record(record).match.game.plugins.listed) == ["./quiet.py:Quiet"]


@pytest.mark.parametrize(
    "origin",
    [
        Origin("box.yaml"),
        Origin("//elsewhere/share/box.yaml"),
        Origin(r"\\elsewhere\share\box.yaml"),
        Origin("/etc/passwd"),
        Origin("~/../box"),
        Origin("/own/" + 256 * "a" + "/box.yaml"),
        Origin("/own" + 300 * "/aaa" + "/box.yaml"),
        Origin("/own/a\0b.yaml"),
        Origin("/own/box.yaml", "other.yaml"),
    ],
)
def test_only_a_yaml_file_on_this_computer_is_read(origin: Origin) -> None:
    """A record may come from anyone; a path is not the name of a ruleset."""
    assert origin.recipe("box") is None
    assert Origin().recipe("/own/box.yaml") is None
