"""Geometry of a board of points joined by lines; a step leads to the next point of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargrid.core.grid import OFF, Grid, Step

Spot = tuple[int, int]
"""Where a point is drawn: eastward and northward, in halves of a column and of a row."""


class PointGrid(Grid):
    """Points at ``spots`` of a drawing, with the cells of each of its ``roads``.

    A step is the number of a line and the way along it, 1 or -1. A point's column and row count
    the places of all points, from the west and from the south, so that they have no gaps.
    """

    __slots__ = ("_at", "_mirrored", "_on", "_steps", "_turned", "_ways", "roads", "spots")

    shape = "points"

    def __init__(self, points: Mapping[str, Spot], lines: Sequence[Sequence[str]]) -> None:
        names = sorted(points, key=lambda name: (points[name][1], points[name][0]))
        self.spots = tuple([points[name] for name in names])
        easts = sorted({east for east, _ in self.spots})
        norths = sorted({north for _, north in self.spots})
        self.columns, self.rows, self.facings = len(easts), len(norths), 1
        self._number_cells([(easts.index(x), norths.index(y)) for x, y in self.spots])
        self._names = tuple(names)
        self._numbers = {name: cell for cell, name in enumerate(names)}
        self._at = {place: cell for cell, place in enumerate(self.places)}
        self.roads = tuple([tuple([self._numbers[name] for name in line]) for line in lines])
        self._on = [{cell: at for at, cell in enumerate(road)} for road in self.roads]
        self._steps = tuple([(line, way) for line in range(len(self.roads)) for way in (1, -1)])
        self._ways: dict[int, dict[int, int]] = {}
        self._turned = self._image(True)
        self._mirrored = self._image(False)

    def _image(self, turned: bool) -> tuple[int, ...]:
        """Return the cell at the place of each cell after a half turn, or in a mirror."""
        found = {spot: cell for cell, spot in enumerate(self.spots)}
        ends = [(min(along) + max(along)) for along in zip(*self.spots, strict=True)]
        return tuple(
            [found.get((ends[0] - x if turned else x, ends[1] - y), OFF) for x, y in self.spots]
        )

    # Columns and rows

    @property
    def middle(self) -> int:
        """A cell in the middle of the board."""
        columns, rows = self.columns - 1, self.rows - 1
        far = [abs(2 * column - columns) + abs(2 * row - rows) for column, row in self.places]
        return far.index(min(far))

    def at(self, column: int, row: int) -> int:
        """Return the cell in that column and row, both from 0, or ``OFF``."""
        return self._at.get((column, row), OFF)

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0."""
        column, row = self.places[cell]
        return row, column

    def colour(self, cell: int) -> int:
        """Return the colour of a cell: all points have the same."""
        return 0

    def moved(self, cell: int, columns: int, rows: int) -> int:
        """Return the nearest cell that lies that way, or the cell itself at the edge."""
        best, least = cell, 0
        x, y = self.spots[cell]
        for other, (east, north) in enumerate(self.spots):
            along = (east - x) * columns + (north - y) * rows
            aside = abs((east - x) * rows) + abs((north - y) * columns)
            # Twice as far aside as ahead would be another way.
            far = along + 3 * aside
            if along > 0 and aside <= 2 * along and (best == cell or far < least):
                best, least = other, far
        return best

    # Directions

    def steps(self, directions: str | Sequence[str], forward: int) -> tuple[Step, ...]:
        """Return the steps along every line, both ways: points have no other directions."""
        return self._steps

    def reverse(self, step: Step) -> Step:
        """Return the step the other way along a line."""
        return step[0], -step[1]

    def symmetric(self, steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
        """Return no image: a step of one point is none of another."""
        return iter(())

    def _offset(self, facing: int, step: Step) -> tuple[int, int]:
        return step

    def shifted(self, cell: int, facing: int, ahead: int, right: int = 0) -> int:
        """Return the cell so far along a line, whose number is ``ahead``, or ``OFF``."""
        return self._moved(cell, (ahead, right))

    def _moved(self, cell: int, offset: tuple[int, int]) -> int:
        line, by = offset
        at = self._on[line].get(cell, OFF)
        if at == OFF or not 0 <= at + by < len(self.roads[line]):
            return OFF
        return self.roads[line][at + by]

    def ray(
        self, cell: int, facing: int, step: Step, distance: int | None = None
    ) -> tuple[int, ...]:
        """Return the cells further along a line, nearest first, to its end or up to a distance."""
        line, way = step
        at = self._on[line].get(cell, OFF)
        if at == OFF:
            return ()
        road = self.roads[line]
        far = road[at + 1 :] if way > 0 else road[:at][::-1]
        return far if distance is None else far[:distance]

    def abreast(self, cell: int, facing: int, ahead: int, side: int) -> tuple[int, ...]:
        """Return no cell: nothing lies ahead of a point."""
        return ()

    # Distances

    def distance(self, cell: int, other: int, metric: str = "") -> int:
        """Return the steps between two cells along lines; more than all cells if none leads there.

        There is one measure.
        """
        return self._ways_from(cell).get(other, self.cells)

    def around(self, cell: int, most: int, metric: str = "") -> list[tuple[int, int]]:
        """Return the cells up to so far away, each as (distance, cell), nearest first."""
        found = self._ways_from(cell).items()
        return sorted([(far, other) for other, far in found if far <= most])

    def _ways_from(self, cell: int) -> dict[int, int]:
        """Return the distance of every cell that lines lead to."""
        found = self._ways.get(cell)
        if found is None:
            found = {cell: 0}
            queue = [cell]
            for here in queue:
                for step in self._steps:
                    other = self._moved(here, step)
                    if other != OFF and other not in found:
                        found[other] = found[here] + 1
                        queue.append(other)
            self._ways[cell] = found
        return found

    def bearings(self, cell: int, other: int, forward: int) -> tuple[Step, ...]:
        """Return the steps along the lines that lead straight to another cell."""
        return tuple([step for step in self._steps if other in self.ray(cell, 0, step)])

    def between(self, cell: int, other: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells between two on each line that joins them, without both ends."""
        found = []
        for step in self.bearings(cell, other, 0):
            ray = self.ray(cell, 0, step)
            found.append(ray[: ray.index(other)])
        return tuple(found)

    def straight(self, cell: int, other: int) -> tuple[int, ...]:
        """Return the cells of a line, both ends included; only these if no line joins them."""
        for inner in self.between(cell, other):
            return (cell, *inner, other)
        return (cell, other)

    # Symmetries of the board

    @property
    def turns(self) -> bool:
        """Whether a half turn takes every cell to a cell."""
        return OFF not in self._turned

    @property
    def mirrors(self) -> bool:
        """Whether a reflection that swaps north and south takes every cell to a cell."""
        return OFF not in self._mirrored

    def turned(self, cell: int) -> int:
        """Return the cell's place after a half turn; ``OFF`` unless the board ``turns``."""
        return self._turned[cell]

    def mirrored(self, cell: int) -> int:
        """Return the cell with north and south swapped; ``OFF`` unless the board ``mirrors``."""
        return self._mirrored[cell]

    # Diagrams

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells in each line of a diagram: those of one row, north first."""
        rows: list[list[int]] = [[] for _ in range(self.rows)]
        for cell, (_, row) in enumerate(self.places):
            rows[row].append(cell)
        return tuple([tuple(row) for row in reversed(rows)])

    def part(self, corner: int, lengths: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
        """Return the lines of the whole board, or None: a diagram shows no part of it."""
        lines = self.lines
        return lines if corner == 0 and len(lengths) == len(lines) else None

    def draw(self, signs: Mapping[int, str] | Sequence[str]) -> str:
        """Draw the board as a diagram, with a sign for every point at its column."""
        pitch = 1 + max(1, *(len(signs[cell]) for cell in range(self.cells)))
        drawn = []
        for line in self.lines:
            text = ""
            for cell in line:
                text = text.ljust(self.places[cell][0] * pitch) + (signs[cell] or ".")
            drawn.append(text)
        return "\n".join(drawn)


def spots_of(grid: Grid) -> tuple[tuple[float, float], ...]:
    """Return where each point is drawn, in columns and rows; nothing on a board of cells."""
    if not isinstance(grid, PointGrid):
        return ()
    return tuple([(east / 2, north / 2) for east, north in grid.spots])


def roads_of(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells on each line between points; nothing on a board of cells."""
    return grid.roads if isinstance(grid, PointGrid) else ()
