"""Rights: the moves with conditions that marks allow, by which equal positions differ.

Where a marker serves such moves alone, two positions are equal if the same moves are possible, not
if the marks are: a rook that has moved beside a king that has moved changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from wargrid.core.events import Eliminated, Moved
from wargrid.core.grid import OFF
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.context import GameContext
from wargrid.engine.moves.conditions import Conditions, MarkTest
from wargrid.engine.moves.royal import Royal

Right: TypeAlias = tuple[int, int, int]
"""The side, the place and the target of a move that the marks allow."""


class _Entry(NamedTuple):
    """A move with marks: friends and enemies that must be there, the marks, and the target.

    ``taken`` is the cell of the enemy that it takes, or ``OFF``.
    """

    friends: tuple[tuple[int, int], ...]
    foes: tuple[int, ...]
    marks: tuple[MarkTest, ...]
    target: int
    taken: int


class _Table(NamedTuple):
    """The moves of a type that need marks, by place.

    One of the markers ``awaited`` must be set for any of them; there are none if some need none.
    """

    word: str
    side: int
    entries: tuple[tuple[_Entry, ...], ...]
    awaited: frozenset[int]


class Rights:
    """The rights of one game; ``others`` are the numbers of markers that serve something else."""

    def __init__(self, context: GameContext, conditions: Conditions, royal: Royal | None) -> None:
        self._context = context
        self._royal = royal
        self._conditions = conditions
        rows = context.markers.rows
        ways = (kind for unit in context.ruleset.units.values() for kind in unit.move)
        named = {word for kind in ways for word in kind.markers_named}
        alone = {each.word for each in rows if each.of_moves}
        self._serving = set() if context.plugins.listed else named & alone
        self.others = frozenset(each.number for each in rows if each.word not in self._serving)
        self._tables: list[_Table] | None = None

    def of(self, position: Position) -> list[Right]:
        """Return the rights of both sides; other units may be in the way."""
        if self._tables is None:
            self._tables = list(self._made())
        fresh, marks = self._context.markers.new(position.roster), position.marks
        found: list[Right] = []
        for table in self._tables:
            awaited = table.awaited
            # The list of the start is shared until a mark is set, so that identity tells enough.
            if not awaited or not all(marks[each] is fresh[each] for each in awaited):
                _add(position, table, self._royal, found)
        return sorted(found)

    def _made(self) -> Iterator[_Table]:
        places = range(self._context.grid.cells * self._context.grid.facings)
        for unit_type in self._context.ruleset.units.values():
            if any(self._serving.intersection(kind.markers_named) for kind in unit_type.move):
                for side in range(len(self._context.sides)):
                    entries = [tuple(self._entries(unit_type, side, place)) for place in places]
                    awaited = self._awaited([each for at in entries for each in at])
                    yield _Table(unit_type.word, side, tuple(entries), awaited)

    def _entries(self, unit_type: UnitTypeLike, side: int, place: int) -> Iterator[_Entry]:
        facings = self._context.grid.facings
        forward = place % facings if facings > 1 else self._context.forward[side]
        for each in self._conditions.of(unit_type, side, place // facings, forward):
            needs = self._conditions.needs(each, unit_type, side) if each.marks else None
            if needs is not None:
                yield _Entry(needs.friends, each.foes, needs.marks, each.target, each.taken)

    def _awaited(self, entries: list[_Entry]) -> frozenset[int]:
        tests = [[mark.number for mark in entry.marks if mark.value] for entry in entries]
        set_at_start = any(any(self._context.markers.rows[n].start) for test in tests for n in test)
        # No mark to wait for: some move is possible from the start, or needs none.
        if set_at_start or not all(tests):
            return frozenset()
        return frozenset(number for test in tests for number in test)


def _add(position: Position, table: _Table, royal: Royal | None, found: list[Right]) -> None:
    roster, board, place = position.roster, position.board, position.place
    codes, values = roster.codes, position.marks
    for unit in roster.units_of_type(table.side, table.word):
        at = place[unit]
        if at < 0:
            continue
        for friends, struck, marks, target, taken in table.entries[at]:
            for cell, code in friends:
                if codes[board[cell]] != code:
                    break
            else:
                for mark in marks:
                    if not mark.holds(values, board):
                        break
                else:
                    if struck and not _are_foes(roster.foes_of(unit), board, struck):
                        continue
                    if (
                        royal is None
                        or taken == OFF
                        or _is_safe(position, at, target, taken, royal)
                    ):
                        found.append((table.side, at, target))


def _is_safe(position: Position, at: int, target: int, taken: int, royal: Royal) -> bool:
    """Return whether a taking leaves the royal unit of the side to act in no danger."""
    cell, facing = divmod(at, position.roster.facings)
    side = position.side_of(position.board[cell])
    if side != position.side:
        return True
    after = position.after([Eliminated(taken), Moved(cell, target, facing)])
    return royal.striker(after, side) < 0


def _are_foes(foes: tuple[bool, ...], board: list[int], cells: tuple[int, ...]) -> bool:
    return all(foes[board[cell]] for cell in cells)
