"""A mistake of several places is reported at the nearest one: scenario, variant, base."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import RulesetError

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


@pytest.fixture(autouse=True)
def base(tmp_path: Path) -> None:
    """The ruleset that the others build on."""
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    (tmp_path / "scenarios").mkdir()


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
