"""Victory conditions of games of placing: units in a row, and more units than the other side."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.core.lines import axes_of, makes_row
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.state import Result
from wargrid.ruleset.base import Victory
from wargrid.ruleset.points import AnyUnit, opponent_of, which_units
from wargrid.ruleset.selecting.forms import AtLeast
from wargrid.ruleset.values import Direction
from wargrid.ruleset.wants import ANY, Row
from wargrid.text import Catalog

__all__ = ["Line"]


class Line(Victory):
    """A side that makes a line of so many of its units, one next to the other, wins."""

    word = "line"
    asked = "move"

    count: AtLeast
    """How many units in a row: so many at least, or a range; of ``{exactly: 5}`` six are none."""

    directions: Direction | list[Direction] = "all"
    """The directions of lines, each with its opposite."""

    unit: AnyUnit = ANY
    """The type that must be in the line, or ``any``."""

    @property
    def row(self) -> Row:
        """The units in a row."""
        ways = self.directions
        directions = ways if isinstance(ways, str) else tuple(ways)
        return Row(*self.count.bounds, directions, self.unit)

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the number in words, and which units count."""
        least, most = self.count.bounds
        form = "exactly" if least == most else "least" if self.count.most is None else "between"
        amount = words.say(f"rules.victory.line.{form}", least=least, most=most)
        told = {"amount": amount, "least": least}
        return super().facts(words, ruleset) | told | which_units(self.unit, words, ruleset)

    def decide(self, position: Position) -> Result | None:
        """Return a win of the side to act, or else of the other, that has such a line."""
        sides = (position.side, opponent_of(position, position.side))
        return next((won for side in sides if (won := self._of(position, side))), None)

    def decide_after(self, position: Position, cell: int) -> Result | None:
        """Return a win of the side to act if such a line goes through the cell."""
        own = self._own(position, position.side)
        if not own[position.board[cell]]:
            return None
        return self._won(position, own, cell, position.side)

    def _of(self, position: Position, side: int) -> Result | None:
        own, board = self._own(position, side), position.board
        cells = (cell for cell, unit in enumerate(board) if own[unit])
        return next((won for cell in cells if (won := self._won(position, own, cell, side))), None)

    def _won(self, position: Position, own: Sequence[bool], cell: int, side: int) -> Result | None:
        row, grid = self.row, position.roster.grid
        axes = axes_of(grid, row.directions)[cell]
        made = makes_row(position.board, own, axes, row.least, row.most)
        return Result(side, self.word) if made else None

    def _own(self, position: Position, side: int) -> Sequence[bool]:
        """Return by id which units of a side count."""
        roster = position.roster
        if self.unit == ANY:
            return roster.friendly[side]
        code = roster.game.code_of(side, self.unit)
        return [each == code for each in roster.codes]
