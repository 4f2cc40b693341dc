"""Positions of draughts by the numbers of squares, as the ``FEN`` tag of PDN has them.

``W:W21,22,K30:B1,K5``: the side to move, then the squares of each side, kings with a ``K``;
``1-12`` is a range. https://pdn.fmjd.org/fen.html
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from wargrid.core.grid import Grid
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.match import PositionError, read_position
from wargrid_formats.claims import Claim

_FEN: Final = re.compile(r"([WB]?):([WB])([^:]*):([WB])([^:]*?)\.?", re.IGNORECASE)
_SQUARES: Final = re.compile(r"(K?)([0-9]{1,3})(?:-K?([0-9]{1,3}))?")
_KING: Final = "K"


def looks_like_squares(line: str) -> bool:
    """Return whether a line is such a position."""
    return len(line) < 2_000 and _FEN.fullmatch("".join(line.split())) is not None


@lru_cache(maxsize=64)
def cells_by_number(columns: int, rows: int, south_east: bool) -> tuple[tuple[int, int], ...]:
    """Return column and row, from 0 in the south-west, of the dark squares from number 1 on.

    They are counted row by row from the north-west corner, or from the opposite one.
    """
    found = [
        (column, row)
        for row in range(rows - 1, -1, -1)
        for column in range(columns)
        if (column + row) % 2 == 0
    ]
    return tuple(reversed(found)) if south_east else tuple(found)


def squares(grid: Grid, claim: Claim) -> list[str]:
    """Return the names of the cells with the numbers 1, 2, and so on."""
    south_east = claim.first_square == "south_east"
    cells = cells_by_number(grid.columns, grid.cells // grid.columns, south_east)
    return [f"{chr(ord('a') + column)}{row + 1}" for column, row in cells]


def read_squares(game: Game, claim: Claim, line: str) -> Position:
    """Read a position; raises PositionError."""
    found = _FEN.fullmatch("".join(line.split()).upper())
    if found is None:
        raise _wrong("squares", text=line)
    side, *placed = found.groups()
    names, kinds = squares(game.grid, claim), _kinds(claim)
    sides = claim.sides or ("W", "B")
    drawn: dict[str, str] = {}
    for own, listed in zip(placed[::2], placed[1::2], strict=True):
        for part in filter(None, listed.split(",")):
            square = _SQUARES.fullmatch(part)
            if square is None:
                raise _wrong("square", text=part, most=len(names))
            first, last = int(square[2]), int(square[3] or square[2])
            if not 1 <= first <= last <= len(names):
                raise _wrong("square", text=part, most=len(names))
            letter = game.ruleset.units[kinds[square[1]]].letter
            for number in range(first, last + 1):
                if names[number - 1] in drawn:
                    raise _wrong("square_twice", text=str(number))
                drawn[names[number - 1]] = letter if sides.index(own) == 0 else letter.lower()
    return read_position(game, _diagram(game, drawn, sides.index(side or sides[0])))


def _diagram(game: Game, drawn: dict[str, str], side: int) -> str:
    rows = [
        " ".join(drawn.get(game.grid.name(cell), ".") for cell in line) for line in game.grid.lines
    ]
    word = list(game.ruleset.sides)[side]
    return "\n".join(rows) + f"\nside: {word}\nturn: {side + 1}"


def _kinds(claim: Claim) -> dict[str, str]:
    """Return the word of a type for what stands before a number: nothing, or ``K``."""
    return {sign: word for word, sign in claim.pieces.items()}


def write_squares(position: Position, claim: Claim) -> str:
    """Write a position as a ``FEN`` tag of PDN."""
    grid, sides = position.roster.grid, claim.sides or ("W", "B")
    numbers = {name: number for number, name in enumerate(squares(grid, claim), 1)}
    listed: list[list[tuple[int, str]]] = [[], []]
    for unit in position.standing():
        number = numbers[grid.name(unit.cell)]
        listed[unit.side].append((number, f"{claim.pieces.get(unit.type.word, '')}{number}"))
    parts = [
        f"{sides[side]}{','.join(text for _, text in sorted(found))}"
        for side, found in enumerate(listed)
    ]
    return f"{sides[position.side]}:{':'.join(parts)}"


def _wrong(code: str, **values: object) -> PositionError:
    return PositionError(1, Refusal(f"position.{code}", values))
