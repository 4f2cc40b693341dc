"""Moves weighed by whole turns: with the rest of the turn, and the best answer to it.

For games with several actions a turn, or with dice. The worth of a turn is the evaluation at its
end, except that the enemy may win at once: so likely, the game counts as lost.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.score import evaluation_of
from wargrid.players.levels import ALPHA_BETA, search_for
from wargrid.players.protocol import Budget
from wargrid.players.regret import MOST_WORTH
from wargrid.players.searches.reply import ReplySearch
from wargrid.players.winning import NONE, Chance, winning_of

WIDTHS: Final = (12, 5)
"""How many moves are followed at first and after one, besides those of deciding units."""

SAMPLES: Final = 10
"""How many outcomes of dice tell what a move is worth at first sight."""


def by_whole_turns(game: Game) -> bool:
    """Return whether moves of a game are weighed by whole turns: several actions, or dice."""
    return search_for(game) != ALPHA_BETA


class Weighed(NamedTuple):
    """A move against the best one: by how much it is worse, and what both leave the enemy.

    ``worth`` is in points of the evaluation, where 100 is an average unit. ``leaves`` is the
    enemy's chance to win at once after the turn that goes on best from the move, ``left`` that
    after the ``best`` move.
    """

    worth: float
    best: Move
    leaves: Chance
    left: float


class _Worth(NamedTuple):
    value: float
    danger: Chance = NONE


class WholeTurns:
    """Weighs moves of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._evaluation = evaluation_of(game)
        self._winning = winning_of(game)
        self._replies = ReplySearch(game, self._evaluation)
        self._expected = Expectation(game, SAMPLES)
        self._known: dict[Hashable, _Worth] = {}

    def weigh(self, position: Position, made: Move, budget: Budget) -> Weighed:
        """Compare a move that was made with the best one that is found."""
        self._known.clear()
        side = position.side
        after = self._followed(position, made, side, 1, budget)
        best, most = made, after
        for move in self._candidates(position, side, WIDTHS[0]):
            if move != made and not budget.exhausted():
                worth = self._followed(position, move, side, 1, budget)
                if worth.value > most.value:
                    best, most = move, worth
        return Weighed(most.value - after.value, best, after.danger, most.danger.value)

    def _at_end(self, position: Position, side: int) -> _Worth:
        if position.result is not None:
            winner = position.result.winner
            return _Worth(0.0 if winner is None else _signed(MOST_WORTH, winner == side))
        danger = self._winning.chance(position) if position.side != side else NONE
        score = self._replies.score(position, side)
        score = max(-MOST_WORTH, min(MOST_WORTH, score))
        return _Worth((1 - danger.value) * score - danger.value * MOST_WORTH, danger)

    def _followed(
        self, position: Position, move: Move, side: int, depth: int, budget: Budget
    ) -> _Worth:
        """Return the worth of a move: the mean over its dice, each with the best rest."""
        leaves = self._outcomes(self._game.step(position, move))
        worths = [(chance, self._rest(leaf, side, depth, budget)) for chance, leaf in leaves]
        value = fsum([chance * worth.value for chance, worth in worths])
        likely = max(worths, key=lambda one: (one[0], one[1].danger.value))[1].danger
        danger = fsum([chance * worth.danger.value for chance, worth in worths])
        return _Worth(value, Chance(danger, likely.moves))

    def _outcomes(self, after: Position) -> list[tuple[float, Position]]:
        """Return the outcomes of what is rolled, equal ones together, or samples of many."""
        waiting, found = [(1.0, after)], dict[Hashable, tuple[float, Position]]()
        while waiting:
            chance, position = waiting.pop()
            if position.result is None and self._game.to_act(position) == CHANCE:
                rolls = self._expected.rolls(position)
                waiting += [(chance * one, self._game.step(position, roll)) for one, roll in rolls]
            else:
                key = position.result, self._game.search.key(position)
                found[key] = found.get(key, (0.0, position))[0] + chance, position
        return list(found.values())

    def _rest(self, position: Position, side: int, depth: int, budget: Budget) -> _Worth:
        """Return the worth of the best rest of the turn, followed for so many moves more."""
        budget.spend()
        if position.result is not None or position.side != side:
            return self._at_end(position, side)
        key = depth, self._game.search.key(position)
        if key not in self._known:
            self._known[key] = self._best_rest(position, side, depth, budget)
        return self._known[key]

    def _best_rest(self, position: Position, side: int, depth: int, budget: Budget) -> _Worth:
        passed = self._game.search.passed(position)
        best = self._at_end(passed or position, side)  # as if nothing else were done
        if depth < len(WIDTHS) and not budget.exhausted():
            for move in self._candidates(position, side, WIDTHS[depth]):
                worth = self._followed(position, move, side, depth + 1, budget)
                best = worth if worth.value > best.value else best
        return best

    def _candidates(self, position: Position, side: int, width: int) -> list[Move]:
        """Return the moves that look best, then all other moves of deciding units."""
        moves, step = self._game.moves(position), self._game.step
        sketch = self._evaluation.sketch

        def value(move: Move) -> float:
            return self._expected.over(step(position, move), lambda end: sketch(end, side))

        ranked = sorted(moves, key=value, reverse=True)
        deciding, types = self._evaluation.deciding, position.roster.words
        return ranked[:width] + [
            move for move in ranked[width:]
            if move.source >= 0 and types[position.board[move.source]] in deciding
        ]  # fmt: skip


def _signed(value: float, positive: bool) -> float:
    return value if positive else -value
