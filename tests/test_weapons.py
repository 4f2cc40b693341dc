"""Weapons: a unit that attacks in several ways uses the first that can strike its target."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulesets import made, table
from support import Table
from wargrid.loading.loader import load_text
from wargrid.match.notation.position_text import read_position, write_position
from wargrid.source.diagnostics import RulesetError
from wargrid.table.rulebook import rule_book

UNITS = """
units:
  tank:
    letter: T
    name: Tank
    men: 2
    move: {slide: orthogonal}
    attack:
      - at: {range: {least: 2, most: 3}}
        by: {dice: {die: gun, hits_on: shell, per_man: 2}}
        after_moving: false
      - at: around
        by: removal
  man: {letter: M, name: Man, men: 2, move: {step: all}}
dice: {gun: [shell, miss, miss], fist: [hit, miss]}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"
FIELD = """
    m . . m .
    . . . . .
    m . . . .
    T . . m .
"""


def _field(**lines: object) -> Table:
    return table(made(UNITS, turn=TURN, setup=FIELD), FIELD, **lines)


def test_the_first_weapon_that_reaches_the_target_is_used() -> None:
    """From afar the gun rolls dice; a neighbour is removed by the second weapon."""
    field = _field()

    assert field.choices("attack", "a1") == "d1 a2 a4"
    near = _field().play("a1xa2")
    assert [event.name for event in near.events][:4] == [
        "used",
        "announced",
        "eliminated",
        "settled",
    ]
    far = field.play("a1xd1")
    assert far.position.pending is not None
    assert far.position.pending.numbers[2] == 4
    assert read_position(far.game, write_position(far.position)) == far.position


def test_the_odds_are_those_of_the_weapon() -> None:
    """Four dice of the gun, two shells of which destroy two men."""
    field = _field()
    cell = field.game.grid.cell
    far, near = (
        field.game.odds(field.position, move)
        for target in ("d1", "a2")
        for move in field.game.moves(field.position)
        if (move.verb, move.target) == ("attack", cell(target))
    )

    assert far.eliminated(cell("d1")) == 1 - Fraction(16, 81) - 4 * Fraction(8, 81)
    assert near.eliminated(cell("a2")) == 1


def test_each_weapon_has_limits_of_its_own() -> None:
    """The gun does not shoot after moving; the other weapon strikes all the same."""
    moved = _field().play("a1-b1")

    assert moved.choices("attack", "b1") == "a2"
    assert moved.refused("b1xd1")[0] == "moved_already"


def test_the_rules_name_every_weapon() -> None:
    """In both languages, each with its own sentences."""
    game = _field().game
    for language, word in (("en", "Weapon 2:"), ("fr", "Arme 2 :")):
        lines = [line for section in rule_book(game, language) for line in section.paragraphs]
        assert [word in str(line) for line in lines].count(True) == 1


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("die: gun => die: gnu", 13),
        ("hits_on: shell => hits_on: shel", 13),
        ("around => arund", 15),
    ],
)
def test_a_mistake_in_a_weapon_is_reported_in_its_line(change: str, line: int) -> None:
    """Names and words of all weapons are checked."""
    from rulesets import written

    old, _, new = change.partition(" => ")
    text = written(UNITS, turn=TURN, setup=FIELD).replace(old, new)
    with pytest.raises(RulesetError) as wrong:
        load_text(text, "made.yaml")
    assert [each.line for each in wrong.value.diagnostics] == [line]
