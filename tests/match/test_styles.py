"""Styles of notation: what they write is what the players of a game write, and is read again."""

from __future__ import annotations

from random import Random

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.match import read_fen, read_move, read_position
from wargrid.match.styles import style_named, style_of
from wargrid.ruleset.notation import STYLES

KINGS = "k7/8/8/8/8/8/8/7K w - - 0 1"

ALGEBRAIC = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1-f3", "Nf3", "1."),
    ("k7/8/8/3p4/4P3/8/8/7K w - - 0 12", "e4xd5", "exd5", "12."),
    ("k7/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5xd6", "exd6", "1."),
    ("k7/4P3/8/8/8/8/8/7K w - - 0 1", "e7-e8=queen", "e8=Q+", "1."),
    ("k7/4P3/8/8/8/8/8/7K w - - 0 1", "e7-e8=knight", "e8=N", "1."),
    ("4k2r/8/8/8/8/8/8/4K3 b k - 0 7", "e8-g8", "O-O", "7..."),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1-c1", "O-O-O", "1."),
    ("k7/8/8/1N3N2/8/8/8/7K w - - 0 1", "b5-d4", "Nbd4", "1."),
    ("k7/8/8/1N6/8/1N6/8/7K w - - 0 1", "b5-d4", "N5d4", "1."),
    ("k7/8/8/1N3N2/8/1N6/8/7K w - - 0 1", "b5-d4", "Nb5d4", "1."),
    ("k7/8/8/1N3N2/8/8/8/7K w - - 0 1", "b5-a3", "Na3", "1."),
    ("4r2k/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "c3-d5", "Nd5", "1."),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1-h8", "Rh8#", "1."),
    ("k7/8/2Q5/1K6/8/8/8/8 w - - 0 1", "c6-b6", "Qb6", "1."),
]  # fmt: skip
"""A position, a move as records have it, as books write it, and its number."""


@pytest.mark.parametrize(("fen", "record", "text", "number"), ALGEBRAIC)
def test_a_move_is_written_as_in_books_of_chess(
    fen: str, record: str, text: str, number: str
) -> None:
    game = loaded("chess/standard")
    position, style = read_fen(game, fen), style_of(game)
    move = read_move(game, position, record)
    assert (style.write(position, move), style.number(position)) == (text, number)
    assert style.read(position, text) == [move]


def typed(game: Game, position: Position, text: str) -> set[str]:
    style = style_of(game)
    return {style.write(position, move) for move in style.read(position, text)}


@pytest.mark.parametrize(
    ("fen", "text", "meant"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "nf3", {"Nf3"}),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "E4", {"e4"}),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", {"e4"}),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "0-0-0", {"O-O-O"}),
        ("k7/4P3/8/8/8/8/8/7K w - - 0 1", "e8Q", {"e8=Q+"}),
        ("k7/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8q", {"e8=Q+"}),
        ("k7/4P3/8/8/8/8/8/7K w - - 0 1", "e8", {"e8=Q+", "e8=R+", "e8=B", "e8=N"}),
        ("k7/8/8/3p4/4P3/8/8/7K w - - 0 1", "ed5", {"exd5"}),
        ("k7/8/8/3pP3/8/8/8/7K w - d6 0 1", "exd6 e.p.!?", {"exd6"}),
        ("k7/8/8/1N3N2/8/8/8/7K w - - 0 1", "Nd4", {"Nbd4", "Nfd4"}),
        ("k7/8/8/2p5/1P6/B7/8/7K w - - 0 1", "bxc5", {"bxc5"}),
        ("k7/p7/8/2b5/8/B7/8/7K w - - 0 1", "bxc5", {"Bxc5"}),
        (KINGS, "Nf3", set()),
        (KINGS, "", set()),
        (KINGS, "N" * 5000, set()),
    ],
)
def test_a_move_typed_loosely_is_read(fen: str, text: str, meant: set[str]) -> None:
    game = loaded("chess/standard")
    assert typed(game, read_fen(game, fen), text) == meant


def test_letters_of_a_language_stand_for_those_of_the_ruleset() -> None:
    game = loaded("chess/standard")
    french = {"king": "R", "queen": "D", "rook": "T", "bishop": "F", "knight": "C", "pawn": "P"}
    style, start = style_of(game), game.start()
    move = read_move(game, start, "g1-f3")
    assert style.write(start, move, french) == "Cf3"
    assert style.read(start, "Cf3", french) == [move]


def test_a_piece_that_is_dropped_has_its_own_sign() -> None:
    game = loaded("chess/variants/crazyhouse")
    position, style = read_fen(game, "k7/8/8/8/8/8/8/7K[NP] w - - 0 1"), style_of(game)
    knight, pawn = (read_move(game, position, f"!place {x} f3") for x in ("knight", "pawn"))
    assert [style.write(position, move) for move in (knight, pawn)] == ["N@f3", "@f3"]
    assert style.read(position, "N@f3") == [knight]
    assert style.read(position, "@f3") == style.read(position, "P@f3") == [pawn]


def test_two_types_may_have_one_letter() -> None:
    game = loaded("chess/variants/crazyhouse")
    position = read_fen(game, "k7/4P3/8/8/8/8/8/7K w - - 0 1")
    assert typed(game, position, "e8=Q") == {"e8=Q+"}


OTHERS = [
    ("xiangqi/standard", "", "h3-e3", "C2=5", ["C2.5", "c2=5", "h3e3"]),
    ("xiangqi/standard", "", "h1-g3", "H2+3", ["N2+3", "h2+3"]),
    ("xiangqi/standard", "", "c1-e3", "E7+5", ["B7+5"]),
    ("xiangqi/standard", "3k5/9/9/9/9/9/R8/9/R8/4K4 w - - 0 1", "a4-b4", "R+=8", ["+R=8", "R+.8"]),
    ("xiangqi/standard", "3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1", "d3-e2", "A6-5", ["a6-5"]),
    ("xiangqi/standard", "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1", "c7-b7", "27=8", ["27.8"]),
    ("xiangqi/standard", "3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1", "g7-g8", "13+1", []),
    ("xiangqi/standard", "3k5/9/9/9/9/9/9/c8/9/4K4 b - - 0 1", "a3-a2", "C1+1", []),
    ("shogi/standard", "", "c3-c4", "P-7f", ["p-7f", "P7f", "P7g-7f"]),
    ("shogi/standard", "", "f1-e2", "G4i-5h", []),
    ("shogi/standard", "4k4/9/1P7/9/9/9/9/9/4K4[P] w - - 0 1", "b7-b8=tokin", "P-8b+", []),
    ("shogi/standard", "4k4/9/1P7/9/9/9/9/9/4K4[P] w - - 0 1", "b7-b8=pawn", "P-8b=", []),
    ("shogi/standard", "4k4/9/1P7/9/9/9/9/9/4K4[P] w - - 0 1", "!place pawn a5", "P*9e", ["P'9e"]),
    ("draughts/english", "", "c3-b4", "11-16", ["11 - 16"]),
    ("draughts/international", "", "d4-e5", "32-28", ["32 - 28"]),
    ("reversi/standard", "", "!place disc e3", "e3", ["E3"]),
    ("gomoku/standard", "", "!place stone i8", "i8", ["I8"]),
    ("morris/nine", "", "!place man d2", "d2", ["D2"]),
]  # fmt: skip
"""A ruleset, a position or its start, a move of records, how players write it, and type it."""


@pytest.mark.parametrize(("name", "fen", "record", "text", "loose"), OTHERS)
def test_a_move_is_written_as_players_of_its_game_do(
    name: str, fen: str, record: str, text: str, loose: list[str]
) -> None:
    game = loaded(name)
    position, style = read_fen(game, fen) if fen else game.start(), style_of(game)
    move = read_move(game, position, record)
    assert style.write(position, move) == text
    assert [style.read(position, each) for each in (text, record, *loose)] == (
        [[move]] * (2 + len(loose))
    )


def test_the_moves_of_xiangqi_servers_have_rows_from_nought() -> None:
    game = loaded("xiangqi/standard")
    style, start = style_named("iccs", game), game.start()
    move = read_move(game, start, "h3-e3")
    assert style.write(start, move) == "H2-E2"
    assert style.read(start, "h2e2") == [move]


def test_the_columns_of_go_leave_out_a_letter() -> None:
    game = loaded("gomoku/standard")
    style, start = style_named("go", game), game.start()
    move = read_move(game, start, "!place stone j10")
    assert style.write(start, move) == "K10"
    assert style.read(start, "k10") == [move]
    assert style.read(start, "i10") == []


def played(name: str, *records: str) -> tuple[Game, Position]:
    game = loaded(name)
    position = game.start()
    for record in records:
        position = game.step(position, read_move(game, position, record))
    return game, position


JUMPS = """
    . . . . . . . .
    . . . . . . . .
    . . . . . m . .
    . . . . . . . .
    . m . m . . . .
    . . M . . . . .
    . m . . . . . .
    . . . . . . . .
    side: black
    actions: 1
    turn: 9
"""


def test_jumps_are_written_as_one_move() -> None:
    game = loaded("draughts/english")
    position, style = read_position(game, JUMPS), style_of(game)
    (jumps,) = style.read_turn(position, "11x25")
    assert len(jumps) == 2
    assert style.write_turn(position, jumps) == "11x25"
    begun = style.write(position, jumps[0])
    assert style.read_turn(position, begun) == [jumps[:1]], "a hint of one jump can be typed"
    assert style.read(position, begun) == [jumps[0]]


def test_what_a_mill_takes_is_written_behind_its_move() -> None:
    game, position = played("morris/nine", *(f"!place man {c}" for c in ["a1", "b2", "d1", "d2"]))
    style = style_of(game)
    (moves,) = style.read_turn(position, "g1xb2")
    assert [move.verb for move in moves] == ["do", "enter"]
    assert style.write_turn(position, moves) == "g1xb2"


@pytest.mark.parametrize("name", STYLES)
def test_every_style_reads_what_it_writes(name: str) -> None:
    """In the middle of a game of each ruleset that the style can write."""
    for ruleset in ("chess/variants/crazyhouse", "xiangqi/standard", "shogi/standard"):
        game = loaded(ruleset)
        position, style, draw = game.start(), style_named(name, game), Random(name)
        for _ in range(30):
            position = game.step(position, game.sample(position, draw))
        for move in game.moves(position)[::3]:
            assert style.read(position, style.write(position, move)) == [move]
