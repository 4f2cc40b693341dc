"""Perft: count the sequences of moves up to a depth, to compare move generators."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.state import AGAIN
from wargrid.engine.game import Game
from wargrid.match.styles import style_of


def perft(game: Game, position: Position, depth: int) -> int:
    """Count the sequences of ``depth`` plies; a roll is a ply, a finished game has none.

    All takings of a unit that goes on in one turn are one ply.
    """
    if depth == 0:
        return 1
    moves = game.moves(position)
    if game.ruleset.turn.again is not None:
        return sum(_after_chain(game, game.step(position, move), depth) for move in moves)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.step(position, move), depth - 1) for move in moves)


def _after_chain(game: Game, after: Position, depth: int) -> int:
    goes_on = after.pending is not None and after.pending.kind == AGAIN
    return perft(game, after, depth if goes_on else depth - 1)


def perft_table(game: Game, position: Position, depth: int) -> list[int]:
    """Return the counts for depths 1 to ``depth``."""
    return [perft(game, position, plies) for plies in range(1, depth + 1)]


def divide(game: Game, position: Position, depth: int) -> dict[str, int]:
    """Return how many sequences of ``depth`` plies begin with each legal move.

    Moves are written as the players of the game do. All takings of a unit that goes on in one turn
    are one move.
    """
    style = style_of(game)
    return {
        style.write_turn(position, moves): perft(game, after, depth - 1)
        for moves, after in _whole_moves(game, position)
    }


def _whole_moves(game: Game, position: Position) -> Iterator[tuple[list[Move], Position]]:
    for move in game.moves(position):
        after = game.step(position, move)
        if after.pending is None or after.pending.kind != AGAIN:
            yield [move], after
        else:
            yield from (([move, *rest], end) for rest, end in _whole_moves(game, after))
