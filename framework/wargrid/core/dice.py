"""Dice: every distinct result of a pool with its exact chance, and where a game's chance comes from."""

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

MOST_DICE: Final = 40
"""The most dice in one roll, whatever their faces."""

Number = float | Fraction
"""A number from 0 up to but not including 1, by which chance falls on one of its outcomes."""

Chances = tuple[tuple[Fraction, Move], ...]
"""What chance may do, with probabilities that sum to exactly 1."""


class Pool:
    """A number of equal dice as one table: results differ when the multiset of faces differs.

    ``chances`` lists them in the order of faces on the die; ``draw`` picks one by a number from 0
    up to but not including 1, from the same table.
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
        """The result that a number from [0, 1) falls on."""
        return self._rolls[bisect_right(self._bounds, int(number * self._total))]


def _ways(counts: Sequence[int], weights: Sequence[int]) -> int:
    """How many throws of distinguishable dice show so many of each face."""
    orders: int = factorial(sum(counts)) // prod(factorial(count) for count in counts)
    per_order: int = prod(weight**count for weight, count in zip(weights, counts, strict=True))
    return orders * per_order


Source = Callable[[Chances], Move]
"""Where chance comes from: given what may happen, it answers what does."""


def draw_from(chances: Chances, number: Fraction) -> Move:
    """The outcome that an exact number from [0, 1) falls on."""
    below = Fraction(0)
    for chance, move in chances:
        below += chance
        if number < below:
            return move
    return chances[-1][1]


_RESOLUTION: Final = 1 << 53


def seeded(seed: int) -> Source:
    """Chance that is the same for the same seed, on every machine and in every process."""
    return _of(random.Random(f"wargrid {seed}"))


def entropy() -> Source:
    """Chance from the operating system, which nobody can foresee or repeat."""
    return _of(random.SystemRandom())


def _of(generator: random.Random) -> Source:
    return lambda chances: draw_from(
        chances, Fraction(generator.randrange(_RESOLUTION), _RESOLUTION)
    )
