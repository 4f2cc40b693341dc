"""Battle: days, phases, and how a game ends."""

from __future__ import annotations

import pytest
from battlefield import battle, field


def test_a_day_is_a_phase_of_each_side() -> None:
    """BT-10: blue, red, and then the next day begins."""
    table = field("I . i").play("end")

    assert table.to_act() == "red"
    table.play("end")
    assert (table.to_act(), table.position.turn) == ("blue", 3)


def test_red_does_not_move_in_the_phase_of_blue() -> None:
    """BT-10: the other side's units are not yours."""
    assert field("I . i").refused("c1-d1") == ("not_yours", "BT-10")


def test_every_unit_may_act_in_any_order() -> None:
    """BT-11: the second unit goes first, and the phase goes on until its side ends it."""
    table = field("I I I . .").play("c1-d1", "a1-a2", "b1-b2")

    assert table.to_act() == "blue"
    assert table.picture() == ". . . I ."


def test_a_side_ends_its_phase_when_it_likes() -> None:
    """BT-11: nobody has to move."""
    assert field("I . i").allows("end")


def test_the_last_unit_gone_loses_at_once() -> None:
    """BT-12: red has nobody left in the middle of the phase of blue."""
    table = field("T i", men="b1 2").play("a1xb1")

    assert table.ended() == "blue eliminate"
    assert table.to_act() == "nobody"


@pytest.mark.parametrize(
    ("men", "ended"), [("a1 7", "red limit"), ("c1 7", "blue limit"), ("a1 7, c1 7", "draw limit")]
)
def test_after_day_forty_points_are_counted(men: str, ended: str) -> None:
    """BT-13: more points win, equal points draw."""
    table = battle().table("I . i", others=False, men=men, turn=80, side="red")

    assert table.play("end").ended() == ended


def test_day_forty_is_played_to_its_end() -> None:
    """BT-13: the phase of blue on day forty is not the last."""
    table = battle().table("I . i", others=False, men="a1 7", turn=79)

    assert table.play("end").ended() == ""
