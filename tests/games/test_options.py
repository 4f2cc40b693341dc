"""What the players may agree on: each option of a game is set by one of its rule tests."""

from __future__ import annotations

from pathlib import Path

from places import ROOT
from support import every_ruleset, loaded
from wargrid.authoring.ruletests.files import read_tests


def _set_in(folder: Path) -> set[str]:
    files = [
        read_tests(path).file
        for path in folder.rglob("*.tests.yaml")
        if path.parent.name != "campaigns"
    ]
    return {name for file in files for each in (file, *file.tests) for name in each.set}


@every_ruleset
def test_every_option_is_set_by_a_rule_test(name: str) -> None:
    """In the file of the ruleset, or of another of its family."""
    assert set(loaded(name).ruleset.options) <= _set_in(ROOT / "rulesets" / name.partition("/")[0])
