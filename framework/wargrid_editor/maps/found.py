"""What a file of a map holds, of any program: tiles, units, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from wargrid.ruleset.board.layout import MOST
from wargrid_editor.errors import BoardError

MOST_BYTES: Final = 10 << 20
"""The size of the largest map; a larger one is refused unread."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One cell of a map.

    ``names`` are what its program calls it, the most exact name first. ``over`` are tiles that lie
    on it, the topmost first. ``owner`` numbers the countries of the map from 0 in the order of its
    program; it is -1 for a tile of none.
    """

    names: tuple[str, ...]
    over: tuple[str, ...] = ()
    owner: int = -1


@dataclass(frozen=True, slots=True)
class MapUnit:
    """A unit on a map, with the words of its type and its side; its row counts from the north."""

    column: int
    row: int
    type: str
    side: str


@dataclass(frozen=True, slots=True)
class MapFile:
    """A map: rows of tiles from the north, of squares or hexes.

    ``colours`` are words for each country, by which a side may be called. ``notes`` are keys of
    texts, each with its values, for what of the file is left out.
    """

    rows: tuple[tuple[Tile, ...], ...]
    shape: Literal["square", "hex"] = "square"
    shifted: Literal["rows", "columns"] = "rows"
    units: tuple[MapUnit, ...] = ()
    colours: tuple[str, ...] = ()
    notes: tuple[tuple[str, dict[str, object]], ...] = field(default=())


def checked_rows(rows: Sequence[Sequence[Tile]], lines: Sequence[int] = ()) -> tuple[
    tuple[Tile, ...], ...
]:  # fmt: skip
    """Return rows of one length that fit on a board; ``lines`` are their lines in the file.

    Raises:
        BoardError: there are none, rows of different lengths, or too many.
    """
    if not rows or not rows[0]:
        raise BoardError("map_empty")
    wide = len(rows[0])
    for at, row in enumerate(rows):
        if len(row) != wide:
            line = lines[at] if lines else at + 1
            raise BoardError("map_uneven", line=line, found=len(row), first=wide)
    if wide > MOST or len(rows) > MOST:
        raise BoardError("map_large", columns=wide, rows=len(rows), most=MOST)
    return tuple(map(tuple, rows))
