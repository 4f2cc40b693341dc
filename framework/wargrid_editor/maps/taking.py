"""A map made a board of a game: its tiles are looked up in the table of the ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from wargrid.ruleset.board.tiles import TileMeaning, Tiles
from wargrid.source.file_errors import RecordError
from wargrid.source.files import read_bytes
from wargrid.text import catalog
from wargrid_editor.board import Board, Cell, Size, Unit
from wargrid_editor.errors import BoardError
from wargrid_editor.maps import awbw, tiled, wesnoth
from wargrid_editor.maps.found import MOST_BYTES, MapFile, MapUnit, Tile
from wargrid_editor.reading import Rules


class Reader(Protocol):
    """A module that reads the maps of one program."""

    def reads(self, text: str) -> bool:
        """Return whether a text looks like such a map."""

    def read(self, text: str) -> MapFile:
        """Read a map. Raises BoardError."""


READERS: Final[dict[str, Reader]] = {"tiled": tiled, "awbw": awbw, "wesnoth": wesnoth}
"""The readers, in the order in which they are asked."""

ENDINGS: Final = (".map", ".tmx", ".tmj", ".txt", ".csv", ".json")
"""The endings that files of maps have."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A board made of a map.

    ``unknown`` counts the tiles that the table does not name, which became the plain terrain, and
    ``units`` those of types or sides that the game has not.
    """

    board: Board
    unknown: Mapping[str, int]
    units: Mapping[str, int]
    notes: tuple[tuple[str, Mapping[str, object]], ...] = ()

    @property
    def mapped(self) -> int:
        """The number of tiles that were found in the table."""
        size = self.board.size
        return size.columns * size.rows - sum(self.unknown.values())

    def text(self, language: str = "en") -> str:
        """Return what could not be taken, in a language; empty if everything was."""
        say = catalog(language).say
        told = [say(f"editor.map.{key}", **values) for key, values in self.notes]
        if not any(self.board.units()):
            told.append(say("editor.map.empty"))
        for key, found in (("unknown", self.unknown), ("units", self.units)):
            if found:
                listed = ", ".join(f"{name} ({n})" for name, n in list(found.items())[:MOST_NAMED])
                others = len(found) - MOST_NAMED
                listed = say("editor.map.others", names=listed, n=others) if others > 0 else listed
                told.append(say(f"editor.map.{key}", names=listed))
        return " ".join(told)


MOST_NAMED: Final = 12
"""How many tiles without a meaning are named."""


def is_map(path: Path) -> bool:
    """Return whether a file is a map by its ending and its first lines."""
    if path.suffix.casefold() not in ENDINGS:
        return False
    try:
        return _reader(read_bytes(path, MOST_BYTES).decode("utf-8", "replace")) is not None
    except RecordError:
        return False


def read_map(path: Path) -> MapFile:
    """Read the file of a map.

    Raises:
        BoardError: it is no map, or a map that cannot be read.
    """
    try:
        text = read_bytes(path, MOST_BYTES).decode("utf-8", "replace")
    except RecordError as error:
        raise BoardError("map_unreadable", why=error) from None
    reader = _reader(text)
    if reader is None:
        raise BoardError("no_map")
    return reader.read(text)


def _reader(text: str) -> Reader | None:
    return next((reader for reader in READERS.values() if reader.reads(text)), None)


def board_from(found: MapFile, rules: Rules, like: Board, table: Tiles) -> Taken:
    """Return the board of a map for a game.

    ``like`` is the game's own board, for the kind of its hexes and what its sides have. ``table``
    comes before the table of the ruleset, and a tile called like a terrain is that terrain.
    """
    meanings = _meanings(rules, table)
    countries = _countries(found, rules.sides)
    unknown: Counter[str] = Counter()
    rows = [
        tuple(_cell(tile, meanings, countries, rules, unknown) for tile in row)
        for row in reversed(found.rows)
    ]
    size = Size(len(rows[0]), len(rows), found.shape, found.shifted, facing=_facing(found, like))
    board = Board(size, tuple(rows), like.counters, painted_walls=True)
    board, strange = _with_units(board, found.units, rules)
    return Taken(board, dict(unknown.most_common()), strange, found.notes)


def _facing(found: MapFile, like: Board) -> Literal[4, 6] | None:
    if like.size.facing is None:
        return None
    return 6 if found.shape == "hex" else 4


def _countries(found: MapFile, sides: Sequence[str]) -> dict[int, int]:
    """Return the side of each country of a map: that of its colour, or the next that is free."""
    owners = sorted({tile.owner for row in found.rows for tile in row if tile.owner >= 0})
    colours = {owner: found.colours[owner : owner + 1] for owner in owners}
    made: dict[int, int] = {}
    for owner in owners:
        words = " ".join(colours[owner]).split()
        fit = [at for at, side in enumerate(sides) if side in words and at not in made.values()]
        if fit:
            made[owner] = fit[0]
    free = [at for at in range(len(sides)) if at not in made.values()]
    rest = [owner for owner in owners if owner not in made]
    return made | dict(zip(rest, free, strict=False))


def _meanings(rules: Rules, table: Tiles) -> dict[str, TileMeaning]:
    own = {word.casefold(): TileMeaning(terrain=word) for word in rules.ruleset.terrains}
    own |= {name.casefold(): each for name, each in rules.ruleset.tiles.items()}
    return own | {name.casefold(): each for name, each in table.items()}


def _cell(
    tile: Tile, meanings: Mapping[str, TileMeaning], countries: Mapping[int, int], rules: Rules,
    unknown: Counter[str],
) -> Cell:  # fmt: skip
    meaning = _meaning(tile, meanings, unknown) if rules.ruleset.terrains else None
    if meaning is None:
        return Cell(rules.plain)
    sides = range(len(rules.sides))
    side = countries.get(tile.owner, -1)
    zones = {
        (zone, each) for zone in meaning.zones for each in sides
        if zone in rules.zones_shared or each == side
    }  # fmt: skip
    marks = ((meaning.owner, 0, side + 1),) if meaning.owner and side in sides else ()
    return Cell(meaning.terrain, None, frozenset(zones), marks)


def _meaning(
    tile: Tile, meanings: Mapping[str, TileMeaning], unknown: Counter[str]
) -> TileMeaning | None:
    """Return what a tile is, by the topmost that has a meaning; count those without one."""
    for names in (*((name,) for name in tile.over), tile.names):
        known = [name.casefold() for name in names if name.casefold() in meanings]
        if known:
            return meanings[known[0]]
        unknown.update(names[:1])
    return None


def _with_units(
    board: Board, units: tuple[MapUnit, ...], rules: Rules
) -> tuple[Board, dict[str, int]]:
    """Put units on the board; return it, and those that the game does not have."""
    types, forward, strange = rules.ruleset.units, rules.forward(board.grid), Counter[str]()
    cells = dict[int, Cell]()
    places = {spot: cell for cell, spot in enumerate(board.grid.places)}
    for unit in units:
        cell = places.get((unit.column, board.size.rows - 1 - unit.row))
        if unit.type not in types or unit.side not in rules.sides or cell is None:
            strange[unit.type] += 1
            continue
        side = rules.sides.index(unit.side)
        made = Unit(side, unit.type, forward[side], types[unit.type].men)
        cells[cell] = board.at(cell)._replace(unit=made)
    return board.changed(cells), dict(strange)
