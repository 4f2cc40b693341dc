"""A mistake of several places is reported at the nearest one: scenario, variant, base."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError

HEAD = "extends: base.yaml\n"
BASE = """\
name: Base
sides: [white, black]
first: {player: white}
board:
  columns: 4
  rows: 4
  terrain: |
    . . . .
    . . x .
    . x . .
    . . . .
terrains:
  plain: {letter: ".", name: Plain}
  mud: {letter: m, name: Mud}
  cliff: {letter: x, name: Cliff, wall: true}
costs: {feet: {plain: 1, mud: 2}}
zones: {gate: d4}
turn: {actions: 1, may: {move: 1}}
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  man:
    letter: M
    name: Man
    move: {path: {points: 2, costs: feet, bends: false}}
    captures: by_moving
victory: {mate: king}
setup:
  each: |
    M . . .
    K . . .
"""
MISTAKES = [
    ("setup: |\n  k . . k\n  . . . .\n  . . . .\n  K . . .\n", "royal_number", 4, "k"),
    ("setup: |\n  . . . .\n  . . . .\n  . . . .\n  K . . .\n", "royal_number", 3, "setup"),
    ("setup: |\n  . . . k\n  . . m .\n  . . . .\n  K . . .\n", "setup_on_wall", 5, "m"),
    (
        "board:\n  terrain: |\n    . . . .\n    . . . .\n    . . . .\n    x . . .\n",
        "setup_on_wall",
        8,
        "x",
    ),
    (
        "board:\n  terrain: |\n    . . . .\n    . . . .\n    . q . .\n    . . . .\n",
        "terrain_letter",
        7,
        "q",
    ),
    (
        "board: {columns: 5}\nsetup: |\n  . . . . k\n  . . . . .\n  . . . . .\n  K . . . .\n",
        "diagram_size",
        3,
        "5",
    ),
    (
        "board: {rows: 3, terrain: ~}\nsetup: |\n  . . . k\n  . . . .\n  K . . .\n",
        "zone_cells",
        3,
        "3",
    ),
]
"""The text of a variant or a scenario, the message, its line and the underlined text."""
CHANGES = [
    ("terrains: {plain: {wall: true}}\n", "setup_on_wall", 3, "true"),
    ("costs: {feet: {plain: ~}}\n", "setup_on_barred", 3, "feet"),
    ("terrains: {cliff: {letter: y}}\n", "terrain_letter", 3, "y"),
    ("victory: {mate: ~}\nunits: {man: {letter: N}}\n", "letters_changed", 4, "N"),
]


@pytest.fixture(autouse=True)
def base(tmp_path: Path) -> None:
    """The ruleset that the others build on."""
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    (tmp_path / "scenarios").mkdir()


def first_of(ruleset: Path, scenario: Path | None = None) -> Diagnostic:
    """The first thing wrong."""
    with pytest.raises(RulesetError) as wrong:
        load_named(ruleset, scenario=scenario)
    return wrong.value.diagnostics[0]


def shown(diagnostic: Diagnostic) -> tuple[str, str, int, str]:
    """File, kind, line, and what is underlined."""
    underlined = diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length]
    return Path(diagnostic.file).name, diagnostic.name, diagnostic.line, underlined


@pytest.mark.parametrize(("text", "name", "line", "under"), MISTAKES + CHANGES)
def test_a_mistake_of_a_variant_is_reported_in_the_variant(
    text: str, name: str, line: int, under: str, tmp_path: Path
) -> None:
    """Never in the base, which was sound."""
    (tmp_path / "mine.yaml").write_text(f"{HEAD}name: Mine\n{text}", "utf-8")

    assert shown(first_of(tmp_path / "mine.yaml")) == ("mine.yaml", name, line, under)


@pytest.mark.parametrize(("text", "name", "line", "under"), MISTAKES)
def test_a_mistake_of_a_scenario_is_reported_in_the_scenario(
    text: str, name: str, line: int, under: str, tmp_path: Path
) -> None:
    """At the picture's letter, or at the size that no longer fits."""
    scenario = tmp_path / "scenarios" / "ford.yaml"
    scenario.write_text(f"# A ford.\nname: Ford\n{text}", "utf-8")

    assert shown(first_of(tmp_path / "base.yaml", scenario)) == ("ford.yaml", name, line, under)


def test_a_setting_is_nearer_than_a_scenario(tmp_path: Path) -> None:
    """The last setting is reported."""
    scenario = tmp_path / "scenarios" / "ford.yaml"
    scenario.write_text("name: Ford\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(tmp_path / "base.yaml", {"terrains.plain.wall": "true"}, scenario)

    assert {(diagnostic.file, diagnostic.name) for diagnostic in wrong.value.diagnostics} == {
        ("--set", "setup_on_wall")
    }


def test_a_mistake_of_one_file_is_reported_at_the_letter(tmp_path: Path) -> None:
    """Of two places in one file, the picture is the more telling."""
    (tmp_path / "base.yaml").write_text(BASE.replace("    K . . .\n", "    K . K .\n"), "utf-8")

    assert shown(first_of(tmp_path / "base.yaml")) == ("base.yaml", "royal_number", 30, "K")


def test_a_missing_set_up_is_reported_in_the_scenario(tmp_path: Path) -> None:
    """The ruleset leaves it to its scenarios; anything else that is missing is missing in the
    ruleset."""
    (tmp_path / "base.yaml").write_text(
        BASE.partition("setup:")[0].replace("name: Base\n", ""), "utf-8"
    )
    scenario = tmp_path / "scenarios" / "ford.yaml"
    scenario.write_text("# A ford.\nzones: {gate: d3}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(tmp_path / "base.yaml", scenario=scenario)

    found = wrong.value.diagnostics
    assert {(Path(each.file).name, each.line, each.path) for each in found} == {
        ("base.yaml", 1, ("name",)), ("ford.yaml", 2, ("setup",)),
    }  # fmt: skip
