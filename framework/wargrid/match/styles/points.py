"""The styles ``points`` and ``go``: a move is the cell on which a stone is placed.

A man that moves goes from cell to cell, ``a1-a4``; what a mill takes follows it, ``a1-a4xb2``. The
style ``go`` names the columns as players of Go do, with capitals and without I.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import ClassVar, Final, Literal

from wargrid.core.moves import ENTER, TAKE, Move
from wargrid.core.position import Position
from wargrid.match.styles.style import Letters, Style, between, dropped, goes

_PARTS: Final = re.compile(r"([a-z]+[0-9]+)?(?:\s*([-x])\s*)?([a-z]+[0-9]+)", re.IGNORECASE)
_TAKEN: Final = re.compile(r"x\s*[a-z]+[0-9]+", re.IGNORECASE)


class Points(Style):
    """Moves such as ``h8``."""

    NUMBERS: ClassVar[Literal["rounds", "moves"]] = "moves"
    JOINS: ClassVar[bool] = True

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write the cell that a unit is placed on, or those that it goes between."""
        target = self.cell_name(move.target) if move.target >= 0 else ""
        if move.verb == ENTER:
            return f"x{target}" if self._answers(position) else ""
        if dropped(self.game, move):
            alone = [m for m in self._placing(position) if m.target == move.target] == [move]
            return target if alone else ""
        if not goes(move) or move.word:
            return ""
        return f"{self.cell_name(move.source)}{'x' if move.verb == TAKE else '-'}{target}"

    def write_turn(
        self, position: Position, moves: Sequence[Move], letters: Letters | None = None
    ) -> str:
        """Write what a mill takes behind the move that made it."""
        return super().write_turn(position, moves, letters).replace(" x", "x")

    def read_turn(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[Move, ...]]:
        """Return the moves that a text may mean, with what they take after them."""
        taken = _TAKEN.findall(text)
        head = _TAKEN.sub("", text).strip()
        if not taken or not head or self.read(position, text):
            return super().read_turn(position, text, letters)
        return self._follow(position, (head, *taken), letters)

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell in moves."""
        return self.game.grid.name(cell)

    def cell_of(self, name: str) -> int:
        """Return the cell of a name, or -1."""
        name = name.lower()
        return self.game.grid.cell(name) if self.game.grid.has(name) else -1

    def _answers(self, position: Position) -> bool:
        """Return whether a cell answers a question, such as which unit a mill takes."""
        return position.pending is not None

    def _placing(self, position: Position) -> list[Move]:
        return [move for move in self.game.moves(position) if dropped(self.game, move)]

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        found = _PARTS.fullmatch(text)
        if found is None or (found[1] and not found[2]):
            return []
        source, target = (self.cell_of(name) if name else -1 for name in found.group(1, 3))
        if found[1]:
            return between(self.game, position, source, target) if min(source, target) >= 0 else []
        alike = [move for move in self._placing(position) if move.target == target]
        asked = [m for m in self.game.moves(position) if (m.verb, m.target) == (ENTER, target)]
        return alike if not found[2] and alike else asked if self._answers(position) else []


class Go(Points):
    """Moves such as ``H8`` on a board whose columns leave out I."""

    def cell_name(self, cell: int) -> str:
        """Return the column as a capital, without I, and the row.

        A board that is wider than the alphabet keeps its own names.
        """
        (column, row), columns = self.game.grid.places[cell], self.columns()
        return f"{columns[column]}{row + 1}" if column < len(columns) else super().cell_name(cell)

    def cell_of(self, name: str) -> int:
        """Return the cell of a name, or -1."""
        letter, row = name[:1].upper(), name[1:]
        columns, grid = self.columns(), self.game.grid
        if letter not in columns or not row.isdecimal() or not 0 < int(row) <= grid.rows:
            return -1
        return (int(row) - 1) * grid.columns + columns.index(letter)

    def columns(self) -> Sequence[str]:
        """Return the name of each column, from the west."""
        letters = (chr(code) for code in chain(range(ord("A"), ord("I")), range(ord("J"), 91)))
        return [letter for letter, _ in zip(letters, range(self.game.grid.columns), strict=False)]
