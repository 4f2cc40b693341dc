"""Boards are judged by the checks of rulesets, at their cells."""

from __future__ import annotations

from wargrid_editor.editor import Editor
from wargrid_editor.scenario import open_scenario


def test_a_second_king_is_found_at_its_cell() -> None:
    editor = Editor(open_scenario("xiangqi/standard"))
    editor.press("unit:general:0")
    editor.stroke([editor.board.grid.cell("e5")])
    finding = editor.judge().errors[0]
    assert finding.diagnostic.name == "royal_number"
    assert finding.cell in [editor.board.grid.cell(name) for name in ("e1", "e5")]
    assert not editor.view().playable


def test_a_unit_on_a_wall_is_found_at_its_cell() -> None:
    editor = Editor(open_scenario("xiangqi/terrains"))
    editor.press("terrain:obstacle")
    corner = editor.board.grid.cell("i10")
    editor.stroke([corner])
    found = [(each.diagnostic.name, each.cell) for each in editor.judge().errors]
    assert found == [("setup_on_wall", corner)]


def test_a_zone_that_means_nothing_once_units_are_painted_is_no_finding() -> None:
    editor = Editor(open_scenario("lionheart/level2"))
    for side, row in ((0, "1"), (1, "10")):
        for word, column in (("king", "e"), ("infantry", "d")):
            editor.press(f"unit:{word}:{side}")
            editor.stroke([editor.board.grid.cell(column + row)])
    assert editor.judge().findings == ()
