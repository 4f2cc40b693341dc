"""The script that tunes a ruleset's opponent."""

from __future__ import annotations

from argparse import Namespace
from importlib import util

import yaml

from places import ROOT
from rulesets import made
from wargrid import Game
from wargrid.ruleset.opponent import Opponent

SCRIPT = ROOT / "benchmarks" / "tune.py"
SPEC = util.spec_from_file_location("tune", SCRIPT)
assert SPEC is not None
assert SPEC.loader is not None
tune = util.module_from_spec(SPEC)
SPEC.loader.exec_module(tune)


def race(section: str = "") -> Game:
    """Make a race for the last row, with a section for computer players."""
    return made(
        f"""
        {section}
        units: {{man: {{letter: M, name: Man, captures: by_moving, move: {{step: all}}}}}}
        zones: {{goal: {{each: "a5:e5"}}}}
        victory: {{occupy: {{unit: man, zone: goal, count: 1}}, eliminate: {{}}}}
        """,
        setup="""
        . m m m .
        . . . . .
        . . . . .
        . . . . .
        . M M M .""",
    )


RACE = race()
OPTIONS = Namespace(games=4, moves=40, seed=3)


def test_a_player_who_ignores_the_goal_loses_to_one_who_does_not() -> None:
    tuning = tune.Tuning(RACE, OPTIONS)
    score = tuning.match({"goal": 0.0}, {}, 8)
    assert score.share(0).value < 0.4


def test_the_same_seed_finds_the_same_changes() -> None:
    """Some change wins, and is kept."""
    game = race("opponent: {weights: {place: 5}}")
    found = []
    for _ in range(2):
        tuning = tune.Tuning(game, OPTIONS)
        tuning.tune(["place"])
        found.append(tuning.changes)
    assert found[0] == found[1] != {}


def test_the_section_written_is_one_of_a_ruleset() -> None:
    tuning = tune.Tuning(RACE, OPTIONS)
    tuning.changes = {"goal": 2.0, "man": 70.0}
    score = tuning.match(tuning.changes, {}, 2)
    section = yaml.safe_load(tuning.section(score))["opponent"]
    read = Opponent.model_validate(section)
    assert (read.weights.goal, read.values) == (2.0, {"man": 70.0})
