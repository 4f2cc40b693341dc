"""Halberd & Gonfalon: every option the players may agree on, with every value that is not the default."""

from __future__ import annotations

from fractions import Fraction

import pytest

import wargrid
from halberd_field import NAME, field, opened, stand
from wargrid.faults import RulesetError

SIX = ("f3@h3", "f4@h4", "f5@h5", "f6@h6", "b3@h2")
TRIED_HERE = [
    "first_player", "border_playable", "first_turn_exactly_six", "entry_needs_range", "types_per_turn", "path",
    "pass_through_friends", "support_types", "shots_blocked", "return_square", "camp_is_safe", "max_player_turns",
]  # fmt: skip


def test_every_option_is_tried_here() -> None:
    """Every option of the ruleset has a test below."""
    assert sorted(opened().game.ruleset.options) == sorted(TRIED_HERE)


def test_a_choice_that_does_not_exist_is_refused() -> None:
    """The fault names the choices there are."""
    with pytest.raises(RulesetError, match='The option "path" has no choice "crooked"') as wrong:
        wargrid.load(NAME, settings={"path": "crooked"})

    assert "free, straight" in str(wrong.value)


def test_first_player_black() -> None:
    """HG-01: Black begins, and enters by its own column."""
    assert opened(first_player="black").to_act() == "black"
    assert opened(first_player="black").allows("x3@v3")
    assert opened().to_act() == "white"


def test_first_player_random() -> None:
    """HG-01: a lot decides, with equal chances."""
    table = opened(first_player="random")

    assert [chance for chance, _ in table.game.chances(table.position)] == [Fraction(1, 2)] * 2
    assert table.play("lot black").to_act() == "black"


def test_border_playable() -> None:
    """HG-03: the ring may be entered like plain ground."""
    assert field("Sb2 gab2", border_playable=True).allows("b2-a1")
    assert field("Gb2 gab2", border_playable=True).allows("b2-a1")
    assert not field("Sb2 gab2").allows("b2-a1")


def test_first_turn_exactly_six() -> None:
    """HG-14: the first turn ends only once six have entered."""
    strict = opened(first_turn_exactly_six=True).play(*SIX)

    assert strict.refused("end") == ("must_act", "HG-14")
    assert strict.play("b6@h7").play("end").to_act() == "black"
    assert opened().play(*SIX).allows("end")


def test_entry_needs_range() -> None:
    """HG-15: only who could walk there enters: look-outs two columns off, but nobody from the back."""
    near = opened(entry_needs_range=True)

    assert near.allows("f3@h4")
    assert near.refused("f3@h7") == ("no_entrance", "HG-15")
    assert near.refused("b3@h3") == ("no_entrance", "HG-15")
    assert opened().allows("b3@h3")


@pytest.mark.parametrize(("most", "second", "third"), [(1, False, False), (2, True, False), (3, True, True)])
def test_types_per_turn(most: int, second: bool, third: bool) -> None:
    """HG-16: with one type a turn the second waits, with three nobody does."""
    table = field("Sb3 Ac3 Gf3 gab2", types_per_turn=most).play("b3-b2")

    assert table.allows("c3-c2") == second
    assert (second and table.play("c3-c2").allows("f3-f2")) == third


def test_path_straight() -> None:
    """HG-21: a move is one straight line, costs as before; a square off the eight lines is out of reach."""
    table = field("Sc4 gab2", path="straight")

    assert table.refused("c4-d6") == ("out_of_reach", "HG-20")
    assert {"f4", "c7", "f7", "b3"} <= set(table.choices("move", "c4").split())
    assert field("Sc4 gab2").allows("c4-d6")


def test_path_straight_holds_for_look_outs() -> None:
    """HG-21, HG-40: look-outs go straight too."""
    assert not field("Gc4 gab2", path="straight").allows("c4-e5")
    assert field("Gc4 gab2").allows("c4-e5")


def test_pass_through_friends() -> None:
    """HG-24: friends may be passed, but not stopped on; enemies still block."""
    ring = "Gb3 Gb4 Gb5 Gc3 Gc5 Gd3 Gd4 Gd5"

    assert "e4" in field(f"Sc4 {ring} gab2", pass_through_friends=True).choices("move", "c4").split()
    assert "d4" not in field(f"Sc4 {ring} gab2", pass_through_friends=True).choices("move", "c4").split()
    assert field(f"Sc4 {ring} gab2").choices("move", "c4") == ""
    assert field(f"Sc4 {ring.replace('G', 'g')}", pass_through_friends=True).choices("move", "c4") == ""


def test_support_types_without_look_outs() -> None:
    """HG-28: a look-out no longer supports, soldiers and archers do."""
    few = {"support_types": ["soldat", "archer"]}

    assert field("Sn3 go3 Gp3", **few).refused("n3xo3") == ("halberd.lone_attacker", "HG-27")
    assert field("Sn3 go3 Ap3", **few).allows("n3xo3")
    assert field("Sn3 go3 Gp3").allows("n3xo3")


def test_shots_blocked_false() -> None:
    """HG-35: the arrow flies over whoever stands between."""
    assert field("Ao4 Sp4 sq4", shots_blocked=False).allows("o4xq4")
    assert not field("Ao4 Sp4 sq4").allows("o4xq4")


def test_camp_is_safe() -> None:
    """HG-52: nobody is wounded in the enemy's camp, by sword or arrow."""
    safe = field("Gy3 sz3 sz4", side="black", camp_is_safe=True)

    assert safe.refused("z3xy3") == ("halberd.safe_in_camp", "HG-52")
    assert field("Gw3 sx3 sx4", side="black", camp_is_safe=True).allows("x3xw3")
    assert field("Gy3 sz3 sz4", side="black").allows("z3xy3")


@pytest.mark.parametrize(("most", "ended"), [(3, "draw limit"), (4, ""), (None, "")])
def test_max_player_turns(most: int | None, ended: str) -> None:
    """HG-62: the game is drawn after the turn agreed on, or never."""
    assert field("Sb2 gab2", turn=3, max_player_turns=most).play("end").ended() == ended


def test_max_player_turns_null() -> None:
    """HG-62: without a limit turn 400 is one like any other."""
    assert field("Sb2 gab2", turn=400, max_player_turns=None).play("end").ended() == ""
    assert stand(field("Sb2 gab2", turn=400).play("end")) == "Sb2 gab2"
