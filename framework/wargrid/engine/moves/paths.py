"""Paths: walks step by step over cells that cost points.

A set of cells is an integer whose bit n stands for cell n, so that one operation handles a whole
board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from wargrid.core.layers import CONTROL, SUPPLY
from wargrid.core.moves import Move
from wargrid.core.patterns import Costs, WalkPattern
from wargrid.core.position import Position
from wargrid.core.state import UNKNOWN

MAX_KEPT: Final = 16_000
"""How many searches a walker keeps for all cells it starts from, each about 150 bytes."""


Payable: TypeAlias = tuple[tuple[tuple[int, tuple[tuple[int, int], ...]], ...], ...]
"""Steps by points spent before and after them."""


class Steps(NamedTuple):
    """The steps of a way to walk, equal ones joined.

    ``payable`` has for each number of points spent the steps that the rest can pay, by the points
    spent after them: how much higher the next cell's number is, plus ``shift``, and the set of
    cells from which there is such a step. ``halting`` are those that end a walk, if any.
    """

    shift: int
    payable: Payable
    halting: Payable = ()


def steps_of(costs: Costs, points: int, halts: frozenset[tuple[int, int]] = frozenset()) -> Steps:
    """Join the steps of a walker with so many points; those of ``halts`` end its walks."""
    usual: dict[tuple[int, int], int] = {}
    ending: dict[tuple[int, int], int] = {}
    for cell, around in enumerate(costs):
        for neighbour, cost in around:
            joined = ending if (cell, neighbour) in halts else usual
            step = cost, neighbour - cell
            joined[step] = joined.get(step, 0) | 1 << cell
    shift = max((abs(ahead) for _, ahead in (*usual, *ending)), default=0)
    payable = _payable(usual, shift, points)
    return Steps(shift, payable, _payable(ending, shift, points) if ending else ())


def _payable(joined: Mapping[tuple[int, int], int], shift: int, points: int) -> Payable:
    """Return the steps that the points left can pay, by those spent."""
    by_cost: dict[int, list[tuple[int, int]]] = {}
    for (cost, ahead), cells in sorted(joined.items()):
        by_cost.setdefault(cost, []).append((ahead + shift, cells))
    return tuple(
        tuple(
            (spent + cost, tuple(steps))
            for cost, steps in by_cost.items()
            if spent + cost <= points
        )
        for spent in range(points + 1)
    )


def find_reach(start: int, steps: Steps, closed: int, dear: int = 0, toll: int = 0) -> list[int]:
    """Return for each number of points spent the set of cells that a walk comes to so.

    Walks do not go on from cells of the set ``closed``, but they come to these as well. A step onto
    a cell of the set ``dear`` costs ``toll`` points more.
    """
    shift, payable, halting = steps
    ended = 0
    reached = [0] * len(payable)
    reached[0] = 1 << start
    fresh = ~closed | 1 << start
    for spent, costs in enumerate(payable):
        # Again until nothing new comes: steps that cost nothing stay within the same points.
        while here := reached[spent] & fresh:
            fresh &= ~here
            for total, ways in costs:
                ahead = 0
                for far, cells in ways:
                    ahead |= (here & cells) << far
                ahead >>= shift
                if toll and ahead & dear:
                    if total + toll < len(reached):
                        reached[total + toll] |= ahead & dear
                    ahead &= ~dear
                reached[total] |= ahead
            if halting:
                ended |= _ended(here, halting[spent], shift, dear, len(reached) - 1 - toll)
    if ended:
        reached[-1] |= ended
    return reached


def _ended(
    here: int, costs: tuple[tuple[int, tuple[tuple[int, int], ...]], ...], shift: int, dear: int,
    dearest: int,
) -> int:  # fmt: skip
    """Return the set of cells at which walks end by a step from the set ``here``.

    A step onto a cell of the set ``dear`` may have spent ``dearest`` points at most.
    """
    ended = 0
    for total, ways in costs:
        ahead = 0
        for far, cells in ways:
            ahead |= (here & cells) << far
        ahead >>= shift
        ended |= ahead if total <= dearest else ahead & ~dear
    return ended


def set_of(cells: Iterable[int]) -> int:
    """Return the set of these cells."""
    return _joined(1 << cell for cell in cells)


def cells_of(cells: int) -> Iterator[int]:
    """Return the cells of a set in their order."""
    while cells:
        first = cells & -cells
        yield first.bit_length() - 1
        cells ^= first


def foes_in(cells: int, board: Sequence[int], foes: Sequence[bool]) -> int:
    """Return those of a set of occupied cells on which there are foes, given by unit id."""
    return set_of(cell for cell in cells_of(cells) if foes[board[cell]])


class Hindrances(NamedTuple):
    """The sets of cells that may hinder the walks of a side.

    Enemies control those of ``controlled``; those of ``beyond`` its supply does not reach.
    """

    controlled: int = 0
    beyond: int = 0


FREE: Final = Hindrances()
"""Where nothing hinders a walk."""


class Occupied(NamedTuple):
    """A board with the set of its occupied cells, and of those that a side's units do not hold.

    ``held`` are the cells that may hinder its walks.
    """

    board: Sequence[int]
    cells: int
    others: int
    held: Hindrances = FREE


def occupied(position: Position, side: int) -> Occupied:
    """Return the occupied cells of a position, as the units of a side meet them."""
    place, roster = position.place, position.roster
    if position.walled == UNKNOWN:
        position.walled = set_of(position.walls())
    at = _sets(roster.grid.cells, roster.facings)
    held = [sum([at[place[unit]] for unit in units]) for units in roster.units_of]
    cells = position.walled + sum(held)
    return Occupied(position.board, cells, cells - held[side], hindrances(position, side))


def hindrances(position: Position, side: int) -> Hindrances:
    """Return the cells that may hinder the walks of a side."""
    layers = position.roster.game.layers
    if not layers.hinder:
        return FREE
    controlled: int = layers.cells(CONTROL, position, 1 - side)
    if not layers.ends_walks:
        return Hindrances(controlled)
    supplied: int = layers.cells(SUPPLY, position, side)
    return Hindrances(controlled, (1 << position.roster.grid.cells) - 1 & ~supplied)


@cache
def _sets(cells: int, facings: int) -> tuple[int, ...]:
    """Return the set of the cell of each place, and an empty one for ``GONE``."""
    return (*(1 << cell for cell in range(cells) for _ in range(facings)), 0)


def shortest_path(
    board: Sequence[int],
    start: int,
    target: int,
    points: int,
    costs: Costs,
    passing: Sequence[bool],
    stopping: int = 0,
    dear: int = 0,
    toll: int = 0,
    halts: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[int, ...]:
    """Return the cells of a cheapest walk, both ends included, or an empty tuple.

    Walks do not go on from cells of the set ``stopping``, nor after a step of ``halts``, and pay
    ``toll`` for cells of ``dear``.
    """
    best = {start: 0}
    before: dict[int, int] = {}
    queues: list[list[int]] = [[] for _ in range(points + 1)]
    queues[0].append(start)
    for spent, queue in enumerate(queues):
        for cell in queue:
            stopped = cell != start and (
                (board[cell] and not passing[board[cell]]) or stopping >> cell & 1
            )
            if best[cell] != spent or stopped:
                continue
            for neighbour, cost in costs[cell]:
                total = spent + cost + (toll if dear >> neighbour & 1 else 0)
                free = neighbour == target or (
                    (not board[neighbour] or passing[board[neighbour]])
                    and not (halts and (cell, neighbour) in halts)
                )
                if free and total <= points and total < best.get(neighbour, points + 1):
                    best[neighbour], before[neighbour] = total, cell
                    queues[total].append(neighbour)
    if target not in before:
        return ()
    cells = [target]
    while cells[-1] != start:
        cells.append(before[cells[-1]])
    return tuple(reversed(cells))


class _Start:
    """What a walker keeps for a cell it starts from.

    ``reach`` is the set of cells within reach on an empty board and ``goes`` the moves there;
    ``one_each`` says whether these are one to each cell. ``inner`` is the set of cells from which a
    walk may go on. ``kept`` has the cells that walks come to by the cells of ``inner`` that are
    closed. ``listed`` are the moves to the cells ``free``, which were free when the walker was last
    asked.
    """

    __slots__ = ("free", "goes", "inner", "kept", "listed", "one_each", "reach")

    def __init__(self, inner: int, reach: int, goes: Sequence[Move]) -> None:
        self.inner = inner
        self.reach = self.free = reach
        self.goes = self.listed = goes
        self.one_each = len(goes) == reach.bit_count()
        self.kept: dict[int, int] = {}

    def list_again(self, free: int, below: Sequence[int]) -> None:
        """List the moves to these cells by leaving out those to all others."""
        self.free = free
        if not self.one_each:
            self.listed = [move for move in self.goes if free >> move.target & 1]
            return
        listed, reach = list(self.goes), self.reach
        others = reach ^ free
        # From the highest cell down, so that what is deleted does not move what comes before it.
        while others:
            lower = below[others.bit_length()]
            others &= lower
            del listed[(reach & lower).bit_count()]
        self.listed = listed


@cache
def _below(cells: int) -> tuple[int, ...]:
    """Return for each length of a set in bits the set of the cells below the highest."""
    return (0, *((1 << cell) - 1 for cell in range(cells)))


class PathWalker:
    """Lists the walks of a type for one side, and keeps the answers for each cell it starts from.

    ``go`` and ``take`` make the moves from a cell to others; without ``take``, it takes nothing.
    """

    def __init__(
        self,
        pattern: WalkPattern,
        go: Callable[[int, Sequence[int]], Sequence[Move]],
        take: Callable[[int, Sequence[int]], Sequence[Move]] | None,
    ) -> None:
        self._pattern = pattern
        self._steps = steps_of(pattern.costs, pattern.points, pattern.halts)
        self._friends_pass = pattern.friends_pass
        self._stops = pattern.control != ""
        self._beyond = pattern.beyond
        self._forbids = pattern.control == "forbids"
        self._toll = pattern.toll
        self._below = _below(len(pattern.costs))
        self._go = go
        self._take = take
        self._starts: dict[int, _Start] = {}
        self._kept = 0

    def moves(self, occupied: Occupied, cell: int, foes: Sequence[bool]) -> Sequence[Move]:
        """Return every walk from ``cell``; ``foes`` are by unit id those that it may take."""
        start = self._starts.get(cell) or self._begin(cell)
        reached = self._reached(occupied, cell, start)
        free = reached & ~occupied.cells
        if free != start.free:
            start.list_again(free, self._below)
        met = reached & occupied.others
        if self._take is None or not met:
            return start.listed
        board = occupied.board
        return [*start.listed, *self._take(cell, [at for at in cells_of(met) if foes[board[at]]])]

    def sets(self, occupied: Occupied, cell: int, foes: Sequence[bool]) -> tuple[int, int]:
        """Return the sets of the empty cells and of the enemies to which ``moves`` leads."""
        start = self._starts.get(cell) or self._begin(cell)
        reached = self._reached(occupied, cell, start)
        met = reached & occupied.others if self._take is not None else 0
        return reached & ~occupied.cells, foes_in(met, occupied.board, foes) if met else 0

    def _reached(self, occupied: Occupied, cell: int, start: _Start) -> int:
        """Return the set of cells to which walks from ``cell`` come, occupied ones included."""
        closed = (occupied.others if self._friends_pass else occupied.cells) & start.inner
        if self._stops or self._toll or self._beyond:
            return self._hindered(occupied, cell, start, closed)
        reached = start.kept.get(closed)
        return self._search(cell, start, closed) if reached is None else reached

    def _hindered(self, occupied: Occupied, cell: int, start: _Start, closed: int) -> int:
        """Return the set of cells to which walks come that enemy control or no supply hinders.

        Of what is kept, the cells that cost more lie beyond those that are closed.
        """
        dear = barred = 0
        held = occupied.held.controlled & start.reach
        if self._stops:
            closed |= held & start.inner
        elif self._toll:
            dear = held
        if self._forbids:
            barred = held
        if self._beyond:
            beyond = occupied.held.beyond & start.reach
            closed |= beyond & start.inner
            if self._beyond == "forbids":
                barred |= beyond
        key = closed | dear << len(self._pattern.costs)
        reached = start.kept.get(key)
        if reached is None:
            reached = self._search(cell, start, closed, dear, key)
        return reached & ~barred

    def reach(self, cell: int) -> Sequence[Move]:
        """Return the walks from ``cell`` while no other unit is on the board."""
        return (self._starts.get(cell) or self._begin(cell)).goes

    @property
    def hindered(self) -> bool:
        """Whether enemy control hinders it, or where supply ends."""
        return self._stops or self._toll > 0 or self._beyond != ""

    @property
    def hindered_by_control(self) -> str:
        """How the control of enemies hinders it: ``stops``, ``forbids``, ``costs``, or empty."""
        return self._pattern.control or ("costs" if self._toll else "")

    @property
    def forbids_beyond(self) -> bool:
        """Whether it may not step onto cells that supply does not reach."""
        return self._beyond == "forbids"

    @property
    def takes(self) -> bool:
        """Whether walks may end by taking an enemy."""
        return self._take is not None

    def _begin(self, cell: int) -> _Start:
        inner = seen = 0
        halting = self._steps.halting
        for spent, reached in enumerate(find_reach(cell, self._steps, 0)):
            costs = (*self._steps.payable[spent], *(halting[spent] if halting else ()))
            leaving = _joined(cells for _, ways in costs for _, cells in ways)
            inner |= reached & ~seen & leaving
            seen |= reached
        others = ~(1 << cell)
        goes = self._go(cell, list(cells_of(seen & others)))
        start = self._starts[cell] = _Start(inner & others, seen & others, goes)
        return start

    def forget(self) -> None:
        """Forget the walks from every cell."""
        self._starts.clear()
        self._kept = 0

    def _search(self, cell: int, start: _Start, closed: int, dear: int = 0, key: int = -1) -> int:
        """Return the set of cells that walks from ``cell`` come to, and keep it under a key."""
        # All at once instead of the oldest: a game that changes that much asks for none of them.
        self._kept += 1
        if self._kept > MAX_KEPT:
            self._kept = 1
            for each in self._starts.values():
                each.kept.clear()
        found = find_reach(cell, self._steps, closed, dear, self._toll)
        reached = _joined(found) & ~(1 << cell)
        start.kept[closed if key < 0 else key] = reached
        return reached

    def way(
        self,
        board: Sequence[int],
        cell: int,
        target: int,
        friends: Sequence[bool],
        held: Hindrances = FREE,
    ) -> tuple[int, ...]:
        """Return the cells of a cheapest walk to a cell, both ends included, or an empty tuple.

        ``held`` are the cells that may hinder it.
        """
        points, costs, friends_pass, _, toll, halts, _ = self._pattern
        passing = friends if friends_pass else (False,) * len(friends)
        controlled, beyond = held
        stopping = controlled if self._stops else 0
        stopping |= beyond if self._beyond else 0
        barred = controlled if self._forbids else 0
        barred |= beyond if self._beyond == "forbids" else 0
        if barred >> target & 1:
            return ()
        return shortest_path(
            board, cell, target, points, costs, passing, stopping, controlled, toll, halts
        )


def _joined(sets: Iterable[int]) -> int:
    cells = 0
    for each in sets:
        cells |= each
    return cells
