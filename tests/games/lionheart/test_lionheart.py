"""Lionheart: what its rule tests in YAML cannot say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from matches import Dice
from support import Table, tried
from wargrid import CHANCE, Match
from wargrid.events import Eliminated
from wargrid.loading.loader import load_text
from wargrid.match import read_position
from wargrid.text import catalog
from wargrid_play.table import Table as Sitting


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


def test_the_log_names_a_bribe() -> None:
    """LH-67: the prompt says that they change sides, not that they are lost, also in one line; the
    log tells attack and bribe."""
    level2 = tried("lionheart/level2")
    table = Sitting(Match(level2.game, start=level2.table(". . .\n. s .\n. K .").position))
    table.type("b1xb2")
    prompt = table.view().prompt
    assert prompt is not None
    say = catalog("en").say
    assert dict(prompt.lines)[say("table.odds.joins")] == "100%"
    assert dict(prompt.lines)[say("table.odds.eliminates")] == "0%"
    assert prompt.brief == say("table.brief.joins", chance="100%")
    table.enter()

    _heading, attack, bribe = table.view().log
    assert (attack.side, attack.cells) == (0, (1, 10))
    assert "b1" in attack.text
    assert (bribe.side, bribe.cells) == (1, (10,))
    assert "brib" in bribe.text


def test_the_log_tells_a_push_from_a_flight() -> None:
    """LH-65: the target is driven back, and the friend in its way flees."""
    level2 = tried("lionheart/level2")
    start = level2.table(". . .\n. i .\n. i .\n. S .").position
    dice = Dice("axe arrow arrow panic")
    table = Sitting(Match(level2.game, dice=dice, start=start))
    table.type("b1xb2")
    table.enter()

    say, fields = catalog("en").say, {"side": "Silver", "unit": "Infantry"}
    log = [line.text for line in table.view().log]
    assert say("lionheart.flees", cell="b3", target="b4", **fields) in log
    assert say("lionheart.pushed", cell="b2", target="b3", **fields) in log


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
