"""Straight lines through the cells of a board, and how many units of a kind they hold in a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from wargrid.core.grid import Grid, Step

NORTH: Final = 0
"""The facing in which directions of lines are named."""

Axis = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells on both sides of a cell along one line, the nearest first."""


@cache
def axes_of(grid: Grid, directions: str | tuple[str, ...]) -> tuple[tuple[Axis, ...], ...]:
    """Return by cell the lines through it, each direction with its opposite once."""
    found: dict[Step, Step] = {}
    for step in grid.steps(directions, NORTH):
        if step not in found.values():
            found[step] = _opposite(grid, step)
    return tuple(
        tuple(
            (grid.ray(cell, NORTH, one), grid.ray(cell, NORTH, other))
            for one, other in found.items()
        )
        for cell in range(grid.cells)
    )


def _opposite(grid: Grid, step: Step) -> Step:
    """Return the step that leads back from every cell to which a step leads."""
    ways = [(grid.ray(cell, NORTH, step)[:1], cell) for cell in range(grid.cells)]
    return next(
        back
        for back in grid.steps("all", NORTH)
        if all(not to or grid.ray(to[0], NORTH, back)[:1] == (cell,) for to, cell in ways)
    )


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
