"""Events of a unit that has taken and goes on in the same turn."""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from dataclasses import dataclass

from wargrid.core.events import Event
from wargrid.core.state import AGAIN, Pending, PositionFields


@dataclass(slots=True, eq=False, repr=False)
class GoesOn(Event):
    """The unit on ``cell`` has taken and is the next to move."""

    cell: int

    def apply(self, position: PositionFields) -> None:
        position.pending = Pending(AGAIN, (self.cell,))


@dataclass(slots=True, eq=False, repr=False)
class GoesOnFirst(Event):
    """The unit on ``cell`` has taken and is the next to move; those ``taken`` leave afterwards.

    The latter are given by their cells.
    """

    cell: int
    taken: tuple[int, ...]

    def apply(self, position: PositionFields) -> None:
        position.pending = Pending(AGAIN, (self.cell, *self.taken))


@dataclass(slots=True, eq=False, repr=False)
class WentOn(Event):
    """The unit now on ``cell`` has gone on, which costs nothing more.

    It gets back the ``cost`` in actions, and its uses under the limits of these numbers.
    """

    cell: int
    cost: int
    limits: tuple[int, ...]

    def apply(self, position: PositionFields) -> None:
        position.pending = None
        position.budget += self.cost
        for limit in self.limits:
            position.used -= position.roster.usage_bits[limit][position.board[self.cell]]
