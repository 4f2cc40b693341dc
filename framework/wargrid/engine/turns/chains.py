"""Chains: a unit that has taken goes on in the same turn as long as it can take again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from wargrid.core.captives import ToHand
from wargrid.core.chains import GoesOn, GoesOnFirst, WentOn
from wargrid.core.events import Event, Settled, Spent, Used, apply_events
from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import AGAIN, Pending
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
        self._later = context.takes_later
        self._went_on: dict[Move, WentOn] = {}

    def moves(self, position: Position) -> list[Move]:
        """Return the takings of the unit that goes on, and ``end``, by which it stops."""
        assert position.pending is not None
        cell, *taken = position.pending.numbers
        return [*self._takings(position, cell, taken), self._context.end]

    def resume(self, position: Position, move: Move, events_out: list[Event] | None) -> None:
        """Apply that the unit goes on by a move, or stops, to a fresh copy of a position."""
        if move.verb == TAKE:
            event = self._went_on.get(move) or self._went_on.setdefault(move, _free(move))
            apply_events(position, (event,), events_out)
            return
        assert position.pending is not None
        cell, *taken = position.pending.numbers
        apply_events(position, (_STOPPED,), events_out)
        if taken:
            self._leave(position, cell, cell, taken, events_out)

    def follow(
        self, before: Position, position: Position, move: Move, events_out: list[Event] | None
    ) -> None:
        """Let the unit that has taken by a move go on if it can, on a fresh copy of a position."""
        if position.result is not None or position.pending is not None:
            return
        unit = position.board[move.target]
        taken = self._taken(before, move) if self._later else ()
        if (
            unit == before.board[move.source]
            and not self._is_stopped(before.type_of(unit), position.type_of(unit))
            and self._takings(position, move.target, taken)
        ):
            event = GoesOnFirst(move.target, taken) if taken else GoesOn(move.target)
            apply_events(position, (event,), events_out)
        elif taken:
            self._leave(position, move.source, move.target, taken, events_out)

    def most(self, position: Position, takings: list[Move]) -> list[Move]:
        """Return those of the takings of a position that begin a way with the most takings."""
        if len(takings) < 2:
            return takings
        lengths = [self._length(position, move) for move in takings]
        longest = max(lengths)
        return [m for m, length in zip(takings, lengths, strict=True) if length == longest]

    def _length(self, position: Position, move: Move) -> int:
        """Return how many units one takes that begins by a move and goes on as long as it can."""
        after = move.carry(position)
        unit = after.board[move.target]
        taken = self._taken(position, move) if self._later else ()
        if self._is_stopped(position.type_of(position.board[move.source]), after.type_of(unit)):
            return 1
        after.pending = Pending(AGAIN, (move.target, *taken))
        takings = self._takings(after, move.target, taken)
        return 1 + max([self._length(after, each) for each in takings], default=0)

    def _taken(self, before: Position, move: Move) -> tuple[int, ...]:
        """Return the cells of the units that have been taken by a move, and do not leave yet."""
        pending = before.pending
        first = () if pending is None or pending.kind != AGAIN else pending.numbers[1:]
        return (*first, move.struck)

    def _leave(
        self,
        position: Position,
        source: int,
        target: int,
        taken: Sequence[int],
        events_out: list[Event] | None,
    ) -> None:
        """Let those leave that were taken; the unit that has come to a cell may be promoted."""
        context = self._context
        for cell in taken:
            events = (
                context.to_hand_events(position, cell, ToHand(cell))
                if context.takes_to_hand
                else context.removal_events(position, cell)
            )
            apply_events(position, events, events_out)
        if source != target and position.board[target] > 0:
            apply_events(position, context.promotion_at(position, source, target), events_out)
        if not context.check_victory("loss", position, events_out):
            context.check_victory("move", position, events_out)

    def _is_stopped(self, before: UnitTypeLike, after: UnitTypeLike) -> bool:
        """Return whether a unit has become another that does not go on in this turn."""
        promotes = before.promotes
        return before is not after and promotes is not None and promotes.ends_move

    def _takings(self, position: Position, cell: int, taken: Sequence[int]) -> list[Move]:
        takings = self._legal(position, self._rows.takings(position, cell))
        return [move for move in takings if move.struck not in taken] if taken else takings


def _free(move: Move) -> WentOn:
    # The move pays as the first one does: what it pays is given back.
    events = move.events
    cost = sum(event.cost for event in events if isinstance(event, Spent))
    limits = tuple(event.limit for event in events if isinstance(event, Used))
    return WentOn(move.target, cost, limits)
