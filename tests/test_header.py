"""A record says what its ruleset was read from, so that the files are found again; it plays without
them."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import BOX, boxed
from matches import play
from wargrid import Game, Match
from wargrid.match.files import load, save
from wargrid.match.header import Origin, header_for, origin_of
from wargrid.match.record_reader import read_record
from wargrid.match.record_writer import write_record
from wargrid.match.reload import files_of, read_again
from wargrid.plugins.trust import trusting
from wargrid_pygame.looks.loader import looks_beside

BOARD = "setup: |\n  . c . .\n  . . . .\n  . . . .\n  . . . .\n  . . C .\n"
CODE = '''\
from wargrid import Plugin


class Quiet(Plugin):
    """Changes nothing."""
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The box as a file that a folder of one's own holds, and a home elsewhere."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    file = tmp_path / "own" / "box.yaml"
    file.parent.mkdir()
    file.write_text(BOX, "utf-8")
    return file


def recorded(game: Game) -> bytes:
    """The record of a match in which nothing was done yet."""
    return write_record(Match(game), header_for(game))


def head(game: Game) -> list[str]:
    """The lines of a record that follow the ruleset's name, up to the versions."""
    lines = [line.rpartition("#")[0].strip() for line in recorded(game).decode().splitlines()]
    return lines[2 : next(at for at, line in enumerate(lines) if line.startswith("wargrid: "))]


def again(game: Game) -> Game:
    """The game of its record."""
    return read_record(recorded(game)).match.game


# What is said


def test_the_file_of_a_ruleset_without_a_name_in_the_library_is_said(file: Path) -> None:
    assert head(wargrid.load(file)) == [f"file: {file.as_posix()}"]


def test_a_file_below_the_players_home_says_nothing_of_who_that_is(
    file: Path, tmp_path: Path
) -> None:
    """And is found on another computer where it lies in the same place."""
    own = tmp_path / "home" / "games" / "box.yaml"
    own.parent.mkdir(parents=True)
    file.rename(own)
    assert head(wargrid.load(own)) == ["file: ~/games/box.yaml"]
    assert files_of(again(wargrid.load(own))) == (own,)


def test_a_name_in_the_library_is_enough() -> None:
    assert head(wargrid.load("breakthrough/standard")) == []
    assert [path.name for path in files_of(again(wargrid.load("breakthrough/standard")))] == [
        "standard.yaml"
    ]


def test_settings_and_scenario_are_said_as_on_the_command_line(file: Path) -> None:
    """A scenario by its name, or by its file."""
    other = file.with_name("other.yaml")
    other.write_text(BOARD, "utf-8")
    game = wargrid.load(file, {"reach": 1, "units.guard.men": "3"}, other)
    assert head(game)[1:] == [
        f"scenario: {other.as_posix()}",
        "set: reach=1",
        "set: units.guard.men=3",
    ]
    assert head(wargrid.load("battle/default", None, "ford")) == ["scenario: ford"]


def test_what_was_no_file_says_nothing() -> None:
    assert head(boxed()) == []
    assert again(boxed()).recipe is None


# What it is good for


def test_the_rules_of_a_record_are_read_again_with_settings_and_scenario(file: Path) -> None:
    """As they are now."""
    other = file.with_name("other.yaml")
    other.write_text(BOARD, "utf-8")
    game = again(wargrid.load(file, {"reach": 1}, other))
    assert read_again(game).source_text == game.source_text
    file.write_text(BOX.replace("men: 2", "men: 3"), "utf-8")
    now = read_again(game)
    assert (now.ruleset.units["guard"].men, game.ruleset.units["guard"].men) == (3, 2)
    assert now.start().board == game.start().board


def test_looks_are_found_beside_the_file_and_beside_what_it_extends(file: Path) -> None:
    file.with_name("looks.yaml").write_text('board: {light: "#102030"}\n', "utf-8")
    variant = file.parent / "far" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text("extends: ../box.yaml\nname: Far\n", "utf-8")
    for ruleset in (file, variant):
        assert looks_beside(files_of(again(wargrid.load(ruleset)))).board.light == "#102030"


def test_code_is_found_beside_the_file_and_beside_what_it_extends(
    file: Path, tmp_path: Path
) -> None:
    """Wherever the record lies, and whatever folder one is in; only with trust."""
    file.write_text(BOX + "plugins:\n  ./quiet.py:Quiet: {}\n", "utf-8")
    file.with_name("quiet.py").write_text(CODE, "utf-8")
    variant = file.parent / "far" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text("extends: ../box.yaml\nname: Far\n", "utf-8")
    for ruleset in (file, variant):
        with trusting():
            game = wargrid.load(ruleset)
            record = tmp_path / f"{ruleset.stem}.wargrid"
            save(record, Match(game), header_for(game))
            assert list(load(record).match.game.plugins.listed) == ["./quiet.py:Quiet"]


def test_a_record_needs_no_file(file: Path) -> None:
    """It plays on by its own rules, and still knows where they came from when it is saved again."""
    data = recorded(wargrid.load(file))
    file.unlink()
    record = read_record(data)
    play(record.match, "b1-b3")
    header = header_for(record.match.game, like=record.header)
    assert read_record(write_record(record.match, header)).header.origin == Origin(file.as_posix())


def test_a_folder_that_is_closed_or_gone_is_not_looked_into(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are no looks and no code then; a file that is wrong still has them beside it."""
    game = again(wargrid.load(file))
    file.write_text("name: [", "utf-8")
    assert files_of(game) == (file,)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert files_of(game) == ()


# What cannot be said, and what is not believed


def test_what_does_not_fit_a_line_is_said_to_be_unknown(file: Path) -> None:
    """Rather than a game of other rules than were agreed."""
    game = wargrid.load(file, {"name": "Two\n\n  lines"})
    assert head(game) == ["file: ?"]
    assert again(game).recipe is None


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
def test_only_a_yaml_file_of_this_computer_is_looked_at(origin: Origin) -> None:
    """A record may come from a stranger."""
    assert origin.recipe("box") is None


def test_a_path_is_no_name(file: Path) -> None:
    """A ruleset that calls itself like a file does not lead there."""
    assert Origin().recipe(str(file)) is None
    assert Origin().recipe("nobody/knows") is None
    assert origin_of(boxed()) == Origin()
