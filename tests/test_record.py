"""A record is text that a person can read; every byte of it counts, and it plays again exactly as
it was played."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from matches import Dice, duel, environment, play, play_at_random, said, skirmish_match
from support import Tried
from timing import cost
from wargrid import CHANCE
from wargrid.cli.replaying import replay
from wargrid.match.chain import Chain
from wargrid.match.errors import RecordError
from wargrid.match.files import load
from wargrid.match.header import Header, header_for, match_for, seed
from wargrid.match.match import Match
from wargrid.match.position_text import digest
from wargrid.match.record_reader import MOST_BYTES, read_record
from wargrid.match.record_writer import write_record


def header(match: Match, **facts: object) -> Header:
    return header_for(match.game, started="2026-11-20 12:00", **facts)  # type: ignore[arg-type]


def written(match: Match) -> bytes:
    return write_record(match, header(match))


def texts(data: bytes) -> list[str]:
    """The lines of a record without tags and padding."""
    return [re.sub(r" +(@[0-9a-f]+ )?#[0-9a-f]+$", "", line) for line in data.decode().splitlines()]


def forged(data: bytes, change: Callable[[list[str]], None]) -> bytes:
    """A record whose lines somebody changed who knows how tags are made."""
    bodies = [line.rpartition(" #")[0] for line in data.decode().splitlines()]
    change(bodies)
    chain = Chain()
    return b"".join(body.encode() + b" #" + chain.tag(body.encode()) + b"\n" for body in bodies)


def replaced(data: bytes, old: str, new: str) -> bytes:
    """A forged record in which one text stands for another."""

    def change(bodies: list[str]) -> None:
        at = next(number for number, body in enumerate(bodies) if old in body)
        bodies[at] = bodies[at].replace(old, new)

    return forged(data, change)


def line_of(data: bytes, text: str) -> int:
    return next(number for number, line in enumerate(texts(data), 1) if text in line)


def refused(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_record(data, "game.wargrid")
    return error.value


# What a record looks like


def test_a_record_is_a_header_the_whole_ruleset_and_a_line_a_move(lionheart: Tried) -> None:
    match = duel(lionheart, "axe axe arrow panic")
    play(match, "h1>W", "d3xd4", "h10>N")
    match.resign(1)
    lines = texts(write_record(match, header(match, players=["Anne", "Bob"], dice=seed(3))))
    assert lines[:3] == ["wargrid record 1", "ruleset: lionheart/level1", "set: first_player=gold"]
    assert lines[5:7] == ["started: 2026-11-20 12:00", "dice: seed 3"]
    assert lines[7:10] == ["player gold: Anne", "player silver: Bob", "rules:"]
    assert "lionheart.panic (wargrid " in lines[4]
    assert "  plugins:" in lines
    assert lines[-6:] == [
        "moves:",
        "1. gold h1>W",
        "2. gold d3xd4 axe axe arrow panic",
        "3. silver h10>N",
        "4. silver resigns",
        "end: 3 moves, turn 2, gold wins, resign",
    ]


def test_opening_rolls_have_lines_of_their_own(lionheart: Tried) -> None:
    dice = Dice("axe arrow axe axe", "arrow axe panic arrow")
    match = Match(lionheart.with_options(first_player="roll").game, dice=dice)
    match.begin()
    assert texts(written(match))[-3:-1] == [
        "0. chance axe axe axe arrow",
        "0. chance axe arrow arrow panic",
    ]


def test_a_second_roll_stands_behind_a_stroke(lionheart: Tried) -> None:
    match = duel(lionheart)
    position = lionheart.table(". . k\n. . I\n. . .", men="c2 1").position
    match = Match(lionheart.game, dice=Dice("axe", "arrow"), start=position)
    play(match, "c2xc3")
    assert texts(written(match))[-2] == "1. gold c2xc3 axe / arrow"
    assert said(read_record(written(match)).match) == ["c2xc3", "axe", "arrow"]


def test_a_header_line_holds_one_line_whatever_a_player_is_called(lionheart: Tried) -> None:
    match = duel(lionheart)
    data = write_record(match, header(match, players=["A\nmoves: \x07 B", "x" * 500]))
    assert read_record(data).header.players == ("A moves: B", "x" * 60)


# What is written is read again


def test_a_record_read_and_written_again_is_the_same_text(lionheart: Tried) -> None:
    match = play_at_random(Match(lionheart.with_options(first_player="roll").game), 60)
    data = written(match)
    record = read_record(data)
    assert write_record(record.match, record.header) == data
    assert [ply.after for ply in record.match.plies] == [ply.after for ply in match.plies]


def test_moves_taken_back_are_not_in_a_record(lionheart: Tried) -> None:
    match = duel(lionheart)
    play(match, "h1>W")
    match.undo()
    play(match, "h1>E")
    assert texts(written(match))[-2] == "1. gold h1>E"


def test_a_record_holds_a_start_of_ones_own(lionheart: Tried) -> None:
    match = duel(lionheart)
    assert "start:" in texts(written(match))
    assert read_record(written(match)).match.position == match.position


def test_an_attack_whose_dice_have_not_fallen_waits_for_them_after_loading(
    lionheart: Tried,
) -> None:
    match = duel(lionheart, by_hand=True)
    play(match, "d3xd4")
    again = read_record(write_record(match, header(match, dice="hand"))).match
    assert again.to_act == CHANCE
    play(again, "axe axe arrow panic")
    assert said(again) == ["d3xd4", "axe axe arrow panic"]


def test_a_loaded_game_rolls_on_as_its_seed_would_have(lionheart: Tried) -> None:
    facts = header_for(lionheart.game, dice=seed(11))
    whole, half = (
        match_for(lionheart.with_options(first_player="roll").game, facts) for _ in range(2)
    )
    play_at_random(half, 25)
    again = read_record(write_record(half, facts)).match
    play_at_random(whole, 25)
    assert said(whole) == said(half)
    for match in (whole, again):
        choose = random.Random(3)
        for _ in range(30):
            match.play(choose.choice(match.game.moves(match.position)))
    assert said(whole) == said(again)


def test_settings_of_a_game_are_in_its_record(lionheart: Tried) -> None:
    game = lionheart.with_options(rows=8, max_player_turns=7).game
    again = read_record(written(Match(game))).match.game
    assert (again.grid.rows, again.source_text) == (8, game.source_text)


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


def test_a_record_cut_at_any_byte_is_refused_with_its_line() -> None:
    data = written(skirmish_match())
    for length in range(len(data)):
        error = refused(data[:length])
        assert error.line == data[:length].count(b"\n") + 1, f"cut after {length} bytes"


@pytest.mark.parametrize(
    "bits", [pytest.param(1, id="one-bit"), pytest.param(8, id="every-bit", marks=pytest.mark.slow)]
)
def test_a_record_with_any_byte_altered_is_refused_with_its_line(bits: int) -> None:
    data = written(skirmish_match())
    for at in range(len(data)):
        for bit in range(bits):
            altered = bytearray(data)
            altered[at] ^= 1 << (at + bit) % 8
            error = refused(bytes(altered))
            assert error.line == data[:at].count(b"\n") + 1, f"byte {at}, bit {(at + bit) % 8}"


def test_a_line_left_out_doubled_or_moved_is_refused_with_its_line() -> None:
    lines = written(skirmish_match()).splitlines(keepends=True)
    for at in range(1, len(lines) - 1):
        for changed in ([*lines[:at], *lines[at + 1 :]], [*lines[: at + 1], *lines[at:]]):
            error = refused(b"".join(changed))
            assert error.line in (at + 1, at + 2)


def test_text_after_the_closing_line_is_refused() -> None:
    data = written(skirmish_match())
    assert refused(data + b"\n").line == data.count(b"\n") + 1


def test_a_record_saved_with_other_line_ends_is_the_same() -> None:
    """Some programs turn the ends of lines into another system's; two carriage returns are
    damage."""
    match = skirmish_match()
    data = written(match)
    assert read_record(data.replace(b"\n", b"\r\n")).match.position == match.position
    assert refused(data.replace(b"\n", b"\r\r\n")).code == "altered"


def test_damage_is_told_in_both_languages_with_file_and_line() -> None:
    error = refused(written(skirmish_match())[:-10])
    assert error.text("en").startswith(
        f"game.wargrid, line {error.line}: The record breaks off here"
    )
    assert error.text("fr").startswith(
        f"game.wargrid, ligne {error.line}: L’enregistrement s’interrompt ici"
    )


# Forged by somebody who knows how tags are made


def test_an_illegal_move_is_named_with_its_line_and_the_reason() -> None:
    data = written(skirmish_match())
    old = texts(data)[-3]
    assert re.fullmatch(r"1\. (red b1|blue b3)-b2", old)
    new = old.replace("-b2", "-a3")
    error = refused(replaced(data, old, new))
    assert (error.code, error.line) == ("cannot", line_of(data, old))
    assert new in str(error)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("wargrid record 1", "wargrid record 2", "newer"),
        ("dice: system", "dice: loaded", "header"),
        ("dice: system", "played: 0:12:60", "header"),
        ("dice: system", "played: long", "header"),
        ("started:", "begun:", "header"),
        ("player red:", "player green:", "sides"),
        ("rules:", "rule:", "header"),
        ("  name: Skirmish", "  name: Skirmish, again?: [", "rules"),
        ("  name: Skirmish", "  extends: lionheart/level1", "not_whole"),
        ("    columns: 3", "    columns: 3000", "rules"),
        ("moves:", "moved:", "header"),
        ("1. ", "01. ", "other_words"),
        ("1. ", "7. ", "other_words"),
        ("1. ", "x. ", "no_move"),
        ("-b2", "- b2", "cannot"),
        ("0. chance", "0. red", "other_actor"),
        ("0. chance lot ", "0. chance ", "cannot"),
        ("2 moves", "3 moves", "other_words"),
        ("unfinished", "red wins, slay", "other_words"),
    ],
)
def test_a_forged_line_is_refused(old: str, new: str, code: str) -> None:
    data = written(skirmish_match())
    error = refused(replaced(data, old, new))
    assert error.code == code
    assert error.line > 0
    assert "record." not in error.text("en") + error.text("fr")


def test_the_time_is_no_line_of_a_closed_record() -> None:
    """It stands in the head."""
    match = skirmish_match()
    seen = digest(match.position)[:8]
    data = forged(written(match), lambda bodies: bodies.insert(-1, f"time 0:00:01 @{seen}"))
    assert refused(data).code == "no_move"


def test_a_move_that_leads_elsewhere_than_it_did_is_named_with_the_versions() -> None:
    data = written(skirmish_match())
    old = next(line for line in data.decode().splitlines() if line.startswith("2. "))
    seen = re.search(r"@[0-9a-f]{8}", old)
    assert seen is not None
    error = refused(replaced(data, seen[0], "@00000000"))
    assert (error.code, error.line) == ("differs", line_of(data, "2. "))
    assert "It was written with wargrid " in str(error)


def test_a_start_that_is_no_position_is_named_with_its_line(lionheart: Tried) -> None:
    data = written(duel(lionheart))
    error = refused(replaced(data, "  side: gold", "  side: gild"))
    assert (error.code, error.line) == ("start", line_of(data, "  side: gold"))


def test_a_plugin_that_is_not_installed_is_named(lionheart: Tried) -> None:
    error = refused(
        replaced(written(duel(lionheart)), "    lionheart.panic:", "    lionheart.panik:")
    )
    assert error.code == "rules"
    assert "lionheart.panik" in str(error)


def test_a_fault_in_the_embedded_ruleset_names_its_line_of_the_record() -> None:
    data = written(skirmish_match())
    error = refused(replaced(data, "    columns: 3", "    columns: no"))
    assert f"game.wargrid:{line_of(data, 'columns: 3')}:" in str(error)


# Hostile files


@pytest.mark.parametrize(
    "data",
    [
        b"",
        os.urandom(1000),
        b"wargrid record " + b"1" * (MOST_BYTES - 100),
        b"wargrid record 1\n" + b"\n" * (MOST_BYTES - 100),
        b"wargrid record 1 #059e0266\n" + b" #" * (MOST_BYTES // 2 - 100),
        b"x" * (MOST_BYTES + 1),
    ],
    ids=["empty", "noise", "long-line", "empty-lines", "marks", "too-big"],
)
def test_a_hostile_file_is_refused_at_once_and_in_little_memory(data: bytes) -> None:
    assert cost(lambda: refused(data), 100) < 100
    tracemalloc.start()
    try:
        refused(data)
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "line", ["  " + "[" * 5000, "  a: &a [x]\n  b: *a", "  \t", '  "', "  <<: 1", "  - " * 500]
)
def test_a_hostile_ruleset_with_right_tags_is_refused(line: str) -> None:
    data = written(skirmish_match())

    def change(bodies: list[str]) -> None:
        bodies[9:10] = line.split("\n")

    assert refused(forged(data, change)).code in ("rules", "cannot")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player red:", "player red: \x1b[2J\x1b]0;pwned\x07"),
        ("player red:", "player red: abc\u202edef"),
        ("player blue:", "player blue: " + "x" * 1_000_000),
        ("started: 2026", "started: \x9b2J"),
        ("plugins:", "plugins: \x1b[2J"),
        ("plugins:", "plugins: " + "a.b (c 1), " * 100_000),
        ("wargrid: ", "wargrid: \x1b"),
        ("ruleset: ", "ruleset: \u2066"),
        ("ruleset: ", "ruleset: " + "x" * 2_000),
        ("dice: ", "dice: \x1b[2J"),
        ("rules:", "rules: \x1b[2J"),
    ],
)
def test_a_header_that_a_terminal_would_obey_is_refused_at_its_line(old: str, new: str) -> None:
    """As is one that would fill it."""
    data = written(skirmish_match())
    error = refused(replaced(data, old, new))
    assert (error.code, error.line) == ("odd_fact", line_of(data, old))
    for language in ("en", "fr"):
        assert error.text(language).isprintable()
        assert len(error.text(language)) < 400


@pytest.mark.parametrize("text", ["1. red b1-b2\x1b[2J", "\x1b]0;pwned\x07", "red \u202e b1"])
def test_no_line_of_a_game_reaches_the_terminal_as_it_is(text: str) -> None:
    """Whatever is wrong with it."""
    data = written(skirmish_match())
    error = refused(replaced(data, texts(data)[-3], text))
    assert (error.line, error.text().isprintable()) == (line_of(data, texts(data)[-3]), True)


def test_a_replay_names_some_plugins_of_very_many(tmp_path: Path) -> None:
    """One line, not a page."""
    named = "plugins: " + ", ".join(f"a.b{n} (c 1)" for n in range(3_000))
    (tmp_path / "many.wargrid").write_bytes(replaced(written(skirmish_match()), "plugins:", named))
    said = [line for line in replay(tmp_path / "many.wargrid") if "Written with" in line]
    assert len(said) == 1
    assert len(said[0]) < 1_500


@pytest.mark.parametrize("at", [-2, -3, -4])
def test_a_line_without_the_tag_of_its_position_is_told_so(at: int) -> None:
    """The line itself is right, and quoted."""
    data = written(skirmish_match())

    def change(bodies: list[str]) -> None:
        bodies[at] = bodies[at].rpartition(" @")[0]

    error = refused(forged(data, change))
    assert (error.code, error.line) == ("no_digest", len(data.splitlines()) + at + 1)
    assert f'"{texts(data)[at]}"' in error.text("en")


def test_a_line_that_is_none_of_a_game_is_quoted() -> None:
    """Shortened, if it is long."""
    data = written(skirmish_match())
    error = refused(forged(data, lambda bodies: bodies.insert(-1, "what " + "is this " * 1_000)))
    assert error.code == "no_move"
    assert '"what is this ' in error.text("en")
    assert len(error.text()) < 300


def test_many_lines_that_are_no_moves_are_refused_at_the_first() -> None:
    data = written(skirmish_match())

    def change(bodies: list[str]) -> None:
        bodies[-1:-1] = ["3. " + "y " * 20 for _ in range(20_000)]

    assert refused(forged(data, change)).line == len(data.splitlines())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_what_is_no_ordinary_file_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wargrid")
    for name, code in (
        ("pipe.wargrid", "no_file"),
        (".", "no_file"),
        ("nothing", "missing"),
        ("nul\0", "missing"),
    ):
        with pytest.raises(RecordError) as error:
            load(tmp_path / name)
        assert error.value.code == code


def test_a_file_that_is_too_big_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "big.wargrid").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RecordError, match="at most 2 MiB"):
        load(tmp_path / "big.wargrid")
