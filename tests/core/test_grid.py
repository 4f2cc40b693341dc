"""The grid: names of cells, facings, steps and lines."""

from __future__ import annotations

from itertools import product

import pytest

from wargrid.core.grid import OFF, Grid


@pytest.fixture
def grid() -> Grid:
    """Nine columns, ten rows, four facings."""
    return Grid(9, 10, 4)


def test_every_cell_is_found_by_its_name() -> None:
    """Names lead back to their cells on a board wider than the alphabet."""
    wide = Grid(60, 3)
    assert [wide.cell(wide.name(cell)) for cell in range(wide.cells)] == list(range(180))


def test_no_diagonal_step_changes_the_colour_of_a_cell(grid: Grid) -> None:
    """Neighbours beside each other differ."""
    for cell in range(grid.cells):
        for directions, same in (("orthogonal", False), ("diagonal", True)):
            for ahead, right in grid.steps(directions, 0):
                found = grid.shifted(cell, 0, ahead, right)
                assert found == OFF or (grid.colour(found) == grid.colour(cell)) is same


def test_the_shifts_of_a_step_are_those_of_each_cell() -> None:
    """They are the same object for all who ask, whatever facing leads there."""
    grid = Grid(4, 3)
    for facing, step in product(range(4), [(1, 0), (2, 1), (-1, 1), (0, -2), (0, 0)]):
        each = tuple(grid.shifted(cell, facing, *step) for cell in range(grid.cells))
        assert grid.shifts(facing, step) == each
    assert grid.shifts(0, (1, 0)) is grid.shifts(2, (-1, 0))
