"""A view made into a scene, for a frontend that only draws."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from positions import TWO_PAIRS
from support import every_ruleset, loaded
from tables import sit
from wargrid.match import Match
from wargrid.text import catalog
from wargrid_play.looks import looks_of
from wargrid_play.looks.pictures.marks import AHEAD
from wargrid_play.scenes import (
    Frame,
    Line,
    Use,
    board_picture,
    board_svg,
    drawing_of,
    moving_scene,
    named_zones,
    pause_entries,
    resting_scene,
    shape_of,
    still_svg,
    swatches,
    terrain_of,
)
from wargrid_play.scenes.drawing import outlines
from wargrid_play.scenes.shapes import BoardShape, HexColumns, HexRows, Squares
from wargrid_play.table import Table


def begun(name: str) -> Table:
    match = Match(loaded(name))
    match.begin()
    return Table(match)


@every_ruleset
def test_every_unit_has_a_token_and_every_mark_a_cell_of_the_board(name: str) -> None:
    table = begun(name)
    looks, view = looks_of(table.match.game), table.view()
    for cell in [unit.cell for unit in view.units if unit.can_act][:3]:
        table.click(cell)
        view = table.view()
        scene = resting_scene(view, looks, None, None, cursor=False)
        assert set(scene.tokens) == {view.places[unit.cell] for unit in view.units}
        assert {mark.cell for mark in scene.marks} <= set(view.places)
        assert all(zone.cells <= set(view.places) for _, zone in named_zones(view, looks))
        assert set(terrain_of(view, looks)) <= set(view.places)


@every_ruleset
def test_no_two_entries_of_a_legend_look_alike(name: str) -> None:
    table = begun(name)
    drawn = [one.drawn for one in swatches(table.view(), looks_of(table.match.game), "")]
    assert len({*drawn}) == len(drawn)


def test_the_selected_unit_is_marked_and_drawn_where_it_is_dragged() -> None:
    table = begun("breakthrough/standard")
    table.click(table.view().cell_names.index("d2"))
    view = table.view()
    looks, here = looks_of(table.match.game), (3, 1)
    assert resting_scene(view, looks, None, None, cursor=False).tokens[here].selected
    dragged = resting_scene(view, looks, None, None, cursor=False, drag=(40, 50))
    assert here not in dragged.tokens
    assert dragged.dragged is not None
    assert dragged.dragged[1] == (40, 50)


def test_no_unit_is_ready_while_something_moves() -> None:
    table = begun("lionheart/level1")
    view = table.view()
    frame = Frame({unit.cell: unit for unit in view.units})
    scene = moving_scene(view, looks_of(table.match.game), frame)
    assert len(scene.tokens) == len(view.units)
    assert not any(token.ready for token in scene.tokens.values())


DUE = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . m . . .
    . . . M . . . .
    . . . . . . . .
    . . . . . . . .
    M . . . . . . .
    side: black
    turn: 7
"""
CHECK = "rnb1kbnr/pppp1ppp/8/4p3/5P1q/3P4/PPP1P1PP/RNBQKBNR w KQkq - 1 3"


@pytest.mark.parametrize(
    ("name", "position", "cells"),
    [
        ("chess/standard", "", set()),
        ("chess/standard", CHECK, {"e1", "g2"}),
        ("draughts/english", "", set()),
        ("draughts/english", DUE, {"d4"}),
        ("lionheart/level1", TWO_PAIRS, {"e1", "d6", "e6"}),
    ],
)
def test_stars_are_on_units_that_can_act_where_they_are_few_or_act_in_turn(
    name: str, position: str, cells: set[str]
) -> None:
    table = sit(loaded(name), position).table
    view = table.view()
    scene = resting_scene(view, looks_of(table.match.game), None, None, cursor=False)
    places = dict(zip(view.places, view.cell_names, strict=True))
    assert {places[at] for at, token in scene.tokens.items() if token.ready} == cells


def test_a_frame_around_a_unit_leaves_out_the_corners_of_the_last_move() -> None:
    sat = sit(loaded("chess/standard"))
    for move in ("e2-e4", "d7-d5"):
        sat.table.type(move)
    kinds = []
    for _ in range(2):
        view = sat.table.view()
        scene = resting_scene(view, looks_of(sat.match.game), None, None, cursor=False)
        taken = view.places[sat.cell("d5")]
        kinds.append([mark.kind for mark in scene.marks if mark.cell == taken])
        sat.click("e4")
    assert kinds == [["last"], ["target"]]


@pytest.mark.parametrize("flipped", [False, True])
def test_the_diagonals_of_a_throne_of_one_cell_cross(flipped: bool) -> None:
    table = begun("tafl/brandubh")
    view = table.view()
    drawn = board_picture(view, looks_of(table.match.game), "", flipped).ground
    [cross] = re.findall('"([^"]+)" stroke="[^"]+" stroke-width="3.5"', drawn)
    lines = [[*map(int, re.findall(r"\d+", line))] for line in cross.split("M")[1:]]
    assert {(c - a) * (d - b) for a, b, c, d in lines} == {100 * 100, -100 * 100}


def test_a_board_is_drawn_with_the_marks_of_what_is_selected_and_pointed_at() -> None:
    table = begun("chess/standard")
    table.click(table.view().cell_names.index("e2"))
    looks, view = looks_of(table.match.game), table.view()
    names = [*re.findall("#s[0-9a-f]+-mark[.]([a-z]+)", board_svg(view, looks, hover=40))]
    assert sorted(names) == ["hover", "reach", "reach"]
    assert "mark." not in still_svg(view, looks)


def test_a_premove_is_drawn_in_greys_by_an_arrow_from_cell_to_cell() -> None:
    """Before the target is chosen, its unit's cell is marked alone."""
    match = Match(loaded("breakthrough/standard"))
    table, looks, cell = Table(match, seats=[1]), looks_of(match.game), match.game.grid.cell
    for name, lines in (("a7", 0), ("a6", 1)):
        table.click(cell(name))
        drawing = drawing_of(resting_scene(table.view(), looks), shape_of(table.view()))
        arrows = [each for each in drawing.above if isinstance(each, Line)]
        used = [each.use for each in drawing.below if isinstance(each, Use)]
        assert (len(arrows), used.count("mark.premove")) == (lines, lines + 1)
        assert {each.light for each in arrows} <= {AHEAD.light}


def test_no_entry_of_the_menu_moves_under_the_hand() -> None:
    """What is possible only after the game is off before, and says why; so is it the other way."""
    table = begun("chess/standard")
    before = pause_entries(table.view(), catalog("en"), far=False)
    table.match.resign(0)
    after = pause_entries(table.view(), catalog("en"), far=False)
    assert [entry.action for entry in before] == [entry.action for entry in after]
    assert {entry.action for entry in before if entry.why} == {
        "talk", "thoughts", "result", "review"
    }  # fmt: skip
    assert {entry.action for entry in after if entry.why} == {
        "talk", "thoughts", "players", "resign", "draw"
    }  # fmt: skip


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("shape", [Squares(7, 6), HexRows(7, 6), HexColumns(7, 6, short=True)])
def test_the_outline_of_cells_is_closed_and_crosses_none_of_them(
    shape: BoardShape, flipped: bool
) -> None:
    """A ring of cells has two outlines; each side that only one of two cells has is drawn once."""
    middle = (3, 3)
    ring = {other for other in shape.beyond(middle) if shape.has(other)}
    ring |= {other for each in ring for other in shape.beyond(each) if shape.has(other)} - {middle}
    lines = list(outlines(shape, ring, flipped))
    assert all(line[0] == line[-1] for line in lines)
    edges = [edge for line in lines for edge in pairwise(line)]
    open_sides = sum(other not in ring for cell in ring for other in shape.beyond(cell))
    assert len(set(edges)) == len(edges) == open_sides
    assert len(lines) == 2


def test_the_dark_squares_of_draughts_have_their_numbers() -> None:
    """Square 1 lies at the right of the first player, on any side of the board."""
    game = loaded("draughts/english")
    view = Table(Match(game)).view()
    labels = dict(shape_of(view).cell_labels)
    assert (len(labels), labels["1"], labels["4"], labels["32"]) == (32, (6, 0), (0, 0), (1, 7))
    names = board_picture(view, looks_of(game), "").names
    assert names.count('class="label"') == 32
    assert not shape_of(Table(Match(loaded("chess/standard"))).view()).cell_labels


def test_files_are_written_where_their_players_count_them() -> None:
    red = shape_of(Table(Match(loaded("xiangqi/standard"))).view()).cell_labels
    assert [label for label, (_, row) in red if row == 0] == list("987654321")
    assert [label for label, (_, row) in red if row == 9] == list("123456789")
    shogi = {
        cell: label
        for label, cell in shape_of(Table(Match(loaded("shogi/standard"))).view()).cell_labels
    }
    assert (shogi[0, 0], shogi[4, 0], shogi[8, 0], shogi[8, 8]) == ("9", "5", "1i", "a")
