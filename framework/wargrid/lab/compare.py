"""The difference that a change makes, on games of two rulesets with equal seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import Final, NamedTuple

from wargrid.lab.figures import Z
from wargrid.lab.play import Row
from wargrid.lab.verdict import points_of

Measure = Callable[[Row], float]
"""A number of one game."""

MEASURES: Final[Mapping[str, Measure]] = {
    "side": lambda row: points_of(row, 0),
    "first": lambda row: points_of(row, row.first),
    "draws": lambda row: float(row.side is None),
    "cut": lambda row: float(row.ending is None),
    "moves": lambda row: float(row.moves),
    "turns": lambda row: float(row.length),
}
"""The measures that are compared: points of the first side and of the first mover, and so on."""

SHARES: Final = ("side", "first", "draws", "cut")
"""The measures from 0 to 1."""


class Difference(NamedTuple):
    """By how much a measure of the second ruleset is above the first's, with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def is_certain(self) -> bool:
        """Whether the interval leaves out 0."""
        return not self.low <= 0 <= self.high


def difference(one: Iterable[Row], other: Iterable[Row], measure: str) -> Difference:
    """Return the difference over the pairs of games that both have, 0 without any.

    Both games of a pair share their dice, so that they count as one observation.
    """
    first, second = _by_pair(one, MEASURES[measure]), _by_pair(other, MEASURES[measure])
    values = [second[pair] - first[pair] for pair in first if pair in second]
    if not values:
        return Difference(0.0, 0.0, 0.0)
    mean = sum(values) / len(values)
    # As if one pair more differed by half: few equal values do not make a difference certain.
    more = 0.25 if measure in SHARES else 0.0
    spread = (sum((value - mean) ** 2 for value in values) + more) / len(values)
    half = Z * sqrt(spread / len(values))
    return Difference(mean, mean - half, mean + half)


def _by_pair(rows: Iterable[Row], measure: Measure) -> dict[int, float]:
    found: dict[int, list[float]] = {}
    for row in rows:
        found.setdefault(row.number // 2, []).append(measure(row))
    return {pair: sum(both) / 2 for pair, both in found.items() if len(both) == 2}
