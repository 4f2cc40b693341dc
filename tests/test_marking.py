"""Abilities that set a marker: to reload, to hide, to mark an enemy or a cell."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import Table
from tables import sit
from wargrid.match import read_move, read_position, write_move, write_position
from wargrid.table import rule_book

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
  aimed: {per: unit, units: crossbow, name: {en: aimed at, fr: visée}}
  smoke: {per: cell, most: 2, name: {en: smoke, fr: fumée}}
"""
TURN = "turn: {actions: 3, may: {move: 1, attack: 1, mark: 1}, per_unit: {any: 1}}"


def _field(**lines: object) -> Table:
    return table(made(UNITS, turn=TURN, setup=FIELD), FIELD, **lines)


def _value(played: Table, word: str, where: str) -> int:
    marker = played.game.markers[word]
    return marker.value(played.position, marker.place(played.game.grid.cell(where)))


def test_a_crossbow_is_loaded_before_it_shoots() -> None:
    """The ability sets the marker that the attack uses up, and ends the unit's turn."""
    field = _field()
    assert field.refused("b1xb2")[0] == "used_up"

    field.play("b1!mark loaded")
    assert _value(field, "loaded", "b1") == 1
    assert field.refused("b1xb2")[0] == "used_any"
    field.play("end", "end", "b1xb2")
    assert _value(field, "loaded", "b1") == 0


def test_units_and_cells_in_reach_are_marked() -> None:
    """A man aims at a crossbow two cells away, and lays smoke of strength two on a cell."""
    smoke = _field().play("d1!mark smoke c2")
    assert _value(smoke, "smoke", "c2") == 2
    assert "marker smoke: c2 2" in write_position(smoke.position)
    assert read_position(smoke.game, write_position(smoke.position)) == smoke.position
    assert smoke.refused("d1!mark smoke c2")[0] == "used_any"
    smoke.play("end", "end")
    assert smoke.refused("d1!mark smoke c2")[0] == "marked_already"

    aimed = _field(side="black").play("b2!mark aimed b1")
    assert _value(aimed, "aimed", "b1") == 1


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("b1!mark", "choice_missing"),
        ("b1!mark asleep", "no_choice"),
        ("b1!mark loaded b2", "not_here"),
        ("d1!mark aimed b1", "mark_only_enemy"),
        ("d1!mark aimed d4", "not_here"),
        ("d1!mark aimed c1", "mark_not_borne"),
    ],
)
def test_marking_is_refused_with_its_reason(move: str, code: str) -> None:
    """What is missing, unknown, too far away, on the wrong side, or bears no such marker."""
    assert _field().refused(move)[0] == code


def test_only_units_of_the_own_side_are_marked_otherwise() -> None:
    """Without ``whose``, an enemy in reach is refused."""
    game = made(UNITS.replace(", whose: enemy", ""), turn=TURN, setup=FIELD)
    played = table(game, FIELD, side="black")
    assert played.refused("b2!mark aimed b1")[0] == "mark_only_own"


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
    assert labels == ["Loaded", "Braced"]
    sat.table.press("do:mark braced")
    assert any("braced" in line for line in sat.log)


@pytest.mark.parametrize(("language", "word"), [("en", "loaded, braced"), ("fr", "chargée, calée")])
def test_the_rules_name_the_markers(language: str, word: str) -> None:
    """In both languages."""
    lines = [str(p) for s in rule_book(_field().game, language) for p in s.paragraphs]
    assert any(word in line for line in lines)
