"""Decide from game to game whether a side, or the first move, has an advantage."""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import Final, Literal, NamedTuple

from wargrid_lab.games.play import Row

ERROR: Final = 0.05
"""How often a test may say "an advantage" where there is none, or "none" where there is one of the
margin. Nothing is promised of advantages in between."""

LEAST: Final = 20
"""The pairs of games before which no test decides: the spread of fewer says too little."""

Finding = Literal["more", "less", "even", "open"]
"""The share is above a half, below it, within the margin of it, or the games could not decide."""


class SequentialTest:
    """Decides whether a mean differs from 0 by ``margin``, after each value that is added.

    It is a generalised sequential probability ratio test, as those who test engines use: a random
    walk with the spread of the values so far, for a mean of 0 against one of the margin, and of
    less the margin. A finding stays once it is made.

    ``error`` is how often it errs where there is no advantage, ``miss`` where there is one of the
    margin. With ``only_more``, a mean below 0 is found ``even``: it takes fewer games to know only
    that there is no advantage.
    """

    def __init__(
        self, margin: float, error: float = ERROR, miss: float = ERROR, *, only_more: bool = False
    ) -> None:
        self._margin, self._only_more = margin, only_more
        self._least, self._most = log(miss / (1 - error / 2)), log((1 - miss) / (error / 2))
        self._sum = self._squares = 0.0
        self.values = 0
        self.finding: Finding = "open"

    def add(self, value: float) -> None:
        """Take another value into account, unless there is a finding."""
        if self.finding != "open":
            return
        self.values += 1
        self._sum += value
        self._squares += value * value
        if self.values >= LEAST:
            self.finding = self._found()

    def _found(self) -> Finding:
        # A little spread is added, so that equal values leave one.
        spread = (self._squares + 0.125) / (self.values + 1)
        drift = self._margin * self._margin * self.values / 2
        up, down = ((sign * self._margin * self._sum - drift) / spread for sign in (1, -1))
        if up >= self._most:
            return "more"
        if self._only_more:
            return "even" if up <= self._least else "open"
        if down >= self._most:
            return "less"
        return "even" if max(up, down) <= self._least else "open"


class Verdict(NamedTuple):
    """Whom the games favour: side 0 (``more``) or side 1 (``less``), and the first mover or not.

    ``margin`` is the advantage that counts, as a share of points from 0 to 1 above a half.
    """

    side: Finding
    first: Finding
    margin: float

    @property
    def is_clear(self) -> bool:
        """Whether more games would not change it."""
        return "open" not in (self.side, self.first)


class Judge:
    """Reads games in the order of their numbers, in pairs of equal dice, and gives a verdict."""

    def __init__(self, margin: float) -> None:
        self._margin = margin
        self._side, self._first = SequentialTest(margin), SequentialTest(margin)
        self._pair: list[Row] = []

    def add(self, row: Row) -> None:
        """Take the next game into account, once its pair is complete."""
        self._pair.append(row)
        if len(self._pair) == 2:
            self._side.add(sum(points_of(each, 0) for each in self._pair) / 2 - 0.5)
            self._first.add(sum(points_of(each, each.first) for each in self._pair) / 2 - 0.5)
            self._pair = []

    @property
    def verdict(self) -> Verdict:
        """The verdict so far."""
        return Verdict(self._side.finding, self._first.finding, self._margin)


def verdict_on(rows: Iterable[Row], margin: float) -> Verdict:
    """Return the verdict on games in the order of their numbers."""
    judge = Judge(margin)
    for row in rows:
        judge.add(row)
    return judge.verdict


def points_of(row: Row, side: int | None) -> float:
    """Return the points of a side in a game: 1, 0, or half a point for a draw."""
    return 0.5 if row.side is None or side is None else float(row.side == side)
