"""Abilities that set a marker: to reload, to hide, to mark an enemy or a cell."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import Table
from wargrid.match import read_move, write_move

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
