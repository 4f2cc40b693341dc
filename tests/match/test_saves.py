"""Saves: a file is replaced in one step or not at all, backups are kept, saves are listed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from matches import environment, header, play_at_random, skirmish, skirmish_match
from places import SUPPORT
from wargrid.match import (
    Journal,
    Match,
    RecordError,
    backups,
    delete_save,
    journal_path,
    list_saves,
    load_record,
    rename_save,
    restore_save,
    save_path,
    save_record,
    write_record,
)
from wargrid.match.saves import MAX_DELETED
from wargrid.source.files import lock
from wargrid.source.folders import HOME, data_folder


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def saved(path: Path, moves: int) -> bytes:
    """Save a game with so many moves, and return the file's content."""
    match = play_at_random(Match(skirmish()), moves)
    save_record(path, match, header(match), overwrite=True)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("CON", "CON_"), ("nul", "nul_"), ("Com1", "Com1_"), ("aux.x", "aux_.x"), ("LPT¹", "LPT¹_"),
        ("prn .a.b", "prn _.a.b"), ("Console", "Console"), ("my con", "my con"), ("com10", "com10"),
    ],
)  # fmt: skip
def test_no_file_is_called_like_a_device_of_windows(name: str, file: str) -> None:
    assert save_path(name).name == f"{file}.wargrid"


# Writing


def test_an_existing_file_is_not_overwritten_by_default(tmp_path: Path) -> None:
    path = tmp_path / "game.wargrid"
    path.write_text("something dear")
    match = skirmish_match()
    with pytest.raises(RecordError) as error:
        save_record(path, match, header(match))
    assert error.value.code == "exists"
    assert path.read_text() == "something dear"


@pytest.mark.parametrize("damage", [b"wargrid record 2\n", b"flipped"])
def test_the_error_of_a_damaged_save_names_its_intact_backups(
    tmp_path: Path, damage: bytes
) -> None:
    """A backup is intact if it can be replayed."""
    path = tmp_path / "game.wargrid"
    states = [saved(path, moves) for moves in range(3)]
    path.write_bytes(states[2][:-1])
    backup = tmp_path / "game.wargrid.bak1"
    backup.unlink()
    backup.write_bytes(states[1].replace(b"1. ", b"7. ") if damage == b"flipped" else damage)
    assert [each.read_bytes() for each in backups(path)] == [states[0]]
    with pytest.raises(RecordError) as error:
        load_record(path)
    assert error.value.backups == (str(path.with_name("game.wargrid.bak2")),)
    assert "game.wargrid.bak2" in error.value.text()


CALLS = ("mkdir", "open", "fdopen", "fsync", "stat", "link", "replace", "unlink")


class Failing:
    """Lets one system call fail, counted from the first; ``made`` are the calls made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int, at: int = -1) -> None:
        self.made: list[str] = []
        self.number, self.at = number, at
        for name in CALLS:
            monkeypatch.setattr(os, name, self._counted(name, getattr(os, name)))

    def _counted(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            self.made.append(name)
            if len(self.made) - 1 == self.at:
                raise OSError(self.number, os.strerror(self.number))
            return real(*arguments, **named)

        return call


def test_whichever_system_call_fails_the_old_save_is_whole_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every call of a save fails once; an error names the cause, and the next save succeeds."""
    errors = [(errno.ENOSPC, "full"), (errno.EACCES, "forbidden"), (errno.EIO, "broken")]
    match = skirmish_match()
    new = write_record(match, header(match))
    saved(tmp_path / "count.wargrid", 2)
    with monkeypatch.context() as patched:
        calls = Failing(patched, errno.EIO)
        save_record(tmp_path / "count.wargrid", match, header(match), overwrite=True)
        assert set(calls.made) == set(CALLS)
    for at in range(len(calls.made)):
        number, cause = errors[at % len(errors)]
        path = tmp_path / str(at) / "game.wargrid"
        old = saved(path, 2)
        with monkeypatch.context() as patched:
            calls = Failing(patched, number, at)
            try:
                save_record(path, match, header(match), overwrite=True)
            except RecordError as error:
                code = error.code, error.values["why"].key  # type: ignore[attr-defined]
                assert code == ("unwritable", cause), calls.made
            else:
                assert path.read_bytes() == new, calls.made
        assert path.read_bytes() in (old, new), calls.made
        save_record(path, match, header(match), overwrite=True)
        assert path.read_bytes() == new
        assert old in [backup.read_bytes() for backup in backups(path)], calls.made


@pytest.mark.parametrize(
    ("name", "cause"),
    [("nul\0.wargrid", "character"), ("half\ud800.wargrid", "character"), ("x" * 300, "name"),
     ("file/game.wargrid", "exists")],
)  # fmt: skip
def test_a_name_that_no_file_can_have_is_refused_with_the_cause(
    tmp_path: Path, name: str, cause: str
) -> None:
    (tmp_path / "file").touch()
    match = skirmish_match()
    with pytest.raises(RecordError) as raised:
        save_record(tmp_path / name, match, header(match))
    assert (raised.value.code, raised.value.values["why"].key) == ("unwritable", cause)


def test_a_save_that_cannot_be_backed_up_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by a link nor by a copy."""
    path = tmp_path / "game.wargrid"
    old, match = saved(path, 2), skirmish_match()

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    with monkeypatch.context() as patched:
        patched.setattr(os, "link", fail)
        patched.setattr("shutil.copyfile", fail)
        with pytest.raises(RecordError):
            save_record(path, match, header(match), overwrite=True)
    assert path.read_bytes() == old
    assert not list(tmp_path.glob(".*.new"))


def test_a_full_disk_costs_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no links: the copy breaks off half-way, and every earlier state is there."""
    path = tmp_path / "game.wargrid"
    for moves in range(5):
        saved(path, moves)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}

    def half(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:20])
        raise OSError(errno.ENOSPC, "full")

    def no_link(*_: object) -> None:
        raise OSError(errno.EPERM, "no links")

    match = skirmish_match()
    with monkeypatch.context() as patched:
        patched.setattr(os, "link", no_link)
        patched.setattr("shutil.copy", half)
        with pytest.raises(RecordError, match="the disk is full"):
            save_record(path, match, header(match), overwrite=True)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_save_removes_what_killed_saves_left(tmp_path: Path) -> None:
    """Also those of other names; a file that is still being written, or of others, stays."""
    digits = ("1" * 32, "2" * 32, "3" * 32)
    names = [f".{name}.wargrid.{each}.new" for name, each in zip("aba", digits, strict=True)]
    left, other, written = (tmp_path / name for name in names)
    theirs, young = tmp_path / ".theirs.new", tmp_path / f".c.wargrid.{'4' * 32}.new"
    for path in (left, other, written, theirs, young):
        path.write_bytes(b"half a")
    for path in (left, other, written, theirs):
        os.utime(path, (0, 0))
    with written.open("rb+") as writing:
        assert lock(writing.fileno())
        saved(tmp_path / "game.wargrid", 1)
    found = [path.exists() for path in (left, other, written, theirs, young)]
    assert found == [False, False, True, True, True]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system that cannot fork")
def test_processes_killed_while_playing_and_saving_lose_the_last_move_at_most(
    tmp_path: Path,
) -> None:
    """60 of them, half at a random time and half at a random system call."""
    command = [sys.executable, str(SUPPORT / "killed.py"), str(tmp_path)]
    done = subprocess.run(
        [*command, "0", "60"], env=environment(), capture_output=True, text=True, check=False
    )
    assert done.stdout == "60 killed\n", done.stderr


# Folders and lists


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
@pytest.mark.parametrize(
    ("variables", "folder"),
    [({"XDG_DATA_HOME": "/data"}, "/data/wargrid"), ({}, "/home/anne/.local/share/wargrid")],
)
def test_the_data_folder_on_linux_never_changes(
    variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Existing saves are found there."""
    monkeypatch.delenv(HOME)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/anne")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert data_folder().as_posix() == folder


def test_all_saves_are_listed_damaged_ones_too() -> None:
    match = skirmish_match()
    save_record(save_path("My game: no. 1?"), match, header(match))
    Journal(journal_path("test/skirmish", "2026-11-20 12:00"), match, header(match)).close()
    save_path("broken").write_bytes(save_path("My game: no. 1?").read_bytes()[:-1])
    found = {info.path.name: info for info in list_saves()}
    mine, broken = found["My game- no. 1.wargrid"], found["broken.wargrid"]
    kept = found["2026-11-20-12-00-test-skirmish.wargrid"]
    assert (mine.ruleset, mine.turn, mine.finished) == ("test/skirmish", 3, False)
    assert (mine.manual, mine.damage, kept.manual) == (True, None, False)
    assert broken.damage is not None
    assert broken.damage.code == "cut"


# Renaming and deleting


def test_a_save_is_renamed_with_its_backups() -> None:
    path = save_path("evening 2026-11-22")
    states = [saved(path, moves) for moves in range(3)]
    assert list_saves()[0].name == ""
    new = rename_save(path, "The long siege")
    assert (new.read_bytes(), backups(new)[0].read_bytes()) == (states[2], states[1])
    assert not path.exists()
    assert [info.name for info in list_saves()] == ["The long siege"]


def test_a_name_that_is_taken_is_refused_and_both_saves_stay() -> None:
    one, other = save_path("one"), save_path("other")
    states = saved(one, 1), saved(other, 2)
    with pytest.raises(RecordError) as error:
        rename_save(one, "other")
    assert error.value.code == "exists"
    assert (one.read_bytes(), other.read_bytes()) == states


def test_a_deleted_save_is_restored_with_its_backups() -> None:
    path = save_path("one")
    states = [saved(path, moves) for moves in range(2)]
    gone = delete_save(path)
    assert list_saves() == []
    restore_save(gone, path)
    assert (path.read_bytes(), backups(path)[0].read_bytes()) == (states[1], states[0])


def test_a_restored_save_replaces_no_other() -> None:
    path = save_path("one")
    saved(path, 1)
    gone = delete_save(path)
    newer = saved(path, 2)
    with pytest.raises(RecordError):
        restore_save(gone, path)
    assert path.read_bytes() == newer


def test_so_many_deleted_saves_are_kept_the_latest_among_them() -> None:
    for number in range(MAX_DELETED + 3):
        saved(save_path(f"game {number}"), 1)
        gone = delete_save(save_path(f"game {number}"))
        assert gone.exists()
    assert len([*gone.parent.iterdir()]) == MAX_DELETED


def test_a_save_that_is_not_there_cannot_be_deleted() -> None:
    with pytest.raises(RecordError) as error:
        delete_save(save_path("nothing"))
    assert error.value.code == "unwritable"
