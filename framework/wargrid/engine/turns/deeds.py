"""Deeds at work: what units do in a turn is marked, where selectors ask about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from wargrid.core.deeds import (
    ACTED,
    ATTACKED,
    DEEDS,
    GROUPS,
    MOVED,
    PHASE,
    SIDE_ACTED,
    WENT,
    marker_of,
    side_marker,
    target_marker,
)
from wargrid.core.events import Event, Moved
from wargrid.core.marks import Marker
from wargrid.core.moves import (
    ANY_VERB,
    ATTACK,
    DO,
    ENTER,
    MOVE,
    TAKE,
    TURN,
    Move,
    verb_of,
)
from wargrid.core.position import Position
from wargrid.core.rounds import DONE
from wargrid.core.state import AGAIN
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import MoveTables
from wargrid.engine.moves.paths import hindrances

MOVING: Final = (MOVE, TAKE, ENTER)

ACTIONS: Final = (MOVE, TAKE, TURN, ATTACK, DO)
"""The verbs of moves that the limits of a turn count."""


class Deeds:
    """Marks the units of a game with what they do, before they do it."""

    def __init__(
        self, context: GameContext, tables: MoveTables, goes: Callable[[Move], bool]
    ) -> None:
        """``goes`` says of a move whether a unit moves by a second way to move."""
        self._goes = goes
        self._context = context
        self._tables = tables
        rows = {each.word: each for each in context.markers.rows if each.hidden}
        self._markers = {deed: rows[marker_of(deed)] for deed in DEEDS if marker_of(deed) in rows}
        turn = context.ruleset.turn
        self._groups, self._phase = rows.get(GROUPS), rows.get(PHASE)
        self._side_acted = rows.get(SIDE_ACTED)
        self._done = rows.get(DONE)
        self._by_type = turn.groups is not None and turn.groups.by == "type"
        self._phases = {verb: n for n, verbs in enumerate(turn.phases or ()) for verb in verbs}
        self._of_side = {verb: rows[side_marker(verb)] for verb in turn.per_side}
        self._of_target = {verb: rows[target_marker(verb)] for verb in turn.per_target}

    def record(self, position: Position, move: Move, events_out: list[Event] | None) -> Position:
        """Return the position in which the units that act by a move bear the marks of it."""
        events = list(self._events(position, move))
        if events and events_out is not None:
            events_out += events
        return position.after(events) if events else position

    def _events(self, position: Position, move: Move) -> Iterator[Event]:
        if _answers(position):
            return
        if move.verb in ACTIONS:
            yield from self._counted(position, move)
            yield from self._begun(position, move)
        if move.source >= 0:
            yield from self.of_unit(position, move)

    def of_unit(self, position: Position, move: Move) -> Iterator[Event]:
        """Yield the marks of what the unit of a move does, as if it made the move itself."""
        for deed, cell, by in self._deeds_done(position, move):
            marker: Marker | None = self._markers.get(deed)
            if marker is not None and by and marker.value(position, cell) < marker.most:
                yield marker.add(position, cell, by)

    def _counted(self, position: Position, move: Move) -> Iterator[Event]:
        """Yield what a move adds to the counts of its side and of the unit that it is done to."""
        verb = verb_of(move)
        for name in (verb, ANY_VERB):
            if name in self._of_side:
                yield self._of_side[name].add(position, position.side, 1)
        if verb in self._of_target and is_done_to_unit(position, move):
            yield self._of_target[verb].add(position, move.target, 1)

    def _begun(self, position: Position, move: Move) -> Iterator[Event]:
        """Yield what a side begins by a move of a unit: a group, a phase, to act at all."""
        side = position.side
        if self._side_acted is not None and self._done is not None and move.source >= 0:
            yield self._side_acted.mark(side, 1)
            yield self._done.mark(move.source, 1)
        if self._groups is not None and move.source >= 0:
            unit = position.board[move.source]
            if not has_begun(position, unit, by_type=self._by_type):
                yield self._groups.add(position, side, 1)
        if self._phase is not None:
            number = self._phases.get(verb_of(move), 0)
            if number > self._phase.value(position, side):
                yield self._phase.mark(side, number)

    def _deeds_done(self, position: Position, move: Move) -> Iterator[tuple[str, int, int]]:
        """Yield what units do by a move: each deed with the cell of the unit and its number."""
        yield ACTED, move.source, 1
        if move.verb == ATTACK:
            yield ATTACKED, move.source, 1
        goes = self._goes(move)
        if move.verb not in MOVING and not goes:
            return
        yield MOVED, move.source, 1
        if WENT in self._markers and goes:
            yield WENT, move.source, self._distance(move.source, move.target)
        elif WENT in self._markers:
            yield WENT, move.source, self._length(position, move)
        if move.wide:  # castling moves the partner as well
            for source, target in _others(move):
                yield MOVED, source, 1
                yield WENT, source, self._distance(source, target)

    def _length(self, position: Position, move: Move) -> int:
        """Return the number of cells that a unit goes by a move, on the way that is shown."""
        roster, unit = position.roster, position.board[move.source]
        side, forward = roster.owners[unit], position.facing_of(unit)
        friends, held = roster.friendly[side], hindrances(position, side)
        ways = [
            walker.way(position.board, move.source, move.target, friends, held)
            for walker in self._tables.walkers(roster.types[unit], side, forward)
        ]
        walked = [len(way) - 1 for way in ways if way]
        return min(walked) if walked else self._distance(move.source, move.target)

    def _distance(self, source: int, target: int) -> int:
        return self._context.grid.distance(source, target, "chebyshev")


def has_begun(position: Position, unit: int, *, by_type: bool) -> bool:
    """Return whether a unit on the board has acted in this turn, or another of its type has."""
    roster, used = position.roster, position.used
    if not by_type:
        return bool(used & roster.usage_mask[unit])
    words = roster.words
    return any(
        used & roster.usage_mask[other] != 0
        for other in position.units_of(roster.owners[unit])
        if words[other] == words[unit]
    )


def is_done_to_unit(position: Position, move: Move) -> bool:
    """Return whether a unit other than the one that makes a move is on its target."""
    return move.target >= 0 and move.target != move.source and position.board[move.target] > 0


def _answers(position: Position) -> bool:
    """Return whether a move answers a question, which is no deed of a unit."""
    pending = position.pending
    return pending is not None and pending.kind != AGAIN


def _others(move: Move) -> Iterator[tuple[int, int]]:
    for event in move.events:
        if isinstance(event, Moved) and event.source != move.source:
            yield event.source, event.target
