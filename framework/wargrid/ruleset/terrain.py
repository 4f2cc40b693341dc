"""Zones and terrains: which cells a name stands for, and what the ground of every cell is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wargrid.core.patterns import TerrainMap
from wargrid.ruleset.diagram import PictureError, picture_rows, refuse_comments

if TYPE_CHECKING:
    from wargrid.core.grid import Grid
    from wargrid.core.protocols import RulesetLike
    from wargrid.source.diagnostics import Place

EACH: Final = "each"
"""Under which a zone says the first side's cells, that lie for the second where a half turn of the
board puts them."""

_WORD: Final = re.compile(r"\S+")


class ZoneError(ValueError):
    """A zone names cells that the board does not have.

    ``text`` is the word that names them. It stands in ``row`` and ``column``, both from 0, of the
    text at ``path`` below ``zones``: the zone, a side or ``each`` if its cells are told apart, and
    a number if they are a list.
    """

    def __init__(self, path: Place, text: str, row: int, column: int) -> None:
        super().__init__(f"{path[0]}: {text}")
        self.zone = str(path[0])
        self.path = path
        self.text = text
        self.row = row
        self.column = column


def grounds_of(ruleset: RulesetLike, grid: Grid) -> tuple[TerrainMap, ...]:
    """The ground under each side's feet, by the side's number.

    Raises:
        ZoneError: a zone names a cell that is not on the board.
        PictureError: the picture of terrains does not fit the board.
    """
    terrain = terrain_of(ruleset, grid)
    walls = frozenset(
        cell for cell, word in enumerate(terrain) if word and ruleset.terrains[word].wall
    )
    found = []
    for number, side in enumerate(ruleset.sides):
        zones = {
            name: frozenset(_zone(ruleset, grid, name, number, side)) for name in ruleset.zones
        }
        found.append(
            TerrainMap(
                grid,
                number,
                MappingProxyType(zones),
                terrain,
                walls,
                MappingProxyType(ruleset.costs),
            )
        )
    return tuple(found)


def terrain_of(ruleset: RulesetLike, grid: Grid) -> tuple[str, ...]:
    """The terrain of every cell; the first terrain of the ruleset where no picture says otherwise.

    Raises:
        PictureError: the picture has other rows or columns than the board, or a letter that no terrain has.
    """
    words = list(ruleset.terrains)
    first = words[0] if words else ""
    if ruleset.board.terrain is None:
        return (first,) * grid.cells
    letters = {terrain.letter: word for word, terrain in ruleset.terrains.items()}
    rows = picture_rows(ruleset.board.terrain)
    refuse_comments(rows, grid.columns, joined=True)
    if len(rows) != grid.rows:
        raise PictureError(
            rows[-1][0] if rows else 1, 1, 1, "picture_rows", found=len(rows), rows=grid.rows
        )
    drawn = [first] * grid.cells
    for north, (line, cells) in enumerate(rows):
        letters_drawn = [(at + n, c) for at, word in cells for n, c in enumerate(word)]
        if len(letters_drawn) != grid.columns:
            column = letters_drawn[min(len(letters_drawn), grid.columns + 1) - 1][0]
            found = len(letters_drawn)
            raise PictureError(
                line, column, 1, "picture_columns", found=found, columns=grid.columns
            )
        for column, (at, letter) in enumerate(letters_drawn):
            if letter not in letters:
                known = ", ".join(f"{letter} ({word})" for letter, word in letters.items())
                raise PictureError(line, at, 1, "terrain_letter", letter=letter, known=known)
            drawn[grid.at(column, grid.rows - 1 - north)] = letters[letter]
    return tuple(drawn)


def _zone(ruleset: RulesetLike, grid: Grid, name: str, number: int, side: str) -> list[int]:
    spec = ruleset.zones[name]
    if not isinstance(spec, Mapping):
        return _cells(grid, spec, (name,))
    if side in spec:
        return _cells(grid, spec[side], (name, side))
    own = _cells(grid, spec.get(EACH, []), (name, EACH))
    return own if number == 0 else [grid.turned(cell) for cell in own]


def _cells(grid: Grid, said: str | list[str], path: Place) -> list[int]:
    """The cells of a text or list: names such as ``d1``, or boxes such as ``d1:f3``."""
    if isinstance(said, str):
        return _cells_of_text(grid, said, path)
    return [
        cell
        for number, text in enumerate(said)
        for cell in _cells_of_text(grid, text, (*path, number))
    ]


def _cells_of_text(grid: Grid, text: str, path: Place) -> list[int]:
    found: list[int] = []
    for row, line in enumerate(text.splitlines()):
        for part in _WORD.finditer(line):
            first, _, last = part[0].partition(":")
            if not grid.has(first) or (last and not grid.has(last)):
                raise ZoneError(path, part[0], row, part.start())
            found += grid.box(grid.cell(first), grid.cell(last or first))
    return found
