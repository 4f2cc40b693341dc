"""Board geometry: cells and their names, directions and facings. Units are in ``Position``."""

from __future__ import annotations

import re
import sys
from typing import Final

FACINGS: Final = "NESW"
"""The four facings, clockwise; a facing is an index into this string."""

ARROWS: Final = "^>v<"
"""The sign of each facing in a diagram, in the order of ``FACINGS``."""

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Columns east and rows north of one step, by facing."""

Step = tuple[int, int]
"""One step relative to a facing: cells ahead and cells to the right."""

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
"""The directions of a ruleset, relative to the facing of a unit or the forward of its side."""

OFF: Final = -1
"""The cell of a step off the board."""

_NAME: Final = re.compile(r"([a-z]+)([1-9][0-9]*)")


def column_name(column: int) -> str:
    """Name a column, numbered from 0: a … z, then aa, ab and so on."""
    name = ""
    number = column + 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def opposite(facing: int) -> int:
    """Return the facing after a half turn."""
    return facing ^ 2


def _steps(start: int, by: int, length: int) -> int:
    """Return how many steps of a size stay on a line of cells; those of size 0 all do."""
    if by == 0:
        return sys.maxsize
    return (length - 1 - start) // by if by > 0 else start // -by


class Grid:
    """A board of ``columns`` x ``rows`` cells, numbered eastward from a1, then northward.

    ``facings`` is 4, or 1 on a board without facing. A *place* is a cell and a facing in one
    integer: ``cell * facings + facing``.
    """

    __slots__ = ("_names", "_numbers", "cells", "columns", "facings", "rows")

    def __init__(self, columns: int, rows: int, facings: int = 1) -> None:
        self.columns = columns
        self.rows = rows
        self.facings = facings
        self.cells = columns * rows
        letters = [column_name(column) for column in range(columns)]
        self._names = tuple(f"{letter}{row}" for row in range(1, rows + 1) for letter in letters)
        self._numbers = {name: cell for cell, name in enumerate(self._names)}

    def name(self, cell: int) -> str:
        """Return the name of a cell: column letters and row, ``a1`` in the south-west corner."""
        return self._names[cell]

    def cell(self, name: str) -> int:
        """Find a cell by its name.

        Raises:
            KeyError: no cell of this board has that name.
        """
        return self._numbers[name]

    def has(self, name: str) -> bool:
        """Return whether a cell of this board has that name."""
        return name in self._numbers

    def looks_like_a_cell(self, text: str) -> bool:
        """Return whether ``text`` has the form of a cell's name, of any board."""
        return _NAME.fullmatch(text) is not None

    @property
    def middle(self) -> int:
        """A cell in the middle of the board."""
        return self.at(self.columns // 2, self.rows // 2)

    def at(self, column: int, row: int) -> int:
        """Return the cell in that column and row, both from 0, or ``OFF``."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return OFF

    def shifted(self, cell: int, facing: int, ahead: int, right: int = 0) -> int:
        """Return the cell ``ahead`` and to the ``right`` of one facing ``facing``, or ``OFF``."""
        east, north = STEPS[facing]
        row, column = divmod(cell, self.columns)
        return self.at(column + east * ahead + north * right, row + north * ahead - east * right)

    def line(self, cell: int, facing: int, distance: int | None = None) -> tuple[int, ...]:
        """Return the cells straight ahead, nearest first, to the edge or up to ``distance``."""
        return self.ray(cell, facing, (1, 0), distance)

    def ray(
        self, cell: int, facing: int, step: Step, distance: int | None = None
    ) -> tuple[int, ...]:
        """Return the cells of a repeated step, nearest first, to the edge or up to ``distance``."""
        (east, north), (ahead, right) = STEPS[facing], step
        eastward, northward = east * ahead + north * right, north * ahead - east * right
        row, column = divmod(cell, self.columns)
        most = min(_steps(column, eastward, self.columns), _steps(row, northward, self.rows))
        if distance is not None:
            most = min(most, distance)
        by = northward * self.columns + eastward
        return tuple(range(cell + by, cell + by * (most + 1), by)) if most and by else ()

    def turned(self, cell: int) -> int:
        """Return the cell at the same place after a half turn of the board."""
        return self.cells - 1 - cell

    def box(self, corner: int, opposite_corner: int) -> tuple[int, ...]:
        """Return the cells of the rectangle between two corners, in the order of cells."""
        (row, column), (other_row, other_column) = (
            divmod(corner, self.columns),
            divmod(opposite_corner, self.columns),
        )
        rows = range(min(row, other_row), max(row, other_row) + 1)
        columns = range(min(column, other_column), max(column, other_column) + 1)
        return tuple(r * self.columns + c for r in rows for c in columns)
