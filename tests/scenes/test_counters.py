"""What stands on counters besides their icons: numbers, in every picture and as losses happen."""

from __future__ import annotations

import re

from rulesets import made
from support import loaded
from tables import sit
from wargrid.match import Match
from wargrid_play.looks import looks_of
from wargrid_play.scenes import board_svg
from wargrid_play.scenes.animation import Animation
from wargrid_play.table import Table

RULES = """
dice: {coin: [heads]}
tables:
  combat: {die: coin, columns: ["1:1"], rows: {heads: [D]}, results: {D: {target: {loses: 1}}}}
units:
  foot:
    letter: F
    name: Foot
    men: 3
    strength: {attack: 6, defence: 4, reduced: {attack: 3, defence: 2}}
    move: {step: all}
    attack: {at: around, by: {table: {use: combat}}}
victory: {eliminate: {}}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {attack: 1}}"
SETUP = """
. . . .
. . . .
. f . .
. F . .
. . . ."""


def test_a_counter_has_other_numbers_as_soon_as_it_has_lost_men() -> None:
    """Before the animation has ended, its men and its numbers belong together."""
    sat = sit(made(RULES, turn=TURN, setup=SETUP), "", "heads")
    animation, table = Animation(), sat.table
    before = table.view()
    sat.click("b2", "b3")
    table.press("confirm")
    animation.show_again(before.units, table.pop_animations())
    shown = set()
    while animation.playing:
        shown |= {(unit.men, unit.numbers) for unit in animation.frame().units.values()}
        animation.update(50)
    assert shown == {(3, "6-4"), (2, "3-2")}


def test_a_picture_of_a_board_has_the_numbers_of_all_counters() -> None:
    match = Match(loaded("winter/road"))
    match.begin()
    view = Table(match).view()
    drawn = board_svg(view, looks_of(match.game))
    written = re.findall(r">(\d+-\d+)</text>", drawn)
    assert sorted(written) == sorted(unit.numbers for unit in view.units)
    used = {name.split("-", 1)[1] for name in re.findall(r'<use href="#([^"]+)"', drawn)}
    assert "top.armour.0" in used
    assert f'id="{re.findall(r"#([^-]+-)top", drawn)[0]}picture.armour.0"' in drawn
