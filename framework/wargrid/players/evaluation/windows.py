"""What units in a row are worth where a row of so many wins.

A *window* is as many cells in a line as a row needs. Only those windows count that hold units of
one side and none of the other. All windows are counted at once: an integer has a few bits for each
window, and a cell is the integer that adds one to every window it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import fsum
from operator import itemgetter, or_
from typing import Final

from wargrid.core.hands import hand_of
from wargrid.core.lines import axes_of
from wargrid.core.moves import DO, NOWHERE, Move
from wargrid.core.position import Position
from wargrid.core.roster import Roster
from wargrid.engine.game import Game
from wargrid.players.evaluation.powers import power
from wargrid.ruleset.wants import ANY, Row

WIDTH: Final = 4
"""The bits for each window."""

LONGEST: Final = (1 << WIDTH) - 1
"""The longest row that these can count."""

GROWTH: Final = 6.0
"""How many times as much a window is worth with one unit more; with one alone it is worth 1."""

NEXT: Final = 50_000.0
"""What it is worth to be able to complete a row at once: almost a win."""

TWICE: Final = 20_000.0
"""What two ways to complete a row are worth while the other side is to act."""

MOST: Final = 14
"""How many placings are looked at in a search."""

MAX_ROSTERS: Final = 256
"""For how many rosters it is kept which units count."""


class Windows:
    """The rows of one game that win; ``exist`` is false where none win."""

    def __init__(self, game: Game, weight: float) -> None:
        rows = [each.row for each in game.ruleset.victory if each.row is not None]
        self._game = game
        self._weight = weight
        self.exist = bool(rows) and weight > 0 and rows[0].least <= LONGEST
        self._each_turn = game.ruleset.turn.actions or 1
        self._placings = [each for each in game.ruleset.abilities if each.places]
        if not self.exist:
            return
        self._row: Row = rows[0]
        self._windows = list(self._found(self._row))
        self.exist = bool(self._windows)
        facings = game.grid.facings
        fields = [0] * (game.grid.cells * facings + 1)
        self._in: list[list[int]] = [[] for _ in range(game.grid.cells)]
        for number, cells in enumerate(self._windows):
            for cell in cells:
                self._in[cell].append(number)
                for facing in range(facings):
                    fields[cell * facings + facing] |= 1 << number * WIDTH
        # The place of a unit off the board is -1, the last entry.
        self._fields = fields
        self._ones = reduce(or_, (1 << number * WIDTH for number in range(len(self._windows))), 0)
        self._worth = [power(GROWTH, number - 1) for number in range(1, self._row.least)]
        self._units: dict[Roster, tuple[Callable[[list[int]], Sequence[int]], ...]] = {}

    def _found(self, row: Row) -> Iterator[tuple[int, ...]]:
        """Yield the windows of a row, each once."""
        for cell, axes in enumerate(axes_of(self._game.grid, row.directions)):
            for ahead, _ in axes:
                if len(ahead) >= row.least - 1:
                    yield cell, *ahead[: row.least - 1]

    def worth(self, position: Position) -> float:
        """Return what units in windows are worth, for the first side."""
        open_windows = self._counted(position)
        total = 0.0
        for side, windows in enumerate(open_windows):
            worths = zip(windows, self._worth, strict=True)
            value = fsum([each.bit_count() * worth for each, worth in worths])
            # So many units a side may still place in its turn.
            ready = max(1, position.budget) if position.side == side else self._each_turn
            last = reduce(or_, windows[-ready:], 0)
            if last and self._may_place(position, side):
                if position.side == side:
                    value += NEXT
                elif len(self._completing(position, last)) > self._each_turn:
                    value += TWICE
            total += value if side == 0 else -value
        return self._weight * total

    def danger(self, position: Position) -> float:
        """Return what the windows of the side to act are worth, once more: it may fill them first.

        A search sees that by itself.
        """
        windows = self._counted(position)[position.side]
        worths = zip(windows, self._worth, strict=True)
        return self._weight * fsum([each.bit_count() * worth for each, worth in worths])

    def _counted(self, position: Position) -> list[list[int]]:
        """Return by side, and by number of its units from 1, the windows that it has to itself."""
        fields, place = self._fields.__getitem__, position.place
        sums = [sum(map(fields, of(place))) for of in self._getters(position.roster)]
        ones, found = self._ones, []
        for side in (0, 1):
            own, other = sums[side], sums[1 - side]
            open_ = ones & ~(other | other >> 1 | other >> 2 | other >> 3)
            windows = []
            for number in range(1, self._row.least):
                differs = own ^ ones * number
                windows.append(open_ & ~(differs | differs >> 1 | differs >> 2 | differs >> 3))
            found.append(windows)
        return found

    def _getters(self, roster: Roster) -> tuple[Callable[[list[int]], Sequence[int]], ...]:
        """Return what takes the places of the units that count out of a list, by side."""
        found = self._units.get(roster)
        if found is None:
            if len(self._units) >= MAX_ROSTERS:
                self._units.clear()
            found = self._units[roster] = tuple([self._getter(roster, side) for side in (0, 1)])
        return found

    def _getter(self, roster: Roster, side: int) -> Callable[[list[int]], Sequence[int]]:
        word = self._row.unit
        units = roster.units_of[side] if word == ANY else roster.units_of_type(side, word)
        # No unit has the id 0, nor is it on the board; of one id alone it would be no list.
        return itemgetter(0, 0, *units)

    def _may_place(self, position: Position, side: int) -> bool:
        """Return whether a side has a unit to place."""
        return any(
            not each.of_hand or any(hand_of(position, side).values()) for each in self._placings
        )

    def _completing(self, position: Position, windows: int) -> set[int]:
        """Return the empty cells of some windows."""
        board = position.board
        return {
            cell for number in _numbers(windows) for cell in self._windows[number]
            if not board[cell]
        }  # fmt: skip

    @property
    def needed(self) -> int:
        """How many units in a row win."""
        return self._row.least

    def through(self, position: Position, cell: int, side: int) -> int:
        """Return the most units of a side in a window through a cell without one of the other."""
        board, own, other = position.board, position.roster.friendly, 1 - side
        most = 0
        for number in self._in[cell]:
            units = [board[each] for each in self._windows[number]]
            if not any(own[other][unit] for unit in units):
                most = max(most, sum(own[side][unit] for unit in units))
        return most

    # Placings in searches

    def promising(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return some moves without the placings that do little for a row, the best of them first.

        Where a side can complete a row, or must stop one, nothing else is left of them.
        """
        if not self._placings:
            return moves
        scores = self._scores(position)
        placings = [move for move in moves if move.verb == DO and move.source == NOWHERE]
        if len(placings) <= MOST:
            return moves
        others = [move for move in moves if move.verb != DO or move.source != NOWHERE]
        placings.sort(key=lambda move: -scores[move.target])
        best = scores[placings[0].target]
        urgent = [m for m in placings[:MOST] if scores[m.target] * GROWTH >= best or best < 1.0]
        return [*urgent, *others]

    def _scores(self, position: Position) -> list[float]:
        """Return by cell what a unit there makes of the windows of both sides."""
        scores = [0.0] * self._game.grid.cells
        middle, grid = self._game.grid.middle, self._game.grid
        counted = self._counted(position)
        for side, windows in enumerate(counted):
            share = 1.0 if side == position.side else 0.5
            for number, each in enumerate(windows):
                worth = share * self._worth[number] * GROWTH
                for window in _numbers(each):
                    for cell in self._windows[window]:
                        scores[cell] += worth
        if not any(windows[0] or windows[-1] for windows in counted):
            return [1.0 / (1 + grid.distance(cell, middle)) for cell in range(grid.cells)]
        return scores


def _numbers(windows: int) -> Iterator[int]:
    """Yield the numbers of windows from their bits."""
    while windows:
        low = windows & -windows
        yield (low.bit_length() - 1) // WIDTH
        windows ^= low
