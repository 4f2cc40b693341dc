"""Lionheart: what its rule tests in YAML cannot say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support import Table, tried
from wargrid import CHANCE
from wargrid.events import Eliminated
from wargrid.loading.loader import load_text
from wargrid.match import read_position


def test_a_tie_has_its_exact_chance() -> None:
    """LH-13: the starting roll is tied with a chance of 35/128."""
    game = tried("lionheart/level1").game
    start = game.start()
    tied = Fraction(0)
    for first, roll in game.chances(start):
        halfway = game.step(start, roll)
        for second, answer in game.chances(halfway):
            if game.to_act(game.step(halfway, answer)) == CHANCE:
                tied += first * second

    assert tied == Fraction(35, 128)


def test_units_are_placed_on_every_cell_of_the_first_two_rows() -> None:
    """LH-81, LH-82: but for the king's."""
    table = tried("lionheart/level2").opened()
    moves = table.game.moves(table.position)
    cells = {each.target for each in moves if getattr(each, "word", "") == "infantry"}

    assert cells == set(range(18)) - {4}


def test_an_unknown_type_is_refused() -> None:
    """LH-84: only the types of the box are placed; the refusal lists them."""
    refusal = tried("lionheart/level2").opened().refusal("dragon 2@a1")

    assert refusal.rule == "LH-84"
    assert "king, knight, infantry, massed, archer, heavy, peasant, mercenary" in refusal.text("en")


ROCKY = """\
extends: lionheart/level1
name: Two rocks
options: {rows: ~}
terrains:
  grass: {letter: ".", name: Grass}
  rock: {letter: "#", name: Rock, wall: true}
board:
  terrain: |
    . . . . . . . . .
    . . . . . . . . .
    . # . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . # . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""

BEFORE_THE_ROCKS = """\
. . . . . . . . k
. . . . . . . . .
. # . . . . . . .
. i . . . . . . .
. I . . . . . . .
. i . . . . . . .
. I . . . . . . .
. # . . . . . . .
. . . . . . . . .
K . . . . . . . .
"""


@pytest.mark.parametrize(
    ("side", "attack", "lost"), [("gold", "b4xb5", "b4"), ("silver", "b7xb6", "b7")]
)
def test_a_unit_that_flees_against_a_wall_is_lost(side: str, attack: str, lost: str) -> None:
    """LH-42 speaks of the edge: a wall that a variant draws stops a flight likewise."""
    game = load_text(ROCKY, "rocky.yaml")
    position = read_position(game, f"{BEFORE_THE_ROCKS}side: {side}")
    table = Table(game, position, "panic panic panic panic", (9, 10)).play(attack)
    fled = [event for event in table.events if isinstance(event, Eliminated)]
    assert fled == [Eliminated(game.grid.cell(lost), "lionheart.into_wall")]
