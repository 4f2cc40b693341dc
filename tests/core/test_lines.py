"""Rows of units on squares, hexes and points, and selectors that ask who is in one."""

from __future__ import annotations

import pytest

from rulesets import made
from wargrid import Game
from wargrid.core.grid import Grid
from wargrid.core.hexes import HexRows
from wargrid.core.lines import axes_of, longest_line
from wargrid.core.points import PointGrid
from wargrid.match import read_position
from wargrid.ruleset.selecting.selectors import UnitSelector

POINTS = PointGrid(
    {"a1": (0, 0), "b1": (2, 0), "c1": (4, 0), "b2": (2, 2)}, [["a1", "b1", "c1"], ["b1", "b2"]]
)
ROWS = """
units:
  man: {letter: M, name: Man, move: {step: all}}
  boss: {letter: B, name: Boss, move: {step: all}}
zones: {west: "a1:b5"}
lines: {row: {count: %s}}
"""


@pytest.mark.parametrize(
    ("grid", "cell", "lines"),
    [
        (Grid(5, 5), "c3", 4),
        (Grid(5, 5), "a1", 3),
        (Grid(1, 1), "a1", 0),
        (HexRows(5, 5), "c3", 6),  # along rows, and between two neighbours
        (POINTS, "b1", 2),
        (POINTS, "a1", 1),
    ],
)
def test_each_line_goes_through_a_cell_once(grid: Grid, cell: str, lines: int) -> None:
    assert len(axes_of(grid, ("orthogonal", "diagonal"))[grid.cell(cell)]) == lines


def test_a_line_has_the_cells_on_both_sides_nearest_first() -> None:
    grid = Grid(5, 5)
    (axis,) = axes_of(grid, "sideways")[grid.cell("c2")]
    named = {tuple(map(grid.name, way)) for way in axis}
    assert named == {("d2", "e2"), ("b2", "a2")}


@pytest.mark.parametrize(
    ("cells", "directions", "longest"),
    [("a1:e5", "all", 5), ("a1:b5", "sideways", 2), ("a1:b5", "forward", 5), ("a1 c1", "all", 1)],
)
def test_the_longest_line_of_some_cells(cells: str, directions: str, longest: int) -> None:
    grid = Grid(5, 5)
    among = set()
    for part in cells.split():
        first, _, last = part.partition(":")
        among |= {*grid.box(grid.cell(first), grid.cell(last or first))}
    assert longest_line(axes_of(grid, directions), among) == longest


BOARD = """
. . . . m
M . . m .
. B m . .
. m . . .
m M M B .
"""


def in_row(game: Game, board: str) -> str:
    """Return the cells of the units that a selector finds in a row."""
    position = read_position(game, board)
    made_up = (UnitSelector(whose="any", in_line="row"),)
    found = game.engine.selected.units(made_up, 0).units(position)
    return " ".join(sorted(game.grid.name(position.cell_of(unit)) for unit in found))


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("3", "a1 b1 b2 c1 c3 d1 d4 e5"),
        ("4", "a1 b2 c3 d4 e5"),
        ("{exactly: 3}", "b1 c1 d1"),
        ("3, unit: man", "a1 b2 c3 d4 e5"),
        ("3, directions: sideways", "b1 c1 d1"),
        ("2, zone: west", "a1 a4 b2 b3"),
    ],
)
def test_units_of_one_side_are_in_a_row(count: str, expected: str) -> None:
    game = made(ROWS % count + "victory: {stalemate: loss}", setup=BOARD)
    assert in_row(game, BOARD) == expected
