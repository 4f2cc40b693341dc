"""Checks of a deployment: units to choose from, limits, ready armies and zones."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError

KING_ALONE = "{knight: ~, infantry: ~, massed: ~, archer: ~, heavy: ~, peasant: ~, mercenary: ~}"
ROYAL = "{name: Royal, each: '. . A N K N A . .'}"
LEVY = '{name: Levy, each: ". . I M I . . . .\\n. . . . K . . . ."}'

WRONG = [
    ("no_such_units", "deploy.units.kinght",
     {"deploy.units": "{king: {men: 1}, kinght: {men: 4}}"}),
    ("no_such_units", "deploy.units.massed.of", {"deploy.units.massed.of": "dragon"}),
    ("no_such_contingent", "deploy.units.massed.of", {"deploy.units.infantry": "~"}),
    ("too_few_men", "deploy.units.heavy.least_men", {"deploy.units.heavy.least_men": 3}),
    ("no_army", "deploy.units.archer.bases.min", {"deploy.units.archer.bases": "{min: 3}"}),
    ("no_army", "deploy.units.archer.bases", {"deploy.units.archer.bases": 3}),
    ("no_army", "deploy.bases.max",
     {"deploy.units.archer.bases": "{min: 2}", "deploy.bases.max": 2}),
    ("no_army", "deploy.bases.min", {"deploy.units": KING_ALONE}),
    ("no_such_zones", "deploy.zone", {"deploy.zone": "capm"}),
    ("no_such_zones", "deploy.units.king.zone", {"deploy.units.king.zone": "throen"}),
    ("picture_columns", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . I . ."}),
    ("picture_letter", "deploy.armies.royal.each",
     {"deploy.armies.royal.each": ". . . . X . . . ."}),
    ("illegal_army", "deploy.armies.royal.each", {"deploy.armies.royal.each": ". . A . A . A . ."}),
    ("army_unknown_unit", "deploy.armies.royal.each",
     {"deploy.armies.levy": "~", "deploy.units.knight": "~"}),
    ("illegal_army", "deploy.armies.levy.each",
     {"deploy.units.massed.of": "infantry", "deploy.units.infantry.men": 16}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "path", "settings"), WRONG)
def test_a_wrong_deployment_is_reported(name: str, path: str, settings: dict[str, object]) -> None:
    wanted = any("armies" in key or key.endswith(".men") for key in settings)
    armies = f"{{royal: {ROYAL}, levy: {LEVY}}}" if wanted else "~"
    with pytest.raises(RulesetError) as wrong:
        wargrid.load("lionheart/level2", settings={"deploy.armies": armies, **settings})
    found = wrong.value.diagnostics
    assert {each.name for each in found} == {name}
    assert path in {".".join(map(str, each.path)) for each in found}
    assert all("{" not in each.sentence() for each in found)


ARMY = """\
extends: lionheart/level2
name: Mine
deploy:
  armies:
    levy: ~
    iron: ~
    royal:
      name: Royal
      each: |
"""


def reported(file: Path, text: str) -> list[tuple[int, str, str]]:
    """Return line, marked text and reason of each error in a variant."""
    file.write_text(text, "utf-8")
    with pytest.raises(RulesetError) as wrong:
        wargrid.load(file)
    found = wrong.value.diagnostics
    assert {each.file for each in found} == {str(file)}
    return [(each.line, marked(each), reason(each)) for each in found]


def marked(diagnostic: Diagnostic) -> str:
    return diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length]


def reason(diagnostic: Diagnostic) -> str:
    """Return the key of the reason why an army is wrong, or the key of the diagnostic."""
    return str(getattr(diagnostic.values.get("why"), "key", diagnostic.name))


def test_a_unit_that_no_army_has_is_reported_at_its_first_letter(tmp_path: Path) -> None:
    """Other letters of the same type are not repeated."""
    text = f"{ARMY}        . . I . . . . . .\n        . . A . K . A . .\n  units: {{archer: ~}}\n"
    assert reported(tmp_path / "mine.yaml", text) == [(11, "A", "army_unknown_unit")]


MARCH = """\
name: March
sides: {white: {edge: south}, black: {edge: north}}
first: {player: white}
board: {columns: 4, rows: 6}
zones: {camp: %s, pit: {black: "d3:d4"}}
turn: {actions: 1, may: {move: 1}}
units:
  guard: {letter: G, name: Guard, captures: by_moving, move: {step: all}}
  thief: {letter: T, name: Thief, captures: by_moving, move: {step: all}}
victory: {limit: 100}
setup: |
  . . . .
  . . . .
  . . . .
  . . . .
  . . . .
  . . . .
deploy:
  zone: camp
  hidden: %s
  units: {guard: {men: 8}%s}
"""
LINE = 'armies: {line: {name: Line, each: "G G G G\\nG G . ."}}'
"""An army that fills one and a half rows."""
CAMPS = '{each: "a1:d2"}'
THIEVES = ", thief: {men: 2, zone: %s}"


def camps(
    tmp_path: Path, zone: str, hidden: str = "true", units: str = "", army: str = ""
) -> list[str]:
    """Return the errors of a deployment in these camps, as ``line:marked text key``."""
    file = tmp_path / "march.yaml"
    file.write_text(MARCH % (zone, hidden, units) + f"  {army}\n", "utf-8")
    try:
        load_named(file)
    except RulesetError as error:
        return [f"{each.line}:{marked(each)} {each.name}" for each in error.diagnostics]
    return []


@pytest.mark.parametrize(
    ("zone", "units", "found"),
    [
        (CAMPS, "", []),
        ('"a1:d6"', "", ["5:camp zones_overlap"]),
        ('{white: "a1:d3", black: "a3:d6"}', "", ["5:camp zones_overlap"]),
        ('{each: "a1:d4"}', "", ["5:camp zones_overlap"]),
        ('{white: "a1:d3", black: "a5:d6"}', THIEVES % "pit", ["5:camp zones_overlap"]),
        ('{white: "a1:d2"}', "", ["5:camp side_without_cells"]),
        ('{white: "a1:d2"}', THIEVES % "pit", []),
        (f"{CAMPS}, moor: []", THIEVES % "moor", ["21:thief unit_without_cells"]),
    ],
)
def test_hidden_camps_have_cells_for_each_side_and_do_not_overlap(
    tmp_path: Path, zone: str, units: str, found: list[str]
) -> None:
    """A refused placement would tell where a hidden enemy is; open camps may overlap."""
    assert camps(tmp_path, zone, units=units) == found
    visible = [each for each in found if "overlap" not in each]
    assert camps(tmp_path, zone, "false", units) == visible


def test_a_camp_that_most_of_an_army_is_outside_of_is_one_error(tmp_path: Path) -> None:
    """At the zone; a few units outside are reported at their letters."""
    assert camps(tmp_path, CAMPS, army=LINE) == []
    assert camps(tmp_path, '{each: "a3:d3"}', army=LINE) == ["5:camp illegal_army"]
    (found,) = camps(tmp_path, '{each: "a1:d1 a2:b2"}', army=LINE)
    assert found.startswith("22:")
