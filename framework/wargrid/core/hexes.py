"""Board geometry of hexes: six neighbours and six facings.

Cells have doubled coordinates: of shifted rows, x counts half hexes east and y rows north; of
shifted columns, x counts columns and y half hexes. Neighbours then differ by whole numbers, and
distances and lines follow the usual formulas of cube coordinates (redblobgames.com/grids/hexagons).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import ClassVar, Final

from wargrid.core.grid import OFF, Grid, Step

AROUND: Final[tuple[Step, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six steps, clockwise from straight ahead: hexes ahead, and hexes ahead to the right."""

CORNERS: Final[tuple[Step, ...]] = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
"""The six steps between two neighbours, along the edge that they share, clockwise."""

_AHEAD, _FORWARD_RIGHT, _BACK_RIGHT, _BACK, _BACK_LEFT, _FORWARD_LEFT = AROUND

_BESIDES: Final = {"orthogonal": AROUND, "all": AROUND, "diagonal": CORNERS}

_STRAIGHT: Final[Mapping[str, tuple[Step, ...]]] = {
    "forward": (_AHEAD,),
    "back": (_BACK,),
    "forward_left": (_FORWARD_LEFT,),
    "forward_right": (_FORWARD_RIGHT,),
    "back_left": (_BACK_LEFT,),
    "back_right": (_BACK_RIGHT,),
    "left": (_FORWARD_LEFT, _BACK_LEFT),
    "right": (_FORWARD_RIGHT, _BACK_RIGHT),
    "sideways": (_FORWARD_LEFT, _BACK_LEFT, _FORWARD_RIGHT, _BACK_RIGHT),
    **_BESIDES,
}
"""The directions of a unit that faces a neighbour."""

_FORKED: Final[Mapping[str, tuple[Step, ...]]] = {
    "forward": (_AHEAD, _FORWARD_RIGHT),
    "back": (_BACK, _BACK_LEFT),
    "forward_left": (_AHEAD,),
    "forward_right": (_FORWARD_RIGHT,),
    "back_left": (_BACK_LEFT,),
    "back_right": (_BACK,),
    "left": (_FORWARD_LEFT,),
    "right": (_BACK_RIGHT,),
    "sideways": (_FORWARD_LEFT, _BACK_RIGHT),
    **_BESIDES,
}
"""The directions of a side whose forward goes between two neighbours; ``AROUND`` begins with the
left one of them."""


class HexGrid(Grid):
    """A board of hexes in ``columns`` and ``rows``, of which every second one is shifted.

    Facings from 6 on are forwards of sides only: number 6 + n goes between facings n and n + 1. If
    ``short``, shifted rows or columns have a hex less.
    """

    __slots__ = ("_at", "_cells", "_mirrored", "_places", "_spots", "_turned", "short")

    ways = 12
    half_way = Fraction(3, 4)
    offsets: ClassVar[tuple[tuple[int, int], ...]]
    """What each facing adds to doubled coordinates."""

    edges: ClassVar[Mapping[str, int]]
    """The forward of a side by the edge behind it."""

    def __init__(self, columns: int, rows: int, facings: int = 1, *, short: bool = False) -> None:
        self.columns = columns
        self.rows = rows
        self.facings = facings
        self.short = short
        places = [
            (column, row) for row in range(rows) for column in range(columns)
            if self._exists(column, row)
        ]  # fmt: skip
        self._number_cells(places)
        self._places = tuple((row, column) for column, row in places)
        self._at = {place: cell for cell, place in enumerate(places)}
        self._spots = tuple(self._doubled(column, row) for column, row in places)
        self._cells = {spot: cell for cell, spot in enumerate(self._spots)}
        most = max(x for x, _ in self._spots), max(y for _, y in self._spots)
        self._turned = tuple(
            self._cells.get((most[0] - x, most[1] - y), OFF) for x, y in self._spots
        )
        self._mirrored = tuple(self._cells.get((x, most[1] - y), OFF) for x, y in self._spots)

    def _exists(self, column: int, row: int) -> bool:
        raise NotImplementedError

    def _doubled(self, column: int, row: int) -> tuple[int, int]:
        raise NotImplementedError

    def _axial(self, cell: int) -> tuple[int, int]:
        """Return two of the three cube coordinates; the third makes their sum 0."""
        raise NotImplementedError

    def _of_axial(self, first: int, second: int) -> int:
        raise NotImplementedError

    @property
    def middle(self) -> int:
        """A cell in the middle of the board."""
        return self._at[(self.columns - self.short) // 2, (self.rows - self.short) // 2]

    def at(self, column: int, row: int) -> int:
        """Return the cell in that column and row, both from 0, or ``OFF``."""
        return self._at.get((column, row), OFF)

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 0."""
        return self._places[cell]

    def colour(self, cell: int) -> int:
        """Return the colour of a cell, one of three: neighbours differ."""
        first, second = self._axial(cell)
        return (first - second) % 3

    def spot(self, cell: int) -> tuple[int, int]:
        """Return the doubled coordinates of a cell, eastward and northward."""
        return self._spots[cell]

    def facing_from(self, edge: str) -> int:
        """Return the forward of a side with this edge of the board behind it."""
        return self.edges[edge]

    def opposite(self, facing: int) -> int:
        """Return the facing after a half turn."""
        # Forwards from 6 on point at a corner, the others at a side.
        return (facing + 3) % 6 + (6 if facing >= 6 else 0)

    def _directions(self, forward: int) -> Mapping[str, tuple[Step, ...]]:
        return _STRAIGHT if forward < 6 else _FORKED

    def symmetric(self, steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
        """Return the images of several steps under every symmetry of a cell: twelve of a hex."""
        for mirrored in (False, True):
            turned = [(right, ahead) if mirrored else (ahead, right) for ahead, right in steps]
            for _ in range(6):
                yield tuple(turned)
                turned = [(-right, ahead + right) for ahead, right in turned]

    def _offset(self, facing: int, step: Step) -> tuple[int, int]:
        (east, north), (right_east, right_north) = (
            self.offsets[facing % 6],
            self.offsets[(facing + 1) % 6],
        )
        ahead, right = step
        return ahead * east + right * right_east, ahead * north + right * right_north

    def shifted(self, cell: int, facing: int, ahead: int, right: int = 0) -> int:
        """Return the cell ``ahead`` and ahead to the ``right`` of one facing ``facing``."""
        return self._moved(cell, self._offset(facing, (ahead, right)))

    def _moved(self, cell: int, offset: tuple[int, int]) -> int:
        (x, y), (east, north) = self._spots[cell], offset
        return self._cells.get((x + east, y + north), OFF)

    def ray(
        self, cell: int, facing: int, step: Step, distance: int | None = None
    ) -> tuple[int, ...]:
        """Return the cells of a repeated step, nearest first, to the edge or up to ``distance``."""
        (x, y), (east, north) = self._spots[cell], self._offset(facing, step)
        found: list[int] = []
        while len(found) != distance and (east or north):
            x, y = x + east, y + north
            if (x, y) not in self._cells:
                break
            found.append(self._cells[x, y])
        return tuple(found)

    def abreast(self, cell: int, facing: int, ahead: int, side: int) -> tuple[int, ...]:
        """Return the cells at a distance ahead, up to ``side`` to the left and right of straight.

        They are in order from left to right.
        """
        if facing < 6:
            left = [(ahead, -beside) for beside in range(min(ahead, side), 0, -1)]
            right = [(ahead - beside, beside) for beside in range(min(ahead, side) + 1)]
            row = [*left, *right]
        else:
            beside = range(ahead + 1)
            row = [(ahead - right, right) for right in beside if abs(2 * right - ahead) <= 2 * side]
        found = (self.shifted(cell, facing, *step) for step in row)
        return tuple(other for other in found if other != OFF)

    def distance(self, cell: int, other: int, metric: str = "") -> int:
        """Return the steps between two cells; there is one measure."""
        (q, r), (to_q, to_r) = self._axial(cell), self._axial(other)
        return max(abs(to_q - q), abs(to_r - r), abs(to_q + to_r - q - r))

    def _way(self, cell: int, other: int) -> tuple[int, int]:
        (x, y), (to_x, to_y) = self._spots[cell], self._spots[other]
        return to_x - x, to_y - y

    def between(self, cell: int, other: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells under the straight line from the centre of one cell to another's.

        Where the line runs exactly between two cells, it may pass on either side: there are two
        alternatives then. Both ends are left out; sight is open if an alternative is.
        """
        (q, r), (to_q, to_r) = self._axial(cell), self._axial(other)
        far = self.distance(cell, other)
        found = []
        # By 1, 2 and so -3 in the third coordinate: along no line of symmetry, where ties remain.
        for nudge in (1, -1):
            by = far * _FINE
            line = (
                (
                    (q * (far - step) + to_q * step) * _FINE + nudge,
                    (r * (far - step) + to_r * step) * _FINE + 2 * nudge,
                )
                for step in range(1, far)
            )
            cells = (self._of_axial(*_nearest(*point, by)) for point in line)
            found.append(tuple(cell for cell in cells if cell != OFF))
        return tuple(dict.fromkeys(found))

    def straight(self, cell: int, other: int) -> tuple[int, ...]:
        """Return the cells of a straight line, both ends included; only these if there is none."""
        (q, r), (to_q, to_r) = self._axial(cell), self._axial(other)
        # Straight if the smallest whole step leads to a neighbour or past a corner.
        far = gcd(to_q - q, to_r - r)
        step = ((to_q - q) // far, (to_r - r) // far) if far else (0, 0)
        if step not in AROUND and step not in CORNERS:
            return (cell, other)
        return tuple(self._of_axial(q + step[0] * by, r + step[1] * by) for by in range(far + 1))

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

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells in each line of a diagram: those of one height, north first."""
        heights: dict[int, list[int]] = {}
        for cell, (_, y) in enumerate(self._spots):
            heights.setdefault(y, []).append(cell)
        return tuple(tuple(heights[y]) for y in sorted(heights, reverse=True))

    def start(self, cell: int) -> int:
        """Return where a cell begins in its line of a diagram, in half cells."""
        return self._spots[cell][0]

    def draw(self, signs: Mapping[int, str] | Sequence[str]) -> str:
        """Draw the board as a diagram, with a sign for every cell."""
        width = max(1, *(len(signs[cell]) for cell in range(self.cells)))
        pitch = self._pitch(width)
        drawn = []
        for line in self.lines:
            text = ""
            for cell in line:
                text = text.ljust(self._spots[cell][0] * pitch) + (signs[cell] or ".")
            drawn.append(text)
        return "\n".join(drawn)

    def _pitch(self, width: int) -> int:
        """Return the letters from one x to the next in a diagram."""
        return max(1, width // 2 + 1)


class HexRows(HexGrid):
    """Hexes in rows, of which rows 2, 4, … lie half a hex further east.

    Hexes have neighbours to the east and west. The x of doubled coordinates counts half hexes.
    """

    __slots__ = ()

    shape = "hex_rows"
    facing_names = ("NE", "E", "SE", "SW", "W", "NW")
    facing_signs = tuple(f">{name}" for name in facing_names)
    weights = (1, 3)
    offsets = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
    edges: ClassVar = {"south": 11, "north": 8, "west": 1, "east": 4}

    def _exists(self, column: int, row: int) -> bool:
        return not self.short or column < self.columns - row % 2

    def _doubled(self, column: int, row: int) -> tuple[int, int]:
        return 2 * column + row % 2, row

    def _axial(self, cell: int) -> tuple[int, int]:
        x, y = self._spots[cell]
        return (x - y) // 2, y

    def _of_axial(self, first: int, second: int) -> int:
        return self._cells.get((2 * first + second, second), OFF)

    def angle(self, facing: int) -> int:
        """Return a facing in degrees clockwise from north."""
        return 60 * (facing % 6) + (30 if facing < 6 else 60)


class HexColumns(HexGrid):
    """Hexes in columns, of which columns b, d, … lie half a hex further north.

    Hexes have neighbours to the north and south. The y of doubled coordinates counts half hexes.
    """

    __slots__ = ()

    shape = "hex_columns"
    facing_names = ("N", "NE", "SE", "S", "SW", "NW")
    facing_signs = tuple(f">{name}" for name in facing_names)
    weights = (3, 1)
    offsets = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
    edges: ClassVar = {"south": 0, "north": 3, "west": 7, "east": 10}

    def _exists(self, column: int, row: int) -> bool:
        return not self.short or row < self.rows - column % 2

    def _doubled(self, column: int, row: int) -> tuple[int, int]:
        return column, 2 * row + column % 2

    def _axial(self, cell: int) -> tuple[int, int]:
        x, y = self._spots[cell]
        return (y - x) // 2, x

    def _of_axial(self, first: int, second: int) -> int:
        return self._cells.get((second, 2 * first + second), OFF)

    def angle(self, facing: int) -> int:
        """Return a facing in degrees clockwise from north."""
        return 60 * (facing % 6) + (0 if facing < 6 else 30)

    def _part_sizes(self, lengths: Sequence[int]) -> list[tuple[int, int]]:
        pairs = {sum(lengths[at : at + 2]) for at in range(max(1, len(lengths) - 1))}
        wide = [(pair, (len(lengths) + 1) // 2) for pair in sorted(pairs, reverse=True)]
        return wide if max(lengths, default=1) > 1 else [*wide, (1, len(lengths))]

    def _pitch(self, width: int) -> int:
        return max(2, width // 2 + 1)


_FINE: Final = 1_000_000
"""How many times smaller than the distance of centres a nudge off the line is."""


def _nearest(first: int, second: int, by: int) -> tuple[int, int]:
    """Return the hex at cube coordinates that are ``by`` times too large."""
    third = -first - second
    rounded = [(2 * each + by) // (2 * by) for each in (first, second, third)]
    errors = [
        abs(near * by - each) for near, each in zip(rounded, (first, second, third), strict=True)
    ]
    # The one that rounding moved most gives way, so that the sum is 0 again.
    worst = errors.index(max(errors))
    rounded[worst] -= sum(rounded)
    return rounded[0], rounded[1]
