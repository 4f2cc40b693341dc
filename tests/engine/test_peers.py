"""Chess, its variants and draughts, beside libraries that know them: random games, move by move.

Of chess, half of the positions are of games from the start and half of games with few units, so
that many end. Checks come first, and where units are few also captures.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Final

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.core.moves import Move
from wargrid.match import read_fen

pytestmark = pytest.mark.slow

POSITIONS: Final = 2_000
"""The positions of each game; a seed chooses them."""

LONGEST: Final = 120
"""The most moves of a random game from the start; those with few units have a fourth of it."""

CHESS: Final = {
    "standard": "chess", "variants/king_of_the_hill": "kingofthehill",
    "variants/three_check": "3check", "variants/horde": "horde", "variants/antichess": "antichess",
}  # fmt: skip
"""The rulesets, and what python-chess calls them."""

FLAGS: Final = ("chess", "3check", "kingofthehill")
"""The games in which the same is left too little to win: the others never run out of it here."""

ENDS: Final = {
    "chess": {"mate", "insufficient", "claim", "flag"}, "kingofthehill": {"mate", "occupy"},
    "3check": {"mate", "checks", "insufficient"}, "horde": {"mate", "eliminate", "stalemate"},
    "antichess": {"stalemate"},
}  # fmt: skip
"""The ends that these games reach, among others."""


# Chess


def _few(draw: random.Random, board: Any, uci_variant: str) -> bool:
    """Set up a board with few units; whether the game may go on from there."""
    import chess

    kings = {"horde": "k", "antichess": ""}.get(uci_variant, "Kk")
    kinds = draw.choice(("QQRqr", "BBbbp", "PPpp", "QRBNPqrbnp"))
    letters = kings + "".join(draw.choices(kinds, k=draw.randint(1, 4)))
    if uci_variant == "horde":
        letters += "P"
    board.clear()
    # Every other time, all are on squares of one colour, as bishops are that cannot win.
    squares = draw.sample(range(64), 64)
    if draw.random() < 0.5:
        squares = [square for square in squares if (square + square // 8) % 2]
    for square, letter in zip(squares, letters, strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = draw.random() < 0.5
    return board.status() == chess.STATUS_VALID and board.outcome() is None


def _end(board: Any) -> tuple[bool, int | None]:
    """Return whether a game has ended, and the number of the side that has won, if any."""
    import chess

    outcome = board.outcome()
    # An antichess of bishops that never meet goes on here until nothing has been taken for long.
    dead = board.uci_variant == "antichess" and board.is_insufficient_material()
    if outcome is not None and not dead:
        return True, {chess.WHITE: 0, chess.BLACK: 1}.get(outcome.winner)
    return board.is_fivefold_repetition() or board.halfmove_clock >= 150, None


def _may_claim(board: Any) -> bool:
    """Return whether the side to act may claim a draw under articles 9.2.2 and 9.3.2 of FIDE."""
    return board.is_repetition(3) or board.halfmove_clock >= 100


def _moves_of(game: Game, position: Position) -> dict[tuple[int, int, str], Move]:
    """Return the moves by source, target and the letter of the type that a pawn becomes."""
    units = game.ruleset.units
    return {
        (move.source, move.target, units[move.word].letter.lower() if move.word else ""): move
        for move in game.moves(position)
        if move is not game.claim
    }


def _sharp(board: Any, moves: dict[tuple[int, int, str], Any], *, takes: bool) -> list[Any]:
    """Return the moves that give check, and with ``takes`` those that take, in their order."""
    return [
        key
        for key, move in sorted(moves.items(), key=itemgetter(0))
        if board.gives_check(move) or (takes and board.is_capture(move))
    ]


def _chess_games(
    game: Game, uci_variant: str, draw: random.Random
) -> Iterator[tuple[Any, Position, int]]:
    """Yield starts without end, one of the game, then four with few units; and the longest way."""
    import chess.variant

    new = chess.variant.find_variant(uci_variant)
    while True:
        yield new(), game.start(), LONGEST
        for _ in range(4):
            board = new()
            while not _few(draw, board, uci_variant):
                pass
            side = "w" if board.turn else "b"
            yield board, read_fen(game, f"{board.board_fen()} {side} - - 0 1"), LONGEST // 4


@pytest.mark.parametrize(("name", "uci_variant"), CHESS.items(), ids=CHESS.values())
def test_chess_is_played_as_by_python_chess(name: str, uci_variant: str) -> None:
    """Legal moves, check, end and winner are the same in every position."""
    import chess

    game, draw, seen = loaded(f"chess/{name}"), random.Random(uci_variant), Counter[str]()
    symbols = ("", "", *chess.PIECE_SYMBOLS[2:])
    for board, position, length in _chess_games(game, uci_variant, draw):
        for _ in range(length):
            seen["positions"] += 1
            where = board.fen()
            ended, winner = _end(board)
            assert (position.result is not None) == ended, where
            if position.result is not None:
                assert position.result.winner == winner, where
                seen[position.result.reason] += 1
                break
            assert game.in_check(position, position.side) == board.is_check(), where
            may_claim = game.claim in game.moves(position)
            assert may_claim == _may_claim(board), where
            seen["claim"] += may_claim
            if uci_variant in FLAGS:
                can_win = [game.engine.can_win(position, side) for side in (0, 1)]
                theirs_can = [not board.has_insufficient_material(side) for side in chess.COLORS]
                assert can_win == theirs_can, where
                seen["flag"] += not all(can_win)
            mine = _moves_of(game, position)
            theirs = {
                (move.from_square, move.to_square, symbols[move.promotion or 0]): move
                for move in board.legal_moves
            }
            assert mine.keys() == theirs.keys(), where
            key = draw.choice(_sharp(board, theirs, takes=length < LONGEST) or sorted(mine))
            position = game.step(position, mine[key])
            board.push(theirs[key])
        if seen["positions"] >= POSITIONS:
            break
    assert ENDS[uci_variant] <= (+seen).keys(), "otherwise nothing was compared"


# Draughts


def _whole_moves(game: Game, position: Position) -> Iterator[tuple[tuple[int, ...], Position]]:
    """Yield every move with all its jumps: the cells that it visits, and the position after it."""
    for move in game.moves(position):
        after = game.step(position, move)
        if after.pending is None:
            yield (move.source, move.target), after
        else:  # the unit goes on
            for cells, end in _whole_moves(game, after):
                yield (move.source, *cells), end


def _squares(game: Game) -> list[int]:
    """Return the numbers of the squares of draughts by cell; they begin in Black's right corner."""
    dark = [cell for cell in range(game.grid.cells) if game.grid.colour(cell) == 0]
    in_order = sorted(dark, key=lambda cell: (cell // 8, -cell))
    return [in_order.index(cell) + 1 if cell in in_order else 0 for cell in range(64)]


def test_draughts_is_played_as_by_pydraughts() -> None:
    """Legal moves with all their jumps, end and winner; Black is our first side."""
    import draughts

    game, draw, seen = loaded("draughts/english"), random.Random("draughts"), Counter[str]()
    square, winners = _squares(game), {draughts.BLACK: 0, draughts.WHITE: 1}
    while seen["positions"] < POSITIONS:
        board, position = draughts.Board(variant="english"), game.start()
        while True:
            seen["positions"] += 1
            where = board.fen
            # They count quiet moves of kings alone.
            if position.result is not None and position.result.reason == "quiet":
                break
            assert (position.result is not None) == board.is_over(), where
            if position.result is not None:
                assert position.result.winner == winners.get(board.winner()), where
                seen[position.result.reason] += 1
                break
            mine = {
                tuple(square[cell] for cell in cells): after
                for cells, after in _whole_moves(game, position)
            }
            theirs = {tuple(move.steps_move): move for move in board.legal_moves()}
            assert mine.keys() == theirs.keys(), where
            key = draw.choice(sorted(mine))
            position = mine[key]
            board.push(theirs[key])
    assert {"eliminate", "stalemate", "repetition"} == seen.keys() - {"positions"}
