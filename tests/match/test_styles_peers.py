"""Notation beside libraries that write it: python-chess, pyffish and pydraughts, in random games.

The fast tests compare a few moves; the slow ones all legal moves of positions of whole games.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.core.moves import Move
from wargrid.match import write_move
from wargrid.match.styles import style_of

CHESS: Final = {
    "standard": "chess", "variants/crazyhouse": "crazyhouse", "variants/antichess": "antichess",
    "variants/horde": "horde", "variants/three_check": "3check",
    "variants/king_of_the_hill": "kingofthehill",
}  # fmt: skip
"""The rulesets, and what python-chess calls them."""

OTHERS: Final = {
    "xiangqi/standard": ("xiangqi", "NOTATION_XIANGQI_WXF"),
    "shogi/standard": ("shogi", "NOTATION_SHOGI_HODGES"),
    "shogi/variants/minishogi": ("minishogi", "NOTATION_SHOGI_HODGES"),
}
"""The rulesets, what pyffish calls them, and its notation."""

GAMES: Final = int(os.environ.get("WARGRID_GAMES", "2"))
"""How many games of each kind the slow tests compare; ``WARGRID_GAMES=30`` takes ten minutes."""

LONGEST: Final = 200
"""The most moves of a game of the slow tests."""


def _games_of_chess(name: str, games: int, longest: int) -> Iterator[tuple[Any, Game, Position]]:
    """Yield the positions of random games, as python-chess and as Wargrid have them."""
    chess = pytest.importorskip("chess.variant")
    game, draw = loaded(f"chess/{name}"), random.Random(name)
    style = style_of(game)
    for _ in range(games):
        board, position = chess.find_variant(CHESS[name])(), game.start()
        while position.result is None and not board.is_game_over() and board.ply() < longest:
            yield board, game, position
            move = draw.choice([move for move in game.moves(position) if move.verb != "claim"])
            board.push_san(style.write(position, move))
            position = game.step(position, move)


@pytest.mark.parametrize("name", CHESS)
def test_moves_of_chess_are_written_as_by_python_chess(name: str) -> None:
    """They are read there, and theirs here."""
    for board, game, position in _games_of_chess(name, 1, 10):
        style, theirs = style_of(game), next(iter(board.legal_moves))
        written = board.san(theirs)
        (read,) = style.read(position, written)
        assert style.write(position, read) == written


@pytest.mark.slow
@pytest.mark.parametrize("name", CHESS)
def test_all_moves_of_chess_are_written_as_by_python_chess(name: str) -> None:
    """Those of every eighth position; the moves made are read by the other library."""
    for board, game, position in _games_of_chess(name, GAMES, LONGEST):
        style = style_of(game)
        if board.ply() % 8:
            continue
        moves = [move for move in game.moves(position) if move.verb != "claim"]
        written = {style.write(position, move): move for move in moves}
        assert set(written) == {board.san(move) for move in board.legal_moves}, board.fen()
        assert [style.read(position, text) for text in written] == [[m] for m in written.values()]


def _as_uci(game: Game, position: Position, move: Move) -> str:
    """Write a move as Fairy-Stockfish reads it."""
    text = write_move(game, move)
    placed = re.fullmatch(r"!place (\w+) (\w+)", text)
    if placed is not None:
        return f"{game.ruleset.units[placed[1]].letter}@{placed[2]}"
    ends, _, word = text.replace("x", "").replace("-", "").partition("=")
    own = position.at(move.source).type.word
    promotions = game.engine.promotions.get((own, position.side))
    may = promotions is not None and bool(promotions.of(move.source, move.target))
    return f"{ends}+" if may and word != own else ends


def _compare(name: str, games: int, longest: int, step: int) -> int:
    """Compare every so many legal moves of random games with pyffish; returns how many."""
    pyffish = pytest.importorskip("pyffish")
    game, draw, compared = loaded(name), random.Random(name), 0
    style, (variant, notation) = style_of(game), OTHERS[name]
    start, form = pyffish.start_fen(variant), getattr(pyffish, notation)
    for _ in range(games):
        position, made = game.start(), list[str]()
        while position.result is None and len(made) < longest:
            fen, legal = pyffish.get_fen(variant, start, made), game.moves(position)
            for move in legal[draw.randrange(step) :: step]:
                written = style.write(position, move)
                uci = _as_uci(game, position, move)
                assert written == pyffish.get_san(variant, fen, uci, False, form), fen
                assert style.read(position, written) == [move], fen
                compared += 1
            chosen = draw.choice(legal)
            made.append(_as_uci(game, position, chosen))
            position = game.step(position, chosen)
    return compared


@pytest.mark.parametrize("name", ["xiangqi/standard", "shogi/standard"])
def test_moves_of_xiangqi_and_shogi_are_written_as_by_pyffish(name: str) -> None:
    assert _compare(name, 1, 12, 15)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_all_moves_of_xiangqi_and_shogi_are_written_as_by_pyffish(name: str) -> None:
    assert _compare(name, GAMES, LONGEST, 8) > 100 * GAMES


def _whole_moves(game: Game, position: Position) -> Iterator[tuple[tuple[Move, ...], Position]]:
    for move in game.moves(position):
        after = game.step(position, move)
        if after.pending is None:
            yield (move,), after
        else:
            yield from (((move, *rest), end) for rest, end in _whole_moves(game, after))


def _games_of_draughts(games: int, longest: int) -> None:
    draughts = pytest.importorskip("draughts")
    game, draw = loaded("draughts/english"), random.Random("draughts")
    style = style_of(game)
    for _ in range(games):
        board, position = draughts.Board(variant="english"), game.start()
        for _ in range(longest):
            if position.result is not None or board.is_over():
                break
            mine = {
                style.write_turn(position, m): (m, end) for m, end in _whole_moves(game, position)
            }
            theirs = {move.pdn_move: move for move in board.legal_moves()}
            assert set(mine) == set(theirs), board.fen
            text = draw.choice(sorted(mine))
            assert style.read_turn(position, text) == [mine[text][0]], (board.fen, text)
            board.push(theirs[text])
            position = mine[text][1]


def test_moves_of_draughts_are_written_as_by_pydraughts() -> None:
    _games_of_draughts(1, 30)


@pytest.mark.slow
def test_many_moves_of_draughts_are_written_as_by_pydraughts() -> None:
    _games_of_draughts(2 * GAMES, LONGEST)
