"""Duties: what a side must do, asked once for all moves of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.core import Move, Position, Refusal
    from wargrid.engine.context import GameContext


class Duties:
    """Keeps those of the moves of a position that its side may make, all of them considered.

    Moves are those that are legal otherwise, with ``end`` last if the turn may end. If a duty
    leaves none, the turn may end, or no game could go on.
    """

    def __init__(self, context: GameContext) -> None:
        self._plugins = context.plugins
        self._end = context.end

    def kept(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the moves that no duty forbids."""
        for forbidden in self._plugins.forbidden:
            refused = forbidden(position, tuple(moves))
            if refused:
                moves = [move for move in moves if move not in refused]
        return moves or [self._end]

    def refusal(self, position: Position, moves: list[Move], move: Move) -> Refusal | None:
        """Return why a duty forbids one of the moves, given as an equal one, or None."""
        for forbidden in self._plugins.forbidden:
            refused = forbidden(position, tuple(moves)) or {}
            for other, why in refused.items():
                if other.key == move.key:
                    return why
            moves = [other for other in moves if other not in refused]
        return None
