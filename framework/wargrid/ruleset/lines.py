"""Victory conditions of games of placing: units in a row, and more units than the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import model_validator

from wargrid.core.lines import axes_of, makes_row
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.state import Result
from wargrid.ruleset.base import MarkerName, UnitName, Victory
from wargrid.ruleset.points import AnyUnit, opponent_of, which_units
from wargrid.ruleset.selecting.forms import AtLeast, Span
from wargrid.ruleset.selecting.selectors import listed
from wargrid.ruleset.values import Direction
from wargrid.ruleset.wants import ANY, Row
from wargrid.text import Catalog

__all__ = ["Line", "Majority"]


class Line(Victory):
    """A side that makes a line of so many of its units, one next to the other, wins."""

    word = "line"
    short = "count"
    asked = "move"

    count: AtLeast
    """How many units in a row: so many at least, or a range; of ``{exactly: 5}`` six are none."""

    directions: Direction | list[Direction] = "all"
    """The directions of lines, each with its opposite."""

    unit: AnyUnit = ANY
    """The type that must be in the line, or ``any``."""

    @model_validator(mode="before")
    @classmethod
    def _read_range(cls, data: Any) -> Any:
        """Read ``line: {exactly: 5}`` as a number of units, too."""
        is_range = isinstance(data, Mapping) and data and set(data) <= set(Span.model_fields)
        return {"count": data} if is_range else data

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


class Majority(Victory):
    """In the end the side with more units, or with more cells of its own, wins."""

    word = "majority"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"owner": ("cell", "side")}

    unit: AnyUnit | list[UnitName] = ANY
    """The type of units that are counted, or several, or ``any``."""

    owner: MarkerName | None = None
    """The marker that holds the side to which a cell belongs: then cells are counted instead of
    units; null for units."""

    when: Literal["both_stuck", "full"] = "both_stuck"
    """When it is counted: once neither side can do anything, or once the board is full."""

    @property
    def asked(self) -> str:  # type: ignore[override]
        """After every move, or when a side cannot act."""
        return "move" if self.when == "full" else "stuck"

    @property
    def is_aim(self) -> bool:
        """It decides the game."""
        return True

    def tally(self, position: Position, side: int) -> int:
        """Return the units or the cells of a side."""
        if self.owner is not None:
            values = position.marks[position.roster.game.markers[self.owner].number]
            owned: int = values.count(side + 1)
            return owned
        roster, units = position.roster, position.units_of(side)
        wanted = listed(self.unit)
        if ANY in wanted:
            return len(units)
        return sum(roster.words[unit] in wanted for unit in units)

    def decide(self, position: Position) -> Result | None:
        """Return a win of the side that has more, or a draw, once it is over."""
        if self.when == "full":
            if 0 in position.board:
                return None
        elif position.roster.game.other_side_can_act(position):
            return None
        counted = [self.tally(position, side) for side in range(len(position.roster.units_of))]
        most = max(counted)
        return Result(counted.index(most) if counted.count(most) == 1 else None, self.word)

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and what is counted."""
        if self.owner is not None:
            counted = words.say("rules.victory.majority.cells")
        elif ANY in listed(self.unit) or len(ruleset.units) == 1:
            counted = words.say("rules.victory.majority.units")
        else:
            *before, last = [words.of(ruleset.units[word].name) for word in listed(self.unit)]
            unit = words.say("rules.or", before=", ".join(before), last=last) if before else last
            counted = words.say("rules.victory.majority.of", unit=unit)
        return super().facts(words, ruleset) | {"counted": counted}
