"""``wargrid check``: rulesets with settings, scenarios with the rulesets beside them, options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxes import broken
from command_line import Captured
from wargrid.authoring import checking
from wargrid.authoring.checking import check_options
from wargrid.cli import check, main
from wargrid.loading.loader import load_named

TERRAINS = """terrains:
  plain: {letter: ".", name: Plain}
  cliff: {letter: x, name: Cliff, wall: true}
units:"""
BOARD = "board:\n  terrain: |\n    . . . .\n    . . . .\n    x . . %s\n    . . . .\n    . . . .\n"
NO_CHIEF = "setup: |\n  . g g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n"
UNPLAYED = ("--games", "0")


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset without terrains, one with terrains, and a folder of scenarios beside both."""
    monkeypatch.chdir(tmp_path)
    rich = broken(f"units: => silence: [W406, W410]\n{TERRAINS}", "silence: [W406]\n => ")
    (tmp_path / "bare.yaml").write_text(broken(), "utf-8")
    (tmp_path / "rich.yaml").write_text(rich, "utf-8")
    (tmp_path / "scenarios").mkdir()
    return tmp_path / "scenarios"


def checked(capsys: Captured, *arguments: str) -> list[dict[str, Any]]:
    main(["check", *arguments, *UNPLAYED, "--json"])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def kinds(capsys: Captured, *arguments: str) -> list[tuple[str, int, str]]:
    """Return file name, line and key of what the command reports."""
    found = checked(capsys, *arguments)
    return [(Path(each["file"]).name, each["line"], each["kind"]) for each in found]


def test_a_scenario_is_checked_with_the_rulesets_that_accept_it(
    shelf: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are named; one without terrains does not accept a board of terrains."""
    (shelf / "pass.yaml").write_text(BOARD % "x", "utf-8")
    assert main(["check", "scenarios/pass.yaml", *UNPLAYED]) == 0
    assert capsys.readouterr().out.endswith("a scenario of rich.\n")
    (shelf / "plain.yaml").write_text("name: Plain\n", "utf-8")
    monkeypatch.chdir(shelf)
    assert main(["check", "plain.yaml", *UNPLAYED]) == 0
    assert capsys.readouterr().out.endswith("a scenario of bare, rich.\n")


def test_a_scenario_that_names_its_ruleset_is_checked_with_it_anywhere(
    shelf: Path, capsys: Captured
) -> None:
    """As a board that was sent does."""
    sent = shelf.parent / "sent.yaml"
    sent.write_text("ruleset: rich\n" + BOARD % "x", "utf-8")
    assert main(["check", "sent.yaml", *UNPLAYED]) == 0
    assert capsys.readouterr().out.endswith("a scenario of rich.\n")
    sent.write_text("ruleset: rich.yaml\n" + BOARD % "x", "utf-8")  # as rule tests name it
    assert main(["check", "sent.yaml", *UNPLAYED]) == 0
    assert capsys.readouterr().out.endswith("a scenario of rich.\n")
    sent.write_text("ruleset: rich\n" + BOARD % "q", "utf-8")
    assert [line for _, line, _ in kinds(capsys, "sent.yaml")] != []
    assert "is_scenario" not in [kind for *_, kind in kinds(capsys, "sent.yaml")]


def test_a_board_that_every_scenario_replaces_is_a_warning(shelf: Path, capsys: Captured) -> None:
    """Only in the file that writes it, and not if it serves in one scenario."""
    (shelf / "pass.yaml").write_text("board: {rows: 5}\n", "utf-8")
    Path("own.yaml").write_text("extends: bare.yaml\nscenario: pass\nboard: {rows: 5}\n", "utf-8")
    Path("next.yaml").write_text("extends: own.yaml\n", "utf-8")
    assert kinds(capsys, "own.yaml") == [("own.yaml", 3, "scenario_replaces")]
    assert kinds(capsys, "next.yaml") == []
    (shelf / "plain.yaml").write_text("name: Plain\n", "utf-8")
    assert kinds(capsys, "own.yaml") == []


@pytest.mark.parametrize("absolute", [False, True])
def test_a_warning_about_a_scenario_is_reported_once(
    shelf: Path, capsys: Captured, absolute: bool
) -> None:
    """Though several rulesets accept it, and also for an absolute path."""
    (shelf / "odd.yaml").write_text(NO_CHIEF, "utf-8")
    path = shelf / "odd.yaml" if absolute else Path("scenarios/odd.yaml")
    assert kinds(capsys, str(path)) == [("odd.yaml", 1, "never_set_up")]


def test_a_wrong_letter_is_reported_by_the_ruleset_that_fits_best(
    shelf: Path, capsys: Captured
) -> None:
    """Not that another ruleset has no terrains."""
    (shelf / "pass.yaml").write_text(BOARD % "z", "utf-8")
    assert kinds(capsys, "scenarios/pass.yaml") == [("pass.yaml", 5, "terrain_letter")]
    (shelf.parent / "rich.yaml").unlink()
    assert kinds(capsys, "scenarios/pass.yaml") == [("pass.yaml", 3, "no_terrains")]


def test_a_folder_is_checked_with_its_scenarios(shelf: Path, capsys: Captured) -> None:
    """An error of a scenario is reported once, though a ruleset names it too."""
    (shelf / "pass.yaml").write_text("nmae: Pass\n", "utf-8")
    (shelf.parent / "third.yaml").write_text("extends: bare.yaml\nscenario: pass\n", "utf-8")
    assert [each["file"] for each in checked(capsys, ".")] == ["scenarios/pass.yaml"]


# Settings for several rulesets


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [(["--set", "reech=3"], "unknown_option"), (["--scenario", "frod"], "no_scenario")],
)
def test_what_no_ruleset_has_is_an_error(
    arguments: list[str], kind: str, shelf: Path, capsys: Captured
) -> None:
    """Reported once, though scenarios are checked too; a single ruleset must have it."""
    (shelf / "pass.yaml").write_text("name: Pass\n", "utf-8")
    for paths in ((".",), ("bare.yaml",)):
        assert [each["kind"] for each in checked(capsys, *paths, *arguments)] == [kind]


# Scenarios that several rulesets accept

PASS = """\
name: Pass
board: {columns: 2, rows: 6}
setup: |
  c g
  . .
  . .
  . .
  . .
  G C
zones:
  goal: {each: "a6:b6"}
  camp: {each: "a1:b1"}
"""


@pytest.fixture
def march(shelf: Path) -> Path:
    """A ruleset with zones, and one that deploys armies instead of the set-up."""
    for name in ("bare", "rich"):
        (shelf.parent / f"{name}.yaml").unlink()
    zones = 'zones: {goal: {each: "a5:d5"}, camp: {each: "a1:d1"}}\n'
    start = "slay: chief => slay: chief\n  occupy: {unit: chief, zone: goal, count: 1}"
    text = broken(f"units: => {zones}units:", start, "[W406] => [W406, W410]")
    (shelf.parent / "march.yaml").write_text(text, "utf-8")
    muster = "deploy: {zone: camp, bases: {min: 1}, units: {guard: {men: 4}, chief: {men: 2}}}\n"
    (shelf.parent / "muster.yaml").write_text(f"extends: march.yaml\n{muster}", "utf-8")
    return shelf


def test_a_set_up_that_no_ruleset_uses_is_a_warning(march: Path, capsys: Captured) -> None:
    """One that only deploys armies; "deploy: ~" lets the game begin with the units drawn."""
    path = march / "pass.yaml"
    path.write_text("ruleset: muster\n" + PASS, "utf-8")
    assert kinds(capsys, str(path)) == [("pass.yaml", 4, "setup_ignored")]
    path.write_text("ruleset: muster\ndeploy: ~\n" + PASS, "utf-8")
    assert kinds(capsys, str(path)) == []
    path.write_text("ruleset: muster\nname: Pass\n", "utf-8")
    assert kinds(capsys, str(path)) == []


# Options

CHOICES = "reach: units.guard.move.ahead => men: {sets: units.guard.men, values: {%s}}"


def options(file: Path, values: str) -> list[tuple[int, str]]:
    file.write_text(broken(CHOICES % values), "utf-8")
    return [(each.line, str(each.values["choice"])) for each in check_options(load_named(file))]


def test_a_value_that_makes_a_ruleset_invalid_is_an_error(tmp_path: Path) -> None:
    """At the value, with the first error it causes."""
    assert options(tmp_path / "box.yaml", "few: 1, many: 3") == []
    wrong = options(tmp_path / "box.yaml", "few: 1, far: so, none: 0")
    assert wrong == [(31, "far"), (31, "none")]


def test_the_number_of_values_tried_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each costs as much as loading the ruleset."""
    loads: list[str] = []
    real = checking.load_document

    def counting(*arguments: Any) -> Any:
        loads.append(arguments[1])
        return real(*arguments)

    monkeypatch.setattr(checking, "load_document", counting)
    values = ", ".join(f"v{number}: 1" for number in range(90))
    assert options(tmp_path / "box.yaml", values) == []
    assert len(loads) == checking.MAX_CHOICES


# Limits


def test_of_a_folder_a_limited_number_of_scenarios_is_checked_and_the_rest_counted(
    shelf: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "MAX_SCENARIOS", 2)
    for name in "abcd":
        (shelf / f"{name}.yaml").write_text("name: Plain\n", "utf-8")
    assert main(["check", ".", *UNPLAYED]) == 0
    captured = capsys.readouterr()
    assert captured.out.count("a scenario of") == 2
    assert "scenarios: 2 more scenarios are not checked." in captured.err


# Names of files


def test_a_line_feed_in_a_file_name_writes_no_line_of_the_report(
    tmp_path: Path, capsys: Captured
) -> None:
    """Such a name could say of another file that it has no errors."""
    folder = tmp_path / "many"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "a\nfine.yaml: no errors.yaml").write_text(broken(), "utf-8")
    (folder / "scenarios" / "b\nc.yaml").write_text("name: Plain\n", "utf-8")
    assert main(["check", "many", "--set", "a\nb=3", *UNPLAYED]) == 2
    captured = capsys.readouterr()
    lines = [*captured.out.splitlines(), *captured.err.splitlines()]
    assert len(lines) > 3
    begins = ("many/", "--set:", "    1 |", "      |")
    assert [line for line in lines if not line.startswith(begins)] == []


@pytest.mark.parametrize("command", [("show", "--from"), ("perft", "--depth", "1")])
def test_a_line_feed_in_a_file_name_writes_no_line_of_a_table(
    tmp_path: Path, capsys: Captured, command: tuple[str, ...]
) -> None:
    (tmp_path / "a\nstranger.yaml").write_text(broken(), "utf-8")
    assert main([command[0], "a\nstranger.yaml", *command[1:]]) == 0
    assert not any(line.startswith("stranger") for line in capsys.readouterr().out.splitlines())
