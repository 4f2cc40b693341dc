"""Boards of points are painted and kept; their points and lines stay as the ruleset has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid import load
from wargrid_editor import shelf
from wargrid_editor.editor import Editor
from wargrid_editor.scenario import open_scenario


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))


@pytest.fixture
def editor() -> Editor:
    return Editor(open_scenario("bagh_chal/standard"))


def test_a_unit_is_painted_on_a_point_and_kept(editor: Editor) -> None:
    editor.press("unit:goat:0")
    editor.stroke([editor.board.grid.cell("c3")])
    shelf.save(editor.scenario, editor.text(), "One goat")
    start = load("bagh_chal/standard", scenario="one_goat").start()
    cell = start.roster.grid.cell("c3")
    assert start.at(cell).type.word == "goat"


def test_a_board_of_points_names_neither_size_nor_points(editor: Editor) -> None:
    assert "board" not in editor.text()


@pytest.mark.parametrize("tool", ["line", "rectangle"])
def test_a_tool_covers_points(editor: Editor, tool: str) -> None:
    editor.press("unit:goat:0")
    editor.press(f"tool:{tool}")
    editor.stroke([editor.board.grid.cell("b2"), editor.board.grid.cell("b4")])
    goats = [editor.board.grid.name(cell) for cell, unit in editor.board.units() if unit.side == 0]
    assert goats == ["b2", "b3", "b4"]


@pytest.mark.parametrize("command", ["grow:north", "trim:east", "shape:rows"])
def test_points_are_not_added_or_taken_away(editor: Editor, command: str) -> None:
    before = editor.board
    editor.press(command)
    assert editor.board == before
    assert command not in [each.name for each in editor.view().commands]
