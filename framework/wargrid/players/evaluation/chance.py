"""Expectations over dice: exact where outcomes are few, over even samples where they are not."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import fsum
from typing import Final

from wargrid.core.dice import Chances
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game

MAX_OUTCOMES: Final = 60
"""How many outcomes of one move are examined; more are sampled."""


class Expectation:
    """The mean value of what chance may bring.

    Rolls with the same outcome are looked at once, or ``each`` by itself where looks are counted.
    """

    def __init__(self, game: Game, most: int = MAX_OUTCOMES, *, each: bool = False) -> None:
        self._game = game
        self._each = each
        self._most = most
        self._kept: dict[int, tuple[Chances, list[tuple[float, Move]]]] = {}

    def over(self, position: Position, value: Callable[[Position], float]) -> float:
        """Return the mean of ``value`` over the positions after all rolls that are due."""
        return self._over(position, value, self._most)

    def _over(self, position: Position, value: Callable[[Position], float], most: int) -> float:
        if self._game.to_act(position) != CHANCE:
            return value(position)
        rolls = self.rolls(position, most)
        step, left = self._game.step, max(1, most // len(rolls))
        alike = None if self._each else self._game.engine.alike(position, rolls)
        if alike is None:
            return fsum(
                [chance * self._over(step(position, roll), value, left) for chance, roll in rolls]
            )
        # Most rolls count the same as another: each outcome is looked at once.
        known: dict[Hashable, float] = {}
        parts = []
        for (chance, roll), counts in zip(rolls, alike, strict=True):
            worth = known.get(counts)
            if worth is None:
                worth = known[counts] = self._over(step(position, roll), value, left)
            parts.append(chance * worth)
        return fsum(parts)

    def rolls(self, position: Position, most: int = MAX_OUTCOMES) -> list[tuple[float, Move]]:
        """Return random moves with their probabilities; samples of more than ``most`` moves.

        Samples divide the whole evenly, in the order in which the game lists the moves.
        """
        chances = self._game.chances(position)
        if len(chances) > most:
            numbers = ((number + 0.5) / most for number in range(most))
            return [(1 / most, self._game.engine.draw(position, number)) for number in numbers]
        kept = self._kept.get(id(chances))
        if kept is None or kept[0] is not chances:
            made = [(float(chance), move) for chance, move in chances]
            kept = self._kept[id(chances)] = (chances, made)
        return kept[1]
