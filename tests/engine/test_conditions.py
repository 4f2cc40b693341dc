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


def test_no_unit_is_taken_on_a_cell_next_to_one_passed() -> None:
    """Neither where the unit began, nor where it ended."""
    played = _set(LEAVERS, ". . . . .\ns . . . s\nS . . . .").play("a1-e1")
    assert [played.choices("take", cell) for cell in ("a2", "e2")] == ["b1", "d1"]
    assert played.refused("a2xa1")[0] == "no_target"


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
