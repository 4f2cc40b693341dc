"""Boards that are taken in by a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.source.diagnostics import RulesetError
from wargrid_editor.shelf import take_in

pytestmark = pytest.mark.usefixtures("box_folder")


def test_a_board_with_another_ending_is_not_taken_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    board = tmp_path / "gift.YML"
    text = "ruleset: breakthrough/standard\nboard: {columns: 3, rows: 5}\n" + (
        'zones: {goal: {each: "a5:c5"}}\nsetup: |\n  . p .\n  . . .\n  . . .\n  . P .\n  . . .\n'
    )
    board.write_text(text, "utf-8")
    with pytest.raises(RulesetError, match=r"does not end in \.yaml"):
        take_in(board)
