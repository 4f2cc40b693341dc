"""A look beyond the turn: what the enemy does best after it, for moves that seem nearly alike.

Expectimax ends with the turn and weighs what could be struck then one unit at a time. Two units
that strike one after the other, or a way that a unit opens, it does not see. Where it has followed
all of the turn and something is left of the budget, its best moves are played on to the end of the
turn, and the enemy's whole turn is searched after each of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import fsum
from typing import Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import Evaluation
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.counting import OutOfBudget
from wargrid.players.searches.expectimax import Expectimax, RestOfTurn, Stage
from wargrid.players.searches.free import FreeActions
from wargrid.players.searches.greedy import part_of_turn

MOST: Final = 6
"""How many moves are compared."""

NEAR: Final = 100.0
"""How much worse than the best move one may seem to be compared: an average unit."""

WEIGHT: Final = 0.6
"""How much the position after the enemy's turn counts, of one; the one before it counts the rest.

What the enemy does depends on a judgement as rough as one's own.
"""


class Ahead:
    """Plays what expectimax finds best, and looks beyond the turn where it leaves the budget.

    ``rounds`` are searches, each wider than the one before, and how wide the look after each is: a
    wide search may take all the time there is for a move.
    """

    def __init__(
        self, game: Game, evaluation: Evaluation, rounds: Sequence[tuple[Expectimax, Stage]]
    ) -> None:
        self._game = game
        self._evaluation = evaluation
        self._rounds = rounds
        self._free = FreeActions(game, evaluation)
        self.is_steady = False

    def careful(self) -> None:
        """Dare nothing, and look ahead."""
        for search, _ in self._rounds:
            search.careful()

    def steady(self, win: float) -> None:
        """Give scores that can be compared: search no deeper, and take no risks."""
        self.is_steady = True
        self._rounds[-1][0].steady(win)

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a move; the look may choose another one of the best than expectimax."""
        if self.is_steady:
            return self._rounds[-1][0].choose(position, budget)
        part = budget.share(part_of_turn(self._game, position))
        answer, complete = self._looked(*self._rounds[0], position, budget, part)
        for search, stage in self._rounds[1:]:
            if part.exhausted():
                break
            wider, finished = self._looked(search, stage, position, budget, part)
            if finished or not complete:
                answer, complete = wider, finished
        return answer._replace(nodes=part.nodes)

    def _looked(
        self, search: Expectimax, stage: Stage, position: Position, budget: Budget, part: Budget
    ) -> tuple[Answer, bool]:
        """Return the move that a search and a look choose, and whether both were complete.

        What expectimax has left of its part of the turn is that of the look.
        """
        answer = search.choose(position, budget)
        part.spend(answer.nodes)
        near = self._near(search)
        if len(near) < 2:
            return answer, bool(near)
        before = part.nodes
        look = _Look(self._game, self._evaluation, self._free, position.side, part, stage)
        best: tuple[float, float, Move] | None = None
        complete = True
        try:
            for score, move in near:
                value = look.value(self._game.step(position, move))
                if best is None or value > best[0]:
                    best = value, score, move
        except OutOfBudget:
            complete = False
        budget.spend(part.nodes - before)
        if best is None or best[2] is answer.move:
            return answer, complete
        _, score, move = best
        return answer._replace(move=move, score=score, line=(move,)), complete

    def _near(self, search: Expectimax) -> list[tuple[float, Move]]:
        """Return the best moves of a search, the best first."""
        ranked = sorted(search.compared, key=lambda entry: -entry[0])
        return [entry for entry in ranked[:MOST] if entry[0] >= ranked[0][0] - NEAR]


class _Look:
    """One look beyond a turn; scores are those of the side whose turn it is."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        free: FreeActions,
        side: int,
        budget: Budget,
        stage: Stage,
    ) -> None:
        self._step = game.step
        self._moves = game.moves
        self._key = game.search.key
        self._side = side
        self._own = RestOfTurn(game, evaluation, free, side, budget, 1.0)
        self._enemy = RestOfTurn(game, evaluation, free, 1 - side, budget, 1.0)
        self._own.stage = self._enemy.stage = stage
        self._values: dict[Hashable, float] = {}

    def value(self, position: Position) -> float:
        """Return the score once the turn is over and the enemy has answered.

        The turn goes on with the moves that seem best to expectimax.

        Raises:
            OutOfBudget: nothing is left of the budget.
        """
        if self._own.rolls(position):
            outcomes = self._own.outcomes(position)
            return fsum([chance * self.value(after) for chance, after in outcomes])
        key = self._key(position)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._decided(position)
        return found

    def _decided(self, position: Position) -> float:
        if position.result is not None:
            return self._own.full(position)
        if position.pending is not None:
            values = [self.value(self._step(position, move)) for move in self._moves(position)]
            return max(values) if position.side == self._side else min(values)
        if position.side == self._side:
            moves = self._own.promising(position, self._own.stage.later)
            afters = [self._step(position, move) for move in moves]
            return self.value(max(afters, key=self._own.value))
        answered = -self._enemy.value(position)
        return WEIGHT * answered + (1.0 - WEIGHT) * self._own.full(position)
