"""International draughts beside pydraughts: moves of random games and of positions with kings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from support import loaded
from wargrid import Game, Move, Position
from wargrid.core.patterns import Placement

PLAYED, DRAWN = 800, 1_200
"""How many positions of games are compared, and how many that are drawn at random."""

Key = tuple[int, int, frozenset[int]]
"""The squares where a move begins and ends, and those of what it takes: two ways are one."""


def numbers(game: Game) -> dict[int, int]:
    """Return the number of each dark square by its cell, from Black's side on."""
    dark = [cell for cell in range(game.grid.cells) if game.grid.colour(cell) == 0]
    in_order = sorted(dark, key=lambda cell: (-(cell // 10), cell))
    return {cell: number for number, cell in enumerate(in_order, 1)}


def whole_moves(game: Game, position: Position) -> Iterator[tuple[list[Move], Position]]:
    """Yield each move with all its takings, and the position after it."""
    for move in game.moves(position):
        after = game.step(position, move)
        if after.pending is None:
            yield [move], after
        else:
            yield from (([move, *rest], end) for rest, end in whole_moves(game, after))


def ours(game: Game, position: Position, square: dict[int, int]) -> dict[Key, Position]:
    """Return the positions after the moves of the side to act."""
    return {
        (
            square[moves[0].source],
            square[moves[-1].target],
            frozenset(square[move.struck] for move in moves if move.struck >= 0),
        ): after
        for moves, after in whole_moves(game, position)
        if moves[0].source >= 0
    }


def theirs(board: Any) -> dict[Key, Any]:
    """Return the moves of the other program."""
    return {
        (move.steps_move[0], move.steps_move[-1], frozenset(move.captures or ())): move
        for move in board.legal_moves()
    }


@pytest.mark.slow
def test_games_are_played_as_by_pydraughts() -> None:
    """Legal moves with all that they take, and the end, but for its rules about few kings."""
    import draughts

    game, draw = loaded("draughts/international"), random.Random("draughts")
    square, seen = numbers(game), Counter[str]()
    while seen["positions"] < PLAYED:
        board, position = draughts.Board(variant="standard"), game.start()
        while position.result is None and not board.is_over():
            seen["positions"] += 1
            mine, other = ours(game, position, square), theirs(board)
            assert mine.keys() == other.keys(), board.fen
            seen["chains"] += any(len(taken) > 1 for _, _, taken in mine)
            key = draw.choice(sorted(mine, key=lambda key: (key[0], key[1], sorted(key[2]))))
            position = mine[key]
            board.push(other[key])
        if position.result is None:
            # It draws the last of few kings by rules of its own, of 5 and of 16 moves.
            assert sum(1 for _ in position.standing()) <= 4, board.fen
        else:
            assert board.is_over() or position.result.reason in ("quiet", "repetition"), board.fen
    assert seen["chains"] > 20, "otherwise nothing was compared"


@pytest.mark.slow
def test_positions_with_kings_have_the_moves_of_pydraughts() -> None:
    """Half of them have ways that take several."""
    import draughts

    game, draw = loaded("draughts/international"), random.Random("kings")
    square, units, seen = numbers(game), game.ruleset.units, Counter[str]()
    while seen["positions"] < DRAWN:
        placed: list[Placement] = []
        fen: tuple[list[str], list[str]] = ([], [])
        for cell in draw.sample(sorted(square), draw.randint(6, 24)):
            side, last = draw.randint(0, 1), cell // 10
            king = draw.random() < 0.4 or last == (9, 0)[side]
            placed.append(Placement(side, units["king" if king else "man"], cell, 0, 1))
            fen[side].append(f"{'K' if king else ''}{square[cell]}")
        if not all(fen):
            continue
        side = draw.randint(0, 1)
        position = game.position_with(placed, turn=3 + side)
        position.side = side
        text = f"{'WB'[side]}:W{','.join(fen[0])}:B{','.join(fen[1])}"
        mine = ours(game, position, square)
        assert mine.keys() == theirs(draughts.Board(variant="standard", fen=text)).keys(), text
        seen["positions"] += 1
        seen["chains"] += any(len(taken) > 1 for _, _, taken in mine)
    assert seen["chains"] > DRAWN // 3
