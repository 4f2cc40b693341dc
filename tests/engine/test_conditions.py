"""Moves with conditions: exact slides, marks left and taken, and two units that move at once."""

from __future__ import annotations

import pytest

from boxes import diagnostics
from rulesets import made, table, written
from support import Table, loaded
from wargrid.match import PositionError, read_fen

MARKERS = """
markers:
  trail: {per: cell, of: side, holds: cell, until: own_turn}
  tired: {per: unit, set_by: moving}
"""


def _set(move: str, drawn: str, *, more: str = "") -> Table:
    """Soldiers that move so, towers that slide, and stones that do nothing."""
    units = (
        f"units: {{soldier: {{letter: S, name: Soldier, move: {move}}}, "
        "tower: {letter: T, name: Tower, move: {slide: orthogonal}, captures: by_moving}, "
        "stone: {letter: O, name: Stone}}\n"
    )
    return table(made(units + MARKERS + more, setup=drawn), drawn, side="white")


# Exact slides


@pytest.mark.parametrize(
    ("options", "row", "goes", "takes"),
    [
        ("exactly: 3", "S . . . .", "d1", ""),
        ("exactly: 3", "S . . o .", "", ""),
        ("exactly: 3", "S . o . .", "", ""),
        ("exactly: 3, takes: also", "S . . o .", "", "d1"),
        ("exactly: 3, takes: also", "S . o o .", "", ""),
        ("exactly: 3, takes: also", "S . . O .", "", ""),
        ("exactly: 3, takes: only", "S . . . .", "", ""),
        ("exactly: 9", "S . . . .", "", ""),
    ],
)  # fmt: skip
def test_an_exact_slide_passes_empty_cells_alone(
    options: str, row: str, goes: str, takes: str
) -> None:
    """It ends on the cell at that distance, and on no other."""
    played = _set(f"{{slide: {{directions: right, {options}}}}}", f". . . . .\n{row}")
    assert (played.choices("move", "a1"), played.choices("take", "a1")) == (goes, takes)


# Marks


def test_cells_that_a_unit_passed_may_be_entered_while_its_mark_lasts() -> None:
    """It lasts until the next turn of the side that left it."""
    ways = """[
      {slide: {directions: sideways, leaves: trail}},
      {step: {directions: all, onto: trail}},
    ]"""
    played = _set(ways, ". . . . .\n. s . . .\nS . . . .").play("a1-e1")
    assert played.choices("move", "b2") == "b1 c1 a2 c2 d2 e2"
    assert played.play("b2-a2", "e1-d1").choices("move", "a2") == "b2 c2 d2 e2"


LEAVERS = """[
  {slide: {directions: right, leaves: trail}},
  {step: {directions: all, onto: trail, takes: leaver}},
]"""


def test_a_unit_is_taken_on_the_cells_that_it_passed() -> None:
    """The taker ends there, and the other leaves the board from where it went."""
    played = _set(LEAVERS, ". . . . .\n. s . . .\nS . . . .").play("a1-e1")
    assert played.choices("take", "b2") == "b1 c1"
    assert played.play("b2xc1").picture() == ". . . . .\n. . . . .\n. . s . ."


def test_no_unit_is_taken_on_a_cell_next_to_one_passed() -> None:
    """Neither where the unit began, nor where it ended."""
    played = _set(LEAVERS, ". . . . .\ns . . . s\nS . . . .").play("a1-e1")
    assert [played.choices("take", cell) for cell in ("a2", "e2")] == ["b1", "d1"]
    assert played.refused("a2xa1")[0] == "no_target"


# Two units that move at once


@pytest.mark.parametrize(
    ("options", "row", "goes"),
    [
        ("", ". . S . . . T", "e1"),
        ("", "T . . S . . T", "b1 f1"),
        ("", ". . S . T . .", ""),
        ("", ". . S O . . T", ""),
        ("", ". . S . . . t", ""),
        ("", ". . S . . . O", ""),
        (", steps: 1", ". . S . T . .", "d1"),
        (", steps: 3", ". . S . . . T", "f1"),
        (", directions: right", "T . . S . . T", "f1"),
    ],
)  # fmt: skip
def test_a_unit_castles_with_the_nearest_unit_in_a_direction(
    options: str, row: str, goes: str
) -> None:
    """That unit must be the partner, farther away than the unit goes."""
    drawn = f". . . . . . .\n{row}"
    played = _set(f"{{castle: {{partner: tower{options}}}}}", drawn)
    assert played.choices("move", f"{'abcdefg'[row.index('S') // 2]}1") == goes


def test_the_partner_comes_to_the_cell_passed_last() -> None:
    """Both count as having moved."""
    played = _set("{castle: {partner: tower, unless: tired}}", "o . . . . . .\n. . S . . . T").play(
        "c1-e1"
    )
    assert played.picture() == "o . . . . . .\n. . . T S . ."
    tired = played.game.engine.markers["tired"]
    grid = played.game.grid
    assert [tired.value(played.position, grid.cell(cell)) for cell in ("d1", "e1")] == [1, 1]


def test_only_a_royal_unit_fears_the_cells_that_it_passes() -> None:
    """Any other castles past an enemy that could take it there."""
    drawn = ". . . t . . o\n. . S . . . T"
    move = "{castle: {partner: tower}}"
    assert _set(move, drawn).choices("move", "c1") == "e1"
    royal = _set(move, drawn.replace("o", "s"), more="victory: {mate: soldier}")
    assert royal.refused("c1-e1")[0] == "way_attacked"


# Descriptions and positions that cannot be


@pytest.mark.parametrize(
    ("move", "name"),
    [
        ("{step: {directions: all, takes: leaver}}", "leaver_without_mark"),
        ("{step: {directions: all, onto: trial}}", "no_such_markers"),
        ("{slide: {directions: all, leaves: tired}}", "marker_unfit"),
        ("{step: {directions: all, onto: tired}}", "marker_unfit"),
        ("{castle: {partner: stone, unless: trail}}", "marker_unfit"),
        ("{castle: {partner: towers}}", "no_such_units"),
        ("{slide: {directions: all, exactly: 1}}", "too_small"),
        ("{slide: {directions: all, exactly: 2, distance: 2}}", "exact_distance"),
        ("{castle: {partner: stone, takes: also}}", "not_a_choice"),
    ],
)
def test_wrong_conditions_are_reported_where_they_are_written(move: str, name: str) -> None:
    """Marks must be of the right kind, and all names known."""
    text = written(
        f"units: {{soldier: {{letter: S, name: Soldier, move: {move}}}, "
        "stone: {letter: O, name: Stone}}\n" + MARKERS
    )
    assert [each.name for each in diagnostics(text)] == [name]


@pytest.mark.parametrize(
    ("name", "fen", "code"),
    [
        ("chess/standard", "4k3/8/8/8/8/8/8/4K2R w Q -", "fen_castling"),
        ("chess/standard", "4k3/8/8/8/8/8/8/4K2R w X -", "fen_castling"),
        ("chess/standard", "4k3/8/8/8/8/8/8/4K3 w - e6", "fen_passed"),
        ("chess/standard", "4k3/8/8/8/8/8/8/4K3 w - e99", "fen_passed"),
        ("breakthrough/standard", "p7/8/8/8/8/8/8/P7 w KQ -", "fen_dash"),
        ("breakthrough/standard", "p7/8/8/8/8/8/8/P7 w - a3", "fen_dash"),
    ],
)
def test_a_fen_says_only_what_can_be(name: str, fen: str, code: str) -> None:
    """Who may castle, and the cell just passed."""
    with pytest.raises(PositionError) as wrong:
        read_fen(loaded(name), fen)
    assert wrong.value.refusal.code == f"position.{code}"
    assert wrong.value.text("en") != wrong.value.text("fr")
