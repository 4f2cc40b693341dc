"""Rows of units: how many of a kind are next to each other in a straight line."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import takewhile

from wargrid.core.grid import Grid
from wargrid.core.selecting import Roles, Selection, UnitTest
from wargrid.core.state import PositionFields

Axis = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells of a line on both sides of a cell, nearest first."""


class Axes:
    """The straight lines through each cell in some directions, each line once for both ways."""

    __slots__ = ("_forward", "_grid", "_known", "_steps")

    def __init__(self, grid: Grid, directions: str | Sequence[str] = "all", forward: int = 0):
        self._grid = grid
        self._forward = forward
        steps = grid.steps(directions, forward)
        backs = [grid.reverse(step) for step in steps]
        self._steps = [
            (step, back)
            for number, (step, back) in enumerate(zip(steps, backs, strict=True))
            if back not in steps[:number]
        ]
        self._known: dict[int, tuple[Axis, ...]] = {}

    def through(self, cell: int) -> tuple[Axis, ...]:
        """Return the lines through a cell; one that has no other cell is left out."""
        found = self._known.get(cell)
        if found is None:
            ray, forward = self._grid.ray, self._forward
            axes = [
                (ray(cell, forward, step), ray(cell, forward, back)) for step, back in self._steps
            ]
            found = self._known[cell] = tuple([axis for axis in axes if axis[0] or axis[1]])
        return found


def row_length(position: PositionFields, units: Selection, axis: Axis) -> int:
    """Return how many units of a selection are in a row on a line, that on its cell included."""
    board, codes = position.board, position.roster.codes
    rows, tests = units.rows, units.tests
    length = 1
    for way in axis:
        for cell in way:
            unit = board[cell]
            if unit <= 0 or not rows[codes[unit]][cell]:
                break
            if tests and not units.holds_at(position, unit, cell):
                break
            length += 1
    return length


def longest_line(axes: Axes, cells: Container[int], count: int) -> int:
    """Return how many of some cells, of ``count`` on the board, the longest line of them has."""
    longest = 0
    for cell in range(count):
        for axis in axes.through(cell) if cell in cells else ():
            inside = [len(list(takewhile(cells.__contains__, way))) for way in axis]
            longest = max(longest, 1 + sum(inside))
    return longest


class RowTest(UnitTest):
    """A unit in a row of so many of its side.

    ``units`` and ``axes`` are by side of the unit those that count and the lines that may be.
    """

    __slots__ = ("axes", "least", "most", "units")

    def __init__(
        self, axes: Sequence[Axes], units: Sequence[Selection], least: int, most: int
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
        for axis in self.axes[owner].through(cell):
            if self.least <= row_length(position, units, axis) <= self.most:
                return True
        return False
