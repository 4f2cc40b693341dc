"""Captives: units taken, which go to the hand of the side that takes them.

Their events come before those by which the units leave the board. An earlier position may return
after such a taking, because what was taken may come back.
"""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wargrid.core.events import Eliminated, Event, Moved
from wargrid.core.hands import MOST_HELD
from wargrid.core.marks import MarkingMove, marks_of_moving
from wargrid.core.moves import paid
from wargrid.core.position import Position
from wargrid.core.state import PositionFields

TAKER: Final = -1
"""Instead of the number of a side: that of the side to act."""


@dataclass(slots=True, eq=False, repr=False)
class ToHand(Event):
    """The unit on ``cell`` is counted in the hand of a side, by default of the side to act.

    Without a ``type`` it is one of that which the rules say. A unit that cannot be held is counted
    nowhere.
    """

    cell: int
    side: int = TAKER
    type: str = ""

    def apply(self, position: PositionFields) -> None:
        roster = position.roster
        word = self.type or roster.words[position.board[self.cell]]
        number = roster.game.held_as.get(word, -1)
        side = position.side if self.side == TAKER else self.side
        position.marks = one_more(position.marks, number, side)


# Not in the class: compiled, a variable of a dataclass would be one of its fields.
ToHand.keeps_units = True


def one_more(marks: tuple[list[int], ...], number: int, side: int) -> tuple[list[int], ...]:
    """Return marks in which a side has one more of the marker of this number, if there is one."""
    if number < 0:
        return marks
    values = marks[number][:]
    values[side] = min(values[side] + 1, MOST_HELD)
    return (*marks[:number], values, *marks[number + 1 :])


class CaptiveMove(MarkingMove):
    """A taking after which the unit taken is in the hand of its taker.

    ``held_as`` is by the code of a unit the number of the marker that counts it, or -1.
    """

    __slots__ = ("held_as",)

    held_as: tuple[int, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of ``carry``, made on first use."""
        if not self._events:
            events = paid(self.source, self.cost, self.limits)
            events += marks_of_moving(self.markers, self.sets, self.source)
            events += [ToHand(self.target), Eliminated(self.target)]
            self._events = (*events, Moved(self.source, self.target, self.facing))
        return self._events

    def carry(self, position: Position) -> Position:
        """Return the position after the move's own events; ``position`` does not change."""
        after = super().carry(position)
        after.past = position.past
        codes, side = position.roster.codes, position.side
        number = self.held_as[codes[position.board[self.target]]]
        after.marks = one_more(after.marks, number, side)
        return after
