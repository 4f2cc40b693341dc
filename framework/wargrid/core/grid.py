"""Board geometry: cells and their names, directions and facings. Units are in ``Position``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import ne
from typing import ClassVar, Final

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Columns east and rows north of one step between squares, by facing."""

FACINGS: Final = "NESW"
"""The four facings of squares, clockwise; a facing is an index into this string."""

FACING_WORDS: Final = {
    "N": "north", "NE": "north_east", "E": "east", "SE": "south_east",
    "S": "south", "SW": "south_west", "W": "west", "NW": "north_west",
}  # fmt: skip
"""The facings as commands and texts spell them, by their letters."""

Step = tuple[int, int]
"""One step relative to a facing: cells ahead and cells to the right (of hexes: ahead to the
right)."""

ORTHOGONAL: Final[tuple[Step, ...]] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: Final[tuple[Step, ...]] = ((1, 1), (-1, 1), (-1, -1), (1, -1))

DIRECTIONS: Final[dict[str, tuple[Step, ...]]] = {
    "forward": ((1, 0),),
    "back": ((-1, 0),),
    "left": ((0, -1),),
    "right": ((0, 1),),
    "sideways": ((0, 1), (0, -1)),
    "forward_left": ((1, -1),),
    "forward_right": ((1, 1),),
    "back_left": ((-1, -1),),
    "back_right": ((-1, 1),),
    "orthogonal": ORTHOGONAL,
    "diagonal": DIAGONAL,
    "all": (*ORTHOGONAL, *DIAGONAL),
}
"""The directions between squares, relative to the facing of a unit or the forward of its side."""

OFF: Final = -1
"""The cell of a step off the board."""

_NAME: Final = re.compile(r"([a-z]+)([1-9][0-9]*)")


def column_name(column: int) -> str:
    """Name a column, numbered from 0: a … z, then aa, ab and so on.

    >>> column_name(0), column_name(26)
    ('a', 'aa')
    """
    name = ""
    number = column + 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def _steps(start: int, by: int, length: int) -> int:
    """Return how many steps of a size stay on a line of cells; those of size 0 all do."""
    if by == 0:
        return sys.maxsize
    return (length - 1 - start) // by if by > 0 else start // -by


class Grid:
    """A board of ``columns`` x ``rows`` squares, numbered eastward from a1, then northward.

    ``facings`` is the number of facings of a unit, or 1 on a board without facing. A facing is an
    index into ``facing_names``, clockwise; the forward of a side is a facing too. A *place* is a
    cell and a facing in one integer: ``cell * facings + facing``. ``places`` has the column and row
    of every cell. ``HexGrid`` is a board of hexes.
    """

    __slots__ = (
        "_bearings", "_names", "_numbers", "_shifts", "cells", "columns", "facings", "places",
        "rows",
    )  # fmt: skip

    shape: ClassVar[str] = "square"
    facing_names: ClassVar[tuple[str, ...]] = tuple(FACINGS)
    """The facings as moves write them, clockwise."""

    facing_signs: ClassVar[tuple[str, ...]] = ("^", ">", "v", "<")
    """The facings as diagrams write them after the letter of a unit."""

    ways: ClassVar[int] = 4
    """The number of directions that can be the forward of a side."""

    half_way: ClassVar[Fraction] = Fraction(1, 2)
    """The square of the cosine of half the angle between the forwards of two sides."""

    weights: ClassVar[tuple[int, int]] = (1, 1)
    """What squares of distances eastward and northward count in that of a straight line."""

    def __init__(self, columns: int, rows: int, facings: int = 1) -> None:
        self.columns = columns
        self.rows = rows
        self.facings = facings
        self._number_cells([(column, row) for row in range(rows) for column in range(columns)])

    def _number_cells(self, places: Sequence[tuple[int, int]]) -> None:
        """Give numbers and names to the cells in these columns and rows, in this order."""
        self.cells = len(places)
        self.places = tuple(places)
        self._names = tuple(f"{column_name(column)}{row + 1}" for column, row in places)
        self._numbers = {name: cell for cell, name in enumerate(self._names)}
        self._shifts: dict[Step, tuple[int, ...]] = {}
        self._bearings: dict[tuple[Step, int], tuple[Step, ...]] = {}

    def name(self, cell: int) -> str:
        """Return the name of a cell: column letters and row, ``a1`` in the south-west corner.

        >>> Grid(9, 10).name(10)
        'b2'
        """
        return self._names[cell]

    def cell(self, name: str) -> int:
        """Find a cell by its name.

        Raises:
            KeyError: no cell of this board has that name.

        >>> Grid(9, 10).cell("b2")
        10
        """
        return self._numbers[name]

    def has(self, name: str) -> bool:
        """Return whether a cell of this board has that name.

        >>> Grid(9, 10).has("b2"), Grid(9, 10).has("z9")
        (True, False)
        """
        return name in self._numbers

    def looks_like_a_cell(self, text: str) -> bool:
        """Return whether ``text`` has the form of a cell's name, of any board."""
        return _NAME.fullmatch(text) is not None

    # Columns and rows

    @property
    def middle(self) -> int:
        """A cell in the middle of the board."""
        return self.at(self.columns // 2, self.rows // 2)

    def at(self, column: int, row: int) -> int:
        """Return the cell in that column and row, both from 0, or ``OFF``.

        >>> Grid(9, 10).at(1, 1)
        10
        """
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return OFF

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0."""
        return divmod(cell, self.columns)

    def colour(self, cell: int) -> int:
        """Return the colour of a cell, as on a chequered board: no diagonal step changes it."""
        return sum(self.places[cell]) % 2

    def moved(self, cell: int, columns: int, rows: int) -> int:
        """Return the cell so many columns east and rows north, or the last one on the board.

        At an edge of hexes where every other line is shorter, it goes past the gap.

        >>> grid.name(grid.moved(grid.cell("b2"), 1, 2))
        'c4'
        """
        row, column = self.row_and_column(cell)
        row = min(max(row + rows, 0), self.rows - 1)
        column = min(max(column + columns, 0), self.columns - 1)
        found = self.at(column, row)
        while found == OFF:
            row, column = row + rows, column + columns
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return cell
            found = self.at(column, row)
        return found

    def box(self, corner: int, opposite_corner: int) -> tuple[int, ...]:
        """Return the cells of the rectangle between two corners, in the order of cells.

        >>> [grid.name(cell) for cell in grid.box(grid.cell("a1"), grid.cell("b2"))]
        ['a1', 'b1', 'a2', 'b2']
        """
        (row, column), (other_row, other_column) = (
            self.row_and_column(corner),
            self.row_and_column(opposite_corner),
        )
        rows = range(min(row, other_row), max(row, other_row) + 1)
        columns = range(min(column, other_column), max(column, other_column) + 1)
        return tuple(cell for r in rows for c in columns if (cell := self.at(c, r)) != OFF)

    # Directions

    def facing_from(self, edge: str) -> int:
        """Return the forward of a side with this edge of the board behind it."""
        return ("south", "west", "north", "east").index(edge)

    def opposite(self, facing: int) -> int:
        """Return the facing after a half turn.

        >>> grid.facing_name(grid.opposite(0))
        'S'
        """
        # Facings count N, E, S, W from 0, so that the second bit turns them round.
        return facing ^ 2

    def facing_name(self, facing: int) -> str:
        """Return the letters of a facing, also of a forward that no unit faces.

        >>> [grid.facing_name(facing) for facing in range(4)]
        ['N', 'E', 'S', 'W']
        """
        angle = self.angle(facing) % 360
        return FACINGS[angle // 90] if angle % 90 == 0 else self.facing_names[facing]

    def angle(self, facing: int) -> int:
        """Return a facing in degrees clockwise from north."""
        return 90 * facing

    def steps(self, directions: str | Sequence[str], forward: int) -> tuple[Step, ...]:
        """Return the steps of one or several directions, each once, for ``shifted`` and ``ray``."""
        words = (directions,) if isinstance(directions, str) else directions
        named = self._directions(forward)
        return tuple(dict.fromkeys(step for word in words for step in named[word]))

    def _directions(self, forward: int) -> Mapping[str, tuple[Step, ...]]:
        return DIRECTIONS

    def reverse(self, step: Step) -> Step:
        """Return the step that leads back."""
        return -step[0], -step[1]

    def symmetric(self, steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
        """Return the images of several steps under every symmetry of a cell: eight of a square."""
        for swapped in (False, True):
            for first, second in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
                signed = [(ahead * first, right * second) for ahead, right in steps]
                yield tuple(
                    (right, ahead) if swapped else (ahead, right) for ahead, right in signed
                )

    def goes(self, step: Step, directions: str | Sequence[str], forward: int) -> bool:
        """Return whether a step goes in one of these directions, or half way to the next at most.

        >>> grid.goes((2, 1), "forward", 0), grid.goes((1, 2), "forward", 0)
        (True, False)
        """
        way = self._offset(forward, step)
        return any(
            self._points(way, self._offset(forward, one)) for one in self.steps(directions, forward)
        )

    def _points(self, way: Step, direction: Step) -> bool:
        """Return whether a way is at most half the angle to the next direction off this one."""
        along = self._product(way, direction)
        lengths = self._product(way, way) * self._product(direction, direction)
        return along > 0 and along * along >= self.half_way * lengths

    def _product(self, one: Step, other: Step) -> int:
        (east, north), (to_east, to_north), by = one, other, self.weights
        return by[0] * east * to_east + by[1] * north * to_north

    def shifted(self, cell: int, facing: int, ahead: int, right: int = 0) -> int:
        """Return the cell ``ahead`` and to the ``right`` of one facing ``facing``, or ``OFF``.

        >>> grid.name(grid.shifted(grid.cell("b2"), 0, 2, 1))  # two ahead, one to the right
        'c4'
        """
        return self._moved(cell, self._offset(facing, (ahead, right)))

    def shifts(self, facing: int, step: Step) -> tuple[int, ...]:
        """Return ``shifted`` by a step for every cell, made once for all who ask.

        >>> grid.shifts(0, (1, 0))[:3]
        (9, 10, 11)
        """
        offset = self._offset(facing, step)
        found = self._shifts.get(offset)
        if found is None:
            found = tuple([self._moved(cell, offset) for cell in range(self.cells)])
            self._shifts[offset] = found
        return found

    def _offset(self, facing: int, step: Step) -> tuple[int, int]:
        """Return how far a step goes eastward and northward."""
        (east, north), (ahead, right) = STEPS[facing], step
        return east * ahead + north * right, north * ahead - east * right

    def _moved(self, cell: int, offset: tuple[int, int]) -> int:
        """Return the cell so far away, or ``OFF``."""
        row, column = divmod(cell, self.columns)
        return self.at(column + offset[0], row + offset[1])

    def line(self, cell: int, facing: int, distance: int | None = None) -> tuple[int, ...]:
        """Return the cells straight ahead, nearest first, to the edge or up to ``distance``.

        >>> [grid.name(cell) for cell in grid.line(grid.cell("b2"), 0, 2)]
        ['b3', 'b4']
        """
        return self.ray(cell, facing, (1, 0), distance)

    def ray(
        self, cell: int, facing: int, step: Step, distance: int | None = None
    ) -> tuple[int, ...]:
        """Return the cells of a repeated step, nearest first, to the edge or up to ``distance``."""
        eastward, northward = self._offset(facing, step)
        row, column = divmod(cell, self.columns)
        # The length first: then the ray is one range, without a look at each cell.
        most = min(_steps(column, eastward, self.columns), _steps(row, northward, self.rows))
        if distance is not None:
            most = min(most, distance)
        by = northward * self.columns + eastward
        return tuple(range(cell + by, cell + by * (most + 1), by)) if most and by else ()

    def abreast(self, cell: int, facing: int, ahead: int, side: int) -> tuple[int, ...]:
        """Return the cells in the row so many steps ahead, up to ``side`` to the left and right.

        They are in order from left to right. Of hexes, the row has only those at that distance.
        """
        middle = self.shifted(cell, facing, ahead)
        if middle == OFF:
            return ()
        left, right = (self.ray(middle, facing, (0, by), side) for by in (-1, 1))
        return (*reversed(left), middle, *right)

    # Distances and lines of sight

    def distance(self, cell: int, other: int, metric: str = "manhattan") -> int:
        """Return the steps between two cells, by ``metric`` along rows and columns or a king's.

        The metrics are ``manhattan`` and ``chebyshev``; hexes have one measure.

        >>> grid.distance(grid.cell("a1"), grid.cell("c2")), grid.distance(0, 11, "chebyshev")
        (3, 2)
        """
        (row, column), (other_row, other_column) = (
            divmod(cell, self.columns),
            divmod(other, self.columns),
        )
        rows, columns = abs(row - other_row), abs(column - other_column)
        return rows + columns if metric == "manhattan" else max(rows, columns)

    def around(self, cell: int, most: int, metric: str = "manhattan") -> list[tuple[int, int]]:
        """Return the cells up to so far away, each as (distance, cell), nearest first.

        >>> [(grid.name(cell), away) for away, cell in grid.around(grid.cell("a1"), 1)]
        [('a1', 0), ('b1', 1), ('a2', 1)]
        """
        row, column = self.row_and_column(cell)
        rows = range(max(row - most, 0), min(row + most + 1, self.rows))
        columns = range(max(column - most, 0), min(column + most + 1, self.columns))
        near = (other for r in rows for c in columns if (other := self.at(c, r)) != OFF)
        far = ((self.distance(cell, other, metric), other) for other in near)
        return sorted(found for found in far if found[0] <= most)

    def bearings(self, cell: int, other: int, forward: int) -> tuple[Step, ...]:
        """Return the steps to neighbours that point most nearly from one cell to another.

        They are two if the other cell lies in the middle between them.

        >>> grid.bearings(grid.cell("b2"), grid.cell("c4"), 0)  # nearer to askew than ahead
        ((1, 1),)
        """
        key = self._way(cell, other), forward
        known = self._bearings.get(key)
        if known is None:
            known = self._bearings[key] = self._nearest(*key)
        return known

    def _nearest(self, way: Step, forward: int) -> tuple[Step, ...]:
        """Return the steps whose directions are nearest to a way eastward and northward."""
        found: list[Step] = []
        best = Fraction(0)
        for step in self.steps("all", forward):
            to = self._offset(forward, step)
            along, length = self._product(way, to), self._product(to, to)
            near = Fraction(max(along, 0) ** 2, length)  # the cosine, squared, times a constant
            if near > best:
                found, best = [], near
            if near == best > 0:
                found.append(step)
        return tuple(found)

    def _way(self, cell: int, other: int) -> tuple[int, int]:
        """Return how far another cell lies eastward and northward."""
        (row, column), (to_row, to_column) = self.row_and_column(cell), self.row_and_column(other)
        return to_column - column, to_row - row

    def between(self, cell: int, other: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells under the straight line from the centre of one cell to another's.

        Where the line runs exactly between two cells, it may pass on either side: there are two
        alternatives then. Both ends are left out; sight is open if an alternative is.

        >>> [grid.name(cell) for cell in grid.between(grid.cell("a1"), grid.cell("d1"))[0]]
        ['b1', 'c1']
        """
        (row, column), (to_row, to_column) = divmod(cell, self.columns), divmod(other, self.columns)
        return tuple(
            [
                tuple([cell + rows * self.columns + columns for columns, rows in line])
                for line in _under_line(to_column - column, to_row - row)
            ]
        )

    def straight(self, cell: int, other: int) -> tuple[int, ...]:
        """Return the cells of a straight line, both ends included; only these if there is none.

        >>> [grid.name(cell) for cell in grid.straight(grid.cell("a1"), grid.cell("d1"))]
        ['a1', 'b1', 'c1', 'd1']
        """
        (row, column), (to_row, to_column) = divmod(cell, self.columns), divmod(other, self.columns)
        rows, columns = to_row - row, to_column - column
        far = max(abs(rows), abs(columns))
        if not far or abs(rows) not in (0, far) or abs(columns) not in (0, far):
            return (cell, other)
        return tuple(
            self.at(column + columns // far * step, row + rows // far * step)
            for step in range(far + 1)
        )

    # Symmetries of the board

    @property
    def turns(self) -> bool:
        """Whether a half turn takes every cell to a cell."""
        return True

    @property
    def mirrors(self) -> bool:
        """Whether a reflection that swaps north and south takes every cell to a cell."""
        return True

    def turned(self, cell: int) -> int:
        """Return the cell's place after a half turn; ``OFF`` unless the board ``turns``.

        >>> grid.name(grid.turned(grid.cell("a1")))
        'i10'
        """
        return self.cells - 1 - cell

    def mirrored(self, cell: int) -> int:
        """Return the cell with north and south swapped; ``OFF`` unless the board ``mirrors``."""
        row, column = divmod(cell, self.columns)
        return (self.rows - 1 - row) * self.columns + column

    # Diagrams

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells in each line of a diagram of the board, north first."""
        rows = reversed(range(self.rows))
        return tuple(tuple(range(row * self.columns, (row + 1) * self.columns)) for row in rows)

    def part(self, corner: int, lengths: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
        """Return the cells of the part of the board that is most like a diagram; None without any.

        ``corner`` is the part's south-west cell, ``lengths`` are the cells in each line. The part
        has as many lines, but the diagram may be wrong about the cells in some.
        """
        parts = [self._part(corner, *size) for size in self._part_sizes(lengths)]
        return min(
            (lines for lines in parts if len(lines) == len(lengths)),
            key=lambda lines: sum(map(ne, map(len, lines), lengths)),
            default=None,
        )

    def _part_sizes(self, lengths: Sequence[int]) -> list[tuple[int, int]]:
        """Return the columns and rows that a part may have whose lines have these cells."""
        return [(columns, len(lengths)) for columns in sorted({*lengths}, reverse=True)]

    def _part(self, corner: int, columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
        row, column = self.row_and_column(corner)
        if column + columns > self.columns or row + rows > self.rows:
            return ()
        places = ((c, r) for r in range(row, row + rows) for c in range(column, column + columns))
        return self.lines_of([self.at(*place) for place in places])

    def lines_of(self, cells: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the lines of a diagram that shows these cells only, north first."""
        wanted = {*cells}
        lines = (tuple(cell for cell in line if cell in wanted) for line in self.lines)
        return tuple(line for line in lines if line)

    def start(self, cell: int) -> int:
        """Return where a cell begins in its line of a diagram, in half cells."""
        return 2 * self.row_and_column(cell)[1]

    def draw(self, signs: Mapping[int, str] | Sequence[str]) -> str:
        """Draw the board as a diagram, with a sign for every cell."""
        drawn = [signs[cell] or "." for cell in range(self.cells)]
        width = max(map(len, drawn))
        wide = [sign.ljust(width) for sign in drawn]
        return "\n".join(" ".join([wide[cell] for cell in line]).rstrip() for line in self.lines)


@lru_cache(maxsize=4096)
def _under_line(columns: int, rows: int) -> tuple[tuple[Step, ...], ...]:
    """Return by how many columns and rows the cells under a line of this size lie from its start.

    There are two alternatives where it runs between two cells.
    """
    far = max(abs(rows), abs(columns))
    found = [
        tuple(
            [
                (_rounded(columns * step, far, tie), _rounded(rows * step, far, tie))
                for step in range(1, far)
            ]
        )
        for tie in (0, 1)
    ]
    return tuple(dict.fromkeys(found))


def _rounded(number: int, by: int, tie: int) -> int:
    """Return the quotient as the nearest integer; a tie goes down with 0, up with 1."""
    # In integers: a float could make a tie go either way.
    return (2 * number + by) // (2 * by) if tie else -((by - 2 * number) // (2 * by))
