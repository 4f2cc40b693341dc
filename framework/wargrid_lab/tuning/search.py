"""Find the setting whose games come nearest to an aim, with the games where they decide."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from wargrid_lab.games.play import Row
from wargrid_lab.tuning.fit import Fit, Vector, fit_numbers, fit_shares
from wargrid_lab.tuning.knobs import Aim, Knob, rows_of
from wargrid_lab.verdicts.compare import MEASURES, Measure
from wargrid_lab.verdicts.figures import Estimate, Figures
from wargrid_lab.verdicts.verdict import points_of

ROUND: Final = 20
"""The games after which the search decides what to play next."""

SURE: Final = 0.95
"""How likely a setting has to be the nearest for the search to end before its budget does."""

LEAST: Final = 3
"""The rounds before which it does not end early."""

FAR: Final = 0.05
"""From how far off an aim counts as out of reach: points, or a part of a number."""

_PART: Final = 4
"""The games that one draw of what may be decides about: two pairs."""

_DRAWS: Final = 400


class Found(NamedTuple):
    """A setting with its games: ``model`` is what those of all settings tell of its figure.

    ``chance`` is how likely it is the nearest to the aim.
    """

    setting: int
    figures: Figures
    model: Estimate
    chance: float


class Search:
    """Chooses what to play, round by round, from the games so far.

    Nearly always it plays what may be nearest (Thompson sampling), and as often what may be second,
    so that the two best are told apart. ``sides`` are the words of the sides.
    """

    def __init__(self, knobs: Sequence[Knob], aim: Aim, sides: Sequence[str], seed: int) -> None:
        self.aim = aim
        self._rows = rows_of(knobs)
        self._extremes = _extremes(knobs)
        self._measure = _measure(aim.name, sides)
        self._random = random.Random(f"wargrid tune {seed}")
        self._played: list[list[Row]] = [[] for _ in self._rows]
        self._rounds = 0

    @property
    def fewest(self) -> int:
        """The games of the first round, in which the ends and the middle of all knobs are tried."""
        return _PART * len(self._extremes)

    def add(self, setting: int, row: Row) -> None:
        """Take a game into account: those of a setting come in the order of their numbers."""
        self._played[setting].append(row)

    def next(self, games: int = ROUND) -> list[tuple[int, int]]:
        """Return the next round, at most so many games: settings and numbers of games."""
        self._rounds += 1
        if self._rounds == 1:
            chosen = [each for each in self._extremes for _ in range(_PART)]
        else:
            chosen = [each for draw in self._fit().draws(ROUND // _PART, self._random)
                      for each in [self._chosen(draw)] for _ in range(_PART)]  # fmt: skip
        numbers = [len(rows) for rows in self._played]
        wanted = []
        for setting in chosen[:games]:
            wanted.append((setting, numbers[setting]))
            numbers[setting] += 1
        return wanted

    def _chosen(self, draw: Vector) -> int:
        order = sorted(range(len(draw)), key=lambda each: self._off(draw[each]))
        return order[self._random.randrange(2)]

    def _off(self, figure: float) -> float:
        return abs(figure - self.aim.value)

    def _fit(self) -> Fit:
        values = [[self._measure(row) for row in rows] for rows in self._played]
        if not self.aim.is_share:
            return fit_numbers(self._rows, values)
        return fit_shares(self._rows, [sum(each) for each in values], [*map(len, values)])

    def ranking(self) -> list[Found]:
        """Return the settings that were played, the one nearest to the aim first."""
        fit, generator = self._fit(), random.Random(0)
        draws = fit.draws(_DRAWS, generator)
        nearest = [min(range(len(draw)), key=lambda each: self._off(draw[each])) for draw in draws]
        off = [sum(self._off(draw[each]) for draw in draws) for each in range(len(self._rows))]
        order = sorted(range(len(self._rows)), key=lambda each: off[each])
        return [
            Found(each, Figures(tuple(self._played[each])), _estimate(fit, draws, each),
                  nearest.count(each) / len(draws))
            for each in order if self._played[each]
        ]  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether one setting is the nearest for certain enough."""
        return self._rounds >= LEAST and self.ranking()[0].chance >= SURE

    def is_far(self, found: Found) -> bool:
        """Return whether a setting is surely off the aim by more than ``FAR``."""
        far = FAR if self.aim.is_share else FAR * max(self.aim.value, 1.0)
        return found.model.low - far > self.aim.value or found.model.high + far < self.aim.value


def _estimate(fit: Fit, draws: Sequence[Vector], setting: int) -> Estimate:
    found = sorted(draw[setting] for draw in draws)
    cut = len(found) // 40
    return Estimate(fit.at(setting), found[cut], found[-1 - cut])


def _extremes(knobs: Sequence[Knob]) -> list[int]:
    """Return the settings at the ends and in the middle of all knobs together."""
    found = [0]
    for knob in knobs:
        count = len(knob.values)
        ends = dict.fromkeys((0, count // 2, count - 1))
        found = [each * count + end for each in found for end in ends]
    return found


def _measure(name: str, sides: Sequence[str]) -> Measure:
    if name in MEASURES:
        return MEASURES[name]
    if name == "first_wins":
        return MEASURES["first"]
    side = [f"{word}_wins" for word in sides].index(name)
    return lambda row: points_of(row, side)
