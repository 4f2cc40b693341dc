"""A duel of two guards, and files of tests that set it up."""

from __future__ import annotations

from pathlib import Path

from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.report import TestOutcome
from wargrid.authoring.ruletests.runner import Games, run_all

DUEL = """\
- name: A duel.
  board: |
    . g . .
    . . . .
    . G . .
  if_not_drawn: {a5: C, d5: c}
"""


def written(text: str, head: str = "ruleset: box.yaml\n") -> Path:
    """Write a file with these tests."""
    path = Path("box.tests.yaml")
    path.write_text(f"{head}tests:\n{text}", "utf-8")
    return path


def outcomes(text: str, head: str = "ruleset: box.yaml\n") -> list[TestOutcome]:
    """Run these tests."""
    return list(run_all(read_tests(written(text, head)), Games()))


def duel(more: str) -> TestOutcome:
    """Run the duel with more lines."""
    lines = "".join(f"  {line}\n" for line in more.strip("\n").split("\n"))
    (outcome,) = outcomes(DUEL + lines)
    return outcome


def sentences(outcome: TestOutcome) -> list[str]:
    """Return the failures of a test that could run."""
    assert outcome.diagnostics == (), outcome.text()
    return [failure.sentence() for failure in outcome.failures]
