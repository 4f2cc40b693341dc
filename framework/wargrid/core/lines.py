"""Straight lines through the cells of a board, and how many units of a kind they hold in a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from wargrid.core.grid import Grid

Axis = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells on both sides of a cell along one line, the nearest first."""


@cache
def axes_of(grid: Grid, directions: str | tuple[str, ...]) -> tuple[tuple[Axis, ...], ...]:
    """Return by cell the lines through it, each direction with its opposite once."""
    north, found = 0, []
    for step in grid.steps(directions, north):
        if (-step[0], -step[1]) not in found:
            found.append(step)
    return tuple(
        tuple(
            (grid.ray(cell, north, step), grid.ray(cell, north, (-step[0], -step[1])))
            for step in found
        )
        for cell in range(grid.cells)
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
