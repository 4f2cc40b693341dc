"""``wargrid new board``: a board made of a map of another program, or a board as its map."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from wargrid.loading import library
from wargrid.ruleset.board.tiles import Tiles
from wargrid.source.files import write_whole
from wargrid.source.yaml_reader import read
from wargrid_editor.errors import BoardError
from wargrid_editor.maps.exporting import WRITERS, lost_in, write_board
from wargrid_editor.maps.taking import board_from, is_map, read_map
from wargrid_editor.scenario import Scenario, open_scenario, open_text


@dataclass(frozen=True, slots=True)
class Made:
    """The file that was written, and a sentence of what was left out."""

    file: Path
    left_out: str = ""

    @property
    def is_scenario(self) -> bool:
        """Whether it can be played, and is not for another program."""
        return self.file.suffix.casefold() not in WRITERS


def make_board(
    target: str, source: Path, ruleset: str, table: str | None = None, language: str = "en"
) -> Made:
    """Write the board of a map for a ruleset, or a board as a map or picture by its ending.

    ``target`` is the name of a board, or of a file with an ending. ``table`` is a YAML file that
    names tiles, besides those of the ruleset.

    Raises:
        BoardError: a file cannot be read or written, or is there already.
        RulesetError: the ruleset or a board of it is wrong.
    """
    path = Path(target if Path(target).suffix else f"{target}{library.SUFFIX}")
    if path.exists():
        raise BoardError("is_there", file=path)
    if not source.is_file():
        raise BoardError("no_file", file=source)
    if not is_map(source) and source.suffix not in (library.SUFFIX, ".yml"):
        read_map(source)  # says why it cannot be read
    if not is_map(source):
        opened = open_scenario(ruleset, {}, source)
        assert opened.board is not None
        return Made(_made(opened, path).file, lost_in(opened.board, path, language))
    scenario = open_scenario(ruleset)
    assert scenario.board is not None
    tiles = {} if table is None else _table(Path(table), scenario)
    taken = board_from(read_map(source), scenario.rules, scenario.board, tiles)
    text = scenario.text(taken.board, source.stem)
    return Made(_made(open_text(ruleset, text), path, text).file, taken.text(language))


def _made(scenario: Scenario, path: Path, text: str | None = None) -> Made:
    if path.suffix.casefold() in WRITERS:
        return Made(write_board(scenario, scenario.game, path))
    if text is None or path.suffix not in (library.SUFFIX, ".yml"):
        raise BoardError(
            "ending", ending=path.suffix, endings=", ".join((library.SUFFIX, *WRITERS))
        )
    write_whole(path, text.encode(), overwrite=False)
    return Made(path)


def _table(path: Path, scenario: Scenario) -> Tiles:
    """Read a table of tiles.

    Raises:
        BoardError: a meaning names no terrain of the ruleset.
    """
    found: Any = read(path).data
    try:
        tiles = TypeAdapter(Tiles).validate_python(found)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"][:1]))
        raise BoardError("map_table", name=place, file=path) from None
    for name, each in tiles.items():
        if each.terrain not in scenario.rules.ruleset.terrains:
            known = ", ".join(scenario.rules.ruleset.terrains)
            raise BoardError("map_terrain", name=name, terrain=each.terrain, known=known)
    return tiles
