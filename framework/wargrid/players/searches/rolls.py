"""Rolls in the plan of a turn: one roll is played, and all of them are valued."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.score import WIN, Evaluation
from wargrid.players.protocol import Budget
from wargrid.players.searches.plans import TurnPlan


class Rolls:
    """Makes the moves of one plan and values their rolls for the side whose turn it is.

    ``after`` looks at attacks of equal units with equal dice once in a plan, although other terrain
    or neighbours may give them other odds. ``exactly`` and ``reviewed`` look at each attack.
    """

    def __init__(self, game: Game, evaluation: Evaluation, budget: Budget, side: int) -> None:
        self._game = game.engine
        self._evaluation = evaluation
        self._budget = budget
        self._side = side
        self._expectation = Expectation(game)
        self._typical: dict[Hashable, tuple[int, float]] = {}

    def after(self, position: Position, move: Move) -> tuple[Position, float | None]:
        """Return the position after a move, and what its rolls are worth above those taken.

        Of all rolls, the one is taken whose worth is nearest to the mean; choices are the best.
        The worth is None for a move without a roll.
        """
        return self._followed(position, move, self._typical)

    def exactly(self, position: Position, move: Move) -> tuple[Position, float | None]:
        """Return the same for this very position alone; equal units elsewhere may be worth less."""
        return self._followed(position, move, {})

    def reviewed(self, turn: TurnPlan) -> TurnPlan:
        """Return a turn with what its own rolls are worth, not those of equal units elsewhere."""
        luck = list(turn.luck)
        for at, (_, move) in enumerate(turn.moves):
            if luck[at] is not None:
                after, more = self.exactly(turn.path[at], move)
                luck[at] = (more or 0.0) + self.still(after) - self.still(turn.path[at + 1])
        reviewed = turn._replace(luck=tuple(luck))
        return reviewed._replace(sketch=turn.sketch + reviewed.fortune - turn.fortune)

    def still(self, position: Position) -> float:
        """Return what a position is worth by itself."""
        return decided(position, self._side, self._evaluation.still)

    def _followed(
        self, position: Position, move: Move, typical: dict[Hashable, tuple[int, float]]
    ) -> tuple[Position, float | None]:
        self._budget.spend()
        after, luck, rolls = self._game.step(position, move), 0.0, 0
        while after.pending is not None and after.result is None:
            if self._game.to_act(after) != CHANCE:
                chosen = [self._game.step(after, move) for move in self._game.moves(after)]
                sign = 1 if after.side == self._side else -1
                after = max(chosen, key=lambda position: sign * self.still(position))
                continue
            rolls += 1
            moves = self._expectation.rolls(after)
            # Other odds have another number of rolls, so that a kept index never points past them.
            key = _attack(position, move), rolls, len(moves)
            if key not in typical:
                typical[key] = self._nearest(after, moves)
            at, more = typical[key]
            after, luck = self._game.step(after, moves[at][1]), luck + more
        return after, luck if rolls else None

    def _nearest(self, position: Position, rolls: list[tuple[float, Move]]) -> tuple[int, float]:
        """Return which roll is nearest to the mean, and what the mean is worth above it."""
        mean = self._expectation.over(position, self.still)
        alike = self._game.alike(position, rolls) or list(range(len(rolls)))
        known: dict[Hashable, float] = {}
        for (_, roll), counts in zip(rolls, alike, strict=True):
            if counts not in known:
                rolled = self._game.step(position, roll)
                known[counts] = self._expectation.over(rolled, self.still)
        worth = [known[counts] for counts in alike]
        nearest = min(range(len(rolls)), key=lambda at: abs(worth[at] - mean))
        return nearest, mean - worth[nearest]


def decided(position: Position, side: int, value: Callable[[Position, int], float]) -> float:
    """Return what a position is worth to a side: that of the result once the game is over."""
    result = position.result
    if result is None:
        return value(position, side)
    if result.winner is None:
        return 0.0
    return WIN if result.winner == side else -WIN


def _attack(position: Position, move: Move) -> Hashable:
    """Return what the outcome of an attack depends on most: types, men and weapon."""
    if move.source < 0 or move.struck < 0:
        return move
    units = position.board[move.source], position.board[move.struck]
    return move.word, *((position.roster.words[unit], position.men[unit]) for unit in units)
