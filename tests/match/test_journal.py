"""Journals: every move is on the disk before the next one, and a match resumes from its journal."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from matches import (
    Dice,
    duel,
    environment,
    header,
    moves_of,
    play,
    play_at_random,
    skirmish,
    skirmish_match,
    untagged,
)
from support import Tried
from wargrid import CHANCE
from wargrid.cli.replay import replay
from wargrid.match import (
    Journal,
    Match,
    RecordError,
    header_for,
    load_record,
    match_for,
    read_record,
    save_record,
    seed,
    verify,
    write_record,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a journal."""
    return tmp_path / "games" / "game.journal"


def journal_of(match: Match, path: Path, **facts: object) -> Journal:
    return Journal(path, match, header(match, **facts))


def texts(path: Path) -> list[str]:
    """The lines of a journal after ``moves:``, without tags and padding."""
    lines = untagged(path.read_bytes())
    return lines[lines.index("moves:") + 1 :]


def left(lionheart: Tried, path: Path, *moves: str) -> Match:
    """A match with these moves, of which a journal is left."""
    match = duel(lionheart, "axe axe arrow panic")
    journal = journal_of(match, path)
    for move in moves:
        if move == "undo":
            match.undo()
        else:
            play(match, move)
    journal.leave()
    return match


def failing(code: int) -> Callable[..., None]:
    """A call of the system that fails with this error."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


# Writing


def test_a_move_is_durable_in_the_file_once_it_is_made(
    lionheart: Tried, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    match = duel(lionheart, "axe axe arrow panic")
    journal_of(match, path)
    monkeypatch.setattr(os, "fsync", synced.append)
    play(match, "h1>W", "d3xd4")
    assert texts(path) == ["1. gold h1>W", "2. gold d3xd4 axe axe arrow panic"]
    assert len(synced) == 2


def test_undo_redo_and_resignation_are_lines_of_their_own(lionheart: Tried, path: Path) -> None:
    match = duel(lionheart)
    journal_of(match, path)
    play(match, "h1>W", "d3>E")
    match.undo()
    match.undo()
    match.redo()
    match.resign(1)
    assert texts(path) == [
        "1. gold h1>W",
        "2. gold d3>E",
        "2. undo",
        "1. undo",
        "1. redo",
        "2. silver resigns",
    ]


def test_a_draw_agreed_on_is_a_line_and_is_read_again(lionheart: Tried, path: Path) -> None:
    match = duel(lionheart)
    journal = journal_of(match, path)
    play(match, "h1>W")
    match.agree_draw()
    journal.leave()
    assert texts(path)[-1] == "2. draw agreed"
    again = Journal.resume(path).match
    assert (again.result, again.to_act) == ((None, "agreed"), None)


def test_deferred_lines_wait_for_one_sync(
    lionheart: Tried, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    match = duel(lionheart, "axe axe arrow panic")
    journal = journal_of(match, path)
    journal.deferred = True
    monkeypatch.setattr(os, "fsync", synced.append)
    play(match, "h1>W", "d3xd4")
    assert (len(synced), journal.unsynced) == (0, True)
    journal.sync()
    journal.sync()
    assert (len(synced), journal.unsynced) == (1, False)
    assert texts(path) == ["1. gold h1>W", "2. gold d3xd4 axe axe arrow panic"]


def test_lines_are_written_again_after_a_sync_that_failed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system may forget them after such an error, although it took them."""
    match = skirmish_match()
    journal = journal_of(match, path)
    journal.deferred = True
    before = path.stat().st_size
    match.play(match.game.moves(match.position)[0])
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing(errno.EIO))
        journal.sync()
    assert journal.failure is not None
    assert journal.unsynced
    os.truncate(path, before)
    journal.retry()
    journal.sync()
    assert (journal.failure, journal.unsynced) == (None, False)
    journal.leave()
    assert Journal.resume(path).match.position == match.position


def test_the_playing_time_is_written_every_minute_and_at_the_end(
    lionheart: Tried, path: Path
) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    journal = journal_of(match, path)
    for seconds, move in ((59, "h1>W"), (60, "d3xd4"), (119, "h10>N")):
        journal.seconds = seconds
        play(match, move)
    journal.leave()
    words = [line.split()[1] for line in texts(path)]
    assert words == ["gold", "gold", "0:01:00", "silver", "0:01:59"]
    again = Journal.resume(path).journal
    assert (again.header.played, again.seconds) == (119, 119)
    again.seconds = 3725
    record = again.close()
    assert record is not None
    assert load_record(record).header.played == 3725
    assert "Playing time: 1:02:05" in list(replay(record))


def test_dice_by_hand_are_written_when_they_are_entered(lionheart: Tried, path: Path) -> None:
    match = duel(lionheart, by_hand=True)
    journal_of(match, path, dice="hand")
    play(match, "d3xd4")
    assert texts(path) == ["1. gold d3xd4"]
    play(match, "axe axe arrow panic")
    assert texts(path) == ["1. gold d3xd4", "1. chance axe axe arrow panic"]


def test_a_journal_never_replaces_another_file(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("something dear")
    with pytest.raises(RecordError) as error:
        journal_of(skirmish_match(), path)
    assert error.value.code == "exists"
    assert path.read_text() == "something dear"


def test_a_full_disk_does_not_stop_the_match_and_loses_nothing(
    lionheart: Tried, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel(lionheart)
    journal = journal_of(match, path)
    write = os.write

    def half(file: int, data: bytes) -> int:
        write(file, bytes(data)[:20])
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", half)
        play(match, "h1>W")
        assert journal.failure is not None
        assert "the disk is full" in journal.failure.text()
        assert "le disque est plein" in journal.failure.text("fr")
    play(match, "h1>N")
    assert journal.failure is None
    journal.leave()
    assert Journal.resume(path).match.plies[-1].number == 2


@pytest.mark.parametrize("call", ["lseek", "write", "ftruncate", "fsync"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EIO])
def test_a_move_whose_writing_fails_is_written_with_the_next_one(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    match = skirmish_match()
    journal = journal_of(match, path)
    with monkeypatch.context() as patched:
        patched.setattr(os, call, failing(number))
        match.play(match.game.moves(match.position)[0])
        assert journal.failure is not None
    match.play(match.game.moves(match.position)[0])
    assert journal.failure is None
    journal.leave()
    assert Journal.resume(path).match.position == match.position


# Resuming


def test_a_match_resumes_where_its_journal_ends(lionheart: Tried, path: Path) -> None:
    match = left(lionheart, path, "d3xd4", "h1>W", "undo")
    _, resumed, dropped, *_ = Journal.resume(path)
    assert dropped == ""
    assert moves_of(resumed) == moves_of(match)
    resumed.redo()
    play(resumed, "h10>N")
    assert texts(path)[-3:] == ["2. undo", "2. redo", "3. silver h10>N"]
    assert verify(path).match.position == resumed.position


@pytest.mark.slow
def test_a_resumed_match_rolls_as_its_seed_would_have(lionheart: Tried, path: Path) -> None:
    game = lionheart.with_options(first_player="roll").game
    whole = match_for(game, header_for(game, dice=seed(2)))
    half = match_for(game, header_for(game, dice=seed(2)))
    journal = journal_of(half, path, dice=seed(2))
    play_at_random(half, 30, seed=4)
    journal.leave()
    resumed = Journal.resume(path).match
    play_at_random(whole, 30, seed=4)
    for match in (whole, resumed):
        play_at_random(match, 30, seed=5)
    assert moves_of(whole) == moves_of(resumed)


def test_a_journal_cut_between_the_two_first_rolls_makes_the_second(
    lionheart: Tried, path: Path
) -> None:
    """LH-13: the roll is the one that the seed gives, and it is written."""
    game = lionheart.with_options(first_player="roll").game
    match = match_for(game, header_for(game, dice=seed(2)))
    journal = journal_of(match, path, dice=seed(2))
    match.begin()
    journal.leave()
    lines = texts(path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert texts(path) == lines[:1]
    resumed = Journal.resume(path).match
    assert resumed.to_act == match.to_act != CHANCE
    assert texts(path) == lines


def test_the_rest_after_the_last_intact_line_is_cut_off_and_kept_in_a_copy(
    lionheart: Tried, path: Path
) -> None:
    left(lionheart, path, "h1>W", "h1>N")
    data = path.read_bytes()
    path.write_bytes(data[:-7])
    resumed = Journal.resume(path)
    assert resumed.dropped == data.splitlines()[-1][:-6].decode()
    assert moves_of(resumed.match) == ["h1>W"]
    assert path.with_name("game.journal.damaged").read_bytes() == data[:-7]
    play(resumed.match, "h1>S")
    assert texts(path) == ["1. gold h1>W", "2. gold h1>S"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"2. gold d3xd4 arrow axe axe axe",
        b"2. gold d3xd4 axe arrow panic",
        b"2. gold d3xd4 axe axe arrow pan!c",
        b"2. undo",
    ],
)
def test_a_journal_resumes_before_a_damaged_line(
    lionheart: Tried, path: Path, damaged: bytes
) -> None:
    left(lionheart, path, "h1>W", "d3xd4", "h10>N")
    line = b"2. gold d3xd4 axe axe arrow panic"
    path.write_bytes(path.read_bytes().replace(line, damaged.ljust(len(line))))
    resumed = Journal.resume(path)
    assert moves_of(resumed.match) == ["h1>W"]
    assert texts(path) == ["1. gold h1>W"]
    assert resumed.dropped.startswith(damaged.decode())
    assert "3. silver h10>N" in resumed.dropped


def test_whole_lines_that_do_not_fit_are_kept_and_named(lionheart: Tried, path: Path) -> None:
    """The file as it was stays, however often that happens, and the sentence says where."""
    left(lionheart, path, "h1>W", "h1>N", "h10>N")
    whole = path.read_bytes()
    for number, kept in enumerate(("game.journal.damaged", "game.journal.damaged-2")):
        path.write_bytes(data := whole.replace(b"2. gold h1>N", b"2. gold h1>%d" % number))
        resumed = Journal.resume(path)
        assert resumed.lines == 2
        assert path.with_name(kept).read_bytes() == data
        for language in ("en", "fr"):
            assert str(path.with_name(kept)) in resumed.told(language)
            assert f"2. gold h1>{number}" in resumed.told(language)
        resumed.journal.leave()


def test_a_cut_line_is_told_as_one(lionheart: Tried, path: Path) -> None:
    left(lionheart, path, "h1>W", "h1>N")
    path.write_bytes(path.read_bytes()[:-7])
    resumed = Journal.resume(path)
    assert resumed.lines == 0
    assert "middle of a line" in resumed.told()


def test_an_intact_journal_has_nothing_to_tell(lionheart: Tried, path: Path) -> None:
    left(lionheart, path, "h1>W")
    assert Journal.resume(path).told() == ""
    assert list(path.parent.glob("*.damaged*")) == []


def test_a_journal_is_not_cut_before_it_is_copied(
    lionheart: Tried, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk, the file stays as it is."""
    left(lionheart, path, "h1>W", "h1>N")
    data = path.read_bytes()[:-7]
    path.write_bytes(data)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing(errno.ENOSPC))
        with pytest.raises(RecordError) as error:
            Journal.resume(path)
    assert error.value.code == "unwritable"
    assert path.read_bytes() == data


def test_under_other_versions_no_line_of_a_journal_is_dropped(
    lionheart: Tried, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("wargrid.match.header._version", lambda _: "0.0.1")
        left(lionheart, path, "h1>W")
    data = path.read_bytes().replace(b"1. gold h1>W", b"1. gold h1>E")
    path.write_bytes(data)
    with pytest.raises(RecordError) as error:
        Journal.resume(path)
    assert error.value.code == "differs"
    assert path.read_bytes() == data


@pytest.mark.slow
def test_a_journal_cut_anywhere_resumes_from_a_line_or_is_refused(tmp_path: Path) -> None:
    journal = journal_of(skirmish_match(), tmp_path / "whole.journal")
    journal.leave()
    data = journal.path.read_bytes()
    begun = data.index(b"\n", data.index(b"moves:")) + 1
    for length in (*range(0, begun, 5), *range(begun, len(data) + 1)):
        path = tmp_path / "cut.journal"
        path.write_bytes(data[:length])
        if length < begun:
            with pytest.raises(RecordError) as error:
                Journal.resume(path)
            assert error.value.line == data[:length].count(b"\n") + 1
            assert path.read_bytes() == data[:length]
        else:
            resumed = Journal.resume(path)
            whole = data[: data[:length].rfind(b"\n") + 1]
            assert path.read_bytes()[: len(whole)] == whole
            assert moves_of(resumed.match)[0].startswith("lot ")
            resumed.journal.leave()


def test_a_damaged_journal_that_cannot_be_cut_stays_unchanged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal_of(skirmish_match(), path).leave()
    data = path.read_bytes()[:-3]
    path.write_bytes(data)
    with monkeypatch.context() as patched:
        patched.setattr(os, "ftruncate", failing(errno.EROFS))
        with pytest.raises(RecordError) as error:
            Journal.resume(path)
    assert error.value.code == "unwritable"
    assert path.read_bytes() == data


def test_only_a_journal_that_is_not_being_written_is_resumed(path: Path) -> None:
    match = skirmish_match()
    journal_of(match, path)
    record = path.with_suffix(".wargrid")
    save_record(record, match, header(match))
    codes = []
    for act in (
        lambda: Journal.resume(path),
        lambda: load_record(path),
        lambda: Journal.resume(record),
    ):
        with pytest.raises(RecordError) as error:
            act()
        codes.append(error.value.code)
    assert codes == ["in_use", "not_closed", "no_journal"]


# Closing


def test_a_closed_journal_becomes_a_record(path: Path) -> None:
    match = skirmish_match()
    record = journal_of(match, path).close()
    assert record == path.with_suffix(".wargrid")
    assert load_record(record).match.position == match.position
    assert not path.exists()
    assert match.listeners == []


def test_a_match_without_a_move_leaves_no_file(path: Path) -> None:
    assert journal_of(Match(skirmish(), dice=Dice()), path).close() is None
    assert list(path.parent.iterdir()) == []


def test_a_journal_stays_when_its_record_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_of(skirmish_match(), path)
    monkeypatch.setattr(os, "replace", failing(errno.ENOSPC))
    with pytest.raises(RecordError):
        journal.close()
    assert len(texts(path)) == 3


PLAYER = """
import sys
from pathlib import Path
from matches import play_at_random
import wargrid
from wargrid.match import Journal, Match, header_for
match = Match(wargrid.load("lionheart/level1"))
journal = Journal(Path(sys.argv[1]), match, header_for(match.game))
match.begin()
class Printer:
    def played(self, plies):
        print(match.number, flush=True)
match.listeners.append(Printer())
play_at_random(match, 100_000)
"""


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_every_move_seen_is_in_the_journal_of_a_stopped_process(
    path: Path, ending: signal.Signals
) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert player.stdout is not None
    for _ in range(10):
        seen = player.stdout.readline()
    player.send_signal(ending)
    seen = [seen, *player.stdout.read().splitlines()][-1]
    player.wait()
    player.stdout.close()
    assert Journal.resume(path).match.number >= int(seen) >= 10


@pytest.mark.parametrize("resigned", [False, True])
def test_a_journal_of_a_record_just_read_writes_the_same_lines(
    lionheart: Tried, path: Path, resigned: bool
) -> None:
    """The positions of a long game are not written out again to begin its journal; a resignation
    is written once."""
    match = duel(lionheart, "axe axe arrow panic")
    play(match, "h1>W", "d3xd4", "h10>N")
    if resigned:
        match.resign(0)
    record = read_record(write_record(match, header_for(match.game)))
    first, second = path, path.with_name("second.journal")
    Journal(first, record.match, record.header).leave()
    Journal(second, record.match, record.header, replayed=record).leave()
    assert second.read_bytes() == first.read_bytes()
    assert Journal.resume(second).match.position == match.position
