"""Tools of the tests of Xiangqi: a board with a few pieces and terrains on it, named by cell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from support import Table, loaded
from wargrid import Game
from wargrid.core.grid import Grid
from wargrid.match import read_position

GRID = Grid(9, 10)
GENERALS = {"K": "d1", "k": "f10"}

Terrain = Mapping[str, str]
"""Cells by the word of a terrain, separated by blanks."""


def board(
    pieces: str, *, black: bool = False, terrain: Terrain | None = None, **options: object
) -> Table:
    """Set up pieces such as ``Ra5 pd7``; generals who are not named stand on d1 and f10. Red acts
    unless ``black``."""
    standing = {piece[1:]: piece[0] for piece in pieces.split()}
    for letter, cell in GENERALS.items():
        if letter not in standing.values():
            standing[cell] = letter
    text = "\n".join([_picture(standing), f"side: {'black' if black else 'red'}"])
    game = _loaded(json.dumps(dict(terrain or {})), json.dumps(options))
    return Table(game, read_position(game, text), "", (9, 10))


def goes(table: Table, cell: str) -> str:
    """Where a piece may end its move, taking or not, as sorted names of cells."""
    source = table.game.grid.cell(cell)
    targets = {move.target for move in table.game.moves(table.position) if move.source == source}
    return " ".join(table.game.grid.name(target) for target in sorted(targets))


def in_check(table: Table) -> bool:
    """Whether the side to act is in check."""
    return table.game.in_check(table.position, table.position.side)


@cache
def _loaded(terrain: str, options: str) -> Game:
    settings = {"obstacles": 0, "soldier": "standard", **json.loads(options)}
    said = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in settings.items()
    }
    letters = {word: each.letter for word, each in _terrains().ruleset.terrains.items()}
    drawn = {
        cell: letters[word] for word, cells in json.loads(terrain).items() for cell in cells.split()
    }
    setup = _picture({"d1": "K", "f10": "k"})
    pictures = {"board.terrain": json.dumps(_picture(drawn)), "setup": json.dumps(setup)}
    return loaded("xiangqi/terrains", settings={**said, **pictures})


@cache
def _terrains() -> Game:
    return loaded("xiangqi/terrains")


def _picture(drawn: Mapping[str, str]) -> str:
    rows = [
        [drawn.get(GRID.name(GRID.at(x, y)), ".") for x in range(9)] for y in reversed(range(10))
    ]
    return "\n".join(" ".join(row) for row in rows)
