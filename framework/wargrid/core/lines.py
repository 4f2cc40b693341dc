"""Straight lines through the cells of a board, and how many units of a kind they hold in a row."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cache
from itertools import takewhile

from wargrid.core.grid import Grid, Step
from wargrid.core.selecting import Roles, Selection, UnitTest
from wargrid.core.state import PositionFields

Axis = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells on both sides of a cell along one line, the nearest first."""


@cache
def axes_of(
    grid: Grid, directions: str | tuple[str, ...], forward: int = 0
) -> tuple[tuple[Axis, ...], ...]:
    """Return by cell the lines through it, each direction with its opposite once.

    A line that has no other cell is left out.
    """
    found: list[Step] = []
    for step in grid.steps(directions, forward):
        if grid.reverse(step) not in found:
            found.append(step)
    lines = [
        [
            (grid.ray(cell, forward, step), grid.ray(cell, forward, grid.reverse(step)))
            for step in found
        ]
        for cell in range(grid.cells)
    ]
    return tuple([tuple([axis for axis in axes if axis[0] or axis[1]]) for axes in lines])


def row_through(board: Sequence[int], own: Sequence[bool], axis: Axis) -> int:
    """Return how many units stand in a row along a line through a cell that holds one of them.

    ``own`` says by id, walls last, which units count.
    """
    found = 1
    for way in axis:
        for cell in way:
            if not own[board[cell]]:
                break
            found += 1
    return found


def makes_row(
    board: Sequence[int], own: Sequence[bool], axes: tuple[Axis, ...], least: int, most: int
) -> bool:
    """Return whether a line through a cell that holds a unit has so many in a row."""
    for axis in axes:  # noqa: SIM110 - a generator costs more than the test
        if least <= row_through(board, own, axis) <= most:
            return True
    return False


def longest_line(axes: tuple[tuple[Axis, ...], ...], cells: Container[int]) -> int:
    """Return how many of some cells the longest line of them has."""
    longest = 0
    for cell, lines in enumerate(axes):
        for axis in lines if cell in cells else ():
            inside = [len(list(takewhile(cells.__contains__, way))) for way in axis]
            longest = max(longest, 1 + sum(inside))
    return longest


class RowTest(UnitTest):
    """A unit in a row of so many of its side.

    ``units`` and ``axes`` are by side of the unit those that count and the lines that may be.
    """

    __slots__ = ("axes", "least", "most", "units")

    def __init__(
        self,
        axes: Sequence[tuple[tuple[Axis, ...], ...]],
        units: Sequence[Selection],
        least: int,
        most: int,
    ) -> None:
        self.axes = list(axes)
        self.units = list(units)
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Count on each line through its cell."""
        owner = position.roster.owners[unit]
        units = self.units[owner]
        if not units.holds_at(position, unit, cell):
            return False
        for axis in self.axes[owner][cell]:
            if self.least <= _selected_through(position, units, axis) <= self.most:
                return True
        return False


def _selected_through(position: PositionFields, units: Selection, axis: Axis) -> int:
    """Return how many units of a selection are in a row, that on the cell of the line included."""
    board, codes = position.board, position.roster.codes
    rows, tests = units.rows, units.tests
    found = 1
    for way in axis:
        for cell in way:
            unit = board[cell]
            if unit <= 0 or not rows[codes[unit]][cell]:
                break
            if tests and not units.holds_at(position, unit, cell):
                break
            found += 1
    return found
