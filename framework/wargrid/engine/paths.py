"""Paths: walks step by step over cells that cost points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from wargrid.core import Costs, Move, WalkPattern


class WalkEnds(NamedTuple):
    """Where walks may end: empty cells, and cells of enemies to take; and every cell looked at."""

    free: list[int]
    taken: list[int]
    seen: list[int]


def find_walks(
    board: Sequence[int],
    start: int,
    points: int,
    costs: Costs,
    foes: Sequence[bool],
    passing: Sequence[bool],
    *,
    taking: bool,
) -> WalkEnds:
    """Find all walks from ``start`` with so many points, cheapest cells first.

    ``foes`` and ``passing`` are indexed by unit id: the units that the walker may take, and those
    that it may pass but not stop on.
    """
    beyond = points + 1
    best = {start: 0}
    best_of = best.get
    taken: dict[int, None] = {}
    queues: list[list[int]] = [[] for _ in range(points + 1)]
    queues[0].append(start)
    for spent in range(points):
        for cell in queues[spent]:
            if best[cell] != spent:
                continue
            for neighbour, cost in costs[cell]:
                total = spent + cost
                if total > points:
                    if neighbour not in best:
                        best[neighbour] = beyond
                    continue
                if total >= best_of(neighbour, beyond):
                    continue
                occupant = board[neighbour]
                if occupant and not passing[occupant]:
                    best.setdefault(neighbour, beyond)
                    if taking and foes[occupant]:
                        taken[neighbour] = None
                    continue
                best[neighbour] = total
                queues[total].append(neighbour)
    free = [cell for cell, cost in best.items() if cost <= points and not board[cell]]
    return WalkEnds(free, list(taken), list(best))


def shortest_path(
    board: Sequence[int],
    start: int,
    target: int,
    points: int,
    costs: Costs,
    passing: Sequence[bool],
) -> tuple[int, ...]:
    """Return the cells of a cheapest walk, both ends included, or an empty tuple."""
    best = {start: 0}
    before: dict[int, int] = {}
    queues: list[list[int]] = [[] for _ in range(points + 1)]
    queues[0].append(start)
    for spent, queue in enumerate(queues):
        for cell in queue:
            stopped = cell != start and board[cell] and not passing[board[cell]]
            if best[cell] != spent or stopped:
                continue
            for neighbour, cost in costs[cell]:
                total = spent + cost
                free = neighbour == target or not board[neighbour] or passing[board[neighbour]]
                if free and total <= points and total < best.get(neighbour, points + 1):
                    best[neighbour], before[neighbour] = total, cell
                    queues[total].append(neighbour)
    if target not in before:
        return ()
    cells = [target]
    while cells[-1] != start:
        cells.append(before[cells[-1]])
    return tuple(reversed(cells))


class _Made(dict[int, "Move"]):
    """The moves from one cell by target, each made when it is first needed."""

    def __init__(self, make: Callable[[int], Move]) -> None:
        self._make = make

    def __missing__(self, target: int) -> Move:
        move = self[target] = self._make(target)
        return move


class PathWalker:
    """Lists the walks of a type for one side, and keeps each list until a cell it saw changes."""

    def __init__(
        self,
        pattern: WalkPattern,
        go: Callable[[int, int], Move],
        take: Callable[[int, int], Move] | None,
    ) -> None:
        self._pattern = pattern
        self._go = go
        self._take = take
        self._goes: dict[int, _Made] = {}
        self._kept: dict[
            int, tuple[Callable[[Sequence[int]], Any], Any, tuple[Move, ...], Sequence[bool]]
        ] = {}

    def moves(
        self, board: Sequence[int], cell: int, foes: Sequence[bool], friends: Sequence[bool]
    ) -> tuple[Move, ...]:
        """Return every walk from ``cell``; ``foes`` and ``friends`` are by unit id."""
        kept = self._kept.get(cell)
        if kept is not None and kept[3] is friends and kept[0](board) == kept[1]:
            return kept[2]
        points, costs, _ = self._pattern
        ends = find_walks(
            board, cell, points, costs, foes, self._passing(friends), taking=self._take is not None
        )
        goes = self._goes.get(cell)
        if goes is None:
            goes = self._goes[cell] = _Made(partial(self._go, cell))
        moves = list(map(goes.__getitem__, sorted(ends.free)))
        if self._take is not None:
            moves += [self._take(cell, target) for target in sorted(ends.taken)]
        seen = [other for other in ends.seen if other != cell] or [cell]
        look: Callable[[Sequence[int]], Any] = itemgetter(*seen)
        self._kept[cell] = (look, look(board), tuple(moves), friends)
        return tuple(moves)

    def way(
        self, board: Sequence[int], cell: int, target: int, friends: Sequence[bool]
    ) -> tuple[int, ...]:
        """Return the cells of a cheapest walk to a cell, both ends included, or an empty tuple."""
        points, costs, _ = self._pattern
        return shortest_path(board, cell, target, points, costs, self._passing(friends))

    def _passing(self, friends: Sequence[bool]) -> Sequence[bool]:
        return friends if self._pattern.friends_pass else (False,) * len(friends)
