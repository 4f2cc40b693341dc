"""Weapons: the player of a unit that attacks in several ways chooses one for each attack."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulesets import made, table
from support import Table
from wargrid.engine.threats import find_threats
from wargrid.loading.loader import load_text
from wargrid.match import PositionError, read_move, read_position, write_move, write_position
from wargrid.players.evaluation.worth import worth_of
from wargrid.source.diagnostics import RulesetError

UNITS = """
units:
  tank:
    letter: T
    name: Tank
    men: 2
    move: {slide: orthogonal}
    attack:
      - weapon: gun
        name: {en: gun, fr: canon}
        at: {range: {least: 1, most: 3}}
        by: {dice: {die: gun, hits_on: shell, per_man: 2}}
        after_moving: false
        per_turn: 1
      - weapon: ram
        at: around
        by: removal
  man: {letter: M, name: Man, men: 2, move: {step: all}}
dice: {gun: [shell, miss, miss], fist: [hit, miss]}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 2}}"
FIELD = """
    m . . m .
    . . . . .
    m . . . .
    T . . m .
"""


def _field(**lines: object) -> Table:
    return table(made(UNITS, turn=TURN, setup=FIELD), FIELD, **lines)


def _attacks(field: Table, source: str) -> str:
    """Every attack of the unit on a cell, as it is written."""
    cell = field.game.grid.cell(source)
    moves = (m for m in field.game.moves(field.position) if (m.verb, m.source) == ("attack", cell))
    return " ".join(write_move(field.game, move) for move in moves)


def test_each_weapon_that_reaches_a_target_is_a_move_of_its_own() -> None:
    """The gun reaches all three men, the ram only the neighbour; the move names the weapon."""
    field = _field()

    assert _attacks(field, "a1") == "a1xa2=gun a1xd1=gun a1xa4=gun a1xa2=ram"
    near = field.play("a1xa2=ram")
    assert [event.name for event in near.events][:4] == [
        "used",
        "announced",
        "eliminated",
        "settled",
    ]
    far = _field().play("a1xd1=gun")
    assert far.position.pending is not None
    assert far.position.pending.numbers[2] == 4
    assert "pending: attack a1 d1 4 1 0 gun" in write_position(far.position)
    assert read_position(far.game, write_position(far.position)) == far.position


@pytest.mark.parametrize(
    "pending",
    ["a1 d1 5 1 0 gun", "a1 d4 4 1 0 gun", "d1 a1 4 1 0 gun", "a1 d1 4 1 0 bow", "a1 d1 1 1 0 ram"],
)
def test_an_attack_that_cannot_have_begun_is_not_pending(pending: str) -> None:
    """More dice than the weapon has, a target out of range, a unit of the other side."""
    text = f"{FIELD}\npending: attack {pending}"
    with pytest.raises(PositionError) as caught:
        read_position(_field().game, text)
    assert caught.value.refusal.code == "position.pending_now"


def test_the_example_of_an_attack_is_one_that_can_be_read() -> None:
    """Three numbers and the weapon follow the cells."""
    with pytest.raises(PositionError) as caught:
        read_position(_field().game, f"{FIELD}\npending: attack a1 d1 gun")
    assert caught.value.refusal.values["example"] == "attack a1 b1 1 1 0 gun"


def test_a_move_without_a_weapon_is_read_where_only_one_can_strike() -> None:
    """Otherwise the weapon must be named."""
    field = _field()

    assert read_move(field.game, field.position, "a1xd1").word == "gun"
    assert field.refused("a1xa2")[0] == "weapon"


def test_the_odds_are_those_of_the_weapon() -> None:
    """Four dice of the gun, two shells of which destroy two men; the ram destroys for certain."""
    field = _field()
    gun, ram = (
        field.game.odds(field.position, read_move(field.game, field.position, text))
        for text in ("a1xa2=gun", "a1xa2=ram")
    )

    assert gun.eliminated(field.game.grid.cell("a2")) == 1 - Fraction(16, 81) - 4 * Fraction(8, 81)
    assert ram.eliminated(field.game.grid.cell("a2")) == 1


def test_each_weapon_has_limits_of_its_own() -> None:
    """The gun shoots once a turn and not after moving; the ram strikes all the same."""
    shot = _field().play("a1xd1=gun").roll("miss miss miss miss")
    assert _attacks(shot, "a1") == "a1xa2=ram"
    assert shot.refused("a1xa4=gun")[0] == "used_weapon"
    assert "used tank gun: a1 1" in write_position(shot.position)
    assert read_position(shot.game, write_position(shot.position)) == shot.position

    moved = _field().play("a1-b1")
    assert _attacks(moved, "b1") == "b1xa2=ram"
    assert moved.refused("b1xd1=gun")[0] == "moved_already"


@pytest.mark.parametrize("hidden", ["", ", hidden_by: [units]"])
def test_a_used_weapon_is_the_reason_without_its_name_too(hidden: str) -> None:
    """The ram never reaches so far, so the shot of before is why; over units or only in sight."""
    units = UNITS.replace("most: 3}", f"most: 3{hidden}}}")
    field = table(made(units, turn=TURN, setup=FIELD), FIELD)
    field.play("a1xd1=gun").roll("miss miss miss miss")

    assert field.refused("a1xd1")[0] == "used_weapon"


@pytest.mark.parametrize(
    ("move", "code"),
    [("a1xa2=bow", "no_weapon"), ("a1xd1=ram", "beyond_range"), ("a1xb2=ram", "no_target")],
)
def test_a_wrong_weapon_is_refused_with_its_reason(move: str, code: str) -> None:
    """An unknown weapon, and one that does not reach the target."""
    assert _field().refused(move)[0] == code


def test_a_unit_with_one_weapon_needs_no_word() -> None:
    """The word is refused, and the fix is to leave it out."""
    body = "units: {man: {letter: M, name: Man, attack: {at: around, by: removal}}}"
    one = table(made(body, setup="M m . ."), "M m . .")

    assert one.refused("a1xb1=bow")[0] == "only_weapon"


def test_threats_count_only_weapons_that_are_ready() -> None:
    """After moving, a tank threatens its neighbours only, where its gun cannot be used."""
    cell = _field().game.grid.cell
    far, near = (_field().play("a1-b1").position, _field().position)
    found = [find_threats(_field().game, each, 1) for each in (near, far)]

    assert cell("d1") in found[0]
    assert worth_of(_field().game).exchange("tank gun", "man").deals < 1
    assert worth_of(_field().game).exchange("tank", "man").deals == 1


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("die: gun => die: gnu", 15),
        ("hits_on: shell => hits_on: shel", 15),
        ("around => arund", 19),
        ("weapon: ram => weapon: gun", 18),
        ("weapon: ram\n        at => at", 18),
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
