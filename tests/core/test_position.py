"""Positions are values: equality, rosters, and units without facing."""

from __future__ import annotations

import pytest

from support import Tried


@pytest.mark.parametrize(
    "line", ["turn: 8", "actions: 1", "side: silver", "men: a1 2", "used attack: a1 1"]
)
def test_positions_that_differ_in_one_line_are_not_equal(lionheart: Tried, line: str) -> None:
    """Everything in the text of a position counts."""
    key, _, value = line.partition(": ")
    one = lionheart.table("I . .", turn=7, actions=2, side="gold").position
    lines: dict[str, object] = {"turn": 7, "actions": 2, "side": "gold"} | {
        key.replace(" ", "_"): value
    }
    assert lionheart.table("I . .", **lines).position != one


def test_the_repr_of_a_position_names_turn_side_and_units(lionheart: Tried) -> None:
    """A debugger prints one short line."""
    assert repr(lionheart.game.start()) == "<Position turn 1, gold to act, 20 units>"


def test_a_unit_off_the_board_has_no_cell(lionheart: Tried) -> None:
    """Its cell is negative, and it is not listed."""
    position = lionheart.table("I . .").position
    gone = next(unit for unit in range(1, len(position.place)) if position.place[unit] < 0)
    assert position.cell_of(gone) < 0
    assert gone not in [unit for side in (0, 1) for unit in position.units_of(side)]
