"""Plans of whole turns: moves with the units that make them, and the positions between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position

TAKEN_OUT: Final = (1, 1, 2, 2, 2, 3, 3, 4)
"""How many units are taken out of a turn at once, each number equally often."""

WHOLE_TYPE: Final = 0.1
"""How often all units of a type are taken out."""


class PlannedMove(NamedTuple):
    """A move of a turn, and the unit that makes it; 0 for a move without a unit."""

    unit: int
    move: Move


def planned(position: Position, move: Move) -> PlannedMove:
    """Return a move of a position with the unit that makes it."""
    return PlannedMove(position.board[move.source] if move.source >= 0 else 0, move)


def renumbered(moves: Sequence[PlannedMove], position: Position) -> tuple[PlannedMove, ...]:
    """Return planned moves with the numbers of their units in a position, which may be others.

    A unit stands where its first move begins; what stands there no more is left out.
    """
    units = {0: 0}
    for made in moves:
        if made.unit not in units:
            units[made.unit] = position.board[made.move.source]
    return tuple(
        PlannedMove(units[made.unit], made.move)
        for made in moves
        if not made.unit or units[made.unit] > 0
    )


class TurnPlan(NamedTuple):
    """A turn: its moves, the position before each and after the last, and the one at its end.

    ``luck`` is what the rolls of each move are worth on average above those it goes on with, None
    for a move without a roll. ``sketch`` is about its score. ``cut`` is true if the budget ended
    before it was complete.
    """

    moves: tuple[PlannedMove, ...]
    path: tuple[Position, ...]
    luck: tuple[float | None, ...]
    end: Position
    sketch: float
    cut: bool = False

    @property
    def rolled(self) -> bool:
        """Whether any of its moves rolled."""
        return any(luck is not None for luck in self.luck)

    @property
    def fortune(self) -> float:
        """What all its rolls are worth above those it goes on with."""
        return fsum(filter(None, self.luck))


class Continuation:
    """The moves of a turn in the making, and the positions between them."""

    def __init__(self, root: Position) -> None:
        self.moves: list[PlannedMove] = []
        self.path = [root]
        self.luck: list[float | None] = []
        self.cut = False

    @property
    def last(self) -> Position:
        """The position after the moves so far."""
        return self.path[-1]

    def add(self, move: PlannedMove, after: Position, luck: float | None) -> None:
        """Add a move, the position after it, and the luck of its rolls."""
        self.moves.append(move)
        self.path.append(after)
        self.luck.append(luck)

    def begun_as(self, turn: TurnPlan, number: int) -> Continuation:
        """Begin with the first moves of a turn."""
        self.moves = list(turn.moves[:number])
        self.path = list(turn.path[: number + 1])
        self.luck = list(turn.luck[:number])
        self.cut = turn.cut
        return self


def taken_out(root: Position, units: list[int], number: Callable[[], float]) -> list[int]:
    """Return units to be taken out of a turn: a few, or all of one type, in a random order.

    ``number`` gives random numbers from 0 to 1.
    """
    first = units[int(number() * len(units))]
    if number() < WHOLE_TYPE:
        word = root.roster.words[first]
        out = [unit for unit in units if root.roster.words[unit] == word]
    else:
        most = TAKEN_OUT[int(number() * len(TAKEN_OUT))]
        out = [first]
        while len(out) < min(most, len(units)):
            other = units[int(number() * len(units))]
            if other not in out:
                out.append(other)
    return sorted(out, key=lambda _: number())
