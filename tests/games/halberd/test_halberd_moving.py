"""Halberd & Gonfalon, chapter 3: moving and taking."""

from __future__ import annotations

import pytest

from halberd_field import field, stand


def _reach(units: str, cell: str, verb: str = "move", **options: object) -> set[str]:
    return set(field(units, **options).choices(verb, cell).split())


def _block(columns: str, rows: str, without: str) -> set[str]:
    return {f"{column}{row}" for column in columns for row in rows} - set(without.split())


def test_a_soldier_has_three_points_in_eight_directions() -> None:
    """HG-20, HG-21: on open plain it reaches every square within three king's steps."""
    assert _reach("Si4 gab2", "i4") >= {"f4", "g4", "h4", "i5", "i6", "h5", "j5", "f3", "g6"}
    assert field("Sb4 gab2").choices("move", "b4").split()[0] == "b2"
    assert field("Sc5 gab2").refused("c5-h5") == ("out_of_reach", "HG-20")


def test_a_way_may_bend_round_others() -> None:
    """HG-21: walled in on three sides a soldier goes out by the fourth and round the corner."""
    table = field("Sc4 Gb3 Gb4 Gb5 Gc3 Gc5 Gd3 Gd4 gab2")

    assert {"d5", "e4", "d6", "c6", "b6"} <= set(table.choices("move", "c4").split())
    assert not {"b2", "c2"} & set(table.choices("move", "c4").split())


def test_climbing_costs_two() -> None:
    """HG-22: after one step on the plain a soldier still climbs; after two the hill is out of
    reach."""
    assert field("Sm4 gab2").allows("m4-o4")
    assert field("Sl6 gab2").allows("l6-n5")
    assert field("Sl6 gab2").refused("l6-o5") == ("out_of_reach", "HG-20")


def test_on_and_down_a_hill_costs_one() -> None:
    """HG-23: hill to hill, hill to plain and plain to plain cost one point each."""
    assert {"l4", "l5", "m5", "n5", "h5"} <= _reach("Sk4 gab2", "k4")


def test_from_hill_to_hill_costs_one() -> None:
    """HG-23: three steps lead from the hill on k4 to n7, and only over the one on l5."""
    assert field("Sk4 gab2").allows("k4-n7")
    assert field("Sk4 Al5 gab2").refused("k4-n7") == ("out_of_reach", "HG-20")


def test_no_unit_passes_through_others() -> None:
    """HG-24: a ring of friends shuts a soldier in; a gap between two of them, even diagonal, lets
    it out."""
    ring = "Gm3 Gn3 Gl3 Gm5 Gn5 Gl5 Gl4"

    assert _reach(f"Sm4 {ring} Gn4 gab2", "m4") == set()
    assert "o4" not in _reach(f"Sm4 {ring} Gn4 gab2", "m4")
    assert {"n4", "o5"} <= _reach(f"Sm4 {ring} gab2", "m4")
    assert "k5" in _reach("Sj4 Gj5 Gk4 gab2", "j4")


def test_an_occupied_square_is_refused() -> None:
    """HG-24: whoever stands on a square keeps others off it, and an archer off the square
    beyond."""
    assert field("Gn3 so3").refused("n3-o3") == ("occupied", "HG-24")
    assert field("An3 Go3 gab2").refused("n3-p3") == ("in_the_way", "HG-24")


@pytest.mark.parametrize("letter", ["s", "a"])
def test_a_soldier_takes_by_moving_onto_an_enemy(letter: str) -> None:
    """HG-25: the enemy is gone for good, and the soldier stands in its place."""
    table = field(f"Sm4 {letter}o4 gab2").play("m4xo4")

    assert stand(table) == "gab2 So4"
    assert table.game.to_act(table.position) == 0


def test_a_soldier_pays_for_the_hill_it_takes_on() -> None:
    """HG-22, HG-25: an enemy on a hill costs two points to enter; after two plains it is too
    far."""
    assert field("Sm4 ao4 gab2").allows("m4xo4")
    assert field("Sl6 ao5 gab2").refused("l6xo5") == ("out_of_reach", "HG-20")


def test_taking_ends_the_move() -> None:
    """HG-26: a soldier that has taken may not go on, whatever points are left."""
    table = field("Sm3 an3 gab2").play("m3xn3")

    assert table.refused("n3-p3") == ("used_any", "HG-17")
    assert "p3" not in _reach("Sm3 an3 an2 an4 gab2", "m3")


def test_a_lone_soldier_does_not_take_a_look_out() -> None:
    """HG-27: it blocks like anybody, and the refusal says why."""
    table = field("Sn3 go3")

    assert table.refused("n3xo3") == ("halberd.lone_attacker", "HG-27")
    assert table.refused("n3-o3") == ("occupied", "HG-24")


@pytest.mark.parametrize("letter", ["S", "A", "G"])
def test_anybody_supports_a_soldier(letter: str) -> None:
    """HG-27, HG-28: with a friend of any type beside the look-out the soldier wounds it."""
    assert field(f"Sn3 go3 {letter}p4").allows("n3xo3")


def test_an_enemy_gives_no_support() -> None:
    """HG-27: only a piece of the soldier's own side counts."""
    assert not field("Sn3 go3 sp4").allows("n3xo3")


def test_an_archer_moves_two_straight_or_one_diagonally() -> None:
    """HG-30: the squares it may reach on open ground."""
    assert _reach("Ak3 gab2", "k3") == _block("jkl", "234", "k3") | {"i3", "m3", "k5"}


def test_an_archer_needs_the_square_between_empty() -> None:
    """HG-30: somebody one square away, of either side, stops it."""
    for other in ("S", "s"):
        assert "m3" not in _reach(f"Ak3 {other}l3 gab2", "k3")
    assert field("Ak3 sl3 gab2").refused("k3-m3") == ("in_the_way", "HG-24")


def test_hills_cost_an_archer_nothing() -> None:
    """HG-31: it goes two squares straight over hills."""
    assert {"k4", "l4"} <= _reach("Aj4 gab2", "j4")


def test_an_archer_never_moves_onto_an_enemy() -> None:
    """HG-32: from plain ground it neither takes nor shoots who stands beside it."""
    table = field("Am3 sn3 gab2")

    assert table.choices("take", "m3") == ""
    assert table.refused("m3xn3") == ("wrong_ground", "HG-33")
    assert table.refused("m3-n3") == ("occupied", "HG-24")


def test_a_look_out_has_two_points_on_plains() -> None:
    """HG-40: two king's steps, round corners too."""
    assert _reach("Gi4 gab2", "i4") == _block("ghijk", "23456", "i4 k4 k5 h2 j2")


def test_a_look_out_never_stands_on_a_hill() -> None:
    """HG-41: hills are out of its reach, and it goes round them."""
    table = field("Gm4 gab2")

    assert table.refused("m4-l4") == ("out_of_reach", "HG-20")
    assert "l3" in table.choices("move", "m4")


@pytest.mark.parametrize("letter", ["s", "a", "g"])
def test_a_look_out_takes_no_unit(letter: str) -> None:
    """HG-42: it captures nothing and wounds nobody, even with support."""
    assert field(f"Gn3 {letter}o3 So4").refused("n3xo3") == ("never_attack", "HG-42")


@pytest.mark.parametrize("unit", ["S", "A", "G"])
def test_any_piece_enters_camps_and_gaps(unit: str) -> None:
    """HG-43: the enemy's camp, one's own and the gap columns are open to everybody."""
    assert "x4" in _reach(f"{unit}w4 gab2", "w4")
    assert "w4" in _reach(f"{unit}v4 gab2", "v4")
    assert "f4" in _reach(f"{unit}g4 gab2", "g4")
