"""Wargrid as an engine: what it answers to UCI and USI, and to what is neither."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable

import pytest

from support import loaded
from wargrid.cli.main import main
from wargrid.players import PlayerError
from wargrid.players.engines.limits import Limits, read_limits
from wargrid.players.engines.server import EngineServer, refuse_to_serve, served_name
from wargrid.text import catalog

START_FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"

MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def answers(*lines: str, games: Iterable[str] = ("chess/standard",)) -> list[str]:
    """Send lines, then the end of the input; return what is answered."""
    written: list[str] = []
    served = {served_name(loaded(name)): loaded(name) for name in games}
    text = "".join(f"{line}\n" for line in lines)
    EngineServer(served, written.append, "1").serve(io.BytesIO(text.encode()))
    return written


def last(*lines: str, games: Iterable[str] = ("chess/standard",)) -> str:
    return answers(*lines, games=games)[-1]


def told(key: str, lines: list[str]) -> bool:
    """Return whether a sentence was told, whatever fills it."""
    fields = dict.fromkeys(("text", "name", "value", "move", "known", "most"), "…")
    sentence = catalog("en").say(f"served.{key}", **fields)
    pattern = ".*".join(map(re.escape, sentence.split("…")))
    return any(re.fullmatch(f"info string {pattern}", line) for line in lines)


# What UCI asks


def test_the_greeting_names_variants_levels_and_lines() -> None:
    assert answers("uci", games=("chess/standard", "chess/variants/horde")) == [
        "id name Wargrid 1",
        "id author the authors of Wargrid",
        "option name UCI_Variant type combo default chess var chess var horde",
        "option name Skill Level type spin default 4 min 1 max 4",
        "option name MultiPV type spin default 1 min 1 max 100",
        "uciok",
    ]


@pytest.mark.parametrize("limit", ["depth 2", "nodes 200", "movetime 60000", "mate 1"])
def test_a_mate_is_found_and_told(limit: str) -> None:
    found = answers(f"position fen {MATE}", f"go {limit}")
    assert "score mate 1" in found[-2]
    assert found[-2].endswith("pv a1a8")
    assert found[-1] == "bestmove a1a8"


def test_each_depth_is_told() -> None:
    found = answers("position startpos moves e2e4", "go depth 3")
    depths = [re.findall(r"depth (\d+) score cp -?\d+ nodes \d+ nps", line) for line in found]
    assert depths[:-1] == [["1"], ["2"], ["3"]]


def test_several_lines_are_told_the_best_first() -> None:
    found = answers(f"position fen {MATE}", "setoption name MultiPV value 3", "go depth 2")
    deepest = [line for line in found if line.startswith("info depth 2 ")]
    assert [re.findall(r"multipv (\d)", line) for line in found[-4:-1]] == [["1"], ["2"], ["3"]]
    assert found[-1] == "bestmove a1a8"
    assert len(deepest) in (2, 3)  # a mate in one is found one move ahead


def test_only_the_moves_asked_for_are_searched() -> None:
    assert last(f"position fen {MATE}", "go depth 1 searchmoves g1f1 g1h1") in (
        "bestmove g1f1", "bestmove g1h1",
    )  # fmt: skip


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_a_lower_level_answers_too(level: str) -> None:
    skill = f"setoption name Skill Level value {level}"
    assert last(skill, "position startpos", "go nodes 50").startswith("bestmove ")


def test_a_variant_is_chosen_among_those_served() -> None:
    games = ("chess/standard", "chess/variants/crazyhouse")
    fen = "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1"
    lines = ("setoption name UCI_Variant value crazyhouse", f"position fen {fen}", "go depth 1")
    assert re.fullmatch("bestmove R@[a-e]8", last(*lines, games=games))


def test_stop_ends_a_search_without_limits() -> None:
    assert last("position startpos", "go infinite", "isready", "stop").startswith("bestmove ")


def test_a_draw_that_only_is_counted_here_does_not_end_the_game_there() -> None:
    back = "g1f3 g8f6 f3g1 f6g8"
    moves = " ".join([back] * 4)
    assert last(f"position startpos moves {moves} e2e4", "go depth 1").startswith("bestmove ")


def test_a_position_goes_on_from_the_one_before_or_is_another() -> None:
    one, more, other = "e2e4 e7e5", "e2e4 e7e5 g1f3", "e2e4 c7c5 b1c3"
    lines = [f"position startpos moves {moves}" for moves in (one, more, other)]
    shown = [answers(*lines[: n + 1], "d")[-1] for n in range(3)]
    assert shown == [answers(line, "d")[-1] for line in lines]
    assert len({*shown}) == 3


def test_the_board_is_shown() -> None:
    shown = answers("position startpos moves e2e4", "d")
    assert (len(shown), shown[-1]) == (9, START_FEN)


@pytest.mark.parametrize(
    "name", ["xiangqi/standard", "gomoku/standard", "morris/nine", "draughts/english"]
)
def test_it_reads_the_moves_that_it_writes(name: str) -> None:
    played: list[str] = []
    for _ in range(3):
        moves = ["moves", *played] if played else []
        found = answers(" ".join(["position startpos", *moves]), "go nodes 5", games=[name])
        played.append(found[-1].removeprefix("bestmove "))
    assert not told("no_move", answers(f"position startpos moves {' '.join(played)}", games=[name]))


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("infinite", Limits(infinite=True)),
        ("depth 5 nodes 70", Limits(nodes=70, depth=5)),
        ("movetime 2500", Limits(seconds=2.5)),
        ("wtime 60000 btime 1000 winc 1000 binc 0", Limits(seconds=2.75)),
        ("wtime 60000 movestogo 3", Limits(seconds=19.95)),
        ("wtime 100 btime 1", Limits(seconds=0.01)),
        ("wtime -5 btime 1", Limits(seconds=0.01)),
        ("ponder wtime x", Limits(ponder=True, unknown=("wtime", "x"))),
        ("searchmoves e2e4 d2d4 depth 1", Limits(depth=1, moves=("e2e4", "d2d4"))),
    ],
)
def test_limits_are_read(words: str, limits: Limits) -> None:
    found = read_limits(words.split(), 0)
    assert found._replace(seconds=None) == limits._replace(seconds=None)
    assert found.seconds == (None if limits.seconds is None else pytest.approx(limits.seconds))


# USI


def test_usi_counts_files_from_the_right() -> None:
    lines = ("usi", "position startpos moves 7g7f 3c3d 8h2b+ 3a2b", "d")
    found = answers(*lines, games=["shogi/standard"])
    assert "usiok" in found
    sfen = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5"
    assert found[-1] == sfen
    assert last("usi", f"position sfen {sfen} moves B*5e", "d", games=["shogi/standard"]) == (
        "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6"
    )


def test_usi_resigns_where_no_move_is_left() -> None:
    mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2"
    assert last("usi", f"position sfen {mated}", "go", games=["shogi/standard"]) == (
        "bestmove resign"
    )


# What is neither


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (["go depth 1"], "from_start"),
        (["position"], "no_position"),
        (["position middle"], "no_position"),
        (["position startpos moves e2e5"], "no_move"),
        (["position startpos moves e2e4 e7e5 e1e8"], "no_move"),
        (["position startpos moves e2e5", "go"], "wrong_position"),
        (["position startpos", "go ponder"], "no_ponder"),
        (["ponderhit"], "no_ponder"),
        (["setoption name Contempt value 9"], "no_option"),
        (["setoption"], "no_option"),
        (["setoption name Skill Level value 20"], "no_value"),
        (["setoption name UCI_Variant value shogi"], "no_value"),
        (["setoption name MultiPV value many"], "no_value"),
        (["GET / HTTP/1.1"], "unknown"),
        (["\x00\ufffd" * 40], "unknown"),
        (["position startpos", "go depth 1 quickly"], "unknown"),
        (["position startpos", "go infinite", "go depth 1", "stop"], "busy"),
        (["position startpos moves " + "e2e4 " * 300_000], "too_long"),
        (["position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 2_000], "too_many"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(lines: list[str], key: str) -> None:
    found = answers(*lines, "isready")
    assert told(key, found)
    assert "readyok" in found


def test_a_wrong_fen_is_told_and_not_searched() -> None:
    found = answers("position fen 8/8 w", "go depth 1")
    assert found[0].startswith("info string ")
    assert found[-1] == "bestmove (none)"


def test_a_game_that_is_over_has_no_best_move() -> None:
    assert answers("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go depth 1") == [
        "info depth 0 score mate 0", "bestmove (none)",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "quit\n", "\n\n", "uci", "go infinite\n"])
def test_the_end_of_the_input_ends_it(text: str) -> None:
    written: list[str] = []
    game = loaded("chess/standard")
    EngineServer({"chess": game}, written.append).serve(io.BytesIO(text.encode()))
    assert all(isinstance(line, str) for line in written)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("skirmish/ford", "serves_one_action"),
        ("battle/conquest", "serves_one_action"),
        ("lionheart/level1", "serves_one_action"),
    ],
)
def test_other_games_are_refused_in_a_sentence(name: str, key: str) -> None:
    with pytest.raises(PlayerError) as caught:
        refuse_to_serve(loaded(name))
    assert caught.value.key == key


def test_the_command_refuses_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["uci", "skirmish/ford"]) == 2
    assert catalog("en").say("players.serves_one_action") in capsys.readouterr().err


# Driven by another program


def _driven(rulesets: list[str], plies: int, board: object) -> list[str]:
    chess_engine = pytest.importorskip("chess.engine")
    command = [sys.executable, "-m", "wargrid", "uci", *rulesets]
    with chess_engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        limit = chess_engine.Limit(nodes=60)
        while board.ply() < plies and not board.is_game_over():  # type: ignore[attr-defined]
            board.push(engine.play(board, limit).move)  # type: ignore[attr-defined]
    return [move.uci() for move in board.move_stack]  # type: ignore[attr-defined]


def test_python_chess_plays_with_it() -> None:
    chess = pytest.importorskip("chess")
    assert len(_driven(["chess/standard"], 4, chess.Board())) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "name"),
    [
        ("chess", "standard"), ("3check", "variants/three_check"),
        ("crazyhouse", "variants/crazyhouse"), ("horde", "variants/horde"),
        ("antichess", "variants/antichess"), ("kingofthehill", "variants/king_of_the_hill"),
    ],
)  # fmt: skip
def test_python_chess_plays_long_games_with_it(variant: str, name: str) -> None:
    pytest.importorskip("chess.engine")
    import chess.variant

    board = chess.variant.find_variant(variant)()
    played = _driven(["chess/standard", f"chess/{name}"], 40, board)
    assert len(played) == 40 or board.is_game_over()
