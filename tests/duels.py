"""A duel of two guards, and files of tests that set it up."""

from __future__ import annotations

from pathlib import Path

from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.report import Outcome
from wargrid.authoring.ruletests.runner import Games, try_all

DUEL = """\
- name: A duel.
  board: |
    . g . .
    . . . .
    . G . .
  if_not_drawn: {a5: C, d5: c}
"""


def written(text: str, head: str = "ruleset: box.yaml\n") -> Path:
    """A file with these tests."""
    path = Path("box.tests.yaml")
    path.write_text(f"{head}tests:\n{text}", "utf-8")
    return path


def outcomes(text: str, head: str = "ruleset: box.yaml\n") -> list[Outcome]:
    """What came of these tests."""
    return list(try_all(read_tests(written(text, head)), Games()))


def duel(more: str) -> Outcome:
    """What came of the duel with some lines more; a line that begins with a blank stands below
    ``expect``."""
    said = "".join(f"  {line}\n" for line in more.strip("\n").split("\n"))
    (outcome,) = outcomes(DUEL + said)
    return outcome


def sentences(outcome: Outcome) -> list[str]:
    """What failed in a test that could be tried."""
    assert outcome.diagnostics == (), outcome.text()
    return [failure.sentence() for failure in outcome.failures]
