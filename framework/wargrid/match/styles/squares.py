"""The style ``squares``: draughts, whose dark squares have numbers, row by row.

``11-15`` moves, ``22x15`` takes. Several jumps of one turn are written as the first and the last
square, ``9x25``, with those between where other jumps would be meant too, ``9x18x25``: the standard
of PDN files (https://pdn.fmjd.org).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.match.styles.style import MAX_TYPED, Letters, Style, between, goes

MAX_WAYS: Final = 2_000
"""How many sequences of jumps are looked at for one text."""

_MOVE: Final = re.compile(r"[0-9]{1,4}(?:\s*[-x:×]\s*[0-9]{1,4})+", re.IGNORECASE)


class Squares(Style):
    """Moves between numbered squares."""

    JOINS: ClassVar[bool] = True

    def square(self, cell: int) -> int:
        """Return the number of a dark square, or 0 for a light one or on an odd board."""
        column, row = self.game.grid.places[cell]
        if (column + row) % 2 or self.game.grid.columns % 2:
            return 0
        if self.notation.first_square == "south_east":
            column, row = self.game.grid.columns - 1 - column, self.game.grid.rows - 1 - row
        return (self.game.grid.rows - 1 - row) * (self.game.grid.columns // 2) + column // 2 + 1

    def labels(self) -> tuple[str, ...]:
        """Return the number of each dark square, and nothing for light ones."""
        numbers = map(self.square, range(self.game.grid.cells))
        return tuple(str(number) if number else "" for number in numbers)

    def cell_of(self, square: int) -> int:
        """Return the dark square of a number, or -1."""
        cells = range(self.game.grid.cells)
        return next((cell for cell in cells if square and self.square(cell) == square), -1)

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write one step or jump."""
        ends = (self.square(move.source), self.square(move.target)) if goes(move) else (0, 0)
        if not all(ends) or move.word:
            return ""
        return f"{ends[0]}{'x' if move.verb == TAKE else '-'}{ends[1]}"

    def write_turn(
        self, position: Position, moves: Sequence[Move], letters: Letters | None = None
    ) -> str:
        """Write the jumps of one turn as one, with the least squares that tell it from others."""
        if len(moves) < 2 or any(move.verb != TAKE for move in moves):
            return super().write_turn(position, moves, letters)
        path = [self.square(moves[0].source), *(self.square(move.target) for move in moves)]
        short = [path[0], path[-1]]
        ways = self._ways(position, moves[0].source)
        alike = [way for way in ways if len(way) > 0 and way[-1].target == moves[-1].target]
        return "x".join(map(str, short if len(alike) == 1 else path))

    def read_turn(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[Move, ...]]:
        """Return the steps and jumps that a text may mean, as many as one turn has.

        Jumps that go on may be fewer, as a hint of the next jump has them: those to the square
        named last, if no whole turn fits.
        """
        if _MOVE.fullmatch(text.strip()) is None:
            return super().read_turn(position, text, letters)
        cells = [self.cell_of(int(square)) for square in re.findall(r"[0-9]+", text)]
        single = between(self.game, position, cells[0], cells[1]) if len(cells) == 2 else []
        if min(cells) < 0 or [move for move in single if move.verb != TAKE]:
            return [(move,) for move in single]
        ways = self._ways(position, cells[0])
        whole = [way for way in ways if _passes(way, cells[1:])]
        begun = [way[:jumps] for way in ways for jumps in range(1, len(way))]
        return whole or [way for way in dict.fromkeys(begun) if _passes(way, cells[1:])]

    def is_like(self, text: str, letters: Letters | None = None) -> bool:
        """Return whether a text has the form of a move."""
        return len(text) <= MAX_TYPED and _MOVE.fullmatch(text) is not None

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        """Return the first jumps of the ways that a text may mean."""
        ways = self.read_turn(position, text) if _MOVE.fullmatch(text) else []
        return list(dict.fromkeys(way[0] for way in ways))

    def _ways(self, position: Position, source: int) -> list[tuple[Move, ...]]:
        """Return every sequence of jumps of the unit on a cell, each to its end."""
        found = []
        for way in self._jumps(position, source):
            found.append(way)
            if len(found) >= MAX_WAYS:
                break
        return found

    def _jumps(self, position: Position, source: int) -> Iterator[tuple[Move, ...]]:
        for move in self.game.moves(position):
            if move.verb != TAKE or move.source != source:
                continue
            after = self.game.step(position, move)
            more = False
            if after.pending is not None:
                for way in self._jumps(after, move.target):
                    more = True
                    yield (move, *way)
            if not more:
                yield (move,)


def _passes(way: Sequence[Move], cells: Sequence[int]) -> bool:
    """Return whether jumps come to these cells in this order, and to the last one at their end."""
    targets = iter([move.target for move in way])
    return way[-1].target == cells[-1] and all(
        any(target == cell for target in targets) for cell in cells
    )
