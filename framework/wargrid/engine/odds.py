"""Odds: what a move comes to once all its dice have fallen, counted exactly by trying every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from wargrid.core.events import Event, Joined, Struck
from wargrid.core.position import Position
from wargrid.core.state import ATTACKING, GONE

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.engine.game import Game


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way for a move to end: its exact chance, what happened on the way, and the position it leads to."""

    chance: Fraction
    events: tuple[Event, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Odds:
    """Every outcome of one move made in ``before``; the chances sum to exactly 1."""

    before: Position
    outcomes: tuple[Outcome, ...]

    def chance(self, holds: Callable[[Outcome], bool]) -> Fraction:
        """How likely it is that an outcome is so."""
        return sum((outcome.chance for outcome in self.outcomes if holds(outcome)), Fraction(0))

    def distribution(self, value: Callable[[Outcome], int]) -> dict[int, Fraction]:
        """How likely each value is, smallest first; values that cannot be are left out."""
        found: dict[int, Fraction] = {}
        for outcome in self.outcomes:
            key = value(outcome)
            found[key] = found.get(key, Fraction(0)) + outcome.chance
        return dict(sorted(found.items()))

    def removed(self, cell: int) -> dict[int, Fraction]:
        """How many men the unit now on ``cell`` loses, and how likely each number is."""
        unit = self.before.board[cell]
        stays = self._stays(cell)
        return self.distribution(
            lambda o: self.before.men[unit] - o.position.men[unit] if stays(o) else 0
        )

    def eliminated(self, cell: int) -> Fraction:
        """How likely the unit now on ``cell`` is to leave the board."""
        unit = self.before.board[cell]
        stays = self._stays(cell)
        return self.chance(lambda outcome: outcome.position.place[unit] == GONE and stays(outcome))

    def joins(self, cell: int) -> Fraction:
        """How likely the unit now on ``cell`` is to change sides there."""
        stays = self._stays(cell)
        return self.chance(lambda outcome: not stays(outcome))

    def _stays(self, cell: int) -> Callable[[Outcome], bool]:
        """Whether the unit on a cell is still its side's, or lost to it, but has not changed sides there."""
        return lambda outcome: (
            not any(isinstance(event, Joined) and event.cell == cell for event in outcome.events)
        )

    def hits(self) -> dict[int, Fraction]:
        """How many hits are scored, those that come to nothing included."""
        return self.distribution(
            lambda outcome: sum(e.hits for e in outcome.events if isinstance(e, Struck))
        )

    def displaced(self, cell: int) -> Fraction:
        """How likely the unit now on ``cell`` is to be turned, moved or lost by what follows from the move."""
        unit = self.before.board[cell]
        stays = self._stays(cell)
        return self.chance(lambda o: o.position.place[unit] != self.before.place[unit] and stays(o))

    def wins(self, side: int) -> Fraction:
        """How likely the move is to win the game for a side at once."""
        return self.chance(
            lambda o: o.position.result is not None and o.position.result.winner == side
        )


def expected(distribution: dict[int, Fraction]) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


def odds_of(game: Game, position: Position, move: Move) -> Odds:
    """Try every roll that a legal move can lead to, up to the end of its attack; other chance is an outcome of its own.

    Raises:
        IllegalMove: the move is not legal here.
    """
    after, events = game.play(position, move)
    return Odds(position, tuple(_settled(game, after, tuple(events), Fraction(1))))


def _settled(
    game: Game, position: Position, events: tuple[Event, ...], chance: Fraction
) -> Iterator[Outcome]:
    waits = position.pending is not None and position.pending.kind == ATTACKING
    branches = game.chances(position) if waits else ()
    if not branches:
        yield Outcome(chance, events, position)
        return
    for likely, roll in branches:
        told: list[Event] = []
        after = game.step(position, roll, told)
        yield from _settled(game, after, (*events, *told), chance * likely)
