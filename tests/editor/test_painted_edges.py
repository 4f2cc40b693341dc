"""Rivers, bridges and walls painted between cells, taken back, saved and opened again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets import written
from wargrid import load
from wargrid_editor.editor import Editor
from wargrid_editor.maps.making import make_board
from wargrid_editor.scenario import open_scenario
from wargrid_play.scenes import shape_of
from wargrid_play.scenes.edges import nearest_beyond

RULES = """
edges:
  river: {name: River, crossing: 1}
  bridge: {name: Bridge, over: river}
  wall: {name: Wall, wall: true}
terrains: {plain: {letter: ".", name: Plain}, wood: {letter: F, name: Wood}}
board:
  columns: 5
  rows: 5
  SHAPE
  edges: {river: a2:c2/a3:c3, wall: d1/e1}
units: {man: {letter: M, name: Man, move: {path: {points: 3}}, captures: by_moving}}
victory: {eliminate: {}}
setup: {each: M . . . M}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return _file(tmp_path, "shape: square")


def _file(folder: Path, shape: str) -> Path:
    path = folder / "edged.yaml"
    path.write_text(written(RULES.replace("SHAPE", shape)), "utf-8")
    return path


def edges(editor: Editor) -> dict[str, set[str]]:
    """Return the edges of each kind, as a player would name them."""
    found: dict[str, set[str]] = {}
    for (one, other), word in editor.board.edge_kinds.items():
        grid = editor.board.grid
        found.setdefault(word, set()).add(f"{grid.name(one)}/{grid.name(other)}")
    return found


def stroke(editor: Editor, cells: str, *, erases: bool = False) -> None:
    editor.stroke([editor.board.grid.cell(name) for name in cells.split()], erases=erases)


RIVER = {"a2/a3", "b2/b3", "c2/c3"}


def test_a_stroke_paints_the_edges_that_it_crosses_and_is_taken_back(file: Path) -> None:
    editor = Editor(open_scenario(str(file)))
    assert edges(editor) == {"river": RIVER, "wall": {"d1/e1"}}
    editor.press("edge:wall")
    stroke(editor, "a1 b1 c1 c2")
    assert edges(editor) == {"river": RIVER, "wall": {"a1/b1", "b1/c1", "c1/c2", "d1/e1"}}
    stroke(editor, "a1 c1", erases=True)
    assert edges(editor)["wall"] == {"c1/c2", "d1/e1"}
    editor.undo()
    editor.undo()
    assert edges(editor) == {"river": RIVER, "wall": {"d1/e1"}}
    editor.redo()
    assert "a1/b1" in edges(editor)["wall"]


def test_a_click_near_an_edge_paints_it_and_one_in_the_middle_none(file: Path) -> None:
    editor = Editor(open_scenario(str(file)))
    editor.press("edge:bridge")
    grid = editor.board.grid
    editor.begin(grid.cell("b2"), beyond=grid.cell("b3"))
    editor.drag(grid.cell("c3"), beyond=grid.cell("c2"))
    assert editor.end()
    assert edges(editor) == {"river": {"a2/a3"}, "bridge": {"b2/b3", "c2/c3"}, "wall": {"d1/e1"}}
    editor.begin(grid.cell("d4"))
    assert not editor.end()
    shape = shape_of(editor.view().board)
    assert nearest_beyond(shape, 1.5, 2.9) == (1, 1)  # in b3, near b2: rows count from the south
    assert nearest_beyond(shape, 1.5, 2.5) is None


def test_a_rectangle_is_walled_round_and_the_eraser_clears_a_cell_at_last(file: Path) -> None:
    editor = Editor(open_scenario(str(file)))
    editor.press("edge:wall")
    editor.press("tool:rectangle")
    stroke(editor, "d4 e5")
    assert edges(editor)["wall"] == {"d1/e1", "d3/d4", "e3/e4", "c4/d4", "c5/d5"}
    editor.press("tool:brush")
    editor.press("erase")
    stroke(editor, "d4")  # nothing else is there
    assert edges(editor)["wall"] == {"d1/e1", "e3/e4", "c5/d5"}
    editor.press("edge:wall")
    editor.press("symmetry:north_south")
    stroke(editor, "a1 b1")
    assert {"a1/b1", "a5/b5"} <= edges(editor)["wall"]


def test_edges_move_with_the_board_as_it_grows_and_go_where_cells_part(file: Path) -> None:
    editor = Editor(open_scenario(str(file)))
    editor.press("grow:west")
    editor.press("grow:south")
    assert edges(editor) == {"river": {"b3/b4", "c3/c4", "d3/d4"}, "wall": {"e2/f2"}}
    editor.press("trim:west")
    editor.press("trim:south")
    editor.press("trim:east")
    assert edges(editor) == {"river": RIVER}
    editor.undo()
    editor.press("shape:rows")
    assert edges(editor)["wall"] == {"d1/e1"}
    editor.press("clear")
    assert edges(editor) == {}


@pytest.mark.parametrize("shape", ["shape: square", "shape: hex"])
def test_a_saved_board_has_the_same_edges_and_none_of_the_rulesets_own(
    tmp_path: Path, shape: str
) -> None:
    name = str(_file(tmp_path, shape))
    editor = Editor(open_scenario(name))
    editor.press("edge:wall")
    stroke(editor, "d1 e1", erases=True)
    stroke(editor, "c4 d4")
    painted, text = edges(editor), editor.text()
    assert "wall: c4/d4" in text
    scenario = tmp_path / "scenarios" / "mine.yaml"
    scenario.parent.mkdir()
    scenario.write_text(text, "utf-8")
    again = Editor(open_scenario(name, path=scenario))
    assert edges(again) == painted
    again.press("edge:river")
    stroke(again, "e4 e5")
    scenario.write_text(again.text(), "utf-8")
    assert edges(Editor(open_scenario(name, path=scenario))) == edges(again)
    played = load(name, scenario=str(scenario)).engine.grounds[0].edges
    assert played is not None
    kinds = {edge: word for edge, word in played.between.items() if edge[0] < edge[1]}
    assert kinds == again.board.edge_kinds


def test_a_kind_that_is_painted_over_does_not_come_back(file: Path, tmp_path: Path) -> None:
    editor = Editor(open_scenario(str(file)))
    editor.press("edge:wall")
    stroke(editor, "d1 e1", erases=True)
    scenario = tmp_path / "open.yaml"
    scenario.write_text(editor.text(), "utf-8")
    assert edges(Editor(open_scenario(str(file), path=scenario))) == {"river": RIVER}
    played = load(str(file), scenario=str(scenario)).engine.grounds[0].edges
    assert played is not None
    assert set(played.between.values()) == {"river"}


def test_a_terrain_painted_in_an_opened_file_keeps_the_edges_of_the_ruleset(
    file: Path, tmp_path: Path
) -> None:
    scenario = tmp_path / "few.yaml"
    scenario.write_text("setup: {each: . M M M .}\n", "utf-8")
    editor = Editor(open_scenario(str(file), path=scenario))
    before = edges(editor)
    editor.press("terrain:wood")
    stroke(editor, "c5")
    scenario.write_text(editor.text(), "utf-8")
    assert edges(Editor(open_scenario(str(file), path=scenario))) == before


def test_a_map_of_tiled_leaves_edges_out_and_says_so(file: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text("board: {columns: 5, rows: 5, edges: {wall: a1/b1}}\n", "utf-8")
    made = [make_board(str(tmp_path / name), board, str(file)) for name in ("m.tmx", "m.svg")]
    assert ["rivers" in each.left_out for each in made] == [True, False]
    assert 'stroke="#1b1714"' in (tmp_path / "m.svg").read_text("utf-8")  # the wall
