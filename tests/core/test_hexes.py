"""Hexes: neighbours, distances, lines and symmetries, against the formulas of cube coordinates."""

from __future__ import annotations

from itertools import product
from math import atan2, degrees, sqrt

import pytest

from wargrid.core.grid import OFF, Grid
from wargrid.core.hexes import HexColumns, HexGrid, HexRows

BOARDS = [
    kind(columns, rows, 6, short=short)
    for kind in (HexRows, HexColumns)
    for columns, rows in ((6, 5), (7, 6), (5, 5))
    for short in (False, True)
]
EVERY_BOARD = pytest.mark.parametrize("grid", BOARDS, ids=[str(n) for n in range(len(BOARDS))])


def centre(grid: HexGrid, cell: int) -> tuple[float, float]:
    """Return the centre of a hex whose neighbours' centres are 1 away, eastward and northward."""
    row, column = grid.row_and_column(cell)
    if isinstance(grid, HexRows):
        return column + row % 2 / 2, row * sqrt(3) / 2
    return column * sqrt(3) / 2, row + column % 2 / 2


def cube(grid: HexGrid, cell: int) -> tuple[int, int, int]:
    """Return cube coordinates as published: offset coordinates with odd rows or columns shoved."""
    row, column = grid.row_and_column(cell)
    if isinstance(grid, HexRows):
        q, r = column - (row - row % 2) // 2, row
    else:
        q, r = column, row - (column - column % 2) // 2
    return q, r, -q - r


def names(grid: Grid, cells: tuple[int, ...]) -> str:
    return " ".join(map(grid.name, cells))


@EVERY_BOARD
def test_the_six_neighbours_are_the_cells_one_step_away(grid: HexGrid) -> None:
    """Their centres are nearest, and the facings go round clockwise by 60 degrees."""
    for cell in range(grid.cells):
        x, y = centre(grid, cell)
        centres = [centre(grid, other) for other in range(grid.cells)]
        near = {
            other
            for other, (east, north) in enumerate(centres)
            if 0 < (east - x) ** 2 + (north - y) ** 2 < 1.1
        }
        found = [grid.shifted(cell, facing, 1) for facing in range(6)]
        assert {*found} - {OFF} == near
        ahead = (grid.shifted(cell, 0, *step) for step in grid.steps("all", 0))
        assert [*ahead] == found


@EVERY_BOARD
def test_distances_are_those_of_cube_coordinates(grid: HexGrid) -> None:
    """Half the sum of the differences, and the number of steps of a walk."""
    for cell, other in product(range(grid.cells), repeat=2):
        apart = [abs(a - b) for a, b in zip(cube(grid, cell), cube(grid, other), strict=True)]
        assert grid.distance(cell, other) == sum(apart) // 2 == max(apart)
    reached, layer = {0: 0}, [0]
    while layer:
        steps = [(c, grid.shifted(c, facing, 1)) for c in layer for facing in range(6)]
        layer = [*{to for _, to in steps if to != OFF and to not in reached}]
        reached |= dict.fromkeys(layer, max(reached.values()) + 1)
    assert reached == {cell: grid.distance(0, cell) for cell in range(grid.cells)}
    assert grid.around(3, 2) == sorted(
        (away, cell) for cell in range(grid.cells) if (away := grid.distance(3, cell)) <= 2
    )


def nearest(q: float, r: float) -> tuple[int, int, int]:
    """Round cube coordinates as published."""
    s = -q - r
    found = [round(q), round(r), round(s)]
    errors = [abs(a - b) for a, b in zip(found, (q, r, s), strict=True)]
    worst = errors.index(max(errors))
    found[worst] = -sum(found[:worst] + found[worst + 1 :])
    return found[0], found[1], found[2]


@EVERY_BOARD
def test_lines_of_sight_are_those_of_linear_interpolation(grid: HexGrid) -> None:
    """Each alternative is the published line, nudged to one side or the other."""
    cells = {cube(grid, cell): cell for cell in range(grid.cells)}
    for cell, other in product(range(0, grid.cells, 3), range(grid.cells)):
        (q, r, _), (to_q, to_r, _) = cube(grid, cell), cube(grid, other)
        far = grid.distance(cell, other)
        expected = []
        for nudge in (1e-6, -1e-6):
            points = (
                (q + (to_q - q) * n / far + nudge, r + (to_r - r) * n / far + 2 * nudge)
                for n in range(1, far)
            )
            line = (cells.get(nearest(*point), OFF) for point in points)
            expected.append(tuple(each for each in line if each != OFF))
        found = grid.between(cell, other)
        assert {*found} == {*expected}
        assert {way[::-1] for way in grid.between(other, cell)} == {*found}


def test_a_line_between_two_hexes_may_pass_on_either_side() -> None:
    """From b2 the cell b4 of shifted rows lies straight north, along the edge of b3 and c3."""
    grid = HexRows(5, 5)
    ways = grid.between(grid.cell("b2"), grid.cell("b4"))
    assert sorted(names(grid, way) for way in ways) == ["b3", "c3"]
    assert [names(grid, way) for way in grid.between(grid.cell("a1"), grid.cell("d1"))] == ["b1 c1"]


@pytest.mark.parametrize(
    ("grid", "edge", "words"),
    [
        (HexColumns(5, 5), "south",
         {"forward": "c4", "forward_left": "b3", "forward_right": "d3", "back_left": "b2",
          "back_right": "d2", "back": "c2", "left": "b3 b2", "sideways": "b3 b2 d3 d2"}),
        (HexRows(5, 5), "west",
         {"forward": "d3", "forward_left": "c4", "forward_right": "c2", "back": "b3",
          "right": "c2 b2"}),
        (HexRows(5, 5), "south",
         {"forward": "b4 c4", "forward_left": "b4", "forward_right": "c4", "left": "b3",
          "right": "d3", "back": "c2 b2", "diagonal": "c5 d4 d2 c1 a2 a4"}),
        (HexColumns(5, 5), "north", {"forward": "c2", "forward_left": "d2", "back_right": "b3"}),
    ],
    ids=["columns northward", "rows eastward", "rows northward", "columns southward"],
)  # fmt: skip
def test_directions_are_named_from_the_forward_of_a_side(
    grid: HexGrid, edge: str, words: dict[str, str]
) -> None:
    """From c3, in the order of the steps."""
    forward = grid.facing_from(edge)
    for word, cells in words.items():
        steps = grid.steps(word, forward)
        assert names(grid, tuple(grid.shifted(14 - 2, forward, *s) for s in steps)) == cells, word


@EVERY_BOARD
def test_a_half_turn_and_a_mirror_keep_distances(grid: HexGrid) -> None:
    """Boards without such a symmetry say so."""
    rows, odd = isinstance(grid, HexRows), grid.rows % 2 == 1
    count = grid.rows if rows else grid.columns
    assert grid.turns == (grid.short == (count % 2 == 1))
    assert grid.mirrors == (odd if rows else grid.short)
    for image, holds in ((grid.turned, grid.turns), (grid.mirrored, grid.mirrors)):
        for cell, other in product(range(grid.cells), repeat=2) if holds else ():
            assert grid.distance(image(cell), image(other)) == grid.distance(cell, other)
            assert image(image(cell)) == cell


@EVERY_BOARD
def test_rays_and_straight_lines_agree(grid: HexGrid) -> None:
    """A ray of six or twelve directions is the straight line to its last cell."""
    for forward in (0, 11):
        for step in grid.steps(["all", "diagonal"], forward):
            ray = grid.ray(8, forward, step)
            if ray:
                assert grid.straight(8, ray[-1]) == (8, *ray)
                assert grid.ray(8, forward, step, 1) == ray[:1]


def test_a_leap_has_twelve_images() -> None:
    """The knight of hexagonal chess comes to twelve cells three steps away, all unlike."""
    grid = HexColumns(9, 9)
    images = {shape for (shape,) in grid.symmetric([(2, 1)])}
    cells = [grid.shifted(grid.cell("e5"), 0, *shape) for shape in images]
    assert len({*cells}) == 12
    assert {grid.distance(grid.cell("e5"), cell) for cell in cells} == {3}


def test_a_leap_between_two_directions_goes_in_both() -> None:
    """Of the twelve leaps of the knight two go straight ahead, one to each side of it."""
    grid = HexColumns(9, 9)
    images = [shape for (shape,) in grid.symmetric([(2, 1)])]
    ahead = {shape for shape in images if grid.goes(shape, "forward", 0)}
    assert names(grid, sorted(grid.shifted(grid.cell("e5"), 0, *s) for s in ahead)) == "d7 f7"
    corners = {shape for (shape,) in grid.symmetric([(1, 1)])}
    assert len([shape for shape in corners if grid.goes(shape, "forward", 0)]) == 2


def test_rows_abreast_lie_at_one_distance() -> None:
    """Three wide, from left to right: what archers reach."""
    grid = HexColumns(7, 7)
    rows = [grid.abreast(grid.cell("d2"), 0, ahead, 1) for ahead in (1, 2, 3)]
    assert [names(grid, row) for row in rows] == ["c3 d3 e3", "c4 d4 e4", "c5 d5 e5"]
    forked = HexRows(7, 7)
    rows = [forked.abreast(forked.cell("d1"), 11, ahead, 1) for ahead in (1, 2)]
    assert [names(forked, row) for row in rows] == ["c2 d2", "c3 d3 e3"]


@EVERY_BOARD
def test_a_diagram_shows_every_cell_once_in_its_line(grid: HexGrid) -> None:
    """A part of the board is read from its south-west corner."""
    cells = [cell for line in grid.lines for cell in line]
    assert sorted(cells) == [*range(grid.cells)]
    assert grid.part(0, [len(line) for line in grid.lines]) == grid.lines
    drawn = grid.draw([grid.name(cell) for cell in range(grid.cells)])
    assert [line.split() for line in drawn.splitlines()] == [
        [grid.name(cell) for cell in line] for line in grid.lines
    ]


def test_diagrams_shift_rows_and_columns() -> None:
    assert HexRows(3, 3, short=True).draw("abcdefgh") == "f g h\n d e\na b c"
    assert HexColumns(4, 2).draw("abcdefgh") == "  f   h\ne   g\n  b   d\na   c"
    part = HexColumns(4, 4).part(5, [1, 1, 1, 1])
    assert part is not None
    assert [names(HexColumns(4, 4), line) for line in part] == ["b3", "c3", "b2", "c2"]


@EVERY_BOARD
def test_no_diagonal_step_changes_the_colour_of_a_hex(grid: HexGrid) -> None:
    """Neighbours differ, as in hexagonal chess with its three colours and three bishops."""
    for cell in range(grid.cells):
        for directions, same in (("orthogonal", False), ("diagonal", True)):
            for ahead, right in grid.steps(directions, 0):
                found = grid.shifted(cell, 0, ahead, right)
                assert found == OFF or (grid.colour(found) == grid.colour(cell)) is same


@EVERY_BOARD
def test_the_shifts_of_a_step_are_those_of_each_cell(grid: HexGrid) -> None:
    for facing, step in product(range(12), [(1, 0), (2, 1), (-1, 1)]):
        each = tuple(grid.shifted(cell, facing, *step) for cell in range(grid.cells))
        assert grid.shifts(facing, step) == each


@EVERY_BOARD
def test_bearings_are_the_neighbours_at_the_smallest_angle(grid: HexGrid) -> None:
    """By the centres of hexes: one neighbour, or two where the other hex lies between them."""
    middle = grid.middle
    for forward, other in product(range(6), range(grid.cells)):
        way = angle(grid, middle, other)
        off = {}
        for step in grid.steps("all", forward):
            to = angle(grid, middle, grid.shifted(middle, forward, *step))
            off[step] = abs((to - way + 180) % 360 - 180)
        nearest = {step for step, each in off.items() if each < min(off.values()) + 1e-6}
        assert {*grid.bearings(middle, other, forward)} == (nearest if other != middle else set())


def angle(grid: HexGrid, cell: int, other: int) -> float:
    """Return in which direction another hex lies, in degrees."""
    (x, y), (to_x, to_y) = centre(grid, cell), centre(grid, other)
    return degrees(atan2(to_x - x, to_y - y))


def test_the_cursor_goes_past_the_gap_beside_a_short_column() -> None:
    """Along the upper edge, every other column has no hex; at its last one nothing is beyond."""
    grid = HexColumns(5, 4, 6, short=True)
    cell, reached = grid.cell("a4"), []
    for _ in range(3):
        cell = grid.moved(cell, 1, 0)
        reached.append(grid.name(cell))
    assert reached == ["c4", "e4", "e4"]
    assert grid.name(grid.moved(grid.cell("b3"), 0, 1)) == "b3"
