"""Jumps: over one unit onto an empty cell behind it."""

from __future__ import annotations

import pytest

from boxes import diagnostics
from rulesets import made, table, written
from support import Table

LINE = """
    . . . . . . .
    {}
    . . . . . . .
"""


GUARDED = """
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  man: {letter: M, name: Man, move: {jump: {directions: diagonal, over: enemy, takes: over}}}
  rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
victory: {mate: king}
"""


def _units(options: str) -> str:
    way = f"{{jump: {{directions: orthogonal{options}}}}}"
    stone = "stone: {letter: O, name: Stone}"
    return f"units: {{soldier: {{letter: S, name: Soldier, move: {way}}}, {stone}}}\n"


def _row(options: str, row: str) -> Table:
    drawn = LINE.format(row)
    return table(made(_units(options), setup=drawn), drawn)


def _guarded(drawn: str) -> Table:
    return table(made(GUARDED, setup=drawn), drawn)


@pytest.mark.parametrize(
    ("options", "row", "goes", "takes"),
    [
        ("", "S o . . . . .", "c2", ""),
        ("", "S O . . . . .", "c2", ""),
        ("", "S . o . . . .", "", ""),
        ("", "S o o . . . .", "", ""),
        (", over: enemy", "S o . . . . .", "c2", ""),
        (", over: enemy", "S O . . . . .", "", ""),
        (", over: friend", "S O . . . . .", "c2", ""),
        (", over: friend", "S o . . . . .", "", ""),
        (", over: enemy, takes: over", "S o . . . . .", "", "c2"),
        (", over: any, takes: over", "S O . . . . .", "c2", ""),
        (", over: any, takes: over", "S o . . . . .", "", "c2"),
        (", takes: over, distance: 2", "S . o . . . .", "", "d2"),
        (", takes: over, distance: 2", "S . . o . . .", "", ""),
        (", takes: over, distance: any", "S . . . o . .", "", "f2"),
        (", takes: over, beyond: 2", "S o . . . . .", "", "c2 d2"),
        (", takes: over, distance: any, beyond: any", "S . o . . o .", "", "d2 e2"),
        (", takes: landing", "S o o . . . .", "", "c2"),
        (", takes: landing", "S O o . . . .", "", "c2"),
        (", takes: landing", "S O . o . . .", "c2", ""),
        (", takes: landing", "S o O . . . .", "", ""),
        (", takes: landing, distance: any", "S . . o o . .", "", "e2"),
        (", takes: landing, beyond: 2", "S o . o . . .", "c2", "d2"),
        (", takes: landing, beyond: 2", "S o o o . . .", "", "c2"),
        (", over: friend, takes: landing", "S o o . . . .", "", ""),
        (", over: friend, takes: landing", "S O o . . . .", "", "c2"),
    ],
)  # fmt: skip
def test_a_jump_goes_over_one_unit_onto_an_empty_cell(
    options: str, row: str, goes: str, takes: str
) -> None:
    """The cells before and behind the unit jumped over must be empty."""
    played = _row(options, row)
    assert (played.choices("move", "a2"), played.choices("take", "a2")) == (goes, takes)


def test_a_unit_jumped_over_is_taken_and_the_jumper_stands_behind_it() -> None:
    """The log of events names both."""
    played = _row(", takes: over", "S o . . . . .").play("a2xc2")
    assert played.picture() == LINE.format(". . S . . . .").replace("    ", "").strip()


@pytest.mark.parametrize(
    ("options", "row", "move", "code"),
    [
        (", takes: over", "S . . . . . .", "a2xc2", "nothing_to_take"),
        (", takes: over", "S o o . . . .", "a2xc2", "occupied"),
        (", takes: over", "S o . . . . .", "a2xd2", "no_target"),
        ("", "S . . . . . .", "a2-c2", "nothing_to_jump"),
        (", over: friend", "S o . . . . .", "a2-c2", "nothing_to_jump"),
        (", distance: any", "S O o . . . .", "a2-d2", "in_the_way"),
    ],
)  # fmt: skip
def test_a_refusal_names_what_a_jump_lacks(options: str, row: str, move: str, code: str) -> None:
    """The unit to jump over first, then the cells that must be empty."""
    assert _row(options, row).refused(move)[0] == code


def test_no_unit_takes_a_friend() -> None:
    """A jump over friends that takes is an error where it is written."""
    text = written(_units(", over: friend, takes: over"))
    assert [each.name for each in diagnostics(text)] == ["jump_takes_friends"]


def test_a_unit_becomes_another_where_a_jump_ends() -> None:
    """The word of its choice is written, as after any other move."""
    to = "promotes: {zone: far, to: [stone, king]}}, king: {letter: K, name: King}"
    units = _units(", takes: over").replace("}, stone", ", " + to + ", stone")
    drawn = LINE.format("S o . . . . .")
    game = made(units + 'zones: {far: {each: "c2:c2"}}', setup=drawn)
    assert table(game, drawn).play("a2xc2=king").picture().split()[9] == "K"


# Royal safety


@pytest.mark.parametrize(("corner", "checked"), [(".", True), ("R", False)])
def test_a_jump_threatens_a_royal_unit(corner: str, checked: bool) -> None:
    """The cell behind the king must be empty."""
    played = _guarded(f". . . k\n. . m .\n. K . .\n{corner} . . .")
    assert played.game.in_check(played.position, 0) is checked
    assert [*played.game.engine.attackers(played.position, played.game.grid.cell("b2"))] == (
        [played.game.grid.cell("c3")] if checked else []
    )


def test_who_comes_behind_the_royal_unit_guards_it() -> None:
    """The rook alone can."""
    played = _guarded(". . . k\n. . m .\n. K . .\n. . . R")
    assert played.choices("move", "d1") == "a1"


def test_a_unit_taken_by_a_jump_no_longer_shelters_the_royal_unit() -> None:
    """The man on b3 stands between the rook and the king."""
    played = _guarded(". . . k\nK m . r\n. . M .\n. . . .")
    assert played.refused("c2xa4")[0] == "royal_unsafe"


GRASSHOPPER = """
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  hopper:
    letter: G
    name: Grasshopper
    move: {jump: {directions: all, distance: any, takes: landing}}
  rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
victory: {mate: king}
"""


def _field(drawn: str) -> Table:
    return table(made(GRASSHOPPER, setup=drawn), drawn)


@pytest.mark.parametrize(
    ("row", "checked"),
    [
        ("K . R g . . .", False),
        ("K R . g . . .", True),
        ("K r . g . . .", True),
        ("K R R g . . .", False),
        ("K R . . . g .", True),
        ("K . R . . g .", False),
    ],
)
def test_a_jump_that_takes_where_it_lands_gives_check(row: str, checked: bool) -> None:
    """The unit jumped over is right beside the king, and the cells before it are empty."""
    played = _field(LINE.replace(". . . . . . .", ". . . . . . k", 1).format(row))
    assert played.game.in_check(played.position, 0) is checked


def test_no_unit_may_come_between_so_that_its_king_can_be_taken() -> None:
    """The rook may go anywhere but beside the king, in the line of the grasshopper."""
    played = _field("""
        . . . . . . k
        K . . . g . .
        . R . . . . .
    """)
    assert played.choices("move", "b1") == "a1 c1 d1 e1 f1 g1 b3"


@pytest.mark.parametrize(
    ("options", "row", "takes"),
    [
        ("", "S o . . o . .", "e2"),
        (", beyond: 1", "S o . . o . .", ""),
        (", beyond: 1", "S . o o . . .", "d2"),
        (", beyond: 1", "S O o . . . .", "c2"),
        (", beyond: 2", "S O . o . . .", "d2"),
        (", beyond: 2", "S O o o . . .", "c2"),
    ],
)
def test_a_hop_ends_so_many_cells_behind_a_unit_at_most(options: str, row: str, takes: str) -> None:
    """The cells between are empty; without a number it ends on the first unit behind."""
    drawn = LINE.format(row)
    played = table(made(_units(options).replace("jump", "hop"), setup=drawn), drawn)
    assert (played.choices("move", "a2"), played.choices("take", "a2")) == ("", takes)
