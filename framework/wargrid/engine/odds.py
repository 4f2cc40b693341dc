"""Odds: the exact probabilities of a move's outcomes, found by trying every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wargrid.core.attacks import Announced, Counted, Resulted, Struck
from wargrid.core.dice import Chances
from wargrid.core.effects import REACTS
from wargrid.core.events import Event, Joined
from wargrid.core.moves import CHOOSE, Move
from wargrid.core.position import Position
from wargrid.core.state import ATTACKING, GONE, ROLLS
from wargrid.core.tables import TOGETHER

if TYPE_CHECKING:
    from wargrid.ruleset.base import Resolution


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a move: its exact probability, its events and the position after them."""

    chance: Fraction
    events: tuple[Event, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Odds:
    """All outcomes of one move made in ``before``; their probabilities sum to exactly 1."""

    before: Position
    outcomes: tuple[Outcome, ...]

    def chance(self, holds: Callable[[Outcome], bool]) -> Fraction:
        """Return the probability of the outcomes for which ``holds`` is true.

        >>> odds.chance(lambda outcome: outcome.position.result is not None)
        Fraction(0, 1)
        """
        return sum((outcome.chance for outcome in self.outcomes if holds(outcome)), Fraction(0))

    def distribution(self, value: Callable[[Outcome], int]) -> dict[int, Fraction]:
        """Return the probability of each value, smallest value first, without impossible values."""
        found: dict[int, Fraction] = {}
        for outcome in self.outcomes:
            key = value(outcome)
            found[key] = found.get(key, Fraction(0)) + outcome.chance
        return dict(sorted(found.items()))

    def removed(self, cell: int) -> dict[int, Fraction]:
        """Return the distribution of the men that the unit now on ``cell`` loses.

        >>> {men: str(chance) for men, chance in odds.removed(game.grid.cell("d6")).items()}
        {0: '1/16', 1: '1/4', 2: '3/8', 3: '1/4', 4: '1/16'}
        """
        unit = self.before.board[cell]
        stays = self._stays(cell)
        return self.distribution(
            lambda o: self.before.men[unit] - o.position.men[unit] if stays(o) else 0
        )

    def eliminated(self, cell: int) -> Fraction:
        """Return the probability that the unit now on ``cell`` leaves the board.

        >>> odds.eliminated(game.grid.cell("d6"))
        Fraction(1, 16)
        """
        unit = self.before.board[cell]
        stays = self._stays(cell)
        return self.chance(lambda outcome: outcome.position.place[unit] == GONE and stays(outcome))

    def joins(self, cell: int) -> Fraction:
        """Return the probability that the unit now on ``cell`` changes sides there."""
        stays = self._stays(cell)
        return self.chance(lambda outcome: not stays(outcome))

    def _stays(self, cell: int) -> Callable[[Outcome], bool]:
        """Return whether the unit on a cell has not changed sides there."""
        return lambda outcome: (
            not any(isinstance(event, Joined) and event.cell == cell for event in outcome.events)
        )

    def hits(self) -> dict[int, Fraction]:
        """Return the distribution of hits, including those without effect.

        Those of what the target strikes back do not count.
        """
        return self.distribution(_hits_of)

    def results(self) -> dict[Resulted, Fraction]:
        """Return what tables decide, each result of a column with its probability."""
        found: dict[tuple[str, str, int], Fraction] = {}
        made: dict[tuple[str, str, int], Resulted] = {}
        for outcome in self.outcomes:
            for event in outcome.events:
                if isinstance(event, Resulted):
                    key = event.table, event.result, event.column
                    made.setdefault(key, event)
                    found[key] = found.get(key, Fraction(0)) + outcome.chance
        return {made[key]: chance for key, chance in found.items()}

    def counted(self, number: int) -> dict[int, Fraction]:
        """Return the distribution of one of the things that a resolution counts besides hits."""
        return self.distribution(lambda outcome: _last_count(outcome, number))

    def took_effect(self, by: Resolution, number: int, cell: int) -> Fraction:
        """Return the probability that a thing counted tells on the unit now on ``cell``.

        ``number`` is its place in ``by.counts``.
        """
        unit, name = self.before.board[cell], by.counts[number]
        return self.chance(
            lambda o: (
                _last_count(o, number) > 0 and by.took_effect(name, unit, self.before, o.position)
            )
        )

    def displaced(self, cell: int) -> Fraction:
        """Return the probability that the unit now on ``cell`` is turned, moved or eliminated.

        >>> odds.displaced(game.grid.cell("d5"))  # four panics: the attacker flees
        Fraction(1, 1296)
        """
        unit = self.before.board[cell]
        stays = self._stays(cell)
        return self.chance(lambda o: o.position.place[unit] != self.before.place[unit] and stays(o))

    def wins(self, side: int) -> Fraction:
        """Return the probability that the move wins the game for a side at once.

        >>> odds.wins(0)
        Fraction(0, 1)
        """
        return self.chance(
            lambda o: o.position.result is not None and o.position.result.winner == side
        )


def _hits_of(outcome: Outcome) -> int:
    """Return the hits of an outcome but those on the unit that attacked first."""
    announced = [event for event in outcome.events if isinstance(event, Announced)]
    own = announced[0].source if announced else -1
    struck = [event for event in outcome.events if isinstance(event, Struck)]
    return sum(event.hits for event in struck if event.cell != own)


def _last_count(outcome: Outcome, number: int) -> int:
    """Return what the last roll of an outcome has brought one of the counts to."""
    counts = [event.counts for event in outcome.events if isinstance(event, Counted)]
    return counts[-1][number] if counts else 0


def expected(distribution: dict[int, Fraction]) -> Fraction:
    """Return the mean of a distribution.

    >>> expected({0: Fraction(1, 4), 2: Fraction(3, 4)})
    Fraction(3, 2)
    """
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


MOST_EFFECTS: Final = 3
"""So many rolls of effects, one after the other, are tried; what is beyond is left open."""


def rolls_of_turns(position: Position) -> bool:
    """Return whether the pending roll is one of a turn that begins or ends."""
    pending = position.pending
    return pending is not None and bool(pending.then) and pending.then[-1].number < 0


def outcomes(
    position: Position,
    events: Sequence[Event],
    chances: Callable[[Position], Chances],
    step: Callable[[Position, Move, list[Event]], Position],
    moves: Callable[[Position], Sequence[Move]],
    chance: Fraction = Fraction(1),
    effects: int = MOST_EFFECTS,
) -> Iterator[Outcome]:
    """Try every roll of a pending attack; a position without one is a single outcome.

    ``events`` led to ``position`` with probability ``chance``; ``chances``, ``step`` and ``moves``
    are the game's. So many more rolls of ``effects`` are tried, none of a turn that begins or ends.
    An attack that others may join is made by those in it so far; others join where it must be. No
    unit reacts that need not.
    """
    pending = position.pending
    kind = "" if pending is None else pending.kind
    if kind in (TOGETHER, REACTS):
        answers, joined = moves(position), list(events)
        made = next((each for each in answers if each.verb == CHOOSE), answers[0])
        after = step(position, made, joined)
        yield from outcomes(after, joined, chances, step, moves, chance, effects)
        return
    effects -= kind == ROLLS
    rolls = kind in (ATTACKING, ROLLS) and effects >= 0 and not rolls_of_turns(position)
    branches = chances(position) if rolls else ()
    if not branches:
        yield Outcome(chance, tuple(events), position)
        return
    for likely, roll in branches:
        more: list[Event] = []
        after = step(position, roll, more)
        # Attacks that roll again branch again, each roll with its own share of the chance.
        yield from outcomes(after, (*events, *more), chances, step, moves, chance * likely, effects)
