"""The grid names its cells as players do, and knows where steps and lines lead; positions share and
compare."""

from __future__ import annotations

import pytest

from support import Tried, tried
from wargrid.core.grid import ARROWS, FACINGS, OFF, STEPS, Grid, column_name, opposite

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
def test_columns_are_named_like_those_of_a_sheet(number: int, name: str) -> None:
    """After z comes aa."""
    assert column_name(number) == name


def test_cells_are_numbered_eastward_then_northward(grid: Grid) -> None:
    """The south-west corner is a1, cell 0."""
    assert [grid.name(cell) for cell in (0, 1, 8, 9, 89)] == ["a1", "b1", "i1", "a2", "i10"]


def test_every_cell_is_found_by_its_name() -> None:
    """Names lead back to their cells, on a board wider than the alphabet too."""
    wide = Grid(60, 3)
    assert [wide.cell(wide.name(cell)) for cell in range(wide.cells)] == list(range(180))


@pytest.mark.parametrize(("name", "here", "looks"), [
    ("i10", True, True), ("j1", False, True), ("a11", False, True), ("a0", False, False), ("a01", False, False),
    ("A1", False, False), ("", False, False), ("1a", False, False), ("a1 ", False, False),
])  # fmt: skip
def test_a_name_is_told_from_what_only_looks_like_one(
    grid: Grid, name: str, here: bool, looks: bool
) -> None:
    """A cell of another board is written like a cell but is not here."""
    assert (grid.has(name), grid.looks_like_a_cell(name)) == (here, looks)


def test_a_cell_that_is_not_there_has_no_number(grid: Grid) -> None:
    """Asking for it is a KeyError."""
    with pytest.raises(KeyError):
        grid.cell("j1")


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -1), (9, 0), (0, 10)])
def test_beyond_each_edge_the_board_ends(grid: Grid, column: int, row: int) -> None:
    """There are no cells off the board."""
    assert grid.at(column, row) == OFF


def test_the_facings_go_round_like_a_clock() -> None:
    """North, east, south, west, each with its arrow and its step."""
    assert list(zip(FACINGS, ARROWS, STEPS, strict=True)) == [
        ("N", "^", (0, 1)), ("E", ">", (1, 0)), ("S", "v", (0, -1)), ("W", "<", (-1, 0)),
    ]  # fmt: skip
    assert [FACINGS[opposite(facing)] for facing in range(4)] == ["S", "W", "N", "E"]


@pytest.mark.parametrize(("facing", "ahead", "right"), [
    ("N", "e7", "f5"), ("E", "g5", "e4"), ("S", "e3", "d5"), ("W", "c5", "e6"),
])  # fmt: skip
def test_ahead_and_right_are_seen_from_the_unit(
    grid: Grid, facing: str, ahead: str, right: str
) -> None:
    """Two ahead, one to the right, from e5."""
    looking = FACINGS.index(facing)
    assert grid.name(grid.shifted(grid.cell("e5"), looking, 2)) == ahead
    assert grid.name(grid.shifted(grid.cell("e5"), looking, 0, 1)) == right


@pytest.mark.parametrize(("start", "facing", "distance", "cells"), [
    ("h9", "E", None, "i9"), ("h9", "N", None, "h10"), ("i10", "N", None, ""), ("a1", "E", 3, "b1 c1 d1"),
    ("d1", "S", 2, ""), ("d4", "S", 9, "d3 d2 d1"), ("c5", "W", 1, "b5"),
])  # fmt: skip
def test_a_line_ends_at_its_distance_or_at_the_edge(
    grid: Grid, start: str, facing: str, distance: int | None, cells: str
) -> None:
    """Nearest first."""
    line = grid.line(grid.cell(start), FACINGS.index(facing), distance)
    assert " ".join(grid.name(cell) for cell in line) == cells


def test_positions_are_equal_whatever_ids_their_units_bear(lionheart: Tried) -> None:
    """Two infantry that have changed places leave the same table."""
    one = lionheart.table("I . I\n. . .\n. . .").position
    other = one.copy()
    other.board, other.place = one.board[:], one.place[:]
    first, second = other.board[18], other.board[20]
    other.board[18], other.board[20] = second, first
    other.place[first], other.place[second] = one.place[second], one.place[first]
    assert other.board != one.board
    assert (other == one, hash(other) == hash(one)) == (True, True)


@pytest.mark.parametrize(
    "line", ["turn: 8", "actions: 1", "side: silver", "men: a1 2", "used attack: a1 1"]
)
def test_positions_that_differ_in_one_line_are_not_equal(lionheart: Tried, line: str) -> None:
    """Whatever a position says counts."""
    key, _, value = line.partition(": ")
    one = lionheart.table("I . .", turn=7, actions=2, side="gold").position
    lines: dict[str, object] = {"turn": 7, "actions": 2, "side": "gold"} | {
        key.replace(" ", "_"): value
    }
    assert lionheart.table("I . .", **lines).position != one


def test_a_position_is_no_other_thing(lionheart: Tried) -> None:
    """Comparing it with a text is allowed and false."""
    position = lionheart.game.start()
    assert position != "position"


def test_the_repr_of_a_position_names_turn_side_and_units(lionheart: Tried) -> None:
    """A debugger prints one short line."""
    assert repr(lionheart.game.start()) == "<Position turn 1, gold to act, 20 units>"


def test_units_the_setup_lacks_get_a_roster_of_their_own(lionheart: Tried) -> None:
    """Two kings of one side may be drawn; the game's own roster stays as it is."""
    table = lionheart.table("K K .\n. . .")
    game = lionheart.game
    assert len(table.position.roster.types) > len(game.roster.types) - 1
    assert table.position.roster is not game.roster
    assert table.position.roster.list()[: len(game.roster.list())] == game.roster.list()
    assert lionheart.table("K . .").position.roster is game.roster


def test_a_unit_off_the_board_stands_nowhere(lionheart: Tried) -> None:
    """Its cell is negative, and nobody lists it."""
    position = lionheart.table("I . .").position
    gone = next(unit for unit in range(1, len(position.place)) if position.place[unit] < 0)
    assert position.cell_of(gone) < 0
    assert gone not in [unit for side in (0, 1) for unit in position.units_of(side)]


UNTURNED = {"board.facing": "~", "plugins.lionheart.panic": "~", "first_player": "gold"}
"""A board on which nobody looks anywhere, without the rule that turns units."""


def test_where_units_do_not_face_they_look_forward() -> None:
    """On a board without facings each side looks towards the other, and nobody turns."""
    game = tried("lionheart/level1", **UNTURNED).game
    position = game.start()
    assert {(s.side, s.facing) for s in position.standing()} == {(0, 0), (1, 2)}
    assert "turn" not in {move.verb for move in game.moves(position)}


def test_a_position_that_makes_sense_is_whole(lionheart: Tried) -> None:
    """Every unit stands on the cell that holds it."""
    assert lionheart.game.start().is_whole()
