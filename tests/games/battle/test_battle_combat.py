"""Battle: what a blow does, and what comes back."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from battlefield import GROUNDS, LETTERS, TYPES, battle, damage_of, field

from wargrid.events import Countered
from wargrid_battle.damage import Blow

TABLE = {  # BT-47: rows are defenders, columns attackers in the order of TYPES
    "infantry": (55, 65, 75, 95, 105, 75),
    "antitank": (45, 55, 70, 90, 105, 75),
    "tank": (5, 55, 55, 85, 25, 55),
    "artillery": (15, 85, 85, 85, 65, 65),
    "aa": (5, 65, 65, 85, 25, 25),
    "helicopter": (7, 9, 10, None, 120, 65),
}
DEFENCE = {"river": 0, "road": 0, "plain": 1, "city": 2, "forest": 3, "mountain": 4}


def test_the_integer_form_is_the_seeds_formula() -> None:
    """BT-40: B · A · 0.1 · (1 − R · (0.1 − 0.01 · (10 − H))), for every value there is."""
    bases = sorted({base for row in TABLE.values() for base in row if base is not None})
    for base, strength, struck, defence in product(bases, range(1, 11), range(1, 11), range(5)):
        tenth, hundredth = Fraction(1, 10), Fraction(1, 100)
        wanted = base * strength * tenth * (1 - defence * (tenth - hundredth * (10 - struck)))
        assert Blow(base, strength, struck, defence).exact == wanted


@pytest.mark.parametrize(
    ("blow", "points"), [(Blow(55, 10, 8, 1), 5), (Blow(45, 2, 10, 1), 0), (Blow(50, 4, 10, 0), 2)]
)
def test_damage_is_rounded_down(blow: Blow, points: int) -> None:
    """BT-41: 50.6 is five points, 8.1 is none, and 20 is two."""
    assert blow.points == points


def test_no_unit_loses_more_than_it_has() -> None:
    """BT-42: 120 % of a helicopter's ten points are ten, and it is gone."""
    table = field("D h . i").play("a1xb1")

    assert table.picture() == "D . . i"
    assert Blow(120, 10, 10, 0).exact == 120


def test_a_blow_beyond_all_there_is_takes_all_there_is() -> None:
    """BT-42: on a road 120 % would be twelve points; the helicopter loses its ten and is gone."""
    assert Blow(120, 10, 10, 0).points == 10


def test_no_shelter_makes_a_blow_heal() -> None:
    """BT-42: a blow that the ground swallows whole takes nothing, and gives nothing."""
    assert Blow(50, 10, 10, 999_999_999).points == 0
    assert field("D h . i", "RR").play("a1xb1").picture() == "D . . i"


def test_a_survivor_strikes_back_with_what_is_left() -> None:
    """BT-43: the tank strikes with the five points it has left, and is told to."""
    table = field("T t", "RR").play("a1xb1")

    assert (table.men("b1"), table.men("a1")) == (5, 8)
    assert [event.source for event in table.events if isinstance(event, Countered)] == [1]


def test_the_dead_do_not_strike_back() -> None:
    """BT-43: a destroyed unit does not counter."""
    assert field("T t . i", men="b1 2").play("a1xb1").men("a1") == 10
    assert field("T t . i").play("a1xb1").men("a1") < 10


def test_the_log_has_no_counter_by_an_eliminated_unit() -> None:
    """BT-43: a destroyed unit does not even strike back in vain."""
    table = field("T t . i", men="b1 2").play("a1xb1")

    assert not [event for event in table.events if isinstance(event, Countered)]


def test_artillery_is_out_of_all_counters() -> None:
    """BT-43: it is not countered when it strikes, and does not counter even the unit beside it."""
    assert field("A . t").play("a1xc1").men("a1") == 10
    assert field("T a").play("a1xb1").men("a1") == 10


def test_a_counter_is_no_attack_of_that_day() -> None:
    """BT-43: the tank that struck back in blue's phase attacks in its own."""
    assert field("T t").play("a1xb1", "end").allows("b1xa1")


def test_the_seeds_example() -> None:
    """BT-44: 50.6 and 14.7: the tank has three points left, the anti-tank infantry nine."""
    table = field("B t", "F.", men="b1 8")
    by = damage_of(battle("F."), "antitank")
    blow, counter = by.exchange(table.position, 0, 1)
    table.play("a1xb1")

    assert counter is not None
    assert (str(float(blow.exact)), str(float(counter.exact))) == ("50.6", "14.7")
    assert (table.men("b1"), table.men("a1")) == (3, 9)


@pytest.mark.parametrize(("ground", "defence"), list(DEFENCE.items()))
def test_the_ground_shelters_who_stands_on_it(ground: str, defence: int) -> None:
    """BT-45: the defender's terrain counts, by its defence."""
    table = field("I b", f".{GROUNDS[ground]}")
    blow, _ = damage_of(battle(), "infantry").exchange(table.position, 0, 1)

    assert blow == Blow(45, 10, 10, defence)


def test_helicopters_use_the_ground_like_anyone() -> None:
    """BT-46: 120 on a mountain are 72."""
    assert field("D h", ".M").play("a1xb1").men("b1") == 3


@pytest.mark.parametrize(("attacker", "defender"), list(product(TYPES, TYPES)))
def test_the_table_of_blows(attacker: str, defender: str) -> None:
    """BT-47: on a road, a tenth of the table's value is lost, or the attack is impossible."""
    value = TABLE[defender][TYPES.index(attacker)]
    gap = ". " if attacker == "artillery" else ""
    table = field(f"{LETTERS[attacker]} {gap}{LETTERS[defender].lower()} . i", "RRR")
    blow = "a1xc1" if gap else "a1xb1"

    if value is None:
        assert not table.allows(blow)
    else:
        assert table.play(blow).men(blow[-2:]) == 10 - min(value // 10, 10)


def test_a_blow_without_effect_is_legal() -> None:
    """BT-48: infantry against a tank comes to nothing and may be tried."""
    table = field("I t").play("a1xb1")

    assert table.men("b1") == 10
    assert table.men("a1") < 10


def test_dying_by_the_counter_may_lose_the_game() -> None:
    """BT-49, BT-12: blue's last unit attacks and is destroyed by the counter."""
    assert field("I t", men="a1 1").play("a1xb1").ended() == "red eliminate"
