"""What is typed into a field of the editor is a number, or refused with a sentence."""

from __future__ import annotations

import pytest

from wargrid.loading import library
from wargrid_editor.editor import Editor
from wargrid_editor.scenario import open_scenario

TYPED = (
    "--5", "---5", "5-", "-", "", " ", "²", "1e5", "NaN", "0x10", "+5", "1_0", "1.5", "a: b", "[",
    "{a", "*x", "- ", "'", "%", "null", "\0", "\ud800", "9" * 200, "9" * 5_000, "?",
)  # fmt: skip
"""Texts that are no number of a few digits."""


def editors() -> list[tuple[str, str]]:
    """Every field of every ruleset that asks for a value."""
    found = []
    for name in library.shipped_names():
        settings = Editor(open_scenario(name)).view().settings
        found += [(name, each.command) for each in settings if not each.following]
    return found


FIELDS = editors()


@pytest.mark.parametrize(("ruleset", "command"), FIELDS)
def test_what_is_no_number_is_refused(ruleset: str, command: str) -> None:
    """An option of the ruleset may be another text as well, if the ruleset takes it."""
    editor = Editor(open_scenario(ruleset))
    for text in TYPED:
        before = editor.board
        editor.press(f"{command}:{text}")
        assert editor.board == before, text
        assert editor.view().tone == "refusal" or command.startswith("option"), text


def counted(text: str, side: int = 1) -> int:
    editor = Editor(open_scenario("battle/conquest"))
    editor.press(f"counter:money:{side}:{text}")
    return {each[1]: each[2] for each in editor.board.counters}.get(side, 0)


def test_a_number_is_taken_as_far_as_its_limits_allow() -> None:
    assert [counted(text) for text in ("30", " 30 ", "-5", "−5")] == [30, 30, 0, 0]
    assert counted("9" * 15) == counted("9" * 14)
