"""A player who looks one move ahead: the best expected position wins."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from wargrid.core.compiling import mypyc_attr
from wargrid.core.moves import CLAIM, END, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.exchanges import Exchanges
from wargrid.players.evaluation.score import WIN, evaluation_of
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.deployer import Deployer
from wargrid.players.searches.free import FreeActions

NOISE: Final = 1.0
"""The most by which chance moves a score, so that equal moves vary with the seed."""

LEAST_SEEN: Final = 300
"""How many moves are looked at, at first sight, however little time there is."""

AGAIN: Final = -50.0
"""The most that a repeated position is worth."""


def numbers_for(game: Game, position: Position, seed: int) -> random.Random:
    """Return random numbers that depend on the seed and the position alone."""
    # Not one stream for a game: a position taken back is answered alike.
    return random.Random(f"wargrid {seed} {position.turn} {game.search.key(position)!r}")


def part_of_turn(game: Game, position: Position) -> float:
    """Return the share of a turn's budget for the next action: more for the first ones.

    Where nothing limits the actions of a turn, each unit that has acted counts as one.
    """
    left = game.search.actions(position)
    if game.ruleset.turn.actions is not None:
        left = min(left, position.budget)
    else:
        shares = position.roster.usage_mask
        units = position.units_of(position.side)
        left -= sum(position.used & shares[unit] != 0 for unit in units)
    # A fifth more than an equal share: what an early action leaves over is spent by the later ones.
    return min(1.0, 1.2 / max(1, left))


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyPlayer:
    """Makes the move after which the position is expected to be best.

    Where one unit a turn takes by moving, exchanges that the move allows are played out first.
    A limited budget is shared over the actions of the turn: the moves that look best at first sight
    are scored first, and the end of the turn with them. Once nothing is left, first sight decides.
    The turn never ends merely because not all moves were scored.
    ``option`` changes the evaluation, as in ``evaluation_of``.
    """

    name = "greedy"

    def __init__(self, game: Game, seed: int, option: str = "") -> None:
        self._game = game
        self._seed = seed
        self._evaluation = evaluation_of(game, option)
        self._expectation = Expectation(game, each=True)
        self._median = Expectation(game, 1)
        self._exchanges = Exchanges(game, self._evaluation)
        self._free = FreeActions(game, self._evaluation)
        self._deployer = Deployer(game, self._evaluation)

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose the move with the best expected score; the best so far if the budget ends."""
        numbers = numbers_for(self._game, position, self._seed)
        if self._game.engine.is_deploying(position):
            return Answer(self._deployer.choose(position, numbers), nodes=1)
        moves = self._free.worthwhile(position, self._game.moves(position))
        if len(moves) == 1:
            return Answer(moves[0], None, (moves[0],), budget.nodes, 1)
        if budget.exhausted():
            move = self._best_at_sight(position, moves, budget)
            return Answer(move, None, (move,), budget.nodes)
        # What is claimed is worth what it is: a side that is better does not give that up.
        noise = {move: 0.0 if move.verb == CLAIM else NOISE * numbers.random() for move in moves}
        part = budget.share(part_of_turn(self._game, position))
        # Below every score, also that of a game lost less noise.
        best, most = moves[0], -2 * WIN
        for number, move in enumerate(self._ordered(position, moves, part), 1):
            score = self._score(position, move, part) + noise[move]
            if score > most:
                best, most = move, score
            if part.exhausted():
                # The end was scored second: it may only be the best so far.
                if best.verb == END and number < len(moves):
                    best = self._best_at_sight(position, moves, part)
                break
        budget.spend(part.nodes)
        return Answer(best, most, (best,), budget.nodes, 1)

    def _best_at_sight(self, position: Position, moves: list[Move], budget: Budget) -> Move:
        """Return the best move at first sight, the end of the turn among equal ones."""
        sights = self._sights(position, moves, budget)
        return max(zip(sights, moves, strict=False), key=lambda s: (s[0], s[1].verb == END))[1]

    def _ordered(self, position: Position, moves: list[Move], budget: Budget) -> list[Move]:
        """Return the moves, the best at first sight first; the second is the end of the turn."""
        sights = self._sights(position, moves, budget)
        order = sorted(range(len(sights)), key=sights.__getitem__, reverse=True)
        ordered = [moves[at] for at in order] + moves[len(sights) :]
        end = self._game.end
        if end in ordered:
            ordered.remove(end)
            ordered.insert(1, end)
        return ordered

    def _sights(self, position: Position, moves: list[Move], budget: Budget) -> list[float]:
        """Return the scores of the moves at first sight; of the first ones when time is over."""
        sight, found = self._at_sight(position), []
        for move in moves:
            found.append(sight(move))
            # On a large board, thousands of units could go to thousands of cells.
            if len(found) >= LEAST_SEEN and budget.timed and budget.exhausted():
                break
        return found

    def _at_sight(self, position: Position) -> Callable[[Move], float]:
        """Return the score of a move without what can be struck next, after average rolls."""
        side, step = position.side, self._game.step

        def still(after: Position) -> float:
            return self._evaluation.still(after, side)

        return lambda move: self._median.over(step(position, move), still)

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
