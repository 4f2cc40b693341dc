"""Pictures of a part of the board: read into a whole one, compared cell by cell, shown side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wargrid.core.grid import ARROWS
from wargrid.match.position_text import WALL_SIGN, picture
from wargrid.ruleset.diagram import PictureError, picture_rows, refuse_comments

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

MARK: Final = "*"
"""What marks a cell in a picture of cells."""

Rows = Sequence[Sequence[str]]
"""What is drawn on every cell of a window, north row first."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the board: its south-west cell by ``column`` and ``row`` from 0, and how many it has of both."""

    column: int
    row: int
    columns: int
    rows: int

    def of(self, game: Game, position: Position) -> Rows:
        """What a picture of this part draws."""
        drawn = [line.split() for line in picture(position).splitlines()]
        last = game.grid.rows - self.row
        return [
            line[self.column : self.column + self.columns]
            for line in drawn[last - self.rows : last]
        ]

    def has(self, row: int, column: int) -> bool:
        """Whether the cell of that row and column of the board is in this part of it."""
        return 0 <= row - self.row < self.rows and 0 <= column - self.column < self.columns

    def names(self, game: Game) -> Rows:
        """The cells' names, laid out as the picture is."""
        rows = reversed(range(self.row, self.row + self.rows))
        columns = range(self.column, self.column + self.columns)
        return [[game.grid.name(game.grid.at(column, row)) for column in columns] for row in rows]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as an author drew it: its cells, and where each stands in the text as (line, column) from 1."""

    rows: Rows
    places: Sequence[Sequence[tuple[int, int]]]

    @property
    def columns(self) -> int:
        """How many cells the first row has."""
        return len(self.rows[0]) if self.rows else 0


def drawn(text: str) -> Drawn:
    """Cut a picture into its cells.

    Raises:
        PictureError: its rows differ in length, one of them holds a comment, or there is nothing in it.
    """
    found = picture_rows(text)
    refuse_comments(found, min((len(cells) for _, cells in found), default=0))
    wide = len(found[0][1]) if found else 0
    for line, cells in found or [(1, [])]:
        if not cells or len(cells) != wide:
            raise PictureError(line, *_last(cells), "test_ragged", found=len(cells), columns=wide)
    rows = [[sign for _, sign in cells] for _, cells in found]
    return Drawn(rows, [[(line, column) for column, _ in cells] for line, cells in found])


def _last(cells: list[tuple[int, str]]) -> tuple[int, int]:
    column, sign = cells[-1] if cells else (1, " ")
    return column, len(sign)


def as_drawn(game: Game, sign: str, cell: int) -> str:
    """What stands on a cell as the game's own pictures draw it.

    Raises:
        PictureError: no unit is drawn like that, or none can stand there.
    """
    if sign == ".":
        return sign
    if sign == WALL_SIGN:
        return "." if cell in game.grounds[0].walls else sign
    unit = game.ruleset.find_letter(sign[0]) if sign[0].isalpha() else None
    if unit is None:
        known = ", ".join(f"{unit.letter} ({word})" for word, unit in game.ruleset.units.items())
        raise PictureError(1, 1, len(sign), "picture_letter", letter=sign[0], known=known)
    if sign[1:] and (sign[1:] not in tuple(ARROWS) or game.grid.facings == 1):
        raise PictureError(1, 1, len(sign), "picture_facing", drawn=sign, arrows=" ".join(ARROWS))
    if cell in game.grounds[0].walls:
        raise PictureError(1, 1, len(sign), "on_wall", cell=game.grid.name(cell))
    forward = ARROWS[game.sides[0 if sign[0].isupper() else 1].forward]
    return sign[0] if sign[1:] == forward else sign


def side_by_side(titles: Sequence[str], pictures: Sequence[Rows], names: Rows) -> str:
    """Pictures of one window beside each other, with coordinates; cells that differ stand in square brackets."""
    ranks, margin, wide, foot = _layout(pictures, names)
    blocks = [
        [title, *_lines(rows, other, ranks, margin, wide), foot]
        for title, rows, other in zip(titles, pictures, reversed(pictures), strict=True)
    ]  # fmt: skip
    width = max(map(len, blocks[0]))
    return "\n".join(
        f"{left.ljust(width)}    {right}".rstrip() for left, right in zip(*blocks, strict=True)
    )


def alone(drawn: Rows, names: Rows, marked: Collection[str] = ()) -> str:
    """One picture with coordinates; the cells that are ``marked`` by name stand in square brackets."""
    other = [
        ["" if name in marked else sign for sign, name in zip(*rows, strict=True)]
        for rows in zip(drawn, names, strict=True)
    ]
    ranks, margin, wide, foot = _layout([drawn], names)
    return "\n".join(line.rstrip() for line in [*_lines(drawn, other, ranks, margin, wide), foot])


def _layout(pictures: Sequence[Rows], names: Rows) -> tuple[list[str], int, int, str]:
    """The ranks, how wide they and what stands on a cell are, and the line of files below."""
    wide = max(len(sign) for rows in pictures for row in rows for sign in row)
    ranks = [row[0].lstrip("abcdefghijklmnopqrstuvwxyz") for row in names]
    margin = max(map(len, ranks))
    files = [name.rstrip("0123456789") for name in names[-1]]
    return ranks, margin, wide, " " * margin + _line(f" {name.ljust(wide)} " for name in files)


def _lines(rows: Rows, other: Rows, ranks: list[str], margin: int, wide: int) -> list[str]:
    return [
        rank.rjust(margin)
        + _line(
            f" {sign.ljust(wide)} " if sign == against else f"[{sign.ljust(wide)}]"
            for sign, against in zip(row, beside, strict=True)
        )
        for rank, row, beside in zip(ranks, rows, other, strict=True)
    ]


def _line(cells: Iterable[str]) -> str:
    return "".join(cells)
