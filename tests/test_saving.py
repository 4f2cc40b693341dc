"""Saves and replays: a game is kept whole or not at all, and told again only when all of it is
verified."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from matches import SKIRMISH, duel, environment, play, play_at_random, skirmish, skirmish_match
from support import Tried, loaded
from wargrid.cli.replaying import replay, verify
from wargrid.loading.loader import load_text
from wargrid.match.chain import CLOSING
from wargrid.match.errors import RecordError
from wargrid.match.files import backups, load, save
from wargrid.match.header import Header, header_for
from wargrid.match.match import Match
from wargrid.match.record_reader import read_record
from wargrid.match.record_writer import write_record


def header(match: Match, **facts: object) -> Header:
    return header_for(match.game, started="2026-11-20 12:00", **facts)  # type: ignore[arg-type]


def written(match: Match) -> bytes:
    return write_record(match, header(match))


# Saving


def saved(path: Path, moves: int) -> bytes:
    """Save a game with so many moves over whatever is there."""
    match = play_at_random(Match(skirmish()), moves)
    save(path, match, header(match), overwrite=True)
    return path.read_bytes()


def test_a_save_is_loaded_as_it_was(tmp_path: Path) -> None:
    match = skirmish_match()
    save(tmp_path / "deep" / "game.wargrid", match, header(match))
    assert load(tmp_path / "deep" / "game.wargrid").match.position == match.position
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["game.wargrid"]


def test_another_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "game.wargrid"
    path.write_text("something dear")
    match = skirmish_match()
    with pytest.raises(RecordError, match="already there"):
        save(path, match, header(match))
    assert path.read_text() == "something dear"


def test_three_earlier_states_are_kept_the_latest_first(tmp_path: Path) -> None:
    path = tmp_path / "game.wargrid"
    states = [saved(path, moves) for moves in range(6)]
    assert [backup.read_bytes() for backup in backups(path)] == [states[4], states[3], states[2]]
    assert len(list(tmp_path.iterdir())) == 4


def test_only_whole_backups_are_offered_for_a_damaged_save(tmp_path: Path) -> None:
    path = tmp_path / "game.wargrid"
    states = [saved(path, moves) for moves in range(3)]
    path.write_bytes(states[2][:-1])
    backup = tmp_path / "game.wargrid.bak1"
    backup.unlink()
    backup.write_bytes(b"wargrid record 1\n")
    (offered,) = backups(path)
    assert offered.read_bytes() == states[0]
    with pytest.raises(RecordError, match=r"Whole backups of it: \S+bak2\."):
        load(path)


@pytest.mark.parametrize("call", ["open", "fsync", "replace", "link"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_full_disk_or_a_read_only_folder_leaves_the_old_save_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    path = tmp_path / "game.wargrid"
    old = saved(path, 2)

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    match = skirmish_match()
    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        if call == "link":
            patched.setattr("shutil.copyfile", fail)
        with pytest.raises(RecordError) as error:
            save(path, match, header(match), overwrite=True)
    assert path.read_bytes() == old
    assert "What was saved before is untouched." in error.value.text()
    assert not list(tmp_path.glob(".*.new"))


def test_what_a_killed_process_left_is_swept_away_by_the_next_save(tmp_path: Path) -> None:
    left = tmp_path / ".game.wargrid.99999.new"
    left.write_bytes(b"half a")
    other = tmp_path / ".other.wargrid.99999.new"
    other.write_bytes(b"half a")
    saved(tmp_path / "game.wargrid", 1)
    assert not left.exists()
    assert other.exists()


SAVER = """
import sys
from pathlib import Path
from matches import play_at_random, skirmish
from wargrid.match import Match
from wargrid.match import header_for, save
matches = [play_at_random(Match(skirmish()), moves, seed) for seed in range(4) for moves in (1, 3, 5)]
print("ready", flush=True)
while True:
    for match in matches:
        save(Path(sys.argv[1]), match, header_for(match.game), overwrite=True)
"""


@pytest.mark.slow
def test_a_process_killed_while_saving_leaves_a_whole_save(tmp_path: Path) -> None:
    path = tmp_path / "game.wargrid"
    choose = random.Random()
    existed = False
    for _ in range(30):
        saver = subprocess.Popen(
            [sys.executable, "-c", SAVER, str(path)], env=environment(), stdout=subprocess.PIPE
        )
        assert saver.stdout is not None
        assert saver.stdout.readline() == b"ready\n"
        time.sleep(choose.random() / 20)
        saver.send_signal(signal.SIGKILL)
        saver.wait()
        saver.stdout.close()
        existed = existed or path.exists()
        if existed:
            load(path)
    assert existed


# Replay


def test_replay_tells_the_moves_the_table_and_the_result(lionheart: Tried, tmp_path: Path) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    play(match, "d3xd4", "h1>W")
    match.resign(1)
    save(tmp_path / "game.wargrid", match, header(match, players=["Anne", ""]))
    told = list(replay(tmp_path / "game.wargrid"))
    assert told[0] == "Lionheart, level 1 (lionheart/level1)"
    assert "Gold: Anne" in told
    assert told[told.index("1. gold d3xd4 axe axe arrow panic") + 1] == "2. gold h1>W"
    assert any("K<" in line for line in told)
    assert told[-2:] == [
        "Victory for Gold: resignation of Silver.",
        "Lines of moves made again and found right: 3.",
    ]
    assert "Or : Anne" in list(replay(tmp_path / "game.wargrid", "fr"))


def test_replay_says_nothing_before_all_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.wargrid"
    path.write_bytes(written(skirmish_match())[:-1])
    with pytest.raises(RecordError):
        next(replay(path))


def test_verify_answers_with_the_match(tmp_path: Path) -> None:
    match = skirmish_match()
    save(tmp_path / "game.wargrid", match, header(match))
    assert verify(tmp_path / "game.wargrid").match.position == match.position


def test_an_old_record_opens_under_rules_that_have_changed_since() -> None:
    """The ruleset in the record counts, not the one now shipped under its name."""
    changed = load_text(SKIRMISH.replace("men: 2", "men: 5"), "skirmish.yaml", "test/skirmish")
    record = read_record(written(skirmish_match()))
    assert record.match.game.ruleset.units["guard"].men == 2
    assert changed.ruleset.units["guard"].men == 5


def test_only_the_closing_line_bears_the_whole_hash() -> None:
    lines = written(skirmish_match()).decode().splitlines()
    lengths = [len(line.rpartition(" #")[2]) for line in lines]
    assert lengths == [8] * (len(lines) - 1) + [64]
    assert lines[-1].startswith(CLOSING)


def test_replay_shows_nothing_of_an_army_that_is_set_up_unseen(tmp_path: Path) -> None:
    """LH-80: a save made while Silver sets up tells whoever replays it neither Gold's moves nor
    Gold's units."""
    match = Match(loaded("lionheart/level2", {"first_player": "gold"}))
    play(match, "army royal", "ready")
    save(tmp_path / "game.wargrid", match, header(match))
    told = "\n".join(replay(tmp_path / "game.wargrid"))
    assert "still setting up in secret" in told
    assert "royal" not in told
    assert "K" not in told.partition("secret")[2]
