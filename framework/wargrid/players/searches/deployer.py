"""Deployment by a computer player: a ready-made army, or the best unit on its best cell."""

from __future__ import annotations

import random
from typing import Final, cast

from wargrid.core.moves import ARMY, PLACE, READY, Deploy, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import Evaluation

VARIETY: Final = 60.0
"""The most by which chance moves the score of a placing, so that armies vary with the seed."""

VARIETY_OF_ARMIES: Final = 300.0
"""The same for ready-made armies."""


class Deployer:
    """Chooses moves of the deployment; it sees the units of its own side only."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game
        self._evaluation = evaluation

    def choose(self, position: Position, numbers: random.Random) -> Move:
        """Choose an army on an empty board, else place units while any can be, then be ready."""
        moves = [cast(Deploy, move) for move in self._game.moves(position)]
        begun = bool(position.units_of(position.side))
        armies = [move for move in moves if move.verb == ARMY]
        ready = next((move for move in moves if move.verb == READY), None)
        placings = needed(self._game, position, [move for move in moves if move.verb == PLACE])
        if armies and not begun:
            return self._best(position, armies, numbers, VARIETY_OF_ARMIES)
        if ready is not None and self._is_ready_made(position.side, armies):
            return ready
        if placings:
            return self._best(position, placings, numbers)
        return ready or (armies or moves)[0]

    def _is_ready_made(self, side: int, armies: list[Deploy]) -> bool:
        """Return whether the side has a ready-made army, which is then not among its moves."""
        assert self._game.engine.deploying is not None
        return len(armies) < len(self._game.engine.deploying.armies(side))

    def _best(
        self,
        position: Position,
        moves: list[Deploy],
        numbers: random.Random,
        variety: float = VARIETY,
    ) -> Move:
        side, step = position.side, self._game.step
        sign = 1 if side == 0 else -1

        def score(move: Deploy) -> float:
            value = sign * self._evaluation.fixed(step(position, move))
            return value + variety * numbers.random()

        return max(moves, key=score)


def needed(game: Game, position: Position, placings: list[Deploy]) -> list[Deploy]:
    """Return the placings of types that the army still must have, or all if it has them."""
    assert game.engine.deploying is not None
    have = [position.roster.words[unit] for unit in position.units_of(position.side)]
    rules = game.engine.deploying.rules.units
    found = [m for m in placings if have.count(m.word) < rules[m.word].size.min]
    return found or placings
