"""Halberd & Gonfalon, chapter 4: shots and wounds."""

from __future__ import annotations

import pytest

from halberd_field import field, stand
from wargrid.core.events import Moved
from wargrid.text import catalog


def _targets(units: str, cell: str, **options: object) -> str:
    return field(units, **options).choices("attack", cell)


def test_an_archer_shoots_from_a_hill() -> None:
    """HG-33: from a hill it may shoot at the same enemy it may not shoot at from plain ground."""
    assert field("Ao4 sp4 gab2").allows("o4xp4")
    assert field("An4 sm4 gab2").refused("n4xm4") == ("wrong_ground", "HG-33")


def test_an_archer_does_not_move_and_shoot() -> None:
    """HG-33: who has climbed the hill this turn waits for the next one, and who has shot stays."""
    assert field("An4 sp4 gab2").play("n4-o4").refused("o4xp4") == ("used_any", "HG-17")
    assert field("Ao4 sp4 gab2").play("o4xp4").refused("o4-n4") == ("used_any", "HG-17")


def test_range_is_two_straight_or_one_diagonally() -> None:
    """HG-34: the squares it strikes at are those it could jump to."""
    straight = "sq4 sm4 so6 so2"
    for far in straight.split():
        assert field(f"Ao4 {far} gab2").allows(f"o4x{far[1:]}")
    assert _targets("Ao4 sn3 sp3 sn5 sp5 sq6 sm2 sq5 sp6 gab2", "o4") == "n3 p3 n5 p5"


@pytest.mark.parametrize("cell", ["q6", "q5", "p6", "r4"])
def test_beyond_its_range_an_archer_does_not_shoot(cell: str) -> None:
    """HG-34: two squares diagonally, a horse's jump and three squares are too far."""
    assert field(f"Ao4 s{cell} gab2").refused(f"o4x{cell}") == ("beyond_range", "HG-34")


def test_a_unit_that_is_shot_is_removed_and_the_archer_stays() -> None:
    """HG-34: on any terrain, soldiers and archers alike."""
    assert stand(field("Ao4 ao5 gab2").play("o4xo5")) == "gab2 Ao4"
    assert stand(field("Ao4 sq4 gab2").play("o4xq4")) == "gab2 Ao4"


def test_an_empty_cell_is_no_target() -> None:
    """HG-34: an empty square is no target, a friend neither."""
    assert field("Ao4 gab2").refused("o4xp4") == ("no_target", "HG-34")
    assert field("Ao4 Sp4 gab2").refused("o4xp4") == ("own_target", "HG-25")


@pytest.mark.parametrize("between", ["Sp4", "sp4"])
def test_a_unit_between_stops_the_shot(between: str) -> None:
    """HG-35: a piece of either side on the middle square."""
    assert field(f"Ao4 {between} sq4 gab2").refused("o4xq4") == ("shot_stopped", "HG-35")


def test_a_look_out_that_is_shot_is_wounded() -> None:
    """HG-36, HG-50: it goes home, and no second piece is needed."""
    table = field("Ao4 gp4").play("o4xp4")

    assert stand(table) == "gx3 Ao4"
    assert [event.why for event in table.events if isinstance(event, Moved)] == ["halberd.wounded"]


@pytest.mark.parametrize(
    ("taken", "home"), [("", "x3"), ("x3", "x4"), ("x3 x4", "x5"), ("x4 x3 x5", "x6")]
)
def test_a_wounded_look_out_takes_the_first_free_start_square(taken: str, home: str) -> None:
    """HG-50: in the order of rows 2, 3, 4, 5."""
    others = " ".join(f"s{cell}" for cell in taken.split())

    assert f"g{home}" in stand(field(f"Ao4 gp4 {others}").play("o4xp4")).split()


def test_the_cell_that_a_taker_leaves_is_not_free() -> None:
    """HG-50: the look-out returns before the taker moves."""
    assert stand(field("Sx3 Sv3 gw3").play("x3xw3")) == "Sv3 Sw3 gx4"


def test_a_white_look_out_returns_to_the_west() -> None:
    """HG-50: the start squares are those of its own side, whoever wounds it."""
    assert stand(field("Gp4 ao4", side="black").play("o4xp4")) == "Gf3 ao4"


@pytest.mark.parametrize(
    ("column", "home"),
    [("", "x2"), ("x2", "x7"), ("x2 x7", "y2"), ("x2 x7 y2 y3 y4 y5 y6 y7", "z2")],
)
def test_if_the_start_is_full_it_returns_to_the_camp(column: str, home: str) -> None:
    """HG-51: the look-outs' column first, then the columns behind it, each from row 1 to row 6."""
    others = " ".join(f"s{cell}" for cell in f"x3 x4 x5 x6 {column}".split())

    assert f"g{home}" in stand(field(f"Ao4 gp4 {others}").play("o4xp4")).split()


def test_whites_camp_is_filled_from_its_front_too() -> None:
    """HG-51: for White the front column is the eastern one."""
    full = " ".join(f"Sf{row}" for row in range(2, 8))

    assert "Ge2" in stand(field(f"Gp4 ao4 {full}", side="black").play("o4xp4")).split()


def test_a_look_out_in_the_enemys_camp_may_be_wounded() -> None:
    """HG-52: there as anywhere else."""
    assert stand(field("Gy3 sz3 sz4", side="black").play("z3xy3")) == "Gf3 sy3 sz4"


def test_a_wounded_look_out_acts_in_its_next_turn() -> None:
    """HG-53: the wound costs its owner nothing else."""
    table = field("Ao4 gp4 sb2").play("o4xp4", "end")

    assert table.to_act() == "black"
    assert table.allows("x3-v3")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "wounded, back to x3"), ("fr", "blessure et retour en x3")],
)
def test_the_log_names_a_wound(language: str, said: str) -> None:
    """HG-50: the log names the cell it comes from and the one it goes to."""
    told = catalog(language).say(
        "halberd.wounded", side="Black", unit="Lookout", cell="p4", target="x3", facing=""
    )

    assert "p4" in told
    assert said in told
