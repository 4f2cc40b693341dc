"""The style ``shogi``: Hodges' notation, ``P-7f``, as the books of the English-speaking world.

A promoted piece has a plus before its letter, ``*`` drops, ``x`` takes, ``+`` promotes and ``=``
does not. Where two pieces could go, the origin follows the letter: ``G6i-5h``. Columns are numbers
from the right of the first player, rows are letters from the top; pyffish writes the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.match.styles.style import MAX_TYPED, Letters, Style, dropped, goes

_MOVE: Final = re.compile(
    r"(\+?[a-z]{0,2}?)(?:([0-9]{1,2})\s?([a-z]))?\s*([-x*'@])?\s*([0-9]{1,2})\s?([a-z])([+=])?",
    re.IGNORECASE,
)
_DROPS: Final = ("*", "'", "@")


class Shogi(Style):
    """Moves such as ``P-7f``."""

    NUMBERS: ClassVar[Literal["rounds", "moves"]] = "moves"

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write a move with the letter of its piece."""
        word = dropped(self.game, move)
        if word:
            return f"{self.letter(word, letters)}*{self.cell_name(move.target)}"
        if not goes(move):
            return ""
        others = self._rivals(position, move)
        if any(other.source == move.source for other in others):
            return ""
        origin = self.cell_name(move.source) if others else ""
        sign = "x" if move.verb == TAKE else "-"
        name = self.letter(position.at(move.source).type.word, letters)
        return f"{name}{origin}{sign}{self.cell_name(move.target)}{self._ends(position, move)}"

    def cell_name(self, cell: int) -> str:
        """Return the column from the right, and the row from the top as a letter."""
        column, row = self.game.grid.places[cell]
        return f"{self.game.grid.columns - column}{chr(ord('a') + self.game.grid.rows - 1 - row)}"

    def labels(self) -> tuple[str, ...]:
        """Return the column of each cell of the first row, and the row of each of the last column.

        Diagrams have the columns above the board, where the pieces would cover them.
        """
        grid, names = self.game.grid, map(self.cell_name, range(self.game.grid.cells))
        return tuple(
            name[:-1] * (row == 0) + name[-1] * (column == grid.columns - 1)
            for name, (column, row) in zip(names, grid.places, strict=True)
        )

    def _ends(self, position: Position, move: Move) -> str:
        """Return how a move says that its piece promotes, ``+``, or that it might and does not."""
        word = position.at(move.source).type.word
        if move.word:
            return "=" if move.word == word else "+"
        promotions = self.game.engine.promotions.get((word, position.side))
        return "+" if promotions and promotions.of(move.source, move.target) else ""

    def _rivals(self, position: Position, move: Move) -> list[Move]:
        """Return the other moves to the same cell that the letter alone would also mean."""
        word, plus = position.at(move.source).type.word, self._ends(position, move) == "+"
        return [
            other
            for other in self.game.moves(position)
            if other.target == move.target and goes(other) and other.key != move.key
            if self.letter(position.at(other.source).type.word, None) == self.letter(word, None)
            if (self._ends(position, other) == "+") == plus
        ]

    def is_like(self, text: str, letters: Letters | None = None) -> bool:
        """Return whether a text has the form of a move."""
        return len(text) <= MAX_TYPED and _MOVE.fullmatch(text) is not None

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        found = _MOVE.fullmatch(text)
        if found is None:
            return []
        name, column, row, sign, to_column, to_row, ends = found.groups()
        source = self._cell(column, row) if column else None
        target, legal = self._cell(to_column, to_row), self.game.moves(position)
        if sign in _DROPS:
            drops = ((move, dropped(self.game, move)) for move in legal if move.target == target)
            return [m for m, word in drops if word and self._is_named(word, name, letters)]
        moves = [
            move
            for move in legal
            if move.target == target and goes(move) and source in (None, move.source)
            if sign != "x" or move.verb == TAKE
            if self._is_named(position.at(move.source).type.word, name, letters)
        ]
        return list(self._as_said(position, moves, ends or ""))

    def _as_said(self, position: Position, moves: list[Move], ends: str) -> Iterator[Move]:
        """Yield the moves that promote as a text says; without a sign, it may mean both."""
        for move in moves:
            does = self._ends(position, move)
            if does == ends or not ends or (ends == "=" and not does):
                yield move

    def _is_named(self, word: str, name: str, letters: Letters | None) -> bool:
        return word in self.named(name, letters)

    def _cell(self, column: str, row: str) -> int:
        """Return the cell of a column and a row, or -1 for one beyond the board."""
        grid = self.game.grid
        east, north = grid.columns - int(column), grid.rows - 1 - (ord(row.lower()) - ord("a"))
        inside = 0 <= east < grid.columns and 0 <= north < grid.rows
        return north * grid.columns + east if inside else -1
