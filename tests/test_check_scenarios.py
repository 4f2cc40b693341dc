"""`wargrid check` knows a scenario by the folder it stands in, and tries it with the rulesets
beside that folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxes import broken
from wargrid.cli import main

Captured = pytest.CaptureFixture[str]
GROUND = 'terrains:\n  plain: {letter: ".", name: Plain}\n  cliff: {letter: x, name: Cliff, wall: true}\nunits:'
PICTURE = "board:\n  terrain: |\n    . . . .\n    . . . .\n    x . . %s\n    . . . .\n    . . . .\n"
UNPLAYED = ("--games", "0")


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset without terrains, one with terrains, and a folder for scenarios beside both."""
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bare.yaml").write_text(broken(), "utf-8")
    (tmp_path / "rich.yaml").write_text(
        broken(f"units: => silence: [W406, W410]\n{GROUND}", "silence: [W406]\n => "), "utf-8"
    )
    (tmp_path / "scenarios").mkdir()
    return tmp_path / "scenarios"


def checked(capsys: Captured, *paths: str) -> list[dict[str, Any]]:
    """What is wrong with what stands at these paths."""
    main(["check", *paths, *UNPLAYED, "--json"])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_a_scenario_is_checked_with_the_rulesets_that_take_it(
    shelf: Path, capsys: Captured
) -> None:
    """And these are named; one that has no terrains for its picture is not."""
    (shelf / "pass.yaml").write_text(PICTURE % "x", "utf-8")

    assert main(["check", "scenarios/pass.yaml", *UNPLAYED]) == 0
    assert (
        capsys.readouterr().out
        == "scenarios/pass.yaml: nothing is wrong; it is a scenario of rich.\n"
    )


def test_a_scenario_is_known_from_inside_its_folder(
    shelf: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the path it is called by."""
    (shelf / "plain.yaml").write_text("name: Plain\n", "utf-8")
    monkeypatch.chdir(shelf)

    assert main(["check", "plain.yaml", *UNPLAYED]) == 0
    assert (
        capsys.readouterr().out == "plain.yaml: nothing is wrong; it is a scenario of bare, rich.\n"
    )


def test_a_wrong_scenario_is_told_by_the_ruleset_that_takes_most_of_it(
    shelf: Path, capsys: Captured
) -> None:
    """A letter that no terrain has is told where it is drawn, not that another ruleset has no
    terrains at all."""
    (shelf / "pass.yaml").write_text(PICTURE % "z", "utf-8")
    (diagnostic,) = checked(capsys, "scenarios/pass.yaml")

    assert (diagnostic["file"], diagnostic["line"], diagnostic["column"]) == (
        "scenarios/pass.yaml",
        5,
        11,
    )
    assert (
        'The letter "z" stands for no terrain. The terrains are . (plain), x (cliff).'
        in diagnostic["sentence"]
    )


def test_a_folder_is_checked_with_its_scenarios(shelf: Path, capsys: Captured) -> None:
    """Each fault of one is told once, though a ruleset names that scenario too."""
    (shelf / "pass.yaml").write_text("nmae: Pass\n", "utf-8")
    (shelf.parent / "third.yaml").write_text("extends: bare.yaml\nscenario: pass\n", "utf-8")
    found = checked(capsys, ".")

    assert [(diagnostic["file"], diagnostic["code"]) for diagnostic in found] == [
        ("scenarios/pass.yaml", "E302")
    ]


def test_a_doubt_about_the_scenario_alone_is_told(shelf: Path, capsys: Captured) -> None:
    """A set-up without a chief for blue is doubted in the scenario, by each ruleset once."""
    (shelf / "odd.yaml").write_text(
        "setup: |\n  . g g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n", "utf-8"
    )

    assert [
        (diagnostic["code"], diagnostic["line"])
        for diagnostic in checked(capsys, "scenarios/odd.yaml")
    ] == [("W404", 1)]


def test_two_rulesets_with_one_doubt_tell_it_once(shelf: Path, capsys: Captured) -> None:
    """Nothing more is to be mended, though another ruleset may put it in other words."""
    (shelf.parent / "rich.yaml").write_text(broken("men: 2 => men: 3"), "utf-8")
    (shelf / "odd.yaml").write_text(
        "setup: |\n  . g g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n", "utf-8"
    )

    assert [diagnostic["code"] for diagnostic in checked(capsys, "scenarios/odd.yaml")] == ["W404"]


def test_a_file_that_is_not_there_is_no_scenario(capsys: Captured) -> None:
    """It is said of the file, not of a choice that nobody made."""
    (diagnostic,) = checked(capsys, "scenarios/nowhere.yaml")

    assert diagnostic["what"] == "There is no file scenarios/nowhere.yaml."


def test_a_folder_called_scenarios_with_nothing_beside_it_holds_rulesets(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not belong to any ruleset is one itself."""
    (tmp_path / "far" / "scenarios").mkdir(parents=True)
    (tmp_path / "far" / "scenarios" / "duel.yaml").write_text(broken(), "utf-8")

    assert checked(capsys, "far/scenarios/duel.yaml") == []
    assert main(["check", "far/scenarios/duel.yaml", *UNPLAYED]) == 0
    assert capsys.readouterr().out == "far/scenarios/duel.yaml: nothing is wrong.\n"


def test_a_ruleset_without_terrains_names_those_beside_it_that_have_some(
    shelf: Path, capsys: Captured
) -> None:
    """Nothing is to be chosen from there, so the letter cannot be mended: another ruleset can."""
    (shelf / "pass.yaml").write_text(PICTURE % "x", "utf-8")
    main(["check", "bare.yaml", "--scenario", "pass", *UNPLAYED, "--json"])
    (diagnostic,) = json.loads(capsys.readouterr().out)

    assert (Path(diagnostic["file"]).name, diagnostic["line"], diagnostic["code"]) == (
        "pass.yaml",
        3,
        "E433",
    )
    assert (
        diagnostic["cure"]
        == 'Beside it there are terrains in rich: take that, or define "terrains".'
    )


def test_where_no_ruleset_has_terrains_they_are_to_be_defined(
    shelf: Path, capsys: Captured
) -> None:
    """Or the picture is left out."""
    (shelf.parent / "rich.yaml").unlink()
    (shelf / "pass.yaml").write_text(PICTURE % "x", "utf-8")
    (diagnostic,) = checked(capsys, "scenarios/pass.yaml")

    assert diagnostic["cure"] == 'Define "terrains", or leave the picture out.'


# Settings for several rulesets at once


def test_a_setting_is_made_where_a_ruleset_has_it(shelf: Path, capsys: Captured) -> None:
    """The others are checked without it, each told by its name."""
    (shelf.parent / "rich.yaml").write_text(
        broken("options:\n  reach: units.guard.move.ahead\n => "), "utf-8"
    )

    assert main(["check", ".", "--set", "reach=3", *UNPLAYED]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "bare.yaml: nothing is wrong.",
        "rich.yaml: nothing is wrong.",
        'rich.yaml: There is no option "reach". It is checked without.',
    ]


def test_a_wrong_value_is_told_though_others_lack_the_option(shelf: Path, capsys: Captured) -> None:
    """The ruleset that has it refuses it."""
    (shelf.parent / "rich.yaml").write_text(
        broken("options:\n  reach: units.guard.move.ahead\n => "), "utf-8"
    )
    main(["check", ".", "--set", "reach=far", *UNPLAYED, "--json"])

    assert [diagnostic["kind"] for diagnostic in json.loads(capsys.readouterr().out)] == [
        "not_a_choice"
    ]


@pytest.mark.parametrize(
    ("said", "kind"),
    [(["--set", "reech=3"], "unknown_option"), (["--scenario", "frod"], "no_scenario")],
)
def test_what_no_ruleset_has_is_a_fault(
    said: list[str], kind: str, shelf: Path, capsys: Captured
) -> None:
    """Reported once, though scenarios are checked too."""
    (shelf / "pass.yaml").write_text("name: Pass\n", "utf-8")

    assert main(["check", ".", *said, *UNPLAYED, "--json"]) == 2
    assert [diagnostic["kind"] for diagnostic in json.loads(capsys.readouterr().out)] == [kind]


def test_one_ruleset_alone_must_have_what_is_set(capsys: Captured) -> None:
    """Nobody would mean another."""
    assert main(["check", "bare.yaml", "--set", "reech=3", *UNPLAYED]) == 2
    assert 'Did you mean "reach"?' in capsys.readouterr().err


# A scenario that fits one of several rulesets


@pytest.fixture
def march(shelf: Path) -> Path:
    """A ruleset with zones, one that deploys armies in a zone of its own, and one that builds on
    that."""
    for name in ("bare", "rich"):
        (shelf.parent / f"{name}.yaml").unlink()
    zones = 'zones: {goal: {each: "a5:d5"}, camp: {each: "a1:d1"}}\n'
    start = "slay: chief => slay: chief\n  occupy: {unit: chief, zone: goal, count: 1}"
    (shelf.parent / "march.yaml").write_text(
        broken(f"units: => {zones}units:", start, "[W406] => [W406, W410]"), "utf-8"
    )
    muster = "deploy: {zone: camp, bases: {min: 1}, units: {guard: {men: 4}, chief: {men: 2, zone: pit}}}\n"
    muster += 'zones: {pit: "a2:b2"}\n'
    (shelf.parent / "ambush.yaml").write_text(
        f"extends: march.yaml\nname: Ambush\n{muster}", "utf-8"
    )
    (shelf.parent / "band.yaml").write_text("extends: ambush.yaml\nname: Band\n", "utf-8")
    return shelf


PASS = """\
name: Pass
board: {columns: 2, rows: 3}
setup: |
  c g
  . .
  G C
zones:
  goal: {each: "a3:b3"}
  camp: {each: "a1:b1"}
"""


def test_a_scenario_may_fit_several(march: Path, capsys: Captured) -> None:
    """Those that look at its set-up, and those that do not."""
    (march / "pass.yaml").write_text(PASS, "utf-8")
    main(["check", "scenarios/pass.yaml", *UNPLAYED])
    assert capsys.readouterr().out.endswith(
        "nothing is wrong; it is a scenario of ambush, band, march.\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "kind"),
    [
        ("  c g\n", "  X g\n", 4, "picture_letter"),
        ("  . .\n  G C\n", "", 4, "picture_rows"),
        ("{each: \"a3:b3\"}", "{each: \"a9:b9\"}", 8, "zone_cells"),
        ("  goal:", "  gaol:", 8, "no_such_zones"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_the_ruleset_that_a_scenario_fits_best(
    old: str, new: str, line: int, kind: str, march: Path, capsys: Captured
) -> None:
    """At the scenario's own words, not at what another ruleset misses in it or never looks at."""
    (march / "pass.yaml").write_text(PASS.replace(old, new), "utf-8")
    (march.parent / "ambush.yaml").write_text(
        (march.parent / "ambush.yaml").read_text("utf-8").replace("a2:b2", "a2:d4"), "utf-8"
    )
    (diagnostic,) = checked(capsys, "scenarios/pass.yaml")
    assert (diagnostic["file"], diagnostic["line"], diagnostic["kind"]) == (
        "scenarios/pass.yaml",
        line,
        kind,
    )


def test_a_set_up_that_only_some_look_at_is_checked_with_these(
    march: Path, capsys: Captured
) -> None:
    """The others would take whatever it says."""
    (march / "pass.yaml").write_text(PASS.replace("  c g\n", "  X g\n"), "utf-8")
    (diagnostic,) = checked(capsys, "scenarios/pass.yaml")
    assert (diagnostic["line"], diagnostic["kind"]) == (4, "picture_letter")


@pytest.mark.parametrize("chosen", [True, False])
def test_a_misspelt_zone_of_a_scenario_is_told_alone(
    chosen: bool, march: Path, capsys: Captured
) -> None:
    """It would otherwise seem that the ruleset's zone does not fit the board."""
    (march / "pass.yaml").write_text(PASS.replace("  goal:", "  gaol:"), "utf-8")
    (march.parent / "own.yaml").write_text("extends: march.yaml\nscenario: pass\n", "utf-8")
    said = ["march.yaml", "--scenario", "pass"] if chosen else ["own.yaml"]
    (diagnostic,) = checked(capsys, *said)
    assert (Path(diagnostic["file"]).name, diagnostic["line"], diagnostic["code"]) == (
        "pass.yaml",
        8,
        "E411",
    )
    assert (diagnostic["cure"], diagnostic["source_line"][diagnostic["column"] - 1 :][:4]) == (
        'Did you mean "goal"?',
        "gaol",
    )


def test_a_zone_that_a_scenario_brings_is_no_misspelt_one(march: Path, capsys: Captured) -> None:
    """A word of the ruleset may ask about it, and leave its cells to scenarios."""
    ruleset = march.parent / "march.yaml"
    ruleset.write_text(ruleset.read_text("utf-8").replace("zone: goal", "zone: goals"), "utf-8")
    (march / "pass.yaml").write_text(PASS.replace("  goal:", "  goals:"), "utf-8")
    found = checked(capsys, "march.yaml", "--scenario", "pass")
    assert [diagnostic["code"] for diagnostic in found] == [
        "E437"
    ]  # of the ruleset's own "goal", on this smaller board
