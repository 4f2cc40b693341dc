"""The difference that a change makes, on games of two rulesets with equal seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf, sqrt
from typing import Final

from wargrid_lab.games.play import Row
from wargrid_lab.verdicts.figures import Estimate, Z
from wargrid_lab.verdicts.verdict import points_of

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

EFFECTS: Final = ("side", "first", "cut", "draws", "turns")
"""The measures in which a change may do something, in the order in which it is said."""


def difference(one: Iterable[Row], other: Iterable[Row], measure: str | Measure) -> Estimate:
    """Return by how much a measure of the second ruleset is above the first's, 0 without games.

    Only pairs that both have count. Both games of a pair share their dice, so that they count as
    one observation.
    """
    of = MEASURES[measure] if isinstance(measure, str) else measure
    first, second = _by_pair(one, of), _by_pair(other, of)
    values = [second[pair] - first[pair] for pair in first if pair in second]
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    mean = sum(values) / len(values)
    # As if one pair more differed by half: few equal values do not make a difference certain.
    more = 0.25 if measure in SHARES else 0.0
    spread = (sum((value - mean) ** 2 for value in values) + more) / len(values)
    half = Z * sqrt(spread / len(values))
    most = 1.0 if measure in SHARES else inf
    return Estimate(mean, max(-most, mean - half), min(most, mean + half))


def of_units(word: str, what: str) -> Measure:
    """Return the measure of a count of the units of a type, as in ``Tally``, of both sides.

    ``what`` may also be ``does``: everything that they did.
    """

    def measure(row: Row) -> float:
        if what == "does":
            sides = row.counts["does"].values()
            return float(sum(sum(side.get(word, {}).values()) for side in sides))
        return float(sum(side.get(word, {}).get(what, 0) for side in row.counts["units"].values()))

    return measure


def _by_pair(rows: Iterable[Row], measure: Measure) -> dict[int, float]:
    found: dict[int, list[float]] = {}
    for row in rows:
        found.setdefault(row.number // 2, []).append(measure(row))
    return {pair: sum(both) / 2 for pair, both in found.items() if len(both) == 2}
