"""Mandatory moves: what a side must do, asked once for all moves of a position."""

from __future__ import annotations

from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.context import GameContext
from wargrid.engine.turns.chains import Chains


class MandatoryMoves:
    """Keeps those of the moves of a position that its side may make, all of them considered.

    Moves are those that are legal otherwise, with ``end`` last if the turn may end. Mandatory
    taking comes first, then each plugin is asked about what those before it have left. If nothing
    is left, the turn may end, or no game could go on.
    """

    def __init__(self, context: GameContext, chains: Chains | None) -> None:
        self._context = context
        self._chains = chains
        self._plugins = context.plugins
        must = context.ruleset.turn.must
        self._must_take = must is not None
        self._must_take_most = must == "take_most"

    def kept(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the mandatory moves, or all of them if none is."""
        if self._must_take:
            takings = [move for move in moves if move.verb == TAKE]
            if self._must_take_most and self._chains is not None:
                takings = self._chains.most(position, takings)
            moves = takings or moves
        for forbidden in self._plugins.forbidden:
            refused = forbidden(position, tuple(moves))
            if refused:
                moves = [move for move in moves if move not in refused]
        return moves or [self._context.end]

    def refusal(self, position: Position, moves: list[Move], move: Move) -> Refusal | None:
        """Return why a move, given as an equal one, gives way to mandatory moves, or None."""
        takings = [other for other in moves if self._must_take and other.verb == TAKE]
        if takings and move.verb != TAKE:
            names = dict.fromkeys(self._context.grid.name(each.source) for each in takings)
            return Refusal("must_take", {"cells": tuple(names), "n": len(names)})
        if takings and self._must_take_most and self._chains is not None:
            takings = self._chains.most(position, takings)
            if all(other.key != move.key for other in takings):
                names = dict.fromkeys(self._context.grid.name(each.source) for each in takings)
                return Refusal("must_take_most", {"cells": tuple(names), "n": len(names)})
        moves = takings or moves
        for forbidden in self._plugins.forbidden:
            refused = forbidden(position, tuple(moves)) or {}
            for other, why in refused.items():
                if other.key == move.key:
                    return why
            moves = [other for other in moves if other not in refused]
        return None
