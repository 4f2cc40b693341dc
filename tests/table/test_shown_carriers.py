"""What a table shows of units that carry others, and how they go aboard and ashore by clicks."""

from __future__ import annotations

import pytest

from rulesets import made
from tables import Sat, sit

RULES = """
units:
  man:
    letter: M
    name: {en: Man, fr: Homme}
    men: 3
    captures: by_moving
    move: {step: all}
    abilities: {"board": {}}
  cart:
    letter: C
    name: {en: Cart, fr: Chariot}
    captures: by_moving
    move: {slide: orthogonal}
    carries: {units: man, most: 3}
    abilities: {leave: {}}
victory: {eliminate: {}}
start: {men: {a1: 2}, "aboard": {b4: [man, man]}}
"""

TURN = """
turn:
  actions: ~
  may: {move: 0, board: 0, leave: 0}
  per_unit: {move: 1, board: 1, leave: 3}
"""

SETUP = """
    . c . m
    . . . .
    . . . .
    M C . .
"""


def _sat(language: str = "en") -> Sat:
    return sit(made(RULES, turn=TURN, setup=SETUP), language=language)


def _badges(sat: Sat) -> dict[int, str]:
    return {each.cell: each.text for each in sat.table.view().markers if each.word == "aboard"}


def test_a_click_on_a_carrier_goes_aboard() -> None:
    sat = _sat()
    sat.click("a1")
    assert "b1" in sat.marked("special")
    sat.table.press("do:board")
    cells = sat.match.game.grid.cell
    assert _badges(sat) == {cells("b1"): "1", cells("b4"): "2"}
    names = {"unit": "Man", "cell": "a1", "other": "Cart", "target": "b1"}
    assert sat.log[-1] == sat.text("events.boarded", **names)


def test_the_card_lists_what_is_aboard() -> None:
    sat = _sat()
    sat.click("a1")
    sat.table.press("do:board")
    sat.click("b1")
    card = sat.table.view().card
    assert card is not None
    assert ("Aboard", "Man (2 of 3)") in card.lines


def test_a_unit_is_set_down_by_a_button_and_a_click() -> None:
    sat = _sat()
    sat.click("a1")
    sat.table.press("do:board")
    sat.click("b1")
    sat.table.press("do:leave man")
    assert sat.prompt.kind in ("cell", "choice")
    sat.click("c2")
    assert _badges(sat) == {sat.match.game.grid.cell("b4"): "2"}
    assert any("Man left Cart b1 for c2" in line for line in sat.log)


SAID = [("en", "Lost aboard: Man, Man"), ("fr", "Perdu à bord : Homme, Homme")]


@pytest.mark.parametrize(("language", "said"), SAID)
def test_the_log_and_the_losses_tell_what_is_lost_aboard(language: str, said: str) -> None:
    sat = _sat(language)
    sat.click("b1", "b4")
    assert any(said in line for line in sat.log)
    assert sum(loss.bases for loss in sat.table.view().sides[1].losses) == 3
