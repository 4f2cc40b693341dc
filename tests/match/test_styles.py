"""Styles of notation: what they write is what the players of a game write, and is read again."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.match import read_fen, read_move
from wargrid.match.styles import style_of

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
