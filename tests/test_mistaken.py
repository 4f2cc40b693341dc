"""Files taken for rulesets that are something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import BOX
from wargrid import RulesetError
from wargrid.cli.check import rulesets_at
from wargrid.loading.loader import load_named

TESTS = "ruleset: box.yaml\ntests:\n  - {name: Nothing., expect: {to_act: red}}\n"
SCENARIO = "name: Empty\nsetup: |\n  . g\n  G .\n"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("box.tests.yaml", TESTS, ("is_tests", 2)),
        ("box.test.yaml", TESTS, ("is_tests", 2)),
        ("ford.yaml", SCENARIO, ("is_scenario", 2)),
    ],
)
def test_what_is_no_ruleset_is_told_as_what_it_is(
    tmp_path: Path, name: str, text: str, told: tuple[str, int]
) -> None:
    """By one fault, not by everything that a ruleset would have."""
    (tmp_path / name).write_text(text, "utf-8")

    with pytest.raises(RulesetError) as refused:
        load_named(tmp_path / name)
    assert [(diagnostic.name, diagnostic.line) for diagnostic in refused.value.diagnostics] == [
        told
    ]


def test_a_ruleset_that_ends_in_yml_is_not_passed_over(tmp_path: Path) -> None:
    """In a folder, where other files of that sort may lie."""
    for name, text in {
        "one.yaml": BOX,
        "two.yml": BOX,
        "site.yml": "nav: [one]\n",
        "box.tests.yaml": TESTS,
    }.items():
        (tmp_path / name).write_text(text, "utf-8")

    assert [Path(path).name for path in rulesets_at(str(tmp_path))] == ["one.yaml", "two.yml"]
