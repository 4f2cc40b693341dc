"""Halberd & Gonfalon, chapter 2: the entry turn and the ordinary one."""

from __future__ import annotations

import pytest

from halberd_field import field, opened, stand

SIX = ("f3@h3", "f4@h4", "f5@h5", "f6@h6", "b3@h2", "b6@h7")


def test_up_to_six_enter_in_the_first_turn() -> None:
    """HG-14: any types, one a square, however far away they stand."""
    table = opened().play(*SIX)

    assert {"Gh3", "Gh6", "Sh2", "Sh7"} <= set(stand(table).split())
    assert [table.game.moves(table.position)] == [[table.game.end]]


@pytest.mark.parametrize("number", range(7))
def test_fewer_may_enter(number: int) -> None:
    """HG-14: from none to six, then the turn ends when the player says so."""
    assert opened().play(*SIX[:number], "end").to_act() == "black"


def test_black_enters_by_its_own_column() -> None:
    """HG-14: column o, x 21; White's column is closed to it."""
    table = opened().play("end")

    assert table.refused("x3@h3") == ("no_entrance", "HG-15")
    assert "gv3" in stand(table.play("x3@v3")).split()


def test_nothing_else_happens_in_the_first_turn() -> None:
    """HG-14: nobody moves in the ordinary way, and nobody enters twice."""
    table = opened()

    assert table.refused("f3-g3") == ("entering", "HG-14")
    assert table.play("f3@h3").refused("h3@h4") == ("entered", "HG-14")
    assert table.refused("b3@h3") == ("occupied", "HG-24")


def test_a_seventh_does_not_enter() -> None:
    """HG-14: once six have entered the others stay where they are, even where a square is free."""
    table = opened(border_playable=True).play(*SIX)

    assert table.refused("b4@h2") == ("entry_full", "HG-14")


def test_no_unit_enters_later() -> None:
    """HG-14: from the third turn on units only move."""
    assert opened().play("end", "end").refused("f3@h3") == ("not_entering", "HG-14")


@pytest.mark.parametrize("hill", ["h2", "h7"])
def test_look_outs_do_not_enter_on_hills(hill: str) -> None:
    """HG-15: soldiers and archers may, look-outs may not."""
    assert opened().refused(f"f3@{hill}") == ("no_entrance", "HG-15")
    assert opened().allows(f"b3@{hill}")
    assert opened().allows(f"c4@{hill}")


def test_two_types_act_in_one_turn() -> None:
    """HG-16: once two types have acted the third one waits, and the refusal says so."""
    table = field("Sb3 Sb5 Ac3 Gf3 gab2").play("b3-b2", "c3-c2")

    assert table.refused("f3-g3") == ("group_full", "HG-16")
    assert table.allows("b5-b6")


def test_types_may_alternate_and_anybody_may_stay_idle() -> None:
    """HG-16: soldier, archer, soldier again; or nobody at all."""
    assert field("Sb3 Sb5 Ac3 gab2").play("b3-b2", "c3-c2", "b5-b6", "end").to_act() == "black"
    assert field("Sb3 gab2").play("end").to_act() == "black"


def test_a_turn_ends_only_by_its_side() -> None:
    """HG-16: with nothing left to do the side still ends its turn itself."""
    table = field("Sb3 gab2").play("b3-b4")

    assert table.to_act() == "white"
    assert table.game.moves(table.position) == [table.game.end]


def test_a_piece_acts_once_and_does_not_split_its_move() -> None:
    """HG-17: after one step of three nothing is left."""
    assert field("Sb3 gab2").play("b3-b4").refused("b4-b5") == ("used_any", "HG-17")
