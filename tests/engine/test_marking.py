"""Abilities that set a marker: to reload, to hide, to mark an enemy or a cell."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import Table
from tables import Sat, sit
from wargrid.match import read_move, write_move, write_position
from wargrid_play.table import rule_book

FIELD = """
    . . . m .
    . . . . .
    . m . . .
    . C . M .
"""
UNITS = """
units:
  crossbow:
    letter: C
    name: Crossbowman
    attack: {at: {range: {most: 3}}, by: removal}
    uses: {attack: {loaded: 1}}
    abilities: {mark: {sets: {loaded: 1, braced: 1}, ends_turn: true}}
  man:
    letter: M
    name: Man
    move: {step: all}
    abilities: {mark: {sets: {aimed: 1, smoke: 2}, distance: 2, whose: enemy}}
markers:
  loaded: {per: unit, units: crossbow, name: {en: loaded, fr: chargée}}
  braced: {per: unit, units: crossbow, until: own_turn, name: {en: braced, fr: calée}}
  aimed: {per: unit, units: [crossbow, man], name: {en: aimed at, fr: visée}}
  smoke: {per: cell, most: 2, name: {en: smoke, fr: fumée}}
"""
NAME = "{en: Load, fr: Charger}"
TURN = "turn: {actions: 3, may: {move: 1, attack: 1, mark: 1}, per_unit: {any: 1}}"


def _field(**lines: object) -> Table:
    return table(made(UNITS, turn=TURN, setup=FIELD), FIELD, **lines)


@pytest.mark.parametrize(("name", "said"), [("", "loaded"), (", name: bolt", "bolt")])
def test_a_unit_that_lacks_a_marker_is_told_its_name(name: str, said: str) -> None:
    """The marker's own, or its word."""
    units = "units: {man: {letter: M, name: Man, move: {step: all}, uses: {move: {loaded: 1}}}}\n"
    game = made(f"{units}markers: {{loaded: {{per: unit{name}}}}}", setup="M .")
    refusal = game.why_not(game.start(), read_move(game, game.start(), "a1-b1"))
    assert refusal is not None
    assert f"({said})" in refusal.text()


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("b1!mark", "choice_missing"),
        ("b1!mark asleep", "no_choice"),
        ("b1!mark loaded b2", "not_here"),
        ("d1!mark aimed b1", "mark_only_enemy"),
        ("d1!mark aimed d1", "mark_only_enemy"),
        ("d1!mark aimed d4", "not_here"),
        ("d1!mark aimed c1", "mark_not_borne"),
    ],
)
def test_marking_is_refused_with_its_reason(move: str, code: str) -> None:
    """What is missing, unknown, too far away, on the wrong side, or bears no such marker."""
    assert _field().refused(move)[0] == code


def test_every_move_is_read_as_it_is_written() -> None:
    """The marker stands behind the ability, the cell behind the marker."""
    field = _field()
    for move in field.game.moves(field.position):
        assert read_move(field.game, field.position, write_move(field.game, move)) is move


def test_each_marker_has_a_button_with_its_name() -> None:
    """A click on the button sets it; of several cells the question asks which."""
    sat = sit(_field().game)
    sat.click("b1")
    labels = [c.label for c in sat.table.view().commands if c.name.startswith("do:")]
    assert labels == ["Mark: loaded", "Mark: braced"]
    sat.table.press("do:mark braced")
    assert any("braced" in line for line in sat.log)


def test_of_many_cells_a_click_on_the_board_chooses_one() -> None:
    """Marked cells, the own one among them, can be clicked; another says why not; Esc cancels."""
    sat = sit(_field().game)
    sat.click("d1")
    for leave_it in (lambda: sat.table.press("cancel"), lambda: sat.click("c2")):
        sat.table.press("do:mark smoke")
        assert sat.prompt.title == "Mark: smoke 2, where?"
        assert not sat.prompt.options
        assert {"c2", "d1", "d2"} <= sat.marked("special")
        assert not sat.marked("reach")
        sat.click("a4")
        assert sat.message == sat.refusal("d1!mark smoke a4")
        assert sat.prompt.kind == "cell"
        leave_it()
        assert sat.table.view().prompt is None
    assert _smoke(sat) == "c2 2"


def test_the_cursor_chooses_the_cell_too() -> None:
    """Enter confirms the cell under the cursor."""
    sat = sit(_field().game)
    sat.click("d1")
    sat.table.press("do:mark smoke")
    sat.table.move_cursor(-1, 1)
    sat.table.enter()
    assert _smoke(sat) == "c2 2"


def _smoke(sat: Sat) -> str:
    lines = write_position(sat.match.position).splitlines()
    return next(line.partition(": ")[2] for line in lines if line.startswith("marker smoke"))


@pytest.mark.parametrize(
    ("language", "load", "rule"), [("en", "Load", "Load:"), ("fr", "Charger", "Charger :")]
)
def test_players_read_the_name_of_the_ability(language: str, load: str, rule: str) -> None:
    """On the button, in a refusal and in the rules."""
    sets = "loaded: 1, braced: 1}, ends_turn: true"
    units = UNITS.replace(sets, f"loaded: 1}}, name: {NAME}")
    game = made(units, turn=TURN.replace("any", "mark"), setup=FIELD)
    sat = sit(game, language=language)
    sat.click("b1")
    assert sat.command("do:mark loaded").label == load
    sat.table.press("do:mark loaded")
    assert load in sat.refusal("b1!mark loaded")
    assert any(rule in str(p) for s in rule_book(game, language) for p in s.paragraphs)


@pytest.mark.parametrize(("language", "word"), [("en", "loaded, braced"), ("fr", "chargée, calée")])
def test_the_rules_name_the_markers(language: str, word: str) -> None:
    """In both languages."""
    lines = [str(p) for s in rule_book(_field().game, language) for p in s.paragraphs]
    assert any(word in line for line in lines)


def test_the_rules_say_what_is_marked_at_a_distance() -> None:
    """Cells only where a marker of cells is set, and the unit itself only among its own side."""
    both, units = UNITS, UNITS.replace(", smoke: 2", "")
    for text, marked in ((both, "enemy units, cells, its own included"), (units, "enemy units")):
        game = made(text, turn=TURN, setup=FIELD)
        lines = [str(p) for s in rule_book(game) for p in s.paragraphs]
        assert any(f"it marks: {marked}." in line for line in lines)
