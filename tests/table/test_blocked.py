"""A click on a unit that cannot go anywhere, or on a wall: what the table says of it."""

from __future__ import annotations

import pytest

from support import loaded
from tables import sit
from wargrid.core.moves import MOVE
from wargrid.text import LANGUAGES

PALACE = """
    . . . . k . . . .
    . . . . . . . . .
    . r . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . # . . . .
    . . . . P . . . .
    . # . . . . . . .
    . C . . . . . . .
    . . . . K . . . A
    side: red
    turn: 5
"""
"""A soldier and a cannon behind walls, and a guard that has strayed from the palace."""


def test_a_unit_behind_a_wall_names_the_wall() -> None:
    sat = sit(loaded("xiangqi/terrains"), PALACE)
    sat.click("e4")
    wall = sat.text("refusals.blocked.wall", cell="e5")
    fields = {"unit": "Soldier", "cell": "e4", "blockers": wall}
    assert sat.message == sat.text("refusals.blocked", **fields)


def test_a_unit_without_any_way_has_not_used_up_its_turn() -> None:
    sat = sit(loaded("xiangqi/terrains"), PALACE)
    sat.click("i1")
    assert sat.message == sat.text("refusals.stuck", unit="Guard", cell="i1")


def test_a_unit_that_has_acted_has_nothing_left_to_do() -> None:
    sat = sit(loaded("battle/default"))
    moves = sat.match.game.moves(sat.match.position)
    move = next(move for move in moves if move.verb == MOVE)
    sat.match.play(move)
    sat.table.press("cancel")
    sat.table.click(move.target)
    unit = sat.table.wording.unit(sat.match.position, move.target)
    assert sat.message == sat.text("table.spent", unit=unit)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_click_on_a_wall_names_it(language: str) -> None:
    sat = sit(loaded("xiangqi/terrains"), PALACE, language=language)
    sat.click("e5")
    assert sat.message == sat.text("table.wall_selected", cell="e5", ground="Obstacle")


@pytest.mark.parametrize("target", ["b7", "b8"])
def test_a_wall_is_in_the_way_of_a_unit_that_takes_over_others(target: str) -> None:
    """Whether or not an enemy stands beyond it."""
    sat = sit(loaded("xiangqi/terrains"), PALACE)
    sat.click("b2", target)
    assert sat.message == sat.text("refusals.wall_in_the_way", cell="b3")
