"""Perft: how many ways there are to play so many plies; the first thing to compare two move generators by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game


def perft(game: Game, position: Position, depth: int) -> int:
    """Count the leaves at ``depth`` plies; a roll is a ply of its own, and a game that is over has no leaves."""
    if depth == 0:
        return 1
    moves = game.moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.step(position, move), depth - 1) for move in moves)


def perft_table(game: Game, position: Position, depth: int) -> list[int]:
    """The counts at depths 1 to ``depth``."""
    return [perft(game, position, plies) for plies in range(1, depth + 1)]
