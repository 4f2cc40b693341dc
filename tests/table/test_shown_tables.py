"""What players read of an attack by a table once its die has fallen."""

from __future__ import annotations

import pytest

from rulesets import made
from support import loaded
from tables import sit

RULES = """
dice: {d2: [one, two]}
faces: {one: "1", two: "2"}
tables:
  combat:
    die: d2
    columns: ["1:2", "1:1", "2:1"]
    rows: {one: [N, N, D], two: [N, D, D]}
    results: {N: [], D: {target: removes}}
    result_names: {N: {en: no effect, fr: aucun effet}, D: {en: defender lost, fr: défenseur perdu}}
units:
  foot:
    letter: F
    name: Foot
    strength: {attack: 4, defence: 4}
    move: {step: all}
    attack: {at: around, by: {table: {more: {led: {roll: 1, attacker: {near: {whose: own}}}}}}}
victory: {eliminate: {}}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {attack: 1}}"
SETUP = """
. . . f
. . . .
. f . .
. F . F
. . . F"""


@pytest.mark.parametrize(
    ("attack", "face", "language", "said"),
    [
        (("b2", "b3"), "one", "en", "1:1, no effect"),
        (("b2", "b3"), "two", "en", "1:1, defender lost"),
        (("b2", "b3"), "two", "fr", "1:1, défenseur perdu"),
    ],
)
def test_the_dice_tell_the_column_and_the_result_and_no_hits(
    attack: tuple[str, str], face: str, language: str, said: str
) -> None:
    sat = sit(made(RULES, turn=TURN, setup=SETUP), "", face, language=language)
    sat.click(*attack)
    sat.table.press("confirm")
    dice = sat.table.view().dice
    assert dice is not None
    assert (dice.caption, dice.expected, dice.hits) == (said, "", (True,))


def test_the_result_is_that_of_the_roll_as_modifiers_change_it() -> None:
    """A one counts as a two."""
    setup = SETUP.replace(". f . .\n. F . F", ". . . f\n. F . F")
    sat = sit(made(RULES, turn=TURN, setup=setup), "", "one")
    sat.click("d2", "d3")
    sat.table.press("confirm")
    dice = sat.table.view().dice
    assert dice is not None
    assert dice.caption == "1:1, defender lost"


def test_the_question_before_an_attack_tells_its_results() -> None:
    sat = sit(made(RULES, turn=TURN, setup=SETUP))
    sat.click("b2", "b3")
    assert sat.prompt.brief.startswith("defender lost 50%, no effect 50% · 50% to destroy it")


def test_a_result_that_destroys_in_no_case_is_told_alone() -> None:
    """A beaten target is not destroyed: "0% to destroy it" would hide that."""
    rules = RULES.replace("D: {target: removes}", "D: {target: {sets: {beaten: 1}}}")
    marker = "markers: {beaten: {per: unit, name: beaten}}"
    sat = sit(made(rules + marker, turn=TURN, setup=SETUP))
    sat.click("b2", "b3")
    assert sat.prompt.brief == "defender lost 50%, no effect 50%"


@pytest.mark.parametrize(
    ("strength", "men", "numbers"),
    [
        ("{attack: 4, defence: 6}", 2, "4-6"),
        ("{attack: 4, defence: 6, reduced: {attack: 2, defence: 3}}", 2, "2-3"),
        ("{attack: 4, defence: 6, reduced: {attack: 2, defence: 3}}", 3, "4-6"),
        ("{attack: 1, defence: 2, per_man: true}", 2, "2-4"),
    ],
)
def test_a_counter_shows_the_strengths_that_the_unit_has_now(
    strength: str, men: int, numbers: str
) -> None:
    rules = RULES.replace("{attack: 4, defence: 4}", f"{strength}\n    men: 3")
    game = made(rules, turn=TURN, setup=SETUP)
    assert game.ruleset.counter_numbers("foot", men, 3) == numbers
    if men == 3:
        assert {unit.numbers for unit in sit(game).table.view().units} == {numbers}


def test_a_counter_shows_a_rank_or_nothing() -> None:
    def shown(name: str) -> dict[str, str]:
        return {unit.type: unit.numbers for unit in sit(loaded(name)).table.view().units}

    assert shown("jungle/standard")["elephant"] == "8"
    assert set(shown("lionheart/level1").values()) == {""}
