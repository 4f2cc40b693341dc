"""Boards are judged by the checks of rulesets, at their cells."""

from __future__ import annotations

import pytest

from wargrid.text import catalog
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


def test_a_board_as_it_comes_can_be_played() -> None:
    editor = Editor(open_scenario("battle/default"))
    assert editor.view().judging
    editor.judge()
    assert editor.view().playable


def test_another_stroke_has_to_be_judged_again() -> None:
    editor = Editor(open_scenario("battle/default"))
    editor.judge()
    editor.press("terrain:forest")
    editor.stroke([0])
    assert editor.view().judging
    assert not editor.view().playable


def test_each_side_is_counted() -> None:
    editor = Editor(open_scenario("battle/default"))
    editor.press("clear")
    editor.press("unit:tank:1")
    editor.stroke([0, 1])
    blue, red = editor.view().totals
    assert (blue.units, red.units, red.men) == (0, 2, 20)


def test_a_zone_that_means_nothing_once_units_are_painted_is_no_finding() -> None:
    editor = Editor(open_scenario("lionheart/level2"))
    for side, row in ((0, "1"), (1, "10")):
        for word, column in (("king", "e"), ("infantry", "d")):
            editor.press(f"unit:{word}:{side}")
            editor.stroke([editor.board.grid.cell(column + row)])
    assert editor.judge().findings == ()


@pytest.mark.parametrize(("language", "name"), [("en", "Blue"), ("fr", "Bleus")])
def test_a_painter_reads_of_sides_and_units_by_their_names(language: str, name: str) -> None:
    editor = Editor(open_scenario("battle/default"), language)
    editor.press("clear")
    editor.judge()
    found = [each.text for each in editor.view().findings]
    assert found[0] == catalog(language).say("editor.finding.side_empty", side=name)
