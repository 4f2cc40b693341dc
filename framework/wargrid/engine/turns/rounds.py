"""Rounds at work: who is done in a round, whose turn is next, and who begins the next round."""

from __future__ import annotations

from wargrid.core.deeds import ACTED, SIDE_ACTED, marker_of
from wargrid.core.events import Event
from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.core.rounds import BEGAN, DONE, NUMBER, RoundBegan, Skipped
from wargrid.core.state import AGAIN
from wargrid.engine.context import GameContext

BY_ROLL = -1
"""The side that begins a round where dice decide."""


class Rounds:
    """The rounds of one game."""

    def __init__(self, context: GameContext) -> None:
        rounds = context.ruleset.turn.round
        assert rounds is not None
        markers = context.markers
        self._first = rounds.first
        self._more: Marker | None = None if rounds.more is None else markers[rounds.more]
        self._done, self._number, self._began = markers[DONE], markers[NUMBER], markers[BEGAN]
        self._acted: Marker | None = markers[marker_of(ACTED)] if rounds.of == "units" else None
        self._side_acted: Marker | None = markers[SIDE_ACTED] if self._acted is not None else None
        self._sides = len(context.sides)

    def number(self, position: Position) -> int:
        """Return the number of the round, from 1."""
        return position.marks[self._number.number][0]

    def bars(self, position: Position, unit: int) -> bool:
        """Return whether a unit may not act by itself any more in this round."""
        acted = self._acted
        if acted is None or not position.marks[self._done.number][unit]:
            return False
        if position.side_of(unit) != position.side:
            return False  # it only reacts
        if position.marks[acted.number][unit]:
            return False  # in this turn, which goes on
        # Units that are done may still answer questions.
        pending = position.pending
        return pending is None or pending.kind == AGAIN

    def ended(self, position: Position) -> list[Event]:
        """Return the marks of what is done once the turn of the side to act ends.

        Units are marked as they act. A side none of whose units has acted passes.
        """
        side = position.side
        if self._side_acted is None:
            return [self._done.mark(side, 1)]
        return [] if self._side_acted.value(position, side) else [Skipped(side)]

    def next(self, position: Position) -> int:
        """Return the side whose turn is next, or -1 if the round is over."""
        for step in range(1, self._sides + 1):
            side = (position.side + step) % self._sides
            if not self._is_done(position, side):
                return side
        return -1

    def is_over(self, position: Position) -> bool:
        """Return whether everything is done in this round."""
        return self.next(position) < 0

    def _is_done(self, position: Position, side: int) -> bool:
        marks = position.marks[self._done.number]
        if self._acted is None:
            return bool(marks[side])
        return all(marks[unit] for unit in position.units_of(side))

    def begin(self, position: Position) -> Event:
        """Return the event by which the next round begins."""
        return RoundBegan(self.number(position) + 1)

    def first(self, position: Position) -> int:
        """Return the side that has the first turn of the round, or ``BY_ROLL``."""
        if self._more is not None:
            values = position.marks[self._more.number]
            best = max(values)
            if values.count(best) == 1:
                return values.index(best)
        if self._first == "roll":
            return BY_ROLL
        began = position.marks[self._began.number].index(1)
        return began if self._first == "same" else (began + 1) % self._sides

    def begun_by(self, position: Position, side: int) -> list[Event]:
        """Return the marks of the side that begins a round."""
        return [
            self._began.mark(each, int(each == side))
            for each in range(self._sides)
            if position.marks[self._began.number][each] != int(each == side)
        ]
