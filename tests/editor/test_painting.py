"""Painting: what tools and brushes leave on a board, for both sides at once, and undo."""

from __future__ import annotations

import pytest

from strokes import comes_back
from wargrid_editor.board import SYMMETRIES, Mirror
from wargrid_editor.editor import Editor
from wargrid_editor.scenario import open_scenario


def editor_of(ruleset: str) -> Editor:
    return Editor(open_scenario(ruleset))


def cells(editor: Editor, names: str) -> list[int]:
    return [editor.board.grid.cell(name) for name in names.split()]


def drawn(editor: Editor, key: str) -> list[str]:
    """Return the rows of the set-up or the terrain as they would be saved, without blanks."""
    block = editor.text().partition(f"{key}: |\n")[2].splitlines()
    indent = len(block[0]) - len(block[0].lstrip())
    rows = []
    for row in block:
        if len(row) - len(row.lstrip()) < indent:
            break
        rows.append(row.strip())
    return rows


@pytest.fixture
def battle() -> Editor:
    editor = editor_of("battle/default")
    editor.press("clear")
    return editor


@pytest.mark.parametrize(
    ("tool", "stroke", "painted"),
    [
        ("brush", "a1 c1", "a1 b1 c1"),
        ("line", "a1 b2 c3", "a1 b2 c3"),
        ("rectangle", "a1 c2", "a1 b1 c1 a2 b2 c2"),
    ],
)
def test_a_tool_covers_cells(battle: Editor, tool: str, stroke: str, painted: str) -> None:
    battle.press("terrain:forest")
    battle.press(f"tool:{tool}")
    battle.stroke(cells(battle, stroke))
    found = [cell for cell, each in battle.board.cells() if each.terrain == "forest"]
    assert found == sorted(cells(battle, painted))


def test_eight_commands_are_no_step_and_a_stroke_is_one(battle: Editor) -> None:
    before = battle.strokes
    battle.press("terrain:forest")
    battle.press("tool:rectangle")
    battle.stroke(cells(battle, "a1 d4"))
    assert battle.strokes == before + 1


def test_redo_makes_a_stroke_again(battle: Editor) -> None:
    battle.press("terrain:forest")
    battle.stroke(cells(battle, "a1"))
    painted = battle.text()
    battle.undo()
    battle.redo()
    assert battle.text() == painted


def test_the_selection_is_moved_and_zones_stay() -> None:
    editor = editor_of("hill/209")
    zone = editor.board.zone("summit", 0)
    editor.press("tool:select")
    editor.stroke(cells(editor, "a1 c2"))
    editor.stroke(cells(editor, "a1 a3"))
    assert drawn(editor, "setup")[-4:-2] == ["I . I . . . . . . . .", ". T . . . . . . . . ."]
    assert editor.board.zone("summit", 0) == zone


def test_a_copy_is_pasted_at_the_cursor() -> None:
    editor = editor_of("hill/209")
    editor.press("tool:select")
    editor.stroke(cells(editor, "a1 b2"))
    editor.press("copy")
    editor.cursor = editor.board.grid.cell("a4")
    editor.press("paste")
    assert drawn(editor, "setup")[-5:-3] == ["I . . . . . . . . . .", ". T . . . . . . . . ."]


@pytest.mark.parametrize("paints", [False, True])
def test_what_is_in_hand_faces_forward_on_other_cells(battle: Editor, paints: bool) -> None:
    battle.press("unit:tank:1")
    battle.stroke(cells(battle, "a1"))
    battle.press("copy")
    battle.press("tool:pick")
    battle.stroke(cells(battle, "a1"))
    battle.press("shape:columns")
    battle.cursor = battle.board.grid.cell("c3")
    battle.press("paint" if paints else "paste")
    assert comes_back(battle)


def test_a_board_grows_and_is_cut_at_any_edge(battle: Editor) -> None:
    battle.press("terrain:forest")
    battle.stroke(cells(battle, "a1"))
    for command in ("grow:south", "grow:west", "trim:north", "trim:east", "trim:east"):
        battle.press(command)
    assert (battle.board.size.columns, battle.board.size.rows) == (13, 10)
    assert battle.board.at(battle.board.grid.cell("b2")).terrain == "forest"


def test_a_board_keeps_its_last_column(battle: Editor) -> None:
    for _ in range(20):
        battle.press("trim:east")
    assert battle.board.size.columns == 1
    assert "120" in battle.message


def test_men_markers_and_owners_are_written_below_start() -> None:
    editor = editor_of("battle/conquest")
    editor.press("men")
    editor.press("more")
    editor.stroke(cells(editor, "i1"))
    editor.press("marker:fuel")
    editor.stroke(cells(editor, "i1"))
    editor.press("marker:owner")
    editor.stroke(cells(editor, "c1 k2"))
    editor.press("counter:money:1:3000")
    start = editor.text().partition("start:\n")[2].partition("zones:")[0]
    assert start.splitlines() == [
        "  men: {i1: 2}",
        "  markers:",
        "    owner: {c1 f1 h1 k2: blue, e11 g11 j11: red}",
        "    money: {red: 3000}",
        "    fuel: {i1: 1}",
    ]


@pytest.mark.parametrize("text", ["", "many", "1.5"])
def test_what_is_no_number_is_refused(battle: Editor, text: str) -> None:
    editor = editor_of("battle/conquest")
    editor.press(f"counter:money:0:{text}")
    assert editor.message
    assert not editor.changed


def test_a_marker_goes_with_the_zone_that_bears_it() -> None:
    editor = editor_of("battle/conquest")
    editor.press("zone:towns:-1")
    editor.stroke(cells(editor, "f1"), erases=True)
    assert editor.board.at(cells(editor, "f1")[0]).marks == ()


def test_hexes_on_which_no_unit_looks_ahead_are_refused() -> None:
    editor = editor_of("lionheart/level1")
    editor.press("shape:rows")
    assert editor.board.grid.shape == "square"
    assert editor.message


def test_obstacles_are_drawn_and_none_is_drawn_again() -> None:
    editor = editor_of("xiangqi/terrains")
    editor.draw_walls(seed=1)
    walls = [cell for cell, each in editor.board.cells() if each.terrain == "obstacle"]
    assert len(walls) == 4
    loaded = editor.judge().loaded
    assert loaded is not None
    game = loaded.game()
    assert sorted(game.start().walls()) == walls


def test_as_many_obstacles_are_drawn_as_the_options_say() -> None:
    editor = editor_of("xiangqi/terrains")
    editor.press("option:obstacles:6")
    editor.draw_walls(seed=1)
    assert [each.terrain for _, each in editor.board.cells()].count("obstacle") == 6


def test_an_army_that_is_painted_is_not_deployed() -> None:
    editor = editor_of("lionheart/level2")
    for side, row in ((0, "1"), (1, "10")):
        for type_, column in (("king", "e"), ("knight", "d")):
            editor.press(f"unit:{type_}:{side}")
            editor.stroke(cells(editor, column + row))
    loaded = editor.judge().loaded
    assert loaded is not None
    game = loaded.game()
    assert game.engine.deploying is None
    assert len([*game.start().standing()]) == 4


@pytest.mark.parametrize("name", ["lionheart/level1", "lionheart/hexes"])
def test_a_facing_is_mirrored_as_the_cell_before_it(name: str) -> None:
    """Between west and east, east becomes west; turned by half, each becomes its opposite."""
    grid = editor_of(name).board.grid
    for way in range(grid.facings):
        angle = grid.angle(way)
        seen = {
            symmetry: (grid.angle(Mirror(grid, symmetry).facing(way)) - angle) % 360
            for symmetry in SYMMETRIES[1:]
        }
        assert seen == {
            "north_south": (180 - 2 * angle) % 360, "west_east": -2 * angle % 360, "turned": 180,
        }  # fmt: skip
