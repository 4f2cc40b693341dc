"""Records: what they contain, what comes back from them, and how damaged ones are refused."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from matches import (
    duel,
    environment,
    header,
    moves_of,
    play,
    play_at_random,
    skirmish_match,
    untagged,
)  # fmt: skip
from places import DATA
from support import Tried, loaded
from wargrid.cli.replay import replay
from wargrid.core.moves import DO
from wargrid.match import (
    Header,
    Match,
    RecordError,
    digest,
    header_for,
    load_record,
    match_for,
    read_record,
    save_record,
    seed,
    verify,
    write_record,
)
from wargrid.match.record_header import MAX_RECORD_BYTES, parse_record
from wargrid.match.record_reader import replay_record
from wargrid.match.record_writer import (
    JOURNAL,
    RECORD,
    Checksum,
    closing_line,
    header_lines,
    move_lines,
    time_line,
)

RECORDS = sorted((DATA / "records").iterdir())


def written(match: Match) -> bytes:
    return write_record(match, header(match))


def forged(old: str, new: str) -> tuple[bytes, int]:
    """A record of a skirmish with one text replaced and all tags right, and the changed line."""
    match = skirmish_match()
    lines = [*header_lines(match.game, header(match), match.start, RECORD)]
    lines += move_lines(match.game, match.plies)
    lines.append((closing_line(match), digest(match.position)))
    at = next(number for number, (text, _) in enumerate(lines) if old in text)
    lines[at] = (lines[at][0].replace(old, new), lines[at][1])
    checksum = Checksum()
    return b"".join(checksum.line(*line) for line in lines), at + 1


def refused(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_record(data, "game.wargrid")
    return error.value


# What a record contains


def test_each_line_ends_with_a_checksum_of_all_lines_and_positions_up_to_it() -> None:
    match = skirmish_match()
    plies = [digest(ply.after) for ply in match.plies]
    lines = written(match).splitlines()
    positions = [*("" for _ in lines[:-4]), plies[0], plies[1], plies[3], plies[3]]
    checksum = Checksum()
    for line, position in zip(lines, positions, strict=True):
        body, _, tag = line.rpartition(b" #")
        assert checksum.tag(body, position) == tag


# What comes back


@pytest.mark.parametrize("path", RECORDS, ids=[path.name for path in RECORDS])
def test_every_record_of_format_2_opens_for_ever(path: Path) -> None:
    """The files in ``records`` are never changed: every later version of Wargrid replays them."""
    record = verify(path)
    lines = untagged(path.read_bytes())
    moves = [line for line in lines[lines.index("moves:") + 1 :] if line[0].isdigit()]
    assert list(record.lines) == moves
    assert lines[-1] == (
        closing_line(record.match) if path.suffix == ".wargrid" else "time 0:02:10"
    )


def test_a_record_has_no_moves_that_were_undone(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.undo()
    play(match, "h1>E")
    assert untagged(written(match))[-2] == "1. gold h1>E"


def test_a_loaded_match_rolls_as_its_seed_would_have(lionheart: Tried) -> None:
    facts = header_for(lionheart.game, dice=seed(11))
    whole, half = (
        match_for(lionheart.with_options(first_player="roll").game, facts) for _ in range(2)
    )
    play_at_random(half, 25)
    again = read_record(write_record(half, facts)).match
    play_at_random(whole, 25)
    assert moves_of(whole) == moves_of(half)
    for match in (whole, again):
        choose = random.Random(3)
        for _ in range(30):
            match.play(choose.choice(match.game.moves(match.position)))
    assert moves_of(whole) == moves_of(again)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_record_in_any_process() -> None:
    program = """
import sys, wargrid
from matches import play_at_random
from wargrid.match import header_for, match_for, seed, write_record
game = wargrid.load("lionheart/level1")
header = header_for(game, dice=seed(5))
sys.stdout.buffer.write(write_record(play_at_random(match_for(game, header), 80), header))
"""
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            env=environment(PYTHONHASHSEED=hash_seed),
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "4242")
    )
    assert first == second
    assert len(read_record(first).lines) > 80


# Damage


@pytest.mark.parametrize(
    ("step", "bits"), [(9, 1), pytest.param(3, 1, id="every-third-byte", marks=pytest.mark.slow)]
)
def test_a_cut_or_altered_record_is_refused_with_its_line(step: int, bits: int) -> None:
    data = written(skirmish_match())
    for at in range(0, len(data), step):
        line = data[:at].count(b"\n") + 1
        assert refused(data[:at]).line == line, f"cut after {at} bytes"
        for bit in range(bits):
            altered = bytearray(data)
            altered[at] ^= 1 << (at + bit) % 8
            assert refused(bytes(altered)).line == line, f"byte {at}, bit {(at + bit) % 8}"


def test_a_line_left_out_or_doubled_is_refused() -> None:
    lines = written(skirmish_match()).splitlines(keepends=True)
    for at in (1, 8, 9, len(lines) - 4, len(lines) - 3, len(lines) - 2):
        for changed in ([*lines[:at], *lines[at + 1 :]], [*lines[: at + 1], *lines[at:]]):
            assert refused(b"".join(changed)).line in (at + 1, at + 2)


def test_text_after_the_closing_line_is_refused() -> None:
    data = written(skirmish_match())
    error = refused(data + b"\n")
    assert (error.code, error.line) == ("after_end", data.count(b"\n") + 1)


# Records with right tags and wrong lines


WRONG_LINES = {
    "header": "dice: system => dice: loaded | dice: system => played: 0:12:60 | started: => begun:"
    " | rules: => rule: | moves: => moved: | player red: => clock: 5 minutes"
    " | player blue: => used red: soon",
    "altered": "1.  => 01.  | 1.  => x.  | -b2 => -a3 | 0. chance => 0. red"
    " | chance lot  => chance  | 2. blue => time 0:00:01 | 2 moves => 3 moves"
    " | unfinished => red wins, slay",
}


@pytest.mark.parametrize(
    ("change", "code"),
    [(change, code) for code, changes in WRONG_LINES.items() for change in changes.split(" | ")],
)
def test_a_wrong_line_is_refused(change: str, code: str) -> None:
    data, line = forged(*change.split(" => "))
    error = refused(data)
    assert (error.code, error.line) == (code, line)
    assert "record." not in error.text("en") + error.text("fr")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("player red:", "player green:", "sides"),
        ("  name: Skirmish", "  name: Skirmish, again?: [", "rules"),
        ("  name: Skirmish", "  extends: lionheart/level1", "not_whole"),
        ("    columns: 3", "    columns: 3000", "rules"),
        ("    slay: guard", "    no.plugin: guard", "rules"),
        ("    columns: 3", "  " + "[" * 5000, "rules"),
        ("    columns: 3", "  a: &a [*a]", "rules"),
    ],
)
def test_a_wrong_ruleset_in_a_record_is_refused(old: str, new: str, code: str) -> None:
    error = refused(forged(old, new)[0])
    assert (error.code, error.line) == (code, untagged(forged(old, new)[0]).index("rules:") + 2)


def test_another_format_is_refused_with_both_versions_and_advice() -> None:
    """Format 1 was never released; a newer format needs a newer Wargrid."""
    for version, code, supported in ((1, "format_older", 2), (4, "format_newer", 3)):
        error = refused(forged("wargrid record 2", f"wargrid record {version}")[0])
        assert (error.code, error.line) == (code, 1)
        assert error.values == {"version": version, "supported": supported}


@pytest.mark.parametrize("new", ["2. blue b3-b2", "2. blue b3xb2 tails tails"])
def test_under_other_versions_the_first_move_that_differs_is_named(
    new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wargrid.match.header._version", lambda _: "0.0.1")
    data, line = forged("2. blue b3xb2 heads tails", new)
    monkeypatch.undo()
    error = refused(data)
    assert (error.code, error.line, error.values["text"]) == ("differs", line, new)
    assert error.values["then"] == "wargrid 0.0.1"
    assert error.values["now"] != "wargrid 0.0.1"


def test_a_start_that_is_not_a_position_is_named_with_its_line(lionheart: Tried) -> None:
    lines = untagged(written(duel(lionheart)))
    at = lines.index("  side: gold")
    lines[at] = "  side: gild"
    checksum = Checksum()
    error = refused(b"".join(checksum.line(line) for line in lines))
    assert (error.code, error.line) == ("start", at + 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player red:", "player red: \x1b[2J\x1b]0;pwned\x07"),
        ("player red:", "player red: abc\u202edef"),
        ("player blue:", "player blue: " + "x" * 1_000_000),
        ("started: 2026", "started: \x9b2J"),
        ("plugins:", "plugins: " + "a.b (c 1), " * 100_000),
        ("wargrid: ", "wargrid: \x1b"),
        ("ruleset: ", "ruleset: \u2066"),
        ("ruleset: ", "ruleset: " + "x" * 2_000),
        ("rules:", "rules: \x1b[2J"),
    ],
)
def test_a_header_that_controls_or_fills_a_terminal_is_refused(old: str, new: str) -> None:
    data, line = forged(old, new)
    error = refused(data)
    assert (error.code, error.line) == ("unprintable", line)
    for language in ("en", "fr"):
        assert error.text(language).isprintable()
        assert len(error.text(language)) < 400


# Hostile files


@pytest.mark.parametrize(
    "data",
    [
        b"",
        os.urandom(1000),
        b"wargrid record " + b"1" * (MAX_RECORD_BYTES - 100),
        b"wargrid record 2\n" + b"\n" * (MAX_RECORD_BYTES - 100),
        b"wargrid record 2 #059e0266\n" + b" #" * (MAX_RECORD_BYTES // 2 - 100),
        b"x" * (MAX_RECORD_BYTES + 1),
    ],
    ids=["empty", "noise", "long-line", "empty-lines", "marks", "too-big"],
)
def test_a_hostile_file_is_refused_in_little_memory(data: bytes) -> None:
    tracemalloc.start()
    try:
        refused(data)
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_only_a_regular_file_of_moderate_size_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "big").open("wb") as file:
        file.truncate(1 << 40)
    refusals = {
        "pipe": "no_file",
        ".": "no_file",
        "no": "missing",
        "\0": "missing",
        "big": "too_big",
    }
    for name, code in refusals.items():
        with pytest.raises(RecordError) as error:
            load_record(tmp_path / name)
        assert error.value.code == code


# The command replay


def test_replay_prints_the_moves_the_board_and_the_result(lionheart: Tried, tmp_path: Path) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    play(match, "d3xd4", "h1>W")
    match.resign(1)
    save_record(tmp_path / "game.wargrid", match, header(match, players=["Anne", ""]))
    lines = list(replay(tmp_path / "game.wargrid"))
    assert {"Lionheart, level 1 (lionheart/level1)", "Gold: Anne"} <= set(lines)
    assert lines[lines.index("1. gold d3xd4 axe axe arrow panic") + 1] == "2. gold h1>W"
    assert any("K<" in line for line in lines)
    assert any(line.endswith(" : Anne") for line in replay(tmp_path / "game.wargrid", "fr"))


def test_only_the_first_of_very_many_plugins_are_named() -> None:
    many = Header("x", "1", tuple(f"a.b{n} (c 1)" for n in range(3_000)))
    assert many.versions().count(",") == 51


def test_replay_hides_an_army_that_is_deployed_in_secret(tmp_path: Path) -> None:
    """LH-80: a save made while Silver deploys shows neither Gold's moves nor Gold's units."""
    match = Match(loaded("lionheart/level2", {"first_player": "gold"}))
    play(match, "army royal", "ready")
    save_record(tmp_path / "game.wargrid", match, header(match))
    printed = "\n".join(replay(tmp_path / "game.wargrid"))
    assert "deploying in secret" in printed
    assert "royal" not in printed
    assert "K" not in printed.partition("secret")[2]


def test_abilities_are_read_again() -> None:
    """They have blanks too: the unit that a factory builds."""
    match, draw = Match(loaded("battle/conquest")), random.Random(1)
    while "!build " not in untagged(written(match))[-2]:
        moves = match.game.moves(match.position)
        match.play(draw.choice([move for move in moves if move.verb == DO] or moves))
    assert read_record(written(match)).match.position == match.position


@pytest.mark.parametrize(
    ("times", "played", "used"),
    [
        (time_line(5), 5, ()), (time_line(5, 2, 3), 5, (2, 3)), (time_line(5, 2), 0, ()),
        (time_line(5, 1, 1, 1), 0, ()), (time_line(5) + " soon", 0, ()),
        (time_line(5, 2) + " soon", 0, ()), (time_line(5) + " since never", 0, ()),
    ],
)  # fmt: skip
def test_a_line_of_times_has_that_of_the_game_and_of_each_side_or_is_damaged(
    times: str, played: int, used: tuple[int, ...]
) -> None:
    match = skirmish_match()
    lines = [*header_lines(match.game, header(match), match.start, JOURNAL)]
    lines += [*move_lines(match.game, match.plies), (times, digest(match.position))]
    checksum = Checksum()
    data = b"".join(checksum.line(*line) for line in lines)
    found = replay_record(parse_record(data, "game.journal"))
    assert (found.header.played, found.header.used) == (played, used)
    assert found.match.position == match.position
