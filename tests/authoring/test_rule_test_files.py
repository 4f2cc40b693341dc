"""Rule tests: errors in files, the command, coverage, and the pytest plugin."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boxes import BOX, broken
from command_line import Captured
from duels import DUEL, outcomes, written
from support import loaded
from wargrid import RulesetError
from wargrid.authoring.ruletests.coverage import SORTS, Coverage
from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.runner import Games, run_all
from wargrid.cli import main
from wargrid.source.diagnostics import Diagnostic
from wargrid.text import catalog


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_small_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(BOX, "utf-8")


def diagnostics_of(text: str, head: str = "ruleset: box.yaml\n") -> list[Diagnostic]:
    """Return the errors in a file of tests, found when it is read or when the tests run."""
    try:
        return [each for outcome in outcomes(text, head) for each in outcome.diagnostics]
    except RulesetError as error:
        return list(error.diagnostics)


# Errors in files

ROW = "- name: A\n  board: . . C c\n"
ERRORS: dict[str, tuple[str, str]] = {
    "nothing that could fail": ("E501", f"{DUEL}"),
    "nothing expected": ("E501", f"{DUEL}  expect: {{men: {{}}, events: []}}\n"),
    "twice": ("E502", f"{DUEL}  play: end\n{DUEL}  play: end\n"),
    "lines without a board": ("E505", "- name: A\n  corner: b1\n  play: end\n"),
    "a corner that is too far east": ("E505", f"{ROW}  corner: b1\n  play: end\n"),
    "a cell elsewhere that is drawn": ("E512", f"{ROW}  elsewhere: {{c1: g}}\n  play: end\n"),
    "ragged rows": ("E505", "- name: A\n  board: |\n    . C\n    . . c\n  play: end\n"),
    "cells without spaces": ("E505", "- name: A\n  board: |\n    .Cc.\n    ....\n  play: end\n"),
    "an unknown letter many times": ("E507", "- name: A\n  board: |\n    . X X X\n  play: end\n"),
    "an unknown letter": ("E507", "- name: A\n  board: |\n    . C X c\n  play: end\n"),
    "a cell off the board": ("E507", f"{DUEL}  men: {{z9: 1}}\n  play: end\n"),
    "too many men": ("E507", f"{DUEL}  men: {{b1: 9}}\n  play: end\n"),
    "a chain that no rule begins": ("E507", f"{DUEL}  pending: again b1\n  play: end\n"),
    "no move at all": ("E507", f"{DUEL}  play: b1 to b2\n"),
    "a face no die has": ("E509", f"{DUEL}  dice: hot\n"),
    "an unknown side": ("E509", f"{DUEL}  expect: {{to_act: rod}}\n"),
    "an unknown reason": ("E509", f"{DUEL}  expect: {{refused: {{b1-a1: LH-22}}}}\n"),
    "an unknown event": ("E509", f"{DUEL}  expect: {{events: moved_on}}\n"),
    "an unknown fact": ("E509", f"{DUEL}  expect: {{events: [{{moved: {{to: b2}}}}]}}\n"),
    "a decimal for a chance": ("E509", f"{DUEL}  expect: {{odds: {{b1xb3: {{kill: 0.25}}}}}}\n"),
    "an unknown key": ("E302", f"{DUEL}  expects: {{actions: 2}}\n"),
    "a number for a list": ("E303", f"{DUEL}  dice: 3\n"),
    "an option with a wrong value": ("E312", f"{DUEL}  set: {{reach: 0}}\n  play: end\n"),
    "broken YAML": ("E123", f"{DUEL}  dice: [hit, hit\n"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_in_a_test_has_a_code_and_a_line(case: str) -> None:
    code, text = ERRORS[case]
    found = diagnostics_of(text)
    assert [(each.code, each.file) for each in found] == [(code, "box.tests.yaml")]
    assert found[0].line > 2


@pytest.mark.parametrize(
    ("rows", "wrong", "found", "columns"),
    [
        ([4, 3, 4, 4, 4], 4, 4, 3),
        ([5, 3, 4, 3, 4], 1, 5, 4),
        ([4, 3, 4, 3, 3], 5, 3, 4),
        ([3, 3, 2], 3, 2, 3),
    ],
)
def test_a_picture_of_hexes_is_wrong_in_the_row_with_too_many_or_too_few(
    rows: list[int], wrong: int, found: int, columns: int
) -> None:
    """On a board whose rows have 4 and 3 hexes; a picture may show a part of it."""
    lines = "\n".join(f"    {' '.join('.' * row)}" for row in rows)
    long, short = "  . . . .\n", "  . . .\n"
    hexes = f"{long * 3} => {short + long + short}"
    box = broken("rows: 5, facing: 4 => rows: 5, shape: hex, short: true", hexes)
    Path("box.yaml").write_text(box, "utf-8")
    (error,) = diagnostics_of(f"- name: A\n  board: |\n{lines}\n  play: end\n")
    assert (error.name, error.line) == ("test_row", 4 + wrong)
    assert (error.values["found"], error.values["columns"]) == (found, columns)


@pytest.mark.parametrize("rows", [[2, 2, 2], [9, 9]])
def test_a_picture_of_shifted_columns_is_compared_with_no_single_column(rows: list[int]) -> None:
    """A line is missing, or the part is wider than the board: no row is to blame."""
    assert loaded("lionheart/hexes").grid.part(0, rows) is None


@pytest.mark.parametrize(
    ("odds", "name", "under"),
    [
        ("{removed: {1: 0.5}}", "not_a_chance", "0.5"),
        ("{removed: {many: 1/2}}", "not_integer", "many"),
        ("{kill: {b2: often}}", "not_a_chance", "often"),
    ],
)
def test_an_inexact_chance_is_an_error_at_its_place(odds: str, name: str, under: str) -> None:
    """Not at the key above it."""
    (found,) = diagnostics_of(
        f"- {{name: A, board: I, expect: {{odds: {{b1xb2: {odds}}}}}}}\n",
        "ruleset: lionheart/level1\n",
    )
    assert (found.name, found.source_line[found.column - 1 :][: found.length]) == (name, under)


def test_an_empty_file_is_answered_with_how_tests_begin() -> None:
    Path("box.tests.yaml").write_text("# to be written\n", "utf-8")
    with pytest.raises(RulesetError) as refused:
        read_tests(Path("box.tests.yaml"))
    (found,) = refused.value.diagnostics
    assert found.name == "empty_file"
    assert found.fix() == catalog("en").say("tests.begin")


def test_a_comment_and_a_wall_in_a_picture_are_errors_at_their_cell() -> None:
    comment = f"{DUEL}  play: end\n".replace("    . . . .", "    . . . .   # empty")
    assert diagnostics_of(comment)[0].fix() == catalog("en").say("tests.fix.picture_comment")
    Path("walled.yaml").write_text(
        "extends: box.yaml\n"
        "terrains: {floor: {letter: f, name: Floor}, rock: {letter: r, name: Rock, wall: true}}\n"
        "board:\n  terrain: |\n    ffff\n    ffff\n    rfff\n    ffff\n    ffff\n",
        "utf-8",
    )
    drawn = "- name: A\n  elsewhere: {c5: c}\n  board: |\n    G . .\n    . . .\n    . . C\n"
    beside = "- name: A\n  elsewhere: {a3: G}\n  board: . C c\n"
    for text, place in ((drawn, (6, 5)), (beside, (4, 19))):
        (found,) = diagnostics_of(f"{text}  play: end\n", "ruleset: walled.yaml\n")
        assert (found.code, found.line, found.column) == ("E507", *place)
        assert found.fix() == catalog("en").say("tests.fix.on_wall")


def test_an_error_of_loading_is_reported_where_it_is_written() -> None:
    """The name of the ruleset, an option or the scenario in the tests; else in the ruleset."""
    (found,) = diagnostics_of("- {name: A, play: end}\n", "ruleset: lionheart/levl1\n")
    assert (found.code, found.line, found.column) == ("E202", 1, 10)
    (found,) = diagnostics_of(f"{DUEL}  set: {{reach: 0}}\n  play: end\n")
    assert (found.line, found.path) == (9, ("tests", 0, "set", "reach"))
    (found,) = diagnostics_of(f"{DUEL}  play: end\n", "ruleset: box\nset: {turn.actions: many}\n")
    assert (found.line, found.path) == (2, ("set", "turn.actions"))
    (found,) = diagnostics_of("- {name: A, play: end}\n", "ruleset: box\nscenario: hills\n")
    assert (found.code, found.line) == ("E202", 2)
    Path("box.yaml").write_text(BOX.replace("men: 2", "men: two"), "utf-8")
    assert {each.file for each in diagnostics_of("- {name: A, play: end}\n")} == {"box.yaml"}


# The command


@pytest.mark.parametrize("given", ["empty", "lone.yaml", "lionheart/levl1", "missing.tests.yaml"])
def test_a_path_without_tests_is_an_error(capsys: Captured, given: str) -> None:
    """An empty folder, a ruleset without tests, one that does not exist, a missing file."""
    Path("empty").mkdir()
    Path("lone.yaml").write_text(BOX, "utf-8")
    assert main(["test", given]) == 2
    assert capsys.readouterr().err


def test_tests_are_selected_by_rule_name_or_file(capsys: Captured) -> None:
    written(f"{DUEL}  rule: XY-7\n  play: end\n{DUEL.replace('A duel', 'Other')}  play: end\n")
    for text, passed in (("xy-7", 1), ("OTHER", 1), ("box.tests", 2)):
        assert main(["test", "-k", text]) == 0
        assert capsys.readouterr().out.startswith(f"{passed} test")
    assert main(["test", "-k", "queen"]) == 2
    assert "queen" in capsys.readouterr().err


def test_json_has_tests_diagnostics_and_coverage(capsys: Captured) -> None:
    """Boards are lists of rows."""
    written(f"{DUEL}  expect:\n    board: |\n      . . . .\n      . . . .\n      . G . .\n")
    assert main(["test", "--json", "--coverage"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (list(found), found["diagnostics"]) == (["tests", "diagnostics", "coverage"], [])
    (test,) = found["tests"]
    assert (test["outcome"], test["line"], test["failures"][0]["line"]) == ("failed", 3, 10)
    assert test["failures"][0]["expected"] == [". . . .", ". . . .", ". G . ."]
    assert test["failures"][0]["found"] == [". g . .", ". . . .", ". G . ."]
    assert set(found["coverage"]["box.yaml"]) <= set(SORTS)


# Coverage


def reached(text: str, head: str = "ruleset: box.yaml\n") -> Coverage:
    coverage = Coverage()
    found = list(run_all(read_tests(written(text, head)), Games(), "", coverage))
    assert [outcome.text() for outcome in found if outcome.word != "passed"] == []
    return coverage


def test_coverage_lists_what_no_test_reaches(capsys: Captured) -> None:
    """The chief does nothing, one face is never rolled, and the game does not end."""
    coverage = reached(f"{DUEL}  play: [b1-b2, b2xb3]\n  dice: hit hit\n")
    missed = {sort: coverage.missed(sort) for sort in SORTS if coverage.defined[sort]}
    assert missed == {"units": ["chief"], "faces": ["d.miss"], "victories": ["slay"]}
    assert main(["test", "--coverage"]) == 0
    assert "\n  units: 1 of 2; not reached: chief.\n" in capsys.readouterr().out


def test_coverage_tells_which_modifiers_of_attacks_applied() -> None:
    """Their rules are cited by ``more.`` and their word; the distance is 1 here."""
    more = "{near: {dice: 1, distance: {most: 1}}, far: {dice: 1, distance: 2}}"
    text = broken(f"{{hits_on: hit}} => {{hits_on: hit, more: {more}}}")
    Path("box.yaml").write_text(f"{text}\ncites: {{more.near: R-5, more.far: R-6}}\n", "utf-8")
    coverage = reached(f"{DUEL}  play: [b1-b2, b2xb3]\n  dice: hit hit hit\n")
    assert [coverage.missed(sort) for sort in ("modifiers", "reasons", "rules")] == [
        ["far"], [], ["R-6"],
    ]  # fmt: skip


# The pytest plugin

pytest_plugins = ["pytester"]
PLUGIN = "wargrid_pytest"
COLLECTS = ("-p", "no:wargrid", "-p", PLUGIN, "-p", "no:cacheprovider", "-p", "no:xdist")


def test_pytest_runs_each_test_as_an_item(pytester: pytest.Pytester) -> None:
    """Failures are printed as the command prints them."""
    pytester.path.joinpath("box.yaml").write_text(BOX, "utf-8")
    fails = f"{DUEL.replace('A duel', 'Wrong')}  expect: {{actions: 1}}\n"
    text = f"ruleset: box\ntests:\n{DUEL}  play: b1-b2\n{fails}"
    pytester.path.joinpath("box.tests.yaml").write_text(text, "utf-8")
    ran = pytester.runpytest_inprocess(*COLLECTS, "-v")
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(
        ["*box.tests.yaml::A duel. PASSED*", "box.tests.yaml:16:12: actions: expected 1, found 2."]
    )


def test_a_test_is_picked_by_its_id_whatever_its_name(pytester: pytest.Pytester) -> None:
    """Pytest splits ids at two colons."""
    pytester.path.joinpath("box.yaml").write_text(BOX, "utf-8")
    named = DUEL.replace("A duel", "a::b::c")
    text = f"\ufeffruleset: box\ntests:\n{named}  play: b1-b2\n{DUEL}  play: b1-b2\n"
    pytester.path.joinpath("box.tests.yaml").write_text(text, "utf-8")
    listed = pytester.runpytest_inprocess(*COLLECTS, "--collect-only", "-q").stdout.lines
    first = next(line for line in listed if line.startswith("box.tests.yaml::"))
    pytester.runpytest_inprocess(*COLLECTS, first).assert_outcomes(passed=1)


def test_pytest_reports_errors_in_a_file_and_ignores_files_of_others(
    pytester: pytest.Pytester,
) -> None:
    for name, text in (
        ("box", b"ruleset: box\ntests:\n- {nam: A}\n"),
        ("other", b"tests: 3\n"),
        ("odd", b"\xff\x00ruleset"),
    ):
        pytester.path.joinpath(f"{name}.tests.yaml").write_bytes(text)
    ran = pytester.runpytest_inprocess(*COLLECTS)
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(['box.tests.yaml:3:4: *Did you mean "name"?*'])
    ran.stdout.no_fnmatch_line("*Traceback*")


def test_the_pytest_plugin_imports_neither_yaml_nor_models() -> None:
    """It is loaded in every run of pytest."""
    code = f"import sys, {PLUGIN}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    heavy = {"yaml", "pydantic", "wargrid.engine.game", "wargrid.loading"}
    assert heavy & set(done.stdout.split()) == set()
