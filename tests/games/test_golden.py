"""Golden cases: what the rules come to in situations worked out beforehand, never skipped."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from golden_cases import battle, breakthrough, halberd, lionheart, xiangqi
from golden_cases.cases import (
    BESIDE,
    RULESETS,
    SHIPPED,
    Case,
    WrongCase,
    given_cases,
    judge,
    read,
    shipped_cases,
)
from places import ROOT
from wargrid.loading import library

JUDGES = {
    "lionheart": lionheart.JUDGES,
    "battle": battle.JUDGES,
    "halberd": halberd.JUDGES,
    "xiangqi": xiangqi.JUDGES,
    "breakthrough": breakthrough.JUDGES,
}


def test_the_outcome_is_the_expected_one(golden: Case) -> None:
    """Every golden case comes out as written, played through the public calls of a game."""
    judge(golden, JUDGES)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [case for case in shipped_cases() if "perft" in case.data["kind"]], ids=lambda c: c.name
)
def test_the_deepest_counts_are_the_expected_ones(case: Case) -> None:
    """Counts of more leaves than the ordinary run makes come out as written too."""
    judge(replace(case, deep=True), JUDGES)


def test_every_case_of_lionheart_level_1_is_judged() -> None:
    """The shipped file holds 41 cases of level 1, and none of them is passed over."""
    judged = Counter((case.game, case.level) for case in shipped_cases())

    assert judged["lionheart", 1] == 41


def test_every_case_of_battle_is_judged() -> None:
    """The shipped file holds 39 cases, and none of them is passed over."""
    assert Counter(case.game for case in shipped_cases())["battle"] == 39


def test_every_case_of_halberd_is_judged() -> None:
    """The shipped file holds 34 cases, and none of them is passed over."""
    assert Counter(case.game for case in shipped_cases())["halberd"] == 34


def test_every_case_of_xiangqi_is_judged() -> None:
    """The shipped file holds 55 cases, and none of them is passed over."""
    assert Counter(case.game for case in shipped_cases())["xiangqi"] == 55


def test_ids_are_unique() -> None:
    """No two shipped cases bear the same name."""
    names = Counter(case.name for path in SHIPPED.glob("*.json") for case in read(path))

    assert [name for name, times in names.items() if times > 1] == []


def test_every_shipped_ruleset_is_proved() -> None:
    """A ruleset that is no variant of another has golden cases, or rule tests beside it."""
    without = [
        name
        for name in library.names()
        if name not in (*RULESETS.values(), *BESIDE)
        and "/variants/" not in name
        and not library.locate(name).with_suffix(".tests.yaml").is_file()
    ]

    assert without == []


def _case(**changes: object) -> Case:
    known = {case.name: case for case in read(SHIPPED / "lionheart.json")}
    return Case("lionheart", {**known["lionheart-1-LG-67"].data, **changes})


def test_an_unknown_kind_is_no_pass() -> None:
    """An unknown kind of case fails, and the message names the kinds there are."""
    with pytest.raises(
        WrongCase, match=r"LG-67: the kind 'tarot' is unknown; known are attack, targets"
    ):
        judge(_case(kind="tarot"), JUDGES)


def test_an_unknown_key_is_no_pass() -> None:
    """A key the judge does not know fails, and the message names it."""
    with pytest.raises(WrongCase, match=r"LG-67: keys .*'weather'"):
        judge(_case(weather="snow"), JUDGES)


def test_an_unknown_game_is_no_pass() -> None:
    """An unknown game fails by name."""
    with pytest.raises(WrongCase, match="the game 'ludo' is unknown"):
        judge(Case("ludo", {"id": "L-1", "kind": "moves"}), JUDGES)


def test_an_unknown_level_is_no_pass() -> None:
    """A level that has no ruleset fails by name."""
    with pytest.raises(WrongCase, match="no ruleset is known for the game 'lionheart', level 9"):
        judge(_case(level=9), JUDGES)


@pytest.mark.parametrize(
    ("case", "change"),
    [
        ("LG-01", {"roll": ["A", "P", "P", "P"]}),
        ("LG-60", {"expected": ["S1", "S2"]}),
        ("LG-67", {"expected": ["d6"]}),
        ("LG-83", {"steps": [["move", "G1", "e8", True]]}),
        ("LG-90", {"expected": "silver"}),
        ("LG-71", {"expected": {}}),
        ("LP-01", {"target": {"type": "king", "men": 1}}),
    ],
)
def test_a_wrong_outcome_fails(case: str, change: dict[str, object]) -> None:
    """For every kind, a case that is written wrongly does not pass."""
    written = next(c for c in read(SHIPPED / "lionheart.json") if c.data["id"] == case)

    with pytest.raises(AssertionError):
        judge(Case("lionheart", {**written.data, **change}), JUDGES)


def test_a_file_of_ones_own_is_read_whole(tmp_path: Path) -> None:
    """Cases given by ``--golden`` are judged whether or not their ruleset is known."""
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"format": {}, "ludo": [{"id": "L-1", "kind": "moves"}]}), "utf-8")

    assert [case.name for case in given_cases(file)] == ["ludo-L-1"]


@pytest.mark.slow
def test_the_option_adds_a_file_and_skips_nothing(tmp_path: Path) -> None:
    """A case given by ``--golden`` that is unknown fails the run, and the message says
    why."""
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"ludo": [{"id": "L-1", "kind": "moves"}]}), "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n0",
        "-k",
        "ludo",
        "--golden",
        str(file),
        __file__,
    ]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "the game 'ludo' is unknown" in done.stdout
