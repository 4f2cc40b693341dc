"""The style ``wxf``: the piece, its file, how it goes and how far, as the World Xiangqi Federation.

Files are counted from the right of the side to move. ``C2=5`` goes sideways to file 5, ``R9+2`` two
rows ahead, ``H2+3`` ahead to file 3, ``A5-4`` back to file 4. Of two pieces on one file, the front
one has a plus in place of the file and the rear one a minus, ``C+=5``. Where more than two soldiers
share files, they are numbered from the front in place of their letter, ``17=8``. pyffish writes the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.engine.threats import ends_ever
from wargrid.match.styles.style import MAX_TYPED, Letters, Style, goes
from wargrid.ruleset.notation import Notation

_MOVE: Final = re.compile(
    r"(?:([+-])\s*([a-z])|([a-z])\s*([0-9]{1,2}|[+-])|([0-9])\s*([0-9]))\s*([-+=.])\s*([0-9]{1,2})",
    re.IGNORECASE,
)
_ALIKE: Final = {".": "="}


class _Going(NamedTuple):
    """How a unit goes: ``+``, ``-`` or ``=``, and the file or the number of rows."""

    sign: str
    number: int


class Wxf(Style):
    """Moves such as ``C2=5``."""

    def __init__(self, game: Game, notation: Notation) -> None:
        super().__init__(game, notation)
        self._regions: dict[tuple[str, int], dict[int, frozenset[int]]] = {}

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write a move as seen by its side."""
        if not goes(move) or move.word:
            return ""
        text = self._name(position, move, letters) + self._written(position, move)
        alike = self.read(position, text, letters)
        return text if alike == [move] else ""

    def _written(self, position: Position, move: Move) -> str:
        going = self._going(position.side, move)
        return f"{going.sign}{going.number}"

    def _name(self, position: Position, move: Move, letters: Letters | None) -> str:
        """Return the letter and the file of a piece, or what stands for them."""
        cell = move.source
        letter = self.letter(position.at(cell).type.word, letters)
        file = self._file(position.side, cell)
        row, pairs = self._on_file(position, cell), self._tandems(position, cell)
        if len(row) > 1 and len(pairs) > 2:
            return f"{row.index(cell) + 1}{file}"
        if len(row) == 2 and self._other_could(position, move, row):
            return f"{letter}{'+' if row[0] == cell else '-'}"
        return f"{letter}{file}"

    def _going(self, side: int, move: Move) -> _Going:
        places = self.game.grid.places
        (column, row), (to_column, to_row) = places[move.source], places[move.target]
        ahead = (to_row - row) * self._ahead(side)
        if not ahead:
            return _Going("=", self._file(side, move.target))
        sign = "+" if ahead > 0 else "-"
        return _Going(sign, abs(ahead) if column == to_column else self._file(side, move.target))

    def _ahead(self, side: int) -> int:
        """Return 1 for a side that goes north, -1 for one that goes south."""
        edge = list(self.game.ruleset.sides.values())[side].edge
        return -1 if edge == "north" else 1

    def _file(self, side: int, cell: int) -> int:
        """Return the file of a cell, counted from the right of a side."""
        column = self.game.grid.places[cell][0]
        return self.game.grid.columns - column if self._ahead(side) > 0 else column + 1

    def labels(self) -> tuple[str, ...]:
        """Return the file of each side on its first row, and nothing for other cells."""
        last = self.game.grid.rows - 1
        first = {0 if self._ahead(side) > 0 else last: side for side in (0, 1)}
        return tuple(
            str(self._file(first[row], cell)) if row in first else ""
            for cell, (_, row) in enumerate(self.game.grid.places)
        )

    # Units alike

    def _like(self, position: Position, cell: int) -> list[int]:
        """Return the cells of the side's units with the letter of that on a cell."""
        mine = self.letter(position.at(cell).type.word, None)
        return [
            unit.cell
            for unit in position.standing()
            if unit.side == position.side and self.letter(unit.type.word, None) == mine
        ]

    def _on_file(self, position: Position, cell: int) -> list[int]:
        """Return the cells of such units on the same file, the front one first."""
        places, ahead = self.game.grid.places, self._ahead(position.side)
        found = [at for at in self._like(position, cell) if places[at][0] == places[cell][0]]
        return sorted(found, key=lambda at: -ahead * places[at][1])

    def _tandems(self, position: Position, cell: int) -> list[int]:
        """Return the cells of such units that share their file with another one."""
        columns = [self.game.grid.places[at][0] for at in self._like(position, cell)]
        alike = self._like(position, cell)
        return [at for at, column in zip(alike, columns, strict=True) if columns.count(column) > 1]

    def _other_could(self, position: Position, move: Move, row: list[int]) -> bool:
        """Return whether the other unit on the file could ever be where the same way leads.

        So advisors and elephants have no plus or minus.
        """
        other = next(cell for cell in row if cell != move.source)
        places, grid = self.game.grid.places, self.game.grid
        east = places[move.target][0] - places[move.source][0] + places[other][0]
        north = places[move.target][1] - places[move.source][1] + places[other][1]
        if not (0 <= east < grid.columns and 0 <= north < grid.rows):
            return False
        unit, there = position.at(other), north * grid.columns + east
        if there in ends_ever(self.game, position, other):
            return True
        return there in self._region(unit.type.word, unit.side, other)

    def _region(self, word: str, side: int, cell: int) -> frozenset[int]:
        """Return the cells joined with one by moves of a type and side, in either direction.

        That is the palace for advisors, the own bank for elephants, and the whole board for others.
        """
        regions = self._regions.setdefault((word, side), {})
        if cell not in regions:
            steps = self._steps(word, side)
            found, todo = {cell}, [cell]
            while todo:
                more = [near for near in steps[todo.pop()] if near not in found]
                found.update(more)
                todo += more
            regions.update(dict.fromkeys(found, frozenset(found)))
        return regions[cell]

    def _steps(self, word: str, side: int) -> list[list[int]]:
        """Return for each cell those to which or from which a unit goes by one move."""
        tables, kind = self.game.engine.tables, self.game.ruleset.units[word]
        forward = self.game.engine.forward[side]
        steps: list[list[int]] = [[] for _ in range(self.game.grid.cells)]
        cells = range(self.game.grid.cells)
        for cell in (cell for cell in cells if tables.may_be_on(word, side, cell)):
            for pattern in tables.patterns(kind, side, cell, forward):
                for target in sorted(pattern.cells):
                    steps[cell].append(target)
                    steps[target].append(cell)
        return steps

    # Reading

    def is_like(self, text: str, letters: Letters | None = None) -> bool:
        """Return whether a text has the form of a move."""
        return len(text) <= MAX_TYPED and _MOVE.fullmatch(text) is not None

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        found = _MOVE.fullmatch(text)
        if found is None:
            return []
        going = _Going(_ALIKE.get(found[7], found[7]), int(found[8]))
        sources = set(self._named(position, found, letters))
        moves = [m for m in self.game.moves(position) if goes(m) and m.source in sources]
        return [move for move in moves if self._going(position.side, move) == going]

    def attempts(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[int, int]]:
        """Return the cells from and to which a text means to go, legal or not."""
        found = _MOVE.fullmatch(text)
        if found is None:
            return []
        going = _Going(_ALIKE.get(found[7], found[7]), int(found[8]))
        tries = (
            (source, target)
            for source in self._named(position, found, letters)
            for target in range(self.game.grid.cells)
            if target != source
        )
        side = position.side
        return [ends for ends in tries if self._going(side, Move("move", *ends)) == going]

    def _named(
        self, position: Position, found: re.Match[str], letters: Letters | None
    ) -> Iterator[int]:
        """Yield the cells of the units that a text names."""
        letter, where = (found[2] or found[3] or "").upper(), found[1] or found[4] or found[6]
        for unit in position.standing():
            if unit.side != position.side or (
                letter and not self._is(unit.type.word, letter, letters)
            ):
                continue
            row = self._on_file(position, unit.cell)
            if where in ("+", "-"):
                ends = row[0] if where == "+" else row[-1]
                fits = len(row) > 1 and unit.cell == ends
            else:
                fits = self._file(position.side, unit.cell) == int(where)
            if found[5]:
                at = row.index(unit.cell) + 1
                fits = fits and len(row) > 1 and at == int(found[5])
            if fits:
                yield unit.cell

    def _is(self, word: str, sign: str, letters: Letters | None) -> bool:
        """Return whether a letter is that of a type: in moves, or in diagrams."""
        return word in self.named(sign, letters) or sign == self.game.ruleset.units[word].letter
