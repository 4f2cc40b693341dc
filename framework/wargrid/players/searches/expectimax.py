"""Expectimax over the rest of a turn, for games of few actions a turn or with dice.

Dice are followed exactly: the value of an attack is the mean over its outcomes. The most promising
moves and attacks are tried to the end of the turn; the evaluation then weighs what the enemy could
strike. Where the side that comes near first is struck first, both sides would wait until the game
is drawn. In some turns in which waiting looks best, the search therefore runs again with less
weight on what the enemy could strike. In a long game it comes out for several turns together, also
where another move gains a little: one unit could chase another for ever.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from math import fsum
from typing import Final, NamedTuple, TypeAlias

from wargrid.core.moves import ATTACK, END, TAKE, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import WIN, Evaluation
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.counting import Counter, OutOfBudget
from wargrid.players.searches.free import FreeActions
from wargrid.players.searches.greedy import numbers_for, part_of_turn

MANY: Final = 1_000
"""A width that leaves nothing out."""

TABLE_SIZE: Final = 100_000
"""How many values and ranked lists of moves are held before they are emptied."""


DARES: Final = 0.3
"""The share of turns in which a player tries not to wait."""

GAINS: Final = 1.0
"""How much better than ending the turn a move must be, or it counts as waiting."""

# As a sequence, since mypyc takes a constant tuple of floats for one that is not set.
DARED: Final[Sequence[float]] = (0.5, 0.25)
"""The shares of the weight of danger tried in such a turn, until a move is better than waiting."""

LONG: Final = 50
"""After so many turns a game is long: most end before."""

TOGETHER: Final = 5
"""For how many turns together a player comes out: as many as it takes to cross a board."""

COMES_OUT: Final = 0.5
"""How often it does."""


Expected: TypeAlias = "Callable[[Position], float]"


class Stage(NamedTuple):
    """One search: how many moves and how many strikes are followed at first, and later."""

    first: tuple[int, int]
    later: tuple[int, int]


STAGES: Final = (
    Stage((6, 5), (6, 5)),
    Stage((MANY, MANY), (12, 8)),
    Stage((MANY, MANY), (MANY, MANY)),
)
"""The searches in their order, each dearer than the one before."""

QUICK: Final = (Stage((3, 2), (2, 1)),)
"""The search of a weaker level."""


class Expectimax:
    """Searches one game in stages, and in some turns again where waiting looks best.

    ``win`` is what a win counts. Who ``dares`` fears less in some turns, so that its scores do not
    compare with each other. ``compared`` are the moves that the last stage compared, with their
    scores: none where the budget ended before, or where it dared.
    """

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        seed: int = 0,
        stages: Sequence[Stage] = STAGES,
    ) -> None:
        self.win, self.dares = WIN, True
        self.compared: list[tuple[float, Move]] = []
        self._stages = stages
        self._game = game
        self._evaluation = evaluation
        self._seed = seed
        self._free = FreeActions(game, evaluation)

    def careful(self) -> None:
        """Dare nothing."""
        self.dares = False

    def steady(self, win: float) -> None:
        """Give scores that compare with each other; ``win`` is what a win counts."""
        self.dares, self.win = False, win

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a move; in some turns, search again if nothing is better than waiting."""
        fear, nodes = 1.0, 0
        if self._comes_out(position):
            answer = self._best(position, budget, DARED[-1])
            self.compared = []
            return answer
        answer = self._best(position, budget, fear)
        for less in DARED if self._dares(position) else ():
            if not self._waits(position, answer, fear):
                break
            dared, nodes = self._best(position, budget, less), nodes + answer.nodes
            if not dared.depth:
                break
            answer, fear = dared, less
            self.compared = []
        return answer._replace(nodes=answer.nodes + nodes)

    def _dares(self, position: Position) -> bool:
        """Return whether the turn is one in which the player tries not to wait."""
        numbers = random.Random(f"wargrid dare {self._seed} {position.side} {position.turn}")
        return self.dares and numbers.random() < DARES

    def _comes_out(self, position: Position) -> bool:
        """Return whether the turn is one of several of a long game in which danger counts less."""
        period = position.turn // TOGETHER
        numbers = random.Random(f"wargrid come out {self._seed} {position.side} {period}")
        return self.dares and position.turn > LONG and numbers.random() < COMES_OUT

    def _waits(self, position: Position, answer: Answer, fear: float) -> bool:
        """Return whether a move is hardly better than ending the turn."""
        end = self._game.end
        if answer.score is None or end not in self._game.moves(position):
            return False
        after = self._game.step(position, end)
        ended = self._evaluation.score(after, position.side, fear)
        return answer.score < ended + GAINS

    def _best(self, position: Position, budget: Budget, fear: float) -> Answer:
        """Choose a move; each search begins with the best moves of the one before."""
        numbers = numbers_for(self._game, position, self._seed)
        worthwhile = self._free.worthwhile(position, self._game.moves(position))
        moves = sorted(worthwhile, key=lambda _: numbers.random())
        answer = Answer(moves[0])
        self.compared = []
        if len(moves) == 1:
            return answer
        part = budget.share(part_of_turn(self._game, position))
        search = RestOfTurn(self._game, self._evaluation, self._free, position.side, part, fear)
        search.win = self.win
        try:
            ranked = search.ranked(position, moves, search.full)
            answer = Answer(ranked[0][1], ranked[0][0], (ranked[0][1],), 0, 1)
            for depth, stage in enumerate(self._stages, 2):
                score, move = search.best(position, stage, answer.move)
                answer = Answer(move, score, (move,), 0, depth)
            self.compared = search.compared
        except OutOfBudget:
            if search.found is not None:
                score, move = search.found
                answer = Answer(move, score, (move,), 0, answer.depth + 1)
        budget.spend(part.nodes)
        return answer._replace(nodes=part.nodes)


class RestOfTurn:
    """One search of what a side does in the rest of its turn; scores are those of that side.

    ``stage`` is how much of it is followed, ``win`` what a win counts. ``found`` is the best move
    of a stage so far, ``compared`` are its moves with their scores.
    """

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        free: FreeActions,
        side: int,
        budget: Budget,
        fear: float,
    ) -> None:
        self.counter = Counter(budget)
        self.found: tuple[float, Move] | None = None
        self.compared: list[tuple[float, Move]] = []
        self.win, self.stage = WIN, STAGES[0]
        self._game = game.engine
        self._api = game.search
        self._evaluation = evaluation
        self._free = free
        self._side = side
        self._fear = fear
        self._values: dict[Hashable, float] = {}
        self._ranked: dict[Hashable, list[tuple[float, Move]]] = {}

    def best(self, position: Position, stage: Stage, first: Move) -> tuple[float, Move]:
        """Return the best move of a stage with its score.

        ``first`` is tried first, so that ``found`` compares moves of one stage only.
        """
        self.stage = stage
        # Scores of another width are other scores; what moves look like at first sight stays.
        self._values = {}
        self.found, self.compared = None, []
        moves = self.promising(position, stage.first)
        for move in (first, *(move for move in moves if move is not first)):
            score = self.value(self._game.step(position, move))
            self.compared.append((score, move))
            if self.found is None or score > self.found[0]:
                self.found = score, move
        assert self.found is not None
        found, self.found = self.found, None
        return found

    def ranked(
        self, position: Position, moves: list[Move], score: Expected
    ) -> list[tuple[float, Move]]:
        """Return moves with their scores at once, the best first."""
        key = self._api.key(position)
        found = self._ranked.get(key)
        if found is None:
            scored = [(self._mean(self._game.step(position, move), score), move) for move in moves]
            found = sorted(scored, key=_by_score, reverse=True)
            if len(self._ranked) >= TABLE_SIZE:
                self._ranked.clear()
            self._ranked[key] = found
        return found

    def promising(self, position: Position, width: tuple[int, int]) -> list[Move]:
        """Return the best moves and the best strikes at first sight, and the end of the turn."""
        moves = self._free.worthwhile(position, self._game.moves(position))
        ranked = [move for _, move in self.ranked(position, moves, self.still)]
        strikes = [move for move in ranked if move.verb in (ATTACK, TAKE)]
        others = [move for move in ranked if move.verb not in (ATTACK, TAKE, END)]
        ends = [move for move in ranked if move.verb == END]
        most_moves, most_strikes = width
        return strikes[:most_strikes] + others[:most_moves] + ends

    def value(self, position: Position) -> float:
        """Return the score of a position after the rest of the turn."""
        if self.rolls(position):
            return fsum([chance * self.value(after) for chance, after in self.outcomes(position)])
        key = self._api.key(position)
        found = self._values.get(key)
        if found is None:
            if len(self._values) >= TABLE_SIZE:
                self._values.clear()
            found = self._values[key] = self._decided(position)
        return found

    def _decided(self, position: Position) -> float:
        if position.result is not None:
            return self.full(position)
        step = self._game.step
        if position.pending is not None:
            values = [self.value(step(position, move)) for move in self._game.moves(position)]
            return max(values) if position.side == self._side else min(values)
        if position.side != self._side:
            return self.full(position)
        moves = self.promising(position, self.stage.later)
        return max(self.value(step(position, move)) for move in moves)

    def _mean(self, position: Position, score: Expected) -> float:
        """Return the mean score over the outcomes of what is pending."""
        if self.rolls(position):
            return fsum(
                [chance * self._mean(after, score) for chance, after in self.outcomes(position)]
            )
        return score(position)

    def rolls(self, position: Position) -> bool:
        """Return whether dice decide next."""
        return self._game.to_act(position) == CHANCE

    def outcomes(self, position: Position) -> list[tuple[float, Position]]:
        """Return the positions after a roll with their probabilities, equal ones together."""
        together: dict[Hashable, tuple[float, Position]] = {}
        for chance, roll in self._game.chances(position):
            after = self._game.step(position, roll)
            key = self._api.key(after)
            before = together.get(key, (0.0, after))[0]
            # Rolls that hit alike lead to one position, which is searched once.
            together[key] = before + float(chance), after
        return list(together.values())

    def still(self, position: Position) -> float:
        """Return the score of a position without what can be struck next."""
        return self._decisive(position) or self._evaluation.still(position, self._side)

    def full(self, position: Position) -> float:
        """Return the score of a position with what can be struck next."""
        return self._decisive(position) or self._evaluation.score(position, self._side, self._fear)

    def _decisive(self, position: Position) -> float:
        """Count a position, and return what its result is worth."""
        self.counter.count()
        result = position.result
        if result is None or result.winner is None:
            return 0.0
        return self.win if result.winner == self._side else -self.win


def _by_score(entry: tuple[float, Move]) -> float:
    return entry[0]
