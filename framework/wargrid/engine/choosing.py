"""Choosing: a side, not chance, decides where one of its units stands before anything else happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core.events import Chosen, Event, Moved
from wargrid.core.moves import ENTER, Move

if TYPE_CHECKING:
    from wargrid.core.position import Position


class Choices:
    """The moves that answer a pending choice, made once and shared: the unit is set down on one of the cells."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, ...], tuple[Move, ...]] = {}

    def moves(self, position: Position) -> list[Move]:
        """One move for each cell; to choose the cell the unit stands on is to let it stay."""
        assert position.pending is not None
        side, *cells = position.pending.numbers
        key = (position.facing_of(position.board[cells[0]]), side, *cells)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = tuple(
                _set_down(side, cells[0], target, key[0]) for target in cells
            )
        return list(found)


def _set_down(side: int, cell: int, target: int, facing: int) -> Move:
    events: list[Event] = [Chosen(side)]
    if target != cell:
        events.append(Moved(cell, target, facing))
    return Move(ENTER, cell, target, facing, tuple(events))
