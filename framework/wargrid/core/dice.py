"""Dice: the exact probabilities of a pool of dice, and sources of random numbers."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod
from typing import Final

from wargrid.core.moves import Move, Roll

MAX_DICE: Final = 40
"""The most dice in one roll."""

Number = float | Fraction
"""A random number from [0, 1) that selects an outcome."""

Chances = tuple[tuple[Fraction, Move], ...]
"""The possible random moves with their probabilities, which sum to exactly 1."""


class Pool:
    """A number of equal dice; two results are the same if they have the same faces in any order.

    ``chances`` lists the results in the order of faces on the die; ``draw`` selects one of them.
    """

    __slots__ = ("_bounds", "_rolls", "_total", "chances")

    def __init__(self, die: str, faces: Sequence[str], dice: int) -> None:
        weights = Counter(faces)
        distinct = tuple(weights)
        self._total = len(faces) ** dice
        rolls: list[Roll] = []
        ways: list[int] = []
        for shown in combinations_with_replacement(distinct, dice):
            counts = tuple(shown.count(face) for face in distinct)
            rolls.append(Roll(die, shown, counts))
            ways.append(_ways(counts, [weights[face] for face in distinct]))
        self._rolls = tuple(rolls)
        self._bounds = list(accumulate(ways))
        self.chances: Chances = tuple(
            (Fraction(way, self._total), roll) for way, roll in zip(ways, rolls, strict=True)
        )

    def draw(self, number: Number) -> Roll:
        """Return the result that a number from [0, 1) selects."""
        # Counted in throws: a search among integers is exact, and quicker than adding fractions.
        return self._rolls[bisect_right(self._bounds, int(number * self._total))]


def _ways(counts: Sequence[int], weights: Sequence[int]) -> int:
    """Return the number of throws of distinguishable dice with these counts of faces."""
    orders: int = factorial(sum(counts)) // prod(factorial(count) for count in counts)
    per_order: int = prod(weight**count for weight, count in zip(weights, counts, strict=True))
    return orders * per_order


ChanceSource = Callable[[Chances], Move]
"""Selects one of the possible random moves."""


def draw_from(chances: Chances, number: Fraction) -> Move:
    """Return the outcome that a number from [0, 1) selects."""
    below = Fraction(0)
    for chance, move in chances:
        below += chance
        if number < below:
            return move
    # Chances sum to exactly 1, so that no number below 1 comes here.
    return chances[-1][1]


# As fine as random.random(), whose floats have 53 bits.
_RESOLUTION: Final = 1 << 53


def seeded(seed: int) -> ChanceSource:
    """Return a source that gives the same results for the same seed, on every machine.

    >>> match = Match(game, dice=seeded(42))
    >>> match.begin()
    ()
    """
    # Random hashes a text with SHA-512, alike on every machine.
    return _of(random.Random(f"wargrid {seed}"))


def entropy() -> ChanceSource:
    """Return a source of unpredictable random numbers from the operating system."""
    return _of(random.SystemRandom())


def _of(generator: random.Random) -> ChanceSource:
    return lambda chances: draw_from(
        chances, Fraction(generator.randrange(_RESOLUTION), _RESOLUTION)
    )
