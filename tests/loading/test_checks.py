"""Checks of a ruleset: each mistake is reported alone, at its line and column."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import check_cases
from boxes import BOX, broken, located
from check_cases import Case
from places import DATA, ROOT
from rulesets import written
from wargrid.authoring.checking import Loader
from wargrid.cli.check import check_file, files_at
from wargrid.loading.checks import find_errors, find_warnings, limits
from wargrid.loading.library import is_ruleset, names
from wargrid.loading.loader import load_document, load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.yaml_reader import read_text

SENTENCES = DATA / "check_sentences.txt"
"""One sentence for each key; ``WARGRID_SNAPSHOT=1`` writes it again."""

GROUPS = {
    name: cases
    for name, cases in vars(check_cases).items()
    if isinstance(cases, list) and name.isupper()
}
CASES = [
    pytest.param(text, expected, id=f"{group.lower()}-{number}-{expected}")
    for group, cases in GROUPS.items()
    for number, (text, expected) in enumerate(cases)
]


def reported(text: str) -> list[Diagnostic]:
    """Return the errors of a ruleset, or its warnings if there are none."""
    try:
        return load_document(read_text(text, "box.yaml"), "box").warnings()
    except RulesetError as error:
        return list(error.diagnostics)


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_mistake_is_reported_alone_at_its_place(text: str, expected: str) -> None:
    """The excerpt is the line of the file; a sound ruleset has no diagnostics."""
    found = reported(text)
    assert ", ".join(map(located, found)) == expected
    assert [each.source_line for each in found] == [
        text.splitlines()[each.line - 1] for each in found
    ]


def test_the_sentences_are_those_of_the_snapshot() -> None:
    """The first diagnostic of each key, with its fix."""
    cases: list[Case] = [case for group in GROUPS.values() for case in group]
    found: dict[str, str] = {}
    for text, _ in cases:
        for each in reported(text):
            found.setdefault(each.name, each.sentence())
    lines = "".join(f"{name}: {sentence}\n" for name, sentence in sorted(found.items()))
    if os.environ.get("WARGRID_SNAPSHOT"):
        SENTENCES.write_text(lines, "utf-8")
    assert lines == SENTENCES.read_text("utf-8")


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (
            ["player: red => player: rod", "slay: chief => slay: thief", "letter: C => letter: G",
             "ahead\n => bhead\n", "  . c g . =>   . g g"],
            ["4:17 no_such_first", "20:13 same_letter", "23:9 no_such_units",
             "25:7 picture_columns", "31:10 option_without_target"],
        ),
        (["men: 2 => men: two", "slay: chief => slay: thief", "  . c g . =>   . c q ."],
         ["15:10 not_integer", "23:9 no_such_units", "25:7 picture_letter"]),
        (["{ahead: 2} => {slide: straight}", "slay: chief => slay: thief"],
         ["16:19 not_a_choice", "23:9 no_such_units"]),
        (["letter: C => letter: CC", "slay: chief => slay: thief"], ["20:13 bad_letter"]),
        (["hits_on: hit => hits_on: hat"], ["17:46 no_such_faces"]),
        (["[red, blue] => [white, gray, blue]"], ["2:1 two_sides"]),
    ],
    ids=["all in one run", "a wrong form and wrong names", "a wrong word",
         "an entry of a wrong form alone", "a shared value once", "no consequences"],
)  # fmt: skip
def test_errors_are_reported_together_without_those_they_cause(
    changes: list[str], found: list[str]
) -> None:
    """Checks need a document that fits the model; a chief is like a guard."""
    assert [located(each) for each in reported(broken(*changes))] == found


DEPLOYED = """\
units: {man: {letter: M, name: Man, move: {step: all}, captures: by_moving}}
zones: {camp: {each: "a1:e1"}}
deploy: {zone: camp, hidden: false, units: {man: {men: 4}}}
victory: {eliminate: {}}
"""


@pytest.mark.parametrize(("most", "found"), [(4, []), (3, ["too_many_units"])])
@pytest.mark.parametrize("text", [BOX, written(DEPLOYED)], ids=["set up", "to be placed"])
def test_as_many_units_as_allowed_are_not_too_many(
    monkeypatch: pytest.MonkeyPatch, text: str, most: int, found: list[str]
) -> None:
    monkeypatch.setattr(limits, "MAX_UNITS", most)
    assert [each.name for each in reported(text)] == found


@pytest.mark.parametrize(("most", "found"), [(5, []), (4, ["too_many_placings"])])
def test_as_many_placings_as_allowed_are_not_too_many(
    monkeypatch: pytest.MonkeyPatch, most: int, found: list[str]
) -> None:
    """A man on each of five cells."""
    monkeypatch.setattr(limits, "MAX_PLACINGS", most)
    assert [each.name for each in reported(written(DEPLOYED))] == found


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if "/variants/" in name else ())
        for name in names()
    ],
)
def test_shipped_rulesets_have_no_warnings(name: str) -> None:
    """Nor errors, which would prevent loading."""
    loaded = load_named(name)
    assert find_errors(loaded.ruleset, loaded.plugins, loaded.merged) == []
    assert find_warnings(loaded.ruleset, loaded.plugins, loaded.merged) == []


RULESETS = ROOT / "rulesets"
BESIDE = [
    path.relative_to(RULESETS).as_posix()
    for path in map(Path, files_at(str(RULESETS)))
    if not is_ruleset(path, RULESETS)
]


@pytest.mark.parametrize("name", BESIDE)
def test_shipped_scenarios_guides_and_looks_have_no_warnings(name: str) -> None:
    """Nor errors; a scenario belongs to a ruleset."""
    _, found = check_file(str(RULESETS / name), Loader({}), 0)
    assert found.diagnostics == []
    assert bool(found.rulesets) == ("scenarios" in name)


def test_the_kinds_of_files_beside_rulesets_are_all_checked() -> None:
    """Otherwise the test before would be empty."""
    kinds = ("scenarios", "guide", "looks", "campaigns")
    assert {part for name in BESIDE for part in kinds if part in name} == {*kinds}


def test_the_game_of_the_tests_has_no_warnings() -> None:
    """What the cases break is sound."""
    assert reported(BOX) == []
