"""Battle: what its rule tests in YAML cannot say."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from battlefield import battle, damage_of, field
from support import loaded
from wargrid.events import Countered
from wargrid.match import picture
from wargrid_battle.damage import Blow

BASES = (5, 7, 9, 10, 15, 25, 45, 55, 65, 70, 75, 85, 90, 95, 105, 120)
"""BT-47: the values of the table of blows."""


@pytest.mark.parametrize(
    ("scenario", "size", "units"),
    [("default", (14, 10), 10), ("ford", (10, 8), 6), ("front", (28, 20), 20)],
)
def test_every_map_is_fair(scenario: str, size: tuple[int, int], units: int) -> None:
    """A half turn of the board changes the sides and nothing else; boards are of several sizes."""
    game = loaded("battle/default", scenario=scenario)
    ground = game.engine.grounds[0].terrain
    rows = [row.split() for row in picture(game.start()).splitlines()]

    assert ground == ground[::-1]
    assert [[cell.swapcase() for cell in reversed(row)] for row in reversed(rows)] == rows
    assert (game.grid.columns, game.grid.rows) == size
    assert [len(game.start().units_of(side)) for side in (0, 1)] == [units, units]


def test_the_integer_form_is_the_formula_of_the_rules() -> None:
    """BT-40: B · A · 0.1 · (1 − R · (0.1 − 0.01 · (10 − H))), for every value there is."""
    for base, strength, struck, defence in product(BASES, range(1, 11), range(1, 11), range(5)):
        tenth, hundredth = Fraction(1, 10), Fraction(1, 100)
        wanted = base * strength * tenth * (1 - defence * (tenth - hundredth * (10 - struck)))
        assert Blow(base, strength, struck, defence).exact == wanted


@pytest.mark.parametrize(
    ("blow", "points"),
    [
        (Blow(55, 10, 8, 1), 5), (Blow(45, 2, 10, 1), 0), (Blow(50, 4, 10, 0), 2),
        (Blow(120, 10, 10, 0), 10), (Blow(50, 10, 10, 999_999_999), 0),
    ],
)  # fmt: skip
def test_damage_is_rounded_down_to_what_there_is(blow: Blow, points: int) -> None:
    """BT-41, BT-42: 50.6 is five points, 8.1 is none, twelve of ten are ten; no shelter heals."""
    assert blow.points == points


def test_a_counter_is_told() -> None:
    """BT-43: by its source; the dead strike back not even in vain."""
    told = [
        [event.source for event in field("T t . i", **men).play("a1xb1").events
         if isinstance(event, Countered)]
        for men in ({}, {"men": "b1 2"})
    ]  # fmt: skip
    assert told == [[1], []]


def test_the_example_of_the_rules() -> None:
    """BT-44: 50.6 and 14.7: the tank has three points left, the anti-tank infantry nine."""
    table = field("B t", "F.", men="b1 8")
    blow, counter = damage_of(battle("F."), "antitank").exchange(table.position, 0, 1)
    table.play("a1xb1")

    assert counter is not None
    assert (str(float(blow.exact)), str(float(counter.exact))) == ("50.6", "14.7")
    assert (table.men("b1"), table.men("a1")) == (3, 9)


def test_one_game_serves_several_armies() -> None:
    """BT-23, BT-24: a fourth infantry, a unit beyond the set-up, is blue in one position and red in
    the next."""
    game = battle("MM\n..")
    three = " ".join(["."] * 10 + ["{0}"] * 3 + ["."]) + "\n" + "\n".join([" ".join("." * 14)] * 8)
    corner = "T {0} " + " ".join("." * 12)
    drawn = {letter: f"{three}\n{corner}".format(letter) for letter in "Ii"}
    blue, red = (game.table(picture, others=False) for picture in drawn.values())

    assert blue.position.board[1] == red.position.board[1]
    assert blue.choices("move", "a1").startswith("c1")
    assert red.choices("move", "a1") == ""
    assert blue.choices("move", "a1").startswith("c1")
