"""Edges between cells that touch: rivers, bridges and walls, and what a step across them costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from wargrid.core.grid import OFF, Grid

BARRED: Final = -1
"""What crossing costs those who cannot cross."""

TableName = str | None
"""A table of costs, or None for ways to move without one."""


class Crossing(NamedTuple):
    """What a step across an edge costs besides, or ``BARRED``, and whether it ends the walk."""

    points: int = 0
    stops: bool = False


FREE: Final = Crossing()


class EdgeKind(NamedTuple):
    """What edges of one kind do: no movement or sight across a ``wall``, no blow across a shield.

    ``crossings`` are by table of costs, for those tables that it hinders.
    """

    word: str
    wall: bool
    shields: bool
    crossings: Mapping[TableName, Crossing]


class Edges:
    """The edges of a board that have a kind.

    Between two squares that touch at a corner alone there are two ways, round either side of the
    corner; so there are between two hexes whose corners face each other. What holds of both ways
    holds of the step.
    """

    __slots__ = ("_ways", "around", "between", "grid", "has_shields", "has_walls", "kinds")

    def __init__(
        self, grid: Grid, kinds: Mapping[str, EdgeKind], between: Mapping[tuple[int, int], str]
    ) -> None:
        self.grid = grid
        self.kinds = kinds
        self.between = {**between, **{(two, one): word for (one, two), word in between.items()}}
        self.around = touching(grid)
        used = [kinds[word] for word in dict.fromkeys(between.values())]
        self.has_walls = any(kind.wall for kind in used)
        self.has_shields = any(kind.shields for kind in used)
        self._ways: dict[tuple[int, int], tuple[tuple[str, ...], ...]] = {}

    def ways(self, one: int, other: int) -> tuple[tuple[str, ...], ...]:
        """Return the kinds that each way from one cell to another crosses; none if it is far."""
        found = self._ways.get((one, other))
        if found is None:
            found = self._ways[one, other] = tuple(self._found(one, other))
        return found

    def _found(self, one: int, other: int) -> list[tuple[str, ...]]:
        between = self.between
        if other in self.around[one]:
            kind = between.get((one, other))
            return [() if kind is None else (kind,)]
        found = []
        for middle in self.around[one]:
            if other in self.around[middle]:
                crossed = [between.get((one, middle)), between.get((middle, other))]
                found.append(tuple([word for word in crossed if word is not None]))
        return found

    def across(self, one: int, other: int) -> tuple[str, ...]:
        """Return the kinds that every way between two cells near each other crosses."""
        first, *others = self.ways(one, other) or ((),)
        return tuple([word for word in first if all(word in way for way in others)])

    def is_walled(self, one: int, other: int) -> bool:
        """Return whether every way between two cells near each other crosses a wall."""
        ways = self.ways(one, other)
        return bool(ways) and all(self._has_wall(way) for way in ways)

    def _has_wall(self, way: tuple[str, ...]) -> bool:
        return any(self.kinds[word].wall for word in way)

    def is_shielded(self, one: int, other: int) -> bool:
        """Return whether an edge keeps units on two cells next to each other from fighting."""
        if not self._is_next(one, other):
            return False
        return all(any(self.kinds[word].shields for word in w) for w in self.ways(one, other))

    def _is_next(self, one: int, other: int) -> bool:
        """Return whether two cells touch, squares also at a corner."""
        if other in self.around[one]:
            return True
        return self.grid.shape == "square" and self.grid.distance(one, other, "chebyshev") == 1

    def crossing(self, one: int, other: int, table: TableName) -> Crossing:
        """Return what a step between two cells costs besides, by the way that costs least."""
        best = None
        for way in self.ways(one, other):
            met = [self.kinds[word].crossings.get(table, FREE) for word in way]
            if self._has_wall(way) or any(each.points == BARRED for each in met):
                continue
            found = Crossing(sum([each.points for each in met]), any(e.stops for e in met))
            if best is None or found < best:
                best = found
        if best is None:
            return Crossing(BARRED) if self.ways(one, other) else FREE
        return best

    def open(self, source: int, ray: tuple[int, ...]) -> tuple[int, ...]:
        """Return the part of a ray from a cell that lies before the first wall."""
        for number, cell in enumerate(ray):
            if self.is_walled(source, cell):
                return ray[:number]
            source = cell
        return ray

    def is_in_sight(self, cells: tuple[int, ...]) -> bool:
        """Return whether no wall lies between the cells under a line, both ends included."""
        for number in range(len(cells) - 1):
            if self.is_walled(cells[number], cells[number + 1]):
                return False
        return True

    def last(self, source: int, target: int) -> tuple[str, ...]:
        """Return the kinds across which a cell is struck from another.

        From farther away that is the last step of the straight line, if there is one.
        """
        line = self.grid.straight(source, target)
        before = line[-2] if len(line) > 1 else OFF
        return () if before == OFF else self.across(before, target)


def touching(grid: Grid) -> tuple[frozenset[int], ...]:
    """Return for each cell the cells with which it shares an edge; none of points."""
    if grid.shape == "points":
        return (frozenset(),) * grid.cells
    steps = grid.steps("orthogonal", 0)
    shifts = [grid.shifts(0, step) for step in steps]
    return tuple(
        [
            frozenset([shift[cell] for shift in shifts if shift[cell] != OFF])
            for cell in range(grid.cells)
        ]
    )
