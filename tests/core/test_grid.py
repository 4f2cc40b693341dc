"""The grid: names of cells, facings, steps and lines."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest

from wargrid.core.grid import FACINGS, OFF, STEPS, Grid, column_name

COLUMNS = [
    (0, "a"),
    (8, "i"),
    (25, "z"),
    (26, "aa"),
    (51, "az"),
    (52, "ba"),
    (701, "zz"),
    (702, "aaa"),
]


@pytest.fixture
def grid() -> Grid:
    """Nine columns, ten rows, four facings."""
    return Grid(9, 10, 4)


@pytest.mark.parametrize(("number", "name"), COLUMNS)
def test_columns_are_named_a_to_z_then_aa(number: int, name: str) -> None:
    """After z comes aa."""
    assert column_name(number) == name


def test_cells_are_numbered_eastward_then_northward(grid: Grid) -> None:
    """The south-west corner is a1, cell 0."""
    assert [grid.name(cell) for cell in (0, 1, 8, 9, 89)] == ["a1", "b1", "i1", "a2", "i10"]


def test_every_cell_is_found_by_its_name() -> None:
    """Names lead back to their cells on a board wider than the alphabet."""
    wide = Grid(60, 3)
    assert [wide.cell(wide.name(cell)) for cell in range(wide.cells)] == list(range(180))


@pytest.mark.parametrize(("name", "here", "looks"), [
    ("i10", True, True), ("j1", False, True), ("a11", False, True), ("a0", False, False),
    ("a01", False, False),
    ("A1", False, False), ("", False, False), ("1a", False, False), ("a1 ", False, False),
])  # fmt: skip
def test_a_name_may_be_of_another_board(grid: Grid, name: str, here: bool, looks: bool) -> None:
    """A cell of another board has the form of a name but does not exist."""
    assert (grid.has(name), grid.looks_like_a_cell(name)) == (here, looks)


def test_an_unknown_name_raises_a_key_error(grid: Grid) -> None:
    """A grid has numbers for its own cells only."""
    with pytest.raises(KeyError):
        grid.cell("j1")


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -1), (9, 0), (0, 10)])
def test_a_cell_beyond_an_edge_is_off(grid: Grid, column: int, row: int) -> None:
    """There are no cells off the board."""
    assert grid.at(column, row) == OFF


def test_facings_are_clockwise(grid: Grid) -> None:
    """North, east, south, west, each with its arrow and its step."""
    assert list(zip(grid.facing_names, grid.facing_signs, STEPS, strict=True)) == [
        ("N", "^", (0, 1)), ("E", ">", (1, 0)), ("S", "v", (0, -1)), ("W", "<", (-1, 0)),
    ]  # fmt: skip
    assert [FACINGS[grid.opposite(facing)] for facing in range(4)] == ["S", "W", "N", "E"]


@pytest.mark.parametrize(("facing", "ahead", "right"), [
    ("N", "e7", "f5"), ("E", "g5", "e4"), ("S", "e3", "d5"), ("W", "c5", "e6"),
])  # fmt: skip
def test_ahead_and_right_depend_on_the_facing(
    grid: Grid, facing: str, ahead: str, right: str
) -> None:
    """Two ahead and one to the right, from e5."""
    looking = FACINGS.index(facing)
    assert grid.name(grid.shifted(grid.cell("e5"), looking, 2)) == ahead
    assert grid.name(grid.shifted(grid.cell("e5"), looking, 0, 1)) == right


@pytest.mark.parametrize(("start", "facing", "distance", "cells"), [
    ("h9", "E", None, "i9"), ("h9", "N", None, "h10"), ("i10", "N", None, ""),
    ("a1", "E", 3, "b1 c1 d1"),
    ("d1", "S", 2, ""), ("d4", "S", 9, "d3 d2 d1"), ("c5", "W", 1, "b5"),
])  # fmt: skip
def test_a_line_ends_at_its_distance_or_at_the_edge(
    grid: Grid, start: str, facing: str, distance: int | None, cells: str
) -> None:
    """The nearest cell comes first."""
    line = grid.line(grid.cell(start), FACINGS.index(facing), distance)
    assert " ".join(grid.name(cell) for cell in line) == cells


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


def test_a_line_of_sight_passes_the_nearest_cells() -> None:
    """In each column, or row if there are more, it passes that nearest to it; ties either way."""
    grid = Grid(7, 6)
    for cell, other in product(range(grid.cells), repeat=2):
        (row, column), (to_row, to_column) = divmod(cell, 7), divmod(other, 7)
        far = max(abs(to_row - row), abs(to_column - column))
        ways = {
            tuple(
                grid.at(
                    round_half(column + Fraction((to_column - column) * step, far)),
                    round_half(row + Fraction((to_row - row) * step, far)),
                )
                for step in range(1, far)
            )
            for round_half in (_half_down, _half_up)
        }
        assert set(grid.between(cell, other)) == ways


def _half_down(number: Fraction) -> int:
    return ceil(number - Fraction(1, 2))


def _half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))
