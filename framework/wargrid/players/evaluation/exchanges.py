"""Exchanges: takings and attacks played out until neither side gains by the next."""

from __future__ import annotations

from typing import Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.state import AGAIN
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import WIN, Evaluation
from wargrid.players.evaluation.worth import takes_by_moving

DEPTH: Final = 6
"""How many takings of one exchange are followed."""

MOST: Final = 300
"""How many positions of one exchange are scored; what follows them is left out."""


class Exchanges:
    """Scores positions after the takings that the sides would make in turn.

    In games with several actions a turn, or attacks, the score is that of the position itself:
    the evaluation counts threats there.
    """

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._search = game.search
        self._evaluation = evaluation
        self.followed = takes_by_moving(game)
        self._must_take = game.ruleset.turn.must is not None
        units = game.ruleset.units.values()
        self._by_sandwich = any(unit.takes_between for unit in units)
        self._left = MOST

    def score(self, position: Position, side: int) -> float:
        """Return the score for a side once no taking gains more than it costs."""
        pending = position.pending
        if not self.followed or (pending is not None and pending.kind != AGAIN):
            return self._evaluation.score(position, side)
        self._left = MOST
        score = self._settle(position, -WIN, WIN, DEPTH)
        return score if position.side == side else -score

    def _settle(self, position: Position, alpha: float, beta: float, depth: int) -> float:
        """Return the score for the side to act, within bounds (fail-soft negamax)."""
        # Standing pat: a side may leave the takings alone, unless it must take.
        best = self._evaluation.score(position, position.side)
        self._left -= 1
        if not depth or self._left < 0 or position.result is not None:
            return best
        if best >= beta and not self._must_take:
            return best
        takings = self._takings(position)
        if takings and self._must_take:
            best = -WIN
        alpha = max(alpha, best)
        for move in takings:
            after = self._search.make(position, move)
            if after.side == position.side:
                score = self._settle(after, alpha, beta, depth)
            else:
                score = -self._settle(after, -beta, -alpha, depth - 1)
            if score > best:
                best = score
                alpha = max(alpha, score)
                if best >= beta:
                    break
        return best

    def _takings(self, position: Position) -> list[Move]:
        """Return the moves that take, the best at first sight first.

        Where units are taken by moves next to them, these are the moves that change units.
        """
        if not self._by_sandwich:
            return sorted(self._search.noisy(position), key=self._order(position))
        make = self._search.make
        made = ((move, make(position, move)) for move in self._search.moves(position))
        return [
            move for move, after in made if after.result is not None or after.men != position.men
        ]

    def _order(self, position: Position) -> _Order:
        return _Order(position, self._evaluation.values)


class _Order:
    """Sorts takings: the dearest unit taken first, by the cheapest taker."""

    def __init__(self, position: Position, values: dict[str, float]) -> None:
        self._board = position.board
        self._types = position.roster.types
        self._values = values

    def __call__(self, move: Move) -> float:
        types, board = self._types, self._board
        taken = self._values[types[board[move.struck]].word]
        # The taker weighs a hundredth: it only decides between victims of equal worth.
        return self._values[types[board[move.source]].word] / 100 - taken
