"""A player who looks one move ahead: the best expected position wins."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from wargrid.players.deployer import Deployer
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.exchanges import Exchanges
from wargrid.players.evaluation.score import WIN, evaluation_of
from wargrid.players.protocol import Answer

if TYPE_CHECKING:
    from wargrid.core import Move, Position
    from wargrid.engine import Game
    from wargrid.players.protocol import Budget

NOISE: Final = 1.0
"""The most by which chance moves a score, so that equal moves vary with the seed."""

AGAIN: Final = -50.0
"""The most that a repeated position is worth."""


def numbers_for(game: Game, position: Position, seed: int) -> random.Random:
    """Return random numbers that depend on the seed and the position alone."""
    return random.Random(f"wargrid {seed} {position.turn} {game.search.key(position)!r}")


class GreedyPlayer:
    """Makes the move after which the position is expected to be best.

    Where one unit a turn takes by moving, exchanges that the move allows are played out first.
    ``option`` changes the evaluation, as in ``evaluation_of``.
    """

    name = "greedy"

    def __init__(self, game: Game, seed: int, option: str = "") -> None:
        self._game = game
        self._seed = seed
        self._evaluation = evaluation_of(game, option)
        self._expectation = Expectation(game)
        self._exchanges = Exchanges(game, self._evaluation)
        self._deployer = Deployer(game, self._evaluation)

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose the move with the best expected score; the best so far if the budget ends."""
        numbers = numbers_for(self._game, position, self._seed)
        if self._game.is_deploying(position):
            return Answer(self._deployer.choose(position, numbers), nodes=1)
        moves = self._game.moves(position)
        best, most = moves[0], -2 * WIN
        if len(moves) > 1:
            for move in moves:
                score = self._score(position, move, budget) + NOISE * numbers.random()
                if score > most:
                    best, most = move, score
                if budget.exhausted():
                    break
        return Answer(best, most if len(moves) > 1 else None, (best,), budget.nodes, 1)

    def _score(self, position: Position, move: Move, budget: Budget) -> float:
        side = position.side

        def value(after: Position) -> float:
            budget.spend()
            if after.result is not None:
                return self._evaluation.score(after, side)
            score = self._exchanges.score(after, side)
            again = after.side != side and self._game.search.repetitions(after)
            return min(score, AGAIN) if again else score

        return self._expectation.over(self._game.step(position, move), value)

    def close(self) -> None:
        """Free nothing."""
