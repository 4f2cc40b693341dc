"""Maps of other programs: what they hold, what a table makes of it, and boards written as maps."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import ROOT
from wargrid.loading import library
from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import RulesetError
from wargrid_editor import BoardError, shelf
from wargrid_editor.maps.exporting import tmx
from wargrid_editor.maps.making import make_board
from wargrid_editor.maps.taking import READERS, board_from, is_map, read_map
from wargrid_editor.scenario import Scenario, open_scenario

MAPS = ROOT / "tests/data/maps"


def taken(file: str, ruleset: str = "battle/conquest"):  # type: ignore[no-untyped-def]
    scenario = open_scenario(ruleset)
    assert scenario.board is not None
    return board_from(read_map(MAPS / file), scenario.rules, scenario.board, {})


def terrain(board) -> list[str]:  # type: ignore[no-untyped-def]
    """The terrains of the rows from the north, by their first letters."""
    return ["".join(cell.terrain[0] for cell in row) for row in reversed(board.rows)]


def test_tiles_of_advance_wars_become_terrain_zones_and_owners() -> None:
    found = taken("strait.txt")
    assert terrain(found.board) == ["ppfmrrpr", "cprprpfh", "fhpprppp", "ppfppppp"]
    owners = {cell: each.marks for cell, each in found.board.cells() if each.marks}
    name = found.board.grid.name
    assert {name(cell): marks for cell, marks in owners.items()} == {
        "g3": (("owner", 0, 2),), "h3": (("owner", 0, 2),),  # Orange Star is red
        "a2": (("owner", 0, 1),), "b2": (("owner", 0, 1),),  # Blue Moon is blue
    }  # fmt: skip
    assert [name(cell) for cell in found.board.zone("headquarters", 0)] == ["b2", "h3"]
    assert found.unknown == {"210": 1}
    assert "210 (1)" in found.text()


def test_hexes_of_wesnoth_keep_their_neighbours() -> None:
    """Columns a and c are low on both boards, and the middle of the map is the same hex."""
    found = taken("keep.map", "battle/default")
    size = found.board.size
    assert (size.columns, size.rows, size.shape, size.shifted) == (5, 3, "hex", "columns")
    assert terrain(found.board) == ["pfrmm", "pccrp", "ppprc"]
    assert found.unknown == {"Xu": 1}
    assert [key for key, _ in found.notes] == ["border", "places"]


def test_layers_of_tiled_lie_on_each_other_and_objects_are_units() -> None:
    found = taken("ground.tmx", "battle/default")
    assert terrain(found.board) == ["pfrp", "pprp", "pprp"]
    assert found.unknown == {"houses:1": 1, "houses:0": 1, "ground:3": 1}
    [(cell, unit)] = found.board.units()
    assert (found.board.grid.name(cell), unit.type, unit.side) == ("a1", "infantry", 0)
    assert found.units == {"dragon": 1}
    told = found.text()
    assert "houses.tsx" in told
    assert "dragon (1)" in told


def test_rows_of_hexes_are_shifted_as_in_tiled() -> None:
    """Of three rows the first and the third lie further east: the second, from the south, must."""
    found = taken("hexes.tmj", "battle/default")
    assert (found.board.size.shape, found.board.size.shifted) == ("hex", "rows")
    assert terrain(found.board) == ["prp", "ppr"]
    assert [key for key, _ in found.notes] == ["last_row"]


def boards_written() -> list[tuple[str, Scenario]]:
    """The own board of every shipped game on squares or hexes, and its other boards."""
    found = []
    for name in library.shipped_names():
        for path in (None, *load_named(name).scenarios.values()):
            try:
                scenario = open_scenario(name, {}, path)
            except RulesetError:
                continue  # a board of another ruleset in the same folder
            if scenario.board is not None and scenario.board.size.shape != "points":
                found.append((name, scenario))
    return found


@pytest.mark.slow
def test_a_board_written_for_tiled_is_read_again_without_a_difference(tmp_path: Path) -> None:
    boards = boards_written()
    assert len(boards) > 30
    for name, scenario in boards:
        board, file = scenario.board, tmp_path / "board.tmx"
        assert board is not None
        file.write_text(tmx(board, scenario.rules, "tiles.png"), "utf-8")
        again = board_from(read_map(file), scenario.rules, board, {})
        assert (again.unknown, again.units, again.notes) == ({}, {}, ()), name
        assert again.board.size._replace(short=board.size.short) == board.size, name
        assert [cell.terrain for _, cell in again.board.cells()][: board.grid.cells], name
        cells = dict(again.board.cells()) if not board.size.short else None
        for cell, before in board.cells() if cells else ():
            assert cells is not None
            now, unit = cells[cell], before.unit
            assert now.terrain == before.terrain, name
            kind = None if now.unit is None else (now.unit.side, now.unit.type)
            assert kind == (None if unit is None else (unit.side, unit.type)), name


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("a.txt", "", "no_map"),
        ("a.txt", "1,2\n1,x\n", "map_numbers"),
        ("a.txt", "1,2\n1\n", "map_uneven"),
        ("a.txt", ",".join("1" * 121), "map_large"),
        ("a.map", "Gg, Gg\nGg, %%\n", "map_code"),
        ("a.map", "Gg, Gg\nGg, Gg\n", "map_empty"),
        ("a.tmx", "<map", "map_xml"),
        ("a.tmx", '<!DOCTYPE map [<!ENTITY a "aaaa">]><map>&a;</map>', "map_entities"),
        ("a.tmx", "<map>" + "<a>" * 100_000, "map_deep"),
        ("a.tmx", '<map width="2" height="1" orientation="isometric"><layer/></map>', "map_kind"),
        ("a.tmx", '<map width="2" height="1" infinite="1"/>', "map_infinite"),
        ("a.tmx", '<map width="999999999999" height="1"/>', "map_large"),
        ("a.tmx", '<map width="two" height="1"/>', "map_value"),
        ("a.tmx", '<map width="2" height="1"/>', "map_empty"),
        ("a.tmx", '<map width="2" height="1"><layer><data>1,2,3</data></layer></map>', "map_layer"),
        ("a.tmx", '<map width="2" height="1"><layer><data encoding="base64" compression="zstd">'
         "AAAA</data></layer></map>", "map_packed"),
        ("a.tmx", '<map width="2" height="1"><layer><data encoding="base64">?</data></layer></map>',
         "map_value"),
        ("a.tmj", '{"layers": [' + "[" * 200_000, "map_deep"),
        ("a.tmj", '{"layers": 1, "width": 1e999, "height": 2}', "map_value"),
        ("a.tmj", '{"layers": [', "map_xml"),
        ("a.tmj", '{"layers": [], "width": ' + "9" * 5000 + "}", "map_xml"),
        ("a.tmx", '<map width="1" height="2" orientation="hexagonal" staggeraxis="x">'
         "<layer><data>1,1</data></layer></map>", "map_empty"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_map_is_refused_in_a_sentence(
    tmp_path: Path, file: str, text: str, code: str
) -> None:
    path = tmp_path / file
    path.write_text(text, "utf-8")
    with pytest.raises(BoardError) as caught:
        read_map(path)
    assert caught.value.code == code
    for language in ("en", "fr"):
        assert not caught.value.text(language).startswith("editor."), language


def test_tiles_that_no_layer_uses_are_not_named(tmp_path: Path) -> None:
    path = tmp_path / "sets.tmx"
    sets = '<tileset firstgid="1" name="a" tilecount="100000"/>' * 2000
    layer = "<layer><data>1,2</data></layer>"
    path.write_text(f'<map width="2" height="1">{sets}{layer}</map>', "utf-8")
    assert [tile.names for tile in read_map(path).rows[0]] == [("a:0",), ("a:1",)]


def test_a_map_of_100_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.tmx"
    with path.open("wb") as file:
        file.truncate(100 << 20)
    assert not is_map(path)
    with pytest.raises(BoardError, match="100"):
        read_map(path)


@pytest.mark.parametrize("file", sorted(MAPS.iterdir()), ids=lambda path: path.name)
def test_each_program_reads_its_own_maps_alone(file: Path) -> None:
    text = file.read_text("utf-8")
    assert [name for name, reader in READERS.items() if reader.reads(text)] == [
        {".txt": "awbw", ".map": "wesnoth"}.get(file.suffix, "tiled")
    ]


@pytest.mark.usefixtures("own_home")
def test_a_map_goes_to_the_game_that_knows_most_of_its_tiles() -> None:
    draft, left_out = shelf.take_file(MAPS / "strait.txt")
    assert draft.ruleset == "battle/conquest"
    assert "210" in left_out
    assert shelf.resume(draft.path).title == "strait"
    assert shelf.take_file(MAPS / "strait.txt", "chess/standard")[0].ruleset == "chess/standard"


def test_a_table_of_tiles_names_what_the_ruleset_does_not(tmp_path: Path) -> None:
    table = tmp_path / "tiles.yaml"
    table.write_text("Xu: mountain\n", "utf-8")
    made = make_board(str(tmp_path / "keep"), MAPS / "keep.map", "battle/default", str(table))
    assert made.file == tmp_path / "keep.yaml"
    assert "Xu" not in made.left_out
    assert load_named("battle/default", scenario=made.file).ruleset.board.shape == "hex"
    table.write_text("Xu: [1]\n", "utf-8")
    with pytest.raises(BoardError, match="Xu"):
        make_board(str(tmp_path / "b"), MAPS / "keep.map", "battle/default", str(table))
    table.write_text("Xu: cheese\n", "utf-8")
    with pytest.raises(BoardError, match="cheese"):
        make_board(str(tmp_path / "b"), MAPS / "keep.map", "battle/default", str(table))


def test_a_board_is_written_as_a_map_and_as_a_picture(tmp_path: Path) -> None:
    own = ROOT / "rulesets/battle/scenarios/ford.yaml"
    for ending, begins in ((".tmx", b"<?xml"), (".png", b"\x89PNG"), (".svg", b"<svg")):
        made = make_board(str(tmp_path / f"ford{ending}"), own, "battle/default")
        assert made.file.read_bytes().startswith(begins)
        assert not made.is_scenario
    assert (tmp_path / "ford-tiles.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BoardError) as caught:
        make_board(str(tmp_path / "ford.gif"), own, "battle/default")
    assert caught.value.code == "ending"
    with pytest.raises(BoardError) as caught:
        make_board(str(tmp_path / "ford.png"), own, "battle/default")
    assert caught.value.code == "is_there"
