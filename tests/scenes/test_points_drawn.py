"""Boards of points in pictures: where points lie, which point is meant, the lines between them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from support import loaded
from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid_play.looks import looks_of
from wargrid_play.scenes import board_svg, shape_of
from wargrid_play.scenes.shapes import Points
from wargrid_play.table import Table, View

GAMES = pytest.mark.parametrize("name", ["morris/nine", "bagh_chal/standard"])


def view_of(name: str) -> View:
    match = Match(loaded(name), dice=seeded(1))
    match.begin()
    return Table(match).view()


def shape(name: str) -> Points:
    found = shape_of(view_of(name))
    assert isinstance(found, Points)
    return found


@GAMES
@pytest.mark.parametrize("flipped", [False, True])
def test_a_point_is_meant_where_it_lies_and_near_it(name: str, flipped: bool) -> None:
    board = shape(name)
    for place in board.places:
        x, y = board.centre(place, flipped)
        for right, down in ((0, 0), (0.3, 0.3), (-0.4, 0), (0, 0.4)):
            assert board.cell_at(x + right, y + down, flipped) == place


def test_no_point_is_meant_in_the_middle_of_the_board() -> None:
    board = shape("morris/nine")
    assert board.cell_at(board.span[0] / 2, board.span[1] / 2) is None


@GAMES
def test_a_board_turned_half_round_has_every_point_opposite(name: str) -> None:
    board = shape(name)
    (wide, high), (x, y) = board.span, board.centre(board.places[0])
    assert board.centre(board.places[0], True) == (wide - x, high - y)


@GAMES
def test_all_steps_of_the_lines_are_drawn(name: str) -> None:
    view = view_of(name)
    drawn = board_svg(view, looks_of(loaded(name)))
    (path,) = re.findall(r'<path d="((?:M[\d.]+ [\d.]+L[\d.]+ [\d.]+)+)" stroke=', drawn)
    assert path.count("L") == sum(1 for road in view.roads for _ in pairwise(road))


def test_columns_and_rows_are_named_as_their_points() -> None:
    board = shape("morris/nine")
    assert "".join(name for name, _ in board.column_names) == "adgbfce"
    assert sorted(name for name, _ in board.row_names) == [*"1234567"]


def test_a_column_of_points_with_other_letters_has_no_name() -> None:
    board = shape("morris/nine")
    names = tuple("x9" if name == "d1" else name for name in board.names)
    assert "d" not in [name for name, _ in replace(board, names=names).column_names]


def test_the_nearest_points_lie_a_square_apart() -> None:
    """Halves of columns and rows do not let units overlap."""
    board = shape("morris/nine")
    closer = replace(board, spots=tuple((x / 2, y / 2) for x, y in board.spots))
    assert closer.span == board.span
