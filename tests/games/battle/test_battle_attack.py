"""Battle: who may attack whom, when, and in what order."""

from __future__ import annotations

from battlefield import field


def test_a_unit_attacks_once_a_day() -> None:
    """BT-30: a second attack waits for the next day."""
    table = field("t .\nT .\ni .").play("a2xa3")

    assert table.refused("a2xa1") == ("used_attack", "BT-30")
    assert table.play("end", "end").allows("a2xa1")


def test_contact_is_four_cells() -> None:
    """BT-31: the four neighbours, no diagonal and no second cell."""
    table = field("i i i .\ni T i i\ni i i .")

    assert table.choices("attack", "b2") == "b1 a2 c2 b3"
    assert table.refused("b2xd2") == ("beyond_range", "BT-31, BT-32")


def test_only_enemies_are_attacked() -> None:
    """BT-31: neither friends nor empty cells."""
    table = field("T I\n. i")

    assert table.refused("a2xb2") == ("own_target", "BT-31")
    assert table.refused("a2xa1") == ("no_target", "BT-31")


def test_artillery_reaches_two_to_five() -> None:
    """BT-32: never the next cell, never the sixth; who stands between does not matter."""
    table = field("A i i i i i i")

    assert table.choices("attack", "a1") == "c1 d1 e1 f1"
    assert table.refused("a1xb1")[0] == "beyond_range"


def test_distance_is_counted_in_steps() -> None:
    """BT-06, BT-33: four east and two north are six steps, three and two are five."""
    table = field(". . . i i\n. . . . .\nA . . . .")

    assert table.choices("attack", "a1") == "d3"


def test_artillery_never_attacks_helicopters() -> None:
    """BT-34: the table says never."""
    table = field("A . h")

    assert table.refused("a1xc1") == ("cannot_hurt", "BT-34")
    assert field("A . t").allows("a1xc1")


def test_artillery_that_has_moved_holds_its_fire() -> None:
    """BT-35: move or fire."""
    assert field("A . . i").play("a1-b1").refused("b1xd1") == ("moved_already", "BT-35")
    assert field("T . . i").play("a1-c1").allows("c1xd1")


def test_a_unit_moves_before_it_attacks() -> None:
    """BT-36: after its attack it is finished for the day."""
    assert field("T i .").play("a1xb1").refused("a1-a2") == ("finished", "BT-36")


def test_a_unit_moves_once() -> None:
    """BT-36: points that are left over are lost."""
    assert field("T . . .").play("a1-b1").refused("b1-c1") == ("used_move", "BT-36")


def test_units_take_turns_as_they_like() -> None:
    """BT-37: A moves, B moves, A attacks."""
    assert field("T . i\nI . .").play("a2-b2", "a1-b1").allows("b2xc2")
