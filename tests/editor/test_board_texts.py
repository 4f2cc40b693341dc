"""A painted board is saved as a designer would write it, and read back as it was painted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from strokes import comes_back, random_strokes
from wargrid.loading import library
from wargrid.loading.loader import load_named
from wargrid.text import catalog
from wargrid_editor.editor import Editor
from wargrid_editor.patch import lost_comments
from wargrid_editor.scenario import open_scenario

FIRST = ("battle/conquest", "lionheart/hexes", "xiangqi/terrains")
FORD = load_named("battle/default").scenarios["ford"]


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(name, marks=() if name in FIRST else pytest.mark.slow)
     for name in library.shipped_names()],
)  # fmt: skip
def test_what_is_painted_is_read_back(ruleset: str) -> None:
    editor = Editor(open_scenario(ruleset))
    first = editor.text()
    for _ in random_strokes(editor, 3, random.Random(ruleset)):
        assert comes_back(editor)
    names = {each.diagnostic.name for each in editor.judge().findings}
    assert all(catalog("fr").has(f"editor.finding.{name}") for name in names), names
    while editor.undo():
        pass
    assert editor.text() == first


@pytest.mark.parametrize("ruleset", library.shipped_names())
def test_many_random_boards_are_read_back(ruleset: str) -> None:
    editor = Editor(open_scenario(ruleset))
    first = editor.text()
    for _ in random_strokes(editor, 32, random.Random(ruleset)):
        assert comes_back(editor)
    while editor.undo():
        pass
    assert editor.text() == first


def test_only_the_lines_of_what_was_painted_change() -> None:
    editor = Editor(open_scenario("battle/default", {}, FORD))
    editor.press("terrain:forest")
    editor.stroke([0])
    before, after = FORD.read_text(encoding="utf-8").splitlines(), editor.text().splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [("    ..C..W.F..", "    F.C..W.F..")]


def test_comments_stay_where_they_are(tmp_path: Path) -> None:
    file = tmp_path / "noted.yaml"
    file.write_text(
        "# Above.\nboard:\n  columns: 14   # wide\n  rows: 10\nsetup: |      # who stands where\n"
        + open_scenario("battle/default").text(open_scenario("battle/default").board)  # type: ignore[arg-type]
        .partition("setup: |\n")[2].partition("zones")[0],
        encoding="utf-8",
    )  # fmt: skip
    editor = Editor(open_scenario("battle/default", {}, file))
    editor.press("grow:east")
    lines = editor.text().splitlines()
    assert lines[:3] == ["# Above.", "board:", "  columns: 15   # wide"]
    assert "setup: |      # who stands where" in lines
    assert editor.scenario.lost(editor.text()) == []


def test_comments_that_would_be_lost_are_named() -> None:
    assert lost_comments("a: 1 # one\n# two\nb: |\n  # a letter\n", "a: 2 # one\n") == ["# two"]
