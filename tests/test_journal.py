"""A journal has every move on the disk before the match goes on, and goes on from its last whole
line."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from matches import Dice, duel, environment, play, play_at_random, said, skirmish, skirmish_match
from support import Tried
from wargrid.cli.replaying import replay, verify
from wargrid.match import saves as home
from wargrid.match.errors import RecordError
from wargrid.match.files import load, save
from wargrid.match.header import Header, header_for, match_for, seed
from wargrid.match.journal import Journal
from wargrid.match.match import Match


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a home of its own."""
    monkeypatch.setenv(home.HOME, str(tmp_path / "home"))
    return tmp_path / "home"


def header(match: Match, **facts: object) -> Header:
    return header_for(match.game, started="2026-11-20 12:00", **facts)  # type: ignore[arg-type]


def journal_of(match: Match, path: Path | None = None, **facts: object) -> Journal:
    return Journal(
        path or home.journal_path(match.game.name, "2026-11-20 12:00"),
        match,
        header(match, **facts),
    )


def texts(path: Path) -> list[str]:
    """The lines of a journal's moves without tags and padding."""
    lines = path.read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("moves:"))
    return [line.partition(" @")[0].rstrip() for line in lines[start + 1 :]]


# Writing


def test_a_move_is_in_the_file_when_it_has_been_made(lionheart: Tried) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    journal = journal_of(match)
    play(match, "d3xd4")
    assert texts(journal.path) == ["1. gold d3xd4 axe axe arrow panic"]


def test_every_line_is_made_durable(lionheart: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    match = duel(lionheart)
    journal_of(match)
    monkeypatch.setattr(os, "fsync", synced.append)
    play(match, "h1>W", "h1>N")
    assert len(synced) == 2


def test_undo_redo_and_resignation_are_lines_of_their_own(lionheart: Tried) -> None:
    match = duel(lionheart)
    journal = journal_of(match)
    play(match, "h1>W", "d3>E")
    match.undo()
    match.undo()
    match.redo()
    match.resign(1)
    assert texts(journal.path) == [
        "1. gold h1>W",
        "2. gold d3>E",
        "2. undo",
        "1. undo",
        "1. redo",
        "2. silver resigns",
    ]


def test_the_time_played_is_written_with_the_first_move_of_another_minute_and_at_the_end(
    lionheart: Tried,
) -> None:
    """The frontend says it; a journal that goes on goes on counting, and a record has it in its
    head."""
    match = duel(lionheart, "axe axe arrow panic")
    journal = journal_of(match)
    for seconds, move in ((59, "h1>W"), (60, "d3xd4"), (119, "h10>N")):
        journal.seconds = seconds
        play(match, move)
    journal.leave()
    assert [line.split()[1] for line in texts(journal.path)] == [
        "gold",
        "gold",
        "0:01:00",
        "silver",
        "0:01:59",
    ]
    again = Journal.resume(journal.path)
    assert (again.journal.header.played, again.journal.seconds) == (119, 119)
    again.journal.seconds = 3725
    record = again.journal.close()
    assert record is not None
    assert load(record).header.played == 3725
    told = list(replay(record))
    assert "Played for 1:02:05." in told
    assert told[-1] == "Lines of moves made again and found right: 3."


def test_dice_by_hand_are_written_as_they_fall(lionheart: Tried) -> None:
    match = duel(lionheart, by_hand=True)
    journal = journal_of(match, dice="hand")
    play(match, "d3xd4")
    assert texts(journal.path) == ["1. gold d3xd4"]
    play(match, "axe axe arrow panic")
    assert texts(journal.path) == ["1. gold d3xd4", "1. chance axe axe arrow panic"]


def test_a_journal_begun_later_holds_the_moves_made_before(lionheart: Tried) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    play(match, "d3xd4")
    journal = journal_of(match)
    play(match, "h1>W")
    assert texts(journal.path) == ["1. gold d3xd4 axe axe arrow panic", "2. gold h1>W"]


def test_a_journal_never_takes_the_place_of_another_file(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_text("something dear")
    with pytest.raises(RecordError, match="already there"):
        journal_of(skirmish_match(), path)
    assert path.read_text() == "something dear"


def test_a_full_disk_does_not_stop_the_match_and_nothing_is_lost_when_there_is_room_again(
    lionheart: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel(lionheart)
    journal = journal_of(match)
    write = os.write

    def half(file: int, data: bytes) -> int:
        write(file, bytes(data)[:20])
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", half)
        play(match, "h1>W")
        assert journal.failure is not None
        assert "no room left" in journal.failure.text()
        assert "plus de place" in journal.failure.text("fr")
    play(match, "h1>N")
    assert journal.failure is None
    journal.leave()
    assert Journal.resume(journal.path).match.plies[-1].number == 2


# Going on


def test_a_match_goes_on_where_its_journal_ends(lionheart: Tried) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    journal = journal_of(match)
    play(match, "d3xd4", "h1>W")
    match.undo()
    journal.leave()
    again, resumed, dropped = Journal.resume(journal.path)
    assert dropped == ""
    assert said(resumed) == said(match)
    resumed.redo()
    play(resumed, "h10>N")
    assert texts(again.path)[-3:] == ["2. undo", "2. redo", "3. silver h10>N"]
    assert verify(again.path).match.position == resumed.position


@pytest.mark.slow
def test_a_resumed_match_rolls_on_as_its_seed_would_have(lionheart: Tried) -> None:
    game = lionheart.with_options(first_player="roll").game
    whole = match_for(game, header_for(game, dice=seed(2)))
    half = match_for(game, header_for(game, dice=seed(2)))
    journal = journal_of(half, dice=seed(2))
    play_at_random(half, 30, seed=4)
    journal.leave()
    resumed = Journal.resume(journal.path).match
    play_at_random(whole, 30, seed=4)
    for match in (whole, resumed):
        play_at_random(match, 30, seed=5)
    assert said(whole) == said(resumed)


def test_what_follows_the_last_whole_line_is_dropped_told_and_kept_in_a_copy(
    lionheart: Tried,
) -> None:
    match = duel(lionheart)
    journal = journal_of(match)
    play(match, "h1>W", "h1>N")
    journal.leave()
    data = journal.path.read_bytes()
    journal.path.write_bytes(data[:-7])
    resumed = Journal.resume(journal.path)
    assert resumed.dropped == data.splitlines()[-1][:-6].decode()
    assert said(resumed.match) == ["h1>W"]
    assert journal.path.with_name(journal.path.name + ".damaged").read_bytes() == data[:-7]
    play(resumed.match, "h1>S")
    assert texts(journal.path) == ["1. gold h1>W", "2. gold h1>S"]


def test_a_journal_altered_in_the_middle_goes_on_before_that_line(lionheart: Tried) -> None:
    match = duel(lionheart)
    journal = journal_of(match)
    play(match, "h1>W", "h1>N", "h10>N")
    journal.leave()
    journal.path.write_bytes(journal.path.read_bytes().replace(b"2. gold h1>N", b"2. gold h1>S"))
    resumed = Journal.resume(journal.path)
    assert said(resumed.match) == ["h1>W"]
    assert resumed.dropped.startswith("2. gold h1>S")
    assert "3. silver h10>N" in resumed.dropped


@pytest.mark.slow
def test_a_journal_cut_anywhere_goes_on_from_a_line_or_names_the_one_that_is_missing(
    tmp_path: Path,
) -> None:
    match = skirmish_match()
    journal = journal_of(match)
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
            assert path.read_bytes() == data[: data[:length].rfind(b"\n") + 1]
            assert len(texts(path)) == data[begun:length].count(b"\n")
            resumed.journal.leave()


def test_a_closed_record_is_not_taken_for_a_journal(tmp_path: Path) -> None:
    match = skirmish_match()
    path = tmp_path / "game.wargrid"
    save(path, match, header(match))
    whole = path.read_bytes()
    for data in (
        whole,
        whole[: whole.rfind(b"\nend:") + 1],
        whole.replace(b"wargrid record", b"wargrid journal", 1),
    ):
        path.write_bytes(data)
        with pytest.raises(RecordError):
            Journal.resume(path)
        assert path.read_bytes() == data


def test_a_torn_journal_that_cannot_be_mended_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    journal = journal_of(skirmish_match())
    journal.leave()
    data = journal.path.read_bytes()[:-3]
    journal.path.write_bytes(data)

    def fail(*_: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    with monkeypatch.context() as patched:
        patched.setattr(os, "ftruncate", fail)
        with pytest.raises(RecordError, match="protected"):
            Journal.resume(journal.path)
    assert journal.path.read_bytes() == data
    assert home.unfinished() == [journal.path]


def test_a_journal_is_not_loaded_as_a_saved_game() -> None:
    journal = journal_of(skirmish_match())
    with pytest.raises(RecordError, match="Resume it"):
        load(journal.path)


def test_a_journal_being_written_is_not_resumed_by_another() -> None:
    journal = journal_of(skirmish_match())
    with pytest.raises(RecordError, match="Another Wargrid"):
        Journal.resume(journal.path)


def test_a_journal_can_be_replayed_as_far_as_it_is_whole() -> None:
    journal = journal_of(skirmish_match())
    with journal.path.open("ab") as file:
        file.write(b"3. blu")
    assert [line for line in replay(journal.path) if line[:2] == "2."] == texts(journal.path)[-2:-1]


# Ending


def test_a_journal_that_is_closed_becomes_a_record() -> None:
    match = skirmish_match()
    journal = journal_of(match)
    path = journal.close()
    assert path == journal.path.with_suffix(".wargrid")
    assert load(path).match.position == match.position
    assert not journal.path.exists()
    assert match.listeners == []


def test_a_match_in_which_nobody_moved_leaves_nothing_behind(own_home: Path) -> None:
    match = Match(skirmish(), dice=Dice())
    journal = journal_of(match)
    assert journal.close() is None
    assert list((own_home / "games").iterdir()) == []


def test_a_journal_stays_when_its_record_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = journal_of(skirmish_match())

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(RecordError):
        journal.close()
    assert len(texts(journal.path)) == 3


def test_games_that_were_left_are_offered_the_next_time() -> None:
    journal = journal_of(skirmish_match())
    assert home.unfinished() == []
    journal.leave()
    assert home.unfinished() == [journal.path]
    Journal.resume(journal.path).journal.close()
    assert home.unfinished() == []


PLAYER = """
import os, sys
from pathlib import Path
from matches import play_at_random, skirmish
import wargrid
from wargrid.match import Match
from wargrid.match import Journal, header_for
match = Match(wargrid.load("lionheart/level1"))
journal = Journal(Path(sys.argv[1]), match, header_for(match.game))
match.begin()
class Crier:
    def played(self, plies):
        print(match.number, flush=True)
match.listeners.append(Crier())
play_at_random(match, 100_000)
"""


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_every_move_that_was_seen_is_in_the_journal_of_a_process_that_was_stopped(
    tmp_path: Path, ending: signal.Signals
) -> None:
    path = tmp_path / "game.journal"
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


# Home


@pytest.mark.parametrize(
    ("platform", "variables", "end"),
    [
        ("linux", {"WARGRID_HOME": "/elsewhere"}, "/elsewhere"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/wargrid"),
        ("linux", {}, ".local/share/wargrid"),
        ("darwin", {}, "Library/Application Support/Wargrid"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Wargrid"),
    ],
)
def test_home_is_the_folder_named_or_the_platforms_own(
    platform: str, variables: dict[str, str], end: str
) -> None:
    assert home.home(variables, platform).as_posix().endswith(end)


def test_saves_are_listed_with_what_is_in_them_damaged_ones_too() -> None:
    match = skirmish_match()
    save(home.save_path("My game: no. 1?"), match, header(match))
    journal_of(match).close()
    home.save_path("broken").write_bytes(home.save_path("My game: no. 1?").read_bytes()[:-1])
    found = {info.path.name: info for info in home.saves()}
    mine, broken = found["My game- no. 1.wargrid"], found["broken.wargrid"]
    kept = found["2026-11-20-12-00-test-skirmish.wargrid"]
    assert (mine.ruleset, mine.turn, mine.finished, mine.manual, mine.damage) == (
        "test/skirmish",
        3,
        False,
        True,
        None,
    )
    assert not kept.manual
    assert broken.damage is not None
    assert broken.damage.code == "cut"


def test_a_home_that_does_not_exist_holds_nothing() -> None:
    assert home.saves() == []
    assert home.unfinished() == []


def test_two_games_begun_at_once_have_journals_of_their_own() -> None:
    first, second = (journal_of(skirmish_match()) for _ in range(2))
    assert first.path != second.path
