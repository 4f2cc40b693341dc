"""Review: any position of a match again, its turning points, and its figures.

Every position was kept when its move was played, so going to one plays no move again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.core import TurnBegan
from wargrid.engine import CHANCE
from wargrid.match import Match, Ply
from wargrid.players import WIN, Evaluation
from wargrid.table.history.log import groups, losses_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wargrid.core import Event, Position

TURNING_POINTS: Final = 3
"""How many moves are marked at most."""

SWING: Final = 80.0
"""From how large a change on a move is marked; an average unit is worth 100."""

MAX_OUTCOMES: Final = 500
"""How many outcomes of one roll are looked at for what was to be expected."""


class Figures(NamedTuple):
    """The course of a match in numbers, so far as it has been read.

    ``scores`` are those at the stops, for the first side; an average unit is 100. ``inflicted`` are
    the men that each side removed by rolling, ``expected`` those to be expected of the same rolls.
    """

    scores: tuple[float, ...]
    inflicted: tuple[int, ...]
    expected: tuple[float, ...]


class Review:
    """Shows a match at any of its positions; ``shown`` is the match up to there.

    A stop is the number of plies after a move and the rolls that belong to it.
    """

    def __init__(self, match: Match, at: int | None = None) -> None:
        self.match = match
        self.plies: Sequence[Ply] = tuple(match.plies)
        ends = [begin + len(group) for begin, group in groups(self.plies)]
        self.stops = (0, *ends) if ends else (0,)
        self.turns = self._turns()
        self.shown = Match(match.game, dice=match.dice, by_hand=True, start=match.start)
        self.at = -1
        self.seek(len(self.plies) if at is None else at)
        self._evaluation = Evaluation(match.game)
        self._scores: list[float] = []
        self._inflicted = [0] * len(match.game.sides)
        self._expected = [0.0] * len(match.game.sides)

    def _turns(self) -> tuple[int, ...]:
        """Return the stops after which a turn has begun, and the first and the last stop."""
        begun = (
            at
            for at, ply in enumerate(self.plies, 1)
            if any(isinstance(event, TurnBegan) for event in ply.events)
        )
        stops = (self.stops[bisect_left(self.stops, at)] for at in begun)
        return tuple(sorted({0, *stops, self.stops[-1]}))

    def seek(self, at: int) -> None:
        """Show the position at the last stop that is not after so many plies."""
        at = self.stops[bisect_right(self.stops, max(0, at)) - 1]
        if at != self.at:
            self.at = at
            self.shown.plies[:] = self.plies[:at]
            ended = at == self.stops[-1]
            self.shown.resigned = self.match.resigned if ended else None
            self.shown.lost_by = self.match.lost_by

    def step(self, by: int, *, turns: bool = False) -> None:
        """Go so many moves on, or turns; back if negative, and no further than the ends."""
        marks = self.turns if turns else self.stops
        here = bisect_right(marks, self.at) - 1
        if by < 0 and marks[here] < self.at:
            here += 1  # back from inside a turn leads to its beginning
        self.seek(marks[max(0, min(len(marks) - 1, here + by))])

    def branch(self) -> Match:
        """Return a new match that goes on from the position shown, with fresh dice."""
        match = Match(self.match.game, by_hand=self.match.by_hand, start=self.match.start)
        match.plies[:] = self.plies[: self.at]
        return match

    # Figures

    @property
    def complete(self) -> bool:
        """Whether all figures have been read."""
        return len(self._scores) == len(self.stops)

    def read(self, stops: int) -> None:
        """Read the figures of some more stops."""
        for _ in range(min(stops, len(self.stops) - len(self._scores))):
            number = len(self._scores)
            end = self.stops[number]
            position = self.plies[end - 1].after if end else self.match.start
            self._scores.append(self._score(position))
            for ply in self.plies[self.stops[number - 1] if number else 0 : end]:
                if ply.actor == CHANCE:
                    self._add_roll(ply)

    def _score(self, position: Position) -> float:
        result = position.result
        if result is not None:
            return 0.0 if result.winner is None else WIN if result.winner == 0 else -WIN
        if self.match.game.is_deploying(position):
            return 0.0
        return self._evaluation.score(position, 0)

    def _add_roll(self, ply: Ply) -> None:
        """Count the men lost to a roll of an attack, and those to be expected."""
        if ply.before.pending is None or not ply.before.turn:
            return
        chances = self.match.game.chances(ply.before)
        if len(chances) > MAX_OUTCOMES:
            return
        for loss in losses_of(ply):
            self._inflicted[1 - loss.side] += loss.men
        for chance, move in chances:
            events: list[Event] = []
            after = self.match.game.step(ply.before, move, events)
            outcome = Ply(move, CHANCE, ply.before, after, tuple(events), ply.number)
            for loss in losses_of(outcome):
                self._expected[1 - loss.side] += float(chance) * loss.men

    def figures(self) -> Figures:
        """Return the figures read so far."""
        return Figures(tuple(self._scores), tuple(self._inflicted), tuple(self._expected))

    def turning_points(self) -> tuple[int, ...]:
        """Return the stops of the moves that changed the score most, in order."""
        scores = self._scores
        swings = [
            (abs(after - before), self.stops[number])
            for number, (before, after) in enumerate(pairwise(scores), 1)
            if abs(after) < WIN / 2
        ]
        large = sorted((swing for swing in swings if swing[0] >= SWING), reverse=True)
        return tuple(sorted(stop for _, stop in large[:TURNING_POINTS]))
