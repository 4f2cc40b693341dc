"""Chains: a unit that has taken goes on in the same turn as long as it can take again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wargrid.core.chains import GoesOn, WentOn
from wargrid.core.events import Event, Settled, Spent, Used, apply_events
from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.context import GameContext
from wargrid.engine.turns.turn import TurnRows

_STOPPED: Final = Settled()


class Chains:
    """The takings that follow a taking; only the first is paid for and counted.

    ``legal`` returns those of the moves of a position that plugins and royal safety allow.
    """

    def __init__(
        self,
        context: GameContext,
        rows: TurnRows,
        legal: Callable[[Position, list[Move]], list[Move]],
    ) -> None:
        self._context = context
        self._rows = rows
        self._legal = legal
        self._went_on: dict[Move, WentOn] = {}

    def moves(self, position: Position) -> list[Move]:
        """Return the takings of the unit that goes on, and ``end``, by which it stops."""
        assert position.pending is not None
        return [*self._takings(position, position.pending.numbers[0]), self._context.end]

    def resume(self, position: Position, move: Move, events_out: list[Event] | None) -> None:
        """Apply that the unit goes on by a move, or stops, to a fresh copy of a position."""
        if move.verb == TAKE:
            event: Event = self._went_on.get(move) or self._went_on.setdefault(move, _free(move))
        else:
            event = _STOPPED
        apply_events(position, (event,), events_out)

    def follow(
        self, before: Position, position: Position, move: Move, events_out: list[Event] | None
    ) -> None:
        """Let the unit that has taken by a move go on if it can, on a fresh copy of a position."""
        if position.result is not None or position.pending is not None:
            return
        unit = position.board[move.target]
        if (
            unit == before.board[move.source]
            and not self._is_stopped(before.type_of(unit), position.type_of(unit))
            and self._takings(position, move.target)
        ):
            apply_events(position, (GoesOn(move.target),), events_out)

    def _is_stopped(self, before: UnitTypeLike, after: UnitTypeLike) -> bool:
        """Return whether a unit has become another that does not go on in this turn."""
        promotes = before.promotes
        return before is not after and promotes is not None and promotes.ends_move

    def _takings(self, position: Position, cell: int) -> list[Move]:
        return self._legal(position, self._rows.takings(position, cell))


def _free(move: Move) -> WentOn:
    # The move pays as the first one does: what it pays is given back.
    events = move.events
    cost = sum(event.cost for event in events if isinstance(event, Spent))
    limits = tuple(event.limit for event in events if isinstance(event, Used))
    return WentOn(move.target, cost, limits)
