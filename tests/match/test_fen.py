"""FEN: positions in one line are read and written, and wrong ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import loaded
from wargrid import Game
from wargrid.cli import main
from wargrid.core.state import Result
from wargrid.match import (
    Match,
    PositionError,
    header_for,
    read_fen,
    read_move,
    read_position,
    save_record,
    write_fen,
)

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


@pytest.fixture(scope="module")
def game() -> Game:
    """A game without facings, whose general must not be taken."""
    return loaded("xiangqi/standard")


@pytest.mark.parametrize("fen", [START, "3ak4/9/9/9/9/4#4/9/9/9/3K5 b - - 7 30"])
def test_a_fen_comes_back(game: Game, fen: str) -> None:
    assert write_fen(read_fen(game, fen)) == fen
    assert read_position(game, fen) == read_fen(game, fen)


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("4k4/9/4K4 w", "picture_rows"),
        (START.replace("1c5c1", "1c5c2"), "fen_columns"),
        (START.replace("1c5c1", "1c5z1"), "picture_letter"),
        (START.replace("1c5c1", "²c5c1"), "picture_letter"),
        (START.replace("1c5c1", "٣c5c1"), "picture_letter"),
        (START.replace(" w ", " x "), "fen_side"),
        (START.replace(" - - ", " KQ - "), "fen_dash"),
        (START + " 5", "fen_fields"),
        (START.replace(" 0 1", " zero 1"), "fen_number"),
        (START.replace(" 0 1", " 3+3 0 1"), "fen_number"),
        (START.replace("RNBAK", "RNBKK"), "royals"),
        (START.replace("RNBAK", "RNBA1"), "royals"),
    ],
)
def test_a_wrong_fen_is_refused_with_its_code(game: Game, fen: str, code: str) -> None:
    with pytest.raises(PositionError) as wrong:
        read_fen(game, fen)
    assert wrong.value.refusal.code == f"position.{code}"
    assert wrong.value.text("en") != wrong.value.text("fr")


def test_a_side_without_a_royal_unit_may_not_have_one() -> None:
    """In horde only Black has a king."""
    with pytest.raises(PositionError) as wrong:
        read_fen(loaded("chess/variants/horde"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert wrong.value.refusal.code == "position.no_royals"


@pytest.mark.slow
def test_perft_counts_from_a_fen_or_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fen, file = "3ak4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1", tmp_path / "position.fen"
    file.write_text(fen + "\n", "utf-8")
    printed = []
    for position in (fen, str(file)):
        assert main(["perft", "xiangqi/standard", "--depth", "2", "--position", position]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""


def test_a_match_begins_from_a_fen_and_ends_as_one(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fen = "3ak4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1"
    picture = tmp_path / "first.png"
    assert main(["play", "xiangqi/standard", "--position", fen, "--screenshot", str(picture)]) == 0
    assert picture.stat().st_size > 0
    match = Match(game, start=read_fen(game, fen))
    save_record(tmp_path / "problem.wargrid", match, header_for(game))
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "problem.wargrid"), "--fen"]) == 0
    assert capsys.readouterr().out.strip() == fen


def test_a_position_needs_a_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--position", START]) == 2
    assert "--position FEN" in capsys.readouterr().err


def test_a_position_that_a_fen_cannot_hold_is_written_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command names what its FEN leaves out; ``--position`` leaves out nothing."""
    conquest = loaded("battle/conquest")
    match = Match(conquest)
    match.play(read_move(conquest, match.position, "i1-i2"))
    record = str(tmp_path / "war.wargrid")
    save_record(Path(record), match, header_for(conquest))
    assert main(["replay", record, "--fen"]) == 0
    lines = capsys.readouterr().err
    assert all(name in lines for name in ("used move", "marker fuel"))
    assert main(["replay", record, "--position"]) == 0
    assert read_position(conquest, capsys.readouterr().out) == match.position


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", Result(None, "insufficient")),
        ("8/8/4k3/8/8/3KB3/8/8 b - - 3 40", Result(None, "insufficient")),
        ("8/8/4k3/8/8/3KQ3/8/8 w - - 150 105", Result(None, "quiet")),
        ("8/8/4k3/8/8/3KQ3/8/8 w - - 149 105", None),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 80", Result(None, "stalemate")),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", Result(0, "mate")),
    ],
)
def test_a_game_that_is_over_as_the_turn_begins_is_over_when_it_is_read(
    fen: str, result: Result | None
) -> None:
    position = read_fen(loaded("chess/standard"), fen)
    assert position.result == result
    assert bool(loaded("chess/standard").moves(position)) == (result is None)
