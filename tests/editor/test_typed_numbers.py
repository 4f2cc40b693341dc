"""What is typed into a field of the editor is a number, or refused with a sentence."""

from __future__ import annotations

from itertools import product

import pytest

from wargrid.loading import library
from wargrid_editor.editor import Editor
from wargrid_editor.scenario import open_scenario

NAMES = library.shipped_names()
TYPED = (
    "--5", "---5", "5-", "-", "", " ", "²", "1e5", "NaN", "0x10", "+5", "1_0", "1.5", "a: b", "[",
    "{a", "*x", "- ", "'", "%", "null", "\0", "\ud800", "9" * 200, "9" * 5_000, "?",
)  # fmt: skip
"""Texts that are no number of a few digits."""


FIRST = ("battle/conquest", "xiangqi/terrains")
"""Rulesets with such fields; the others have their turn in the slow run."""


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(name, marks=() if name in FIRST else pytest.mark.slow) for name in NAMES],
)
def test_what_is_no_number_is_refused(ruleset: str) -> None:
    """An option of the ruleset may be another text as well, if the ruleset takes it."""
    editor = Editor(open_scenario(ruleset))
    fields = [each.command for each in editor.view().settings if not each.following]
    assert fields or ruleset not in FIRST
    for command, text in product(fields, TYPED):
        before = editor.board
        editor.press(f"{command}:{text}")
        assert editor.board == before, text
        assert editor.view().tone == "refusal" or command.startswith("option"), text
