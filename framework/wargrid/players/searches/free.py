"""Free actions: those that use up nothing, with which a turn could go on for ever."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from wargrid.core.moves import ANY_VERB, ATTACK, END, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import Evaluation

LEAST: Final = 1.0
"""What a free action gains at least."""


class FreeActions:
    """Leaves out free actions that gain nothing: a player who makes them makes no end."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game
        self._evaluation = evaluation
        most = game.engine.limits.most
        self.exist = ANY_VERB not in most and any(
            not cost and verb != ATTACK and verb not in most
            for costs in game.engine.costs.values()
            for verb, cost in costs.items()
        )

    def worthwhile(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the moves without free ones that gain nothing, or all if there are no others."""
        if not self.exist:
            return moves
        now = self._evaluation.still(position, position.side) + LEAST
        return [move for move in moves if self._is_worthwhile(position, move, now)] or moves

    def _is_worthwhile(self, position: Position, move: Move, now: float) -> bool:
        if move.verb == END:
            return True
        after = self._game.search.make(position, move)
        return _spends(position, after) or self._evaluation.still(after, position.side) > now


class Circles:
    """Counts how often a turn has come back to a position."""

    def __init__(self, game: Game) -> None:
        self._key = game.search.key
        self._turn = (-1, -1)
        self._seen: dict[Hashable, int] = {}

    def count(self, position: Position) -> int:
        """Return how often this was asked of the position before, in the same turn."""
        turn = position.side, position.turn
        if turn != self._turn:
            self._turn = turn
            self._seen = {}
        key = self._key(position)
        before = self._seen.get(key, 0)
        self._seen[key] = before + 1
        return before


def _spends(before: Position, after: Position) -> bool:
    """Return whether a move has used up anything, so that it cannot be made for ever."""
    spent = (after.side, after.turn, after.budget, after.used, after.pending, after.result)
    return spent != (
        before.side, before.turn, before.budget, before.used, before.pending, before.result,
    ) or after.men != before.men  # fmt: skip
