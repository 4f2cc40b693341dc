"""Reactions at the table: whose turn it is to answer, the answers with their odds, the log."""

from __future__ import annotations

import pytest

from rulesets import made
from tables import Sat, sit
from wargrid import Game

RULES = """
dice: {die: [miss, hit]}
faces: {miss: Miss, hit: Hit}
units:
  gun:
    letter: G
    name: Gun
    men: 2
    attack: {at: {range: {most: 3}}, by: {dice: {hits_on: hit}}}
    reacts:
      fire: {to: move, asks: own, do: {attacks: mover}, name: {en: Quick fire, fr: Tir}}
  horse:
    letter: H
    name: Horse
    men: 2
    move: {step: {directions: all}}
    attack: {at: {around: all}, by: {dice: {hits_on: hit}}}
    reacts:
      evade: {to: before, asks: own, do: {retreats: {cells: 1, directions: back}}}
victory: {eliminate: {}}
"""
TURN = "turn: {actions: 2, may: {move: 1, attack: 1}}"
POST = """
. . . . .
. . . . .
. g . g .
. . . . .
. . H . .
side: white
turn: 4
"""
EVE = """
. . . . .
. . h . .
. . . . .
. . . . .
. . G . .
side: white
turn: 4
"""


def game_of() -> Game:
    return made(RULES, turn=TURN)


def asked(*rolls: str) -> Sat:
    sat = sit(game_of(), POST, *rolls)
    sat.table.type("c1-c2")
    return sat


def test_the_answers_are_the_reactions_with_their_odds_and_none() -> None:
    """The headline says whose they are, and nothing of the actions of the other side."""
    sat = asked()
    assert sat.prompt.title == sat.text("table.question.reacts.move", unit="Horse", cell="c2")
    labels = [label for _, label in sat.prompt.options]
    first = sat.text("table.answer.reacts", name="Quick fire", unit="Gun", cell="b3")
    assert labels[0].startswith(first)
    assert "25%" in labels[0]
    assert labels[-1] == sat.text("table.answer.no")
    told = sat.text("table.headline.reacts", side="black")
    assert sat.table.view().headline == f"{sat.text('table.turn', n=4)} · {told}"


@pytest.mark.parametrize("way", ["cell", "number", "text"])
def test_a_unit_reacts_by_its_cell_by_a_number_or_as_it_is_typed(way: str) -> None:
    sat = asked("miss hit")
    if way == "cell":
        sat.click("d3")
    elif way == "number":
        sat.table.press("choose:1")
    else:
        sat.table.type("d3xc2")
    assert sat.prompt.title == sat.text(
        "table.prompt.attack", unit="Gun", cell="d3", other="Horse", target="c2"
    )
    sat.table.enter()
    assert sat.men("c2") == 1
    assert [label for _, label in sat.prompt.options][-1] == sat.text("table.answer.no")


def test_to_let_an_attack_come_needs_no_second_question() -> None:
    """The dice of the attack fall at once; before it, its card says what may come first."""
    sat = sit(game_of(), EVE, "miss hit")
    sat.table.type("c1xc4")
    told = sat.text("table.answer.reacts", name="Evade", unit="Horse", cell="c4")
    assert sat.text("table.odds.reacts", names=told) in sat.prompt.details
    sat.table.enter()
    assert sat.prompt.title == sat.text("table.question.reacts.before", unit="Gun", cell="c1")
    sat.table.type("choose no")
    assert sat.men("c4") == 1


def test_the_log_names_a_reaction() -> None:
    sat = sit(game_of(), EVE)
    sat.table.type("c1xc4")
    sat.table.enter()
    sat.table.type("c4@c4")
    assert sat.text("events.reacted", name="Evade", unit="Horse", cell="c4") in sat.log
    assert sat.men("c5") == 2


def test_the_log_has_an_attack_once_that_a_side_lets_come() -> None:
    """While its side is asked, the line has no result yet; the dice are of the same line."""
    sat = sit(game_of(), EVE, "miss hit")
    sat.table.type("c1xc4")
    sat.table.enter()
    attack = {"unit": "Gun", "cell": "c1", "other": "Horse", "target": "c4"}
    begun = sat.text("events.attack", **attack)
    assert sat.log == [begun]
    sat.table.type("choose no")
    results = [sat.text("events.hits.one", n=1), sat.text("events.men_lost.one", n=1)]
    assert sat.log == [sat.text("events.colon", head=begun, tail=", ".join(results))]
