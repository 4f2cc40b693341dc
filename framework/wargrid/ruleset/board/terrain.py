"""Zones and terrain: the cells of each zone, and the terrain of each cell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from wargrid.core.grid import Grid
from wargrid.core.patterns import TerrainMap
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.board.diagram import (
    DiagramError,
    check_width,
    diagram_rows,
    lines_of,
    refuse_comments,
)
from wargrid.ruleset.board.edges import edges_of, leaving_of, stopping_of
from wargrid.source.diagnostics import Place

EACH: Final = "each"
"""The key of a zone's cells for the first side; a half turn of the board gives the second
side's."""

_WORD: Final = re.compile(r"\S+")


class ZoneError(ValueError):
    """A zone names cells that the board does not have, or cannot be turned.

    ``text`` is the word that names them, in ``row`` and ``column``, both from 0, of the text at
    ``path`` below ``zones``: the zone, then a side or ``each``, and a number in a list.
    """

    def __init__(
        self, path: Place, text: str, row: int, column: int, code: str = "zone_cells"
    ) -> None:
        super().__init__(f"{path[0]}: {text}")
        self.code = code
        self.zone = str(path[0])
        self.path = path
        self.text = text
        self.row = row
        self.column = column


def grounds_of(ruleset: RulesetLike, grid: Grid) -> tuple[TerrainMap, ...]:
    """Make the terrain map of each side.

    Raises:
        ZoneError: a zone names a cell that is not on the board, or a half turn of it does not fit.
        DiagramError: the terrain diagram does not fit the board.
        EdgeError: an edge lies between no cells of the board, or has two kinds.
    """
    terrain = terrain_of(ruleset, grid)
    edges, leaving, stopping = edges_of(ruleset, grid), leaving_of(ruleset), stopping_of(ruleset)
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
                edges,
                leaving,
                stopping,
            )
        )
    return tuple(found)


def terrain_of(ruleset: RulesetLike, grid: Grid) -> tuple[str, ...]:
    """Read the terrain of every cell; without a diagram, the ruleset's first terrain.

    Raises:
        DiagramError: the diagram does not have the board's size, or a letter is no terrain's.
    """
    words = list(ruleset.terrains)
    first = words[0] if words else ""
    if ruleset.board.terrain is None:
        return (first,) * grid.cells
    letters = {terrain.letter: word for word, terrain in ruleset.terrains.items()}
    rows = diagram_rows(ruleset.board.terrain)
    refuse_comments(rows, grid.columns, joined=True)
    drawn = [first] * grid.cells
    for (line, cells), there in zip(rows, lines_of(rows, grid), strict=True):
        letters_drawn = [(at + n, c) for at, word in cells for n, c in enumerate(word)]
        check_width(line, letters_drawn, there)
        for (at, letter), cell in zip(letters_drawn, there, strict=True):
            if letter not in letters:
                known = ", ".join(f"{letter} ({word})" for letter, word in letters.items())
                raise DiagramError(line, at, 1, "terrain_letter", letter=letter, known=known)
            drawn[cell] = letters[letter]
    return tuple(drawn)


def _zone(ruleset: RulesetLike, grid: Grid, name: str, number: int, side: str) -> list[int]:
    spec = ruleset.zones[name]
    if not isinstance(spec, Mapping):
        return _cells(grid, spec, (name,))
    if side in spec:
        return _cells(grid, spec[side], (name, side))
    own = _cells(grid, spec.get(EACH, []), (name, EACH))
    mirrored = ruleset.each == "mirrored"
    if own and not (grid.mirrors if mirrored else grid.turns):
        raise ZoneError((name, EACH), EACH, 0, 0, "zone_mirror" if mirrored else "zone_turn")
    return own if number == 0 else [other_place(ruleset, grid, cell, mirrored) for cell in own]


def other_place(ruleset: RulesetLike, grid: Grid, cell: int, mirrored: bool) -> int:
    """Return the second side's cell in place of the first side's, by a mirror or a half turn."""
    if not mirrored:
        return grid.turned(cell)
    edge = next(iter(ruleset.sides.values())).edge
    return grid.mirrored(cell) if edge in ("south", "north") else grid.mirrored(grid.turned(cell))


def _cells(grid: Grid, cells: str | list[str], path: Place) -> list[int]:
    """Return the cells of a text or list: names such as ``d1``, or rectangles such as ``d1:f3``."""
    if isinstance(cells, str):
        return _cells_of_text(grid, cells, path)
    return [
        cell
        for number, text in enumerate(cells)
        for cell in _cells_of_text(grid, text, (*path, number))
    ]


def cells_named(grid: Grid, text: str) -> list[int]:
    """Return the cells of a text such as ``d1 a1:b2``.

    Raises:
        ZoneError: a cell is not on the board.
    """
    return _cells_of_text(grid, text, ("",))


def _cells_of_text(grid: Grid, text: str, path: Place) -> list[int]:
    found: list[int] = []
    for row, line in enumerate(text.splitlines()):
        for part in _WORD.finditer(line):
            first, _, last = part[0].partition(":")
            for name, start in ((first, 0), (last or first, len(first) + 1)):
                if not grid.has(name):
                    raise ZoneError(path, name or part[0], row, part.start() + start)
            found += grid.box(grid.cell(first), grid.cell(last or first))
    return found
