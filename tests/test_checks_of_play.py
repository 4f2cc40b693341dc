"""Faults that only the whole of a ruleset shows: each question finds what it asks for, and nothing
else."""

from __future__ import annotations

import pytest

from rulesets import made
from wargrid.source.codes import CODES
from wargrid.source.diagnostics import RulesetError
from wargrid.text.catalog import LANGUAGES

SOLDIER = "units: {soldier: {letter: S, name: Soldier, move: {step: forward}}}\n"
GROUND = """\
terrains:
  plain: {letter: ".", name: Plain}
  water: {letter: W, name: Water}
  cliff: {letter: X, name: Cliff, wall: true}
"""
WALKER = "units: {walker: {letter: S, name: Walker, move: {path: {points: 2, costs: foot}}}}\n"
FOOT = "costs: {foot: {plain: 1}}\n"
KING = "units: {king: {letter: K, name: King, move: {step: all}, captures: by_moving}}\nvictory: {mate: king}\n"
KINGS = """
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  queen: {letter: Q, name: Queen, move: {step: all}, captures: by_moving}
victory:
- mate: king
- mate: queen
"""
ARCHER = """\
units:
  archer: {letter: S, name: Archer, move: {step: all}, attack: {at: around, by: removal, after_moving: false}}
"""
TAKER = """
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  rover: {letter: R, name: Rover, %s}
victory: {mate: king}
"""
FREE = "turn: {actions: ~, may: {move: 0, attack: 0}}"

FAULTY = [
    ("no_such_terrains", "costs.foot.wtaer", GROUND + SOLDIER + "costs: {foot: {plain: 1, wtaer: 2}}", {}),
    ("no_such_terrains", "costs.foot.water.hil", GROUND + SOLDIER + "costs: {foot: {water: {plain: 2, hil: 1}}}", {}),
    ("no_such_costs", "units.walker.move.path.costs", GROUND + WALKER + "costs: {feet: {plain: 1}}", {}),
    ("no_such_zones", "turn.entry.zone", SOLDIER + "zones: {gate: a1}",
     {"turn": "turn: {actions: ~, may: {move: 0}, per_unit: {any: 1}, entry: {zone: gaet, most: 2}}"}),
    ("no_such_zones", "zone_names.gaet", SOLDIER + "zones: {gate: a1}\nzone_names: {gaet: Gate}", {}),
    ("no_such_zones", "units.soldier.move.step.within",
     "units: {soldier: {letter: S, name: S, move: {step: {directions: all, within: gate}}}}", {}),
    ("same_letter", "terrains.sea.letter",
     SOLDIER + 'terrains: {lake: {letter: W, name: L}, sea: {letter: W, name: S}}', {}),
    ("setup_on_wall", "setup", GROUND + SOLDIER, {"ground": ". X", "setup": ". S"}),
    ("setup_on_barred", "setup", GROUND + FOOT + WALKER, {"ground": ". W", "setup": "s S"}),
    ("royal_faces", "victory.mate", KING, {"facing": "4", "setup": "k K"}),
    ("royal_number", "setup", KING, {"setup": "k K K"}),
    ("royal_number", "victory.mate", KING, {"setup": "k . ."}),
    ("royal_unseen", "units.rover.move", TAKER % "move: {path: 2}, captures: by_moving", {"setup": "k K"}),
    ("royal_unseen", "units.rover.attack", TAKER % "attack: {at: around, by: removal}", {"setup": "k K"}),
    ("royals_differ", "victory.1.mate", KINGS, {"setup": "k q K Q"}),
    ("uncounted", "turn.groups", SOLDIER, {"turn": "turn: {actions: ~, may: {move: 0}, groups: {most: 1}}"}),
    ("uncounted", "turn.units", SOLDIER, {"turn": "turn: {actions: ~, may: {move: 0}, units: consecutive}"}),
    ("uncounted", "turn.entry", SOLDIER + "zones: {gate: a1}",
     {"turn": "turn: {actions: ~, may: {move: 0}, entry: {zone: gate, most: 2}}"}),
    ("uncounted", "turn.order", SOLDIER, {"turn": FREE.replace("}}", "}, order: move_then_attack}")}),
    ("uncounted", "units.archer.attack.after_moving", ARCHER, {"turn": FREE}),
    ("cost_without_budget", "turn.may.move", SOLDIER, {"turn": "turn: {actions: ~, may: {move: 1}}"}),
    ("cost_without_budget", "units.archer.costs.move",
     ARCHER.replace("after_moving: false}", "after_moving: true}, costs: {move: 2}"), {"turn": FREE}),
]  # fmt: skip
SOUND = [
    (GROUND + FOOT + WALKER, {"ground": ". W", "setup": "S ."}),
    (KING, {"setup": "k K"}),
    (TAKER % "move: {path: {points: 2, bends: false}}, captures: by_moving", {"setup": "k K"}),
    (TAKER % "move: {path: 2}", {"setup": "k K"}),
    (SOLDIER, {"turn": "turn: {actions: ~, may: {move: 0}, per_unit: {move: 1}, groups: {most: 1}}"}),
    (SOLDIER, {"turn": "turn: {actions: ~, may: {move: 0}, per_unit: {any: 1}, units: consecutive}"}),
    (ARCHER, {"turn": "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {any: 1}, order: move_then_attack}"}),
    (ARCHER, {"turn": "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1}}"}),
]  # fmt: skip


def _faults(body: str, **how: object) -> RulesetError:
    with pytest.raises(RulesetError) as wrong:
        made(body, **how)  # type: ignore[arg-type]
    return wrong.value


@pytest.mark.parametrize(
    ("name", "path", "body", "how"), FAULTY, ids=[f"{name}-{path}" for name, path, _, _ in FAULTY]
)
def test_each_question_finds_what_it_asks_for(
    name: str, path: str, body: str, how: dict[str, object]
) -> None:
    """The fault, its code and its place are the ones expected, and it is the only one."""
    diagnostics = _faults(body, **how).diagnostics

    assert {
        (diagnostic.code, ".".join(map(str, diagnostic.path))) for diagnostic in diagnostics
    } == {(CODES[name], path)}


@pytest.mark.parametrize(("body", "how"), SOUND)
def test_what_is_sound_is_not_complained_about(body: str, how: dict[str, object]) -> None:
    """Rulesets that differ from faulty ones by the one thing that matters can be played."""
    assert made(body, **how).ruleset.units  # type: ignore[arg-type]


def test_a_near_terrain_is_suggested() -> None:
    """A misspelt terrain in a table of costs is answered with the one that was meant."""
    text = _faults(GROUND + SOLDIER + "costs: {foot: {plain: 1, wtaer: 2}}").text()

    assert 'There is no terrain "wtaer". Did you mean "water"?' in text


def test_a_unit_on_a_wall_is_pointed_at() -> None:
    """The caret stands under the letter in the set-up's picture."""
    diagnostic = _faults(GROUND + SOLDIER, ground=". . X", setup=". s S").diagnostics[0]

    assert diagnostic.source_line[diagnostic.column - 1] == "S"
    assert "c1" in diagnostic.sentence()


def test_a_set_up_for_each_side_is_pointed_at_too() -> None:
    """The letter is found in one side's rows, which both sides set up."""
    body = (
        GROUND
        + SOLDIER
        + 'board: {columns: 2, rows: 2, terrain: ". .\\n. X"}\nsetup: {each: ". S"}'
    )

    assert [diagnostic.name for diagnostic in _faults(body).diagnostics] == ["setup_on_wall"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("body", "how"), [case[2:] for case in FAULTY], ids=[f"{n}-{p}" for n, p, _, _ in FAULTY]
)
def test_each_fault_is_told_in_both_languages(
    body: str, how: dict[str, object], language: str
) -> None:
    """The sentence and the cure are filled, with nothing left open."""
    told = _faults(body, **how).diagnostics[0].sentence(language)

    assert told
    assert "{" not in told
    assert "faults." not in told
