"""Positions built from units by hand, and the rosters that they need."""

from __future__ import annotations

from collections.abc import Iterable

from wargrid.core.patterns import Placement
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster, RosterRules
from wargrid.core.state import GONE, UNKNOWN, WALL
from wargrid.engine.context import GameContext


class PositionBuilder:
    """Builds the positions of one game; ``roster`` has the units that the game begins with."""

    def __init__(
        self,
        context: GameContext,
        rules: RosterRules,
        begun: list[tuple[int, UnitTypeLike]],
    ) -> None:
        self._context = context
        self._rules = rules
        self._begun_with = frozenset((side, unit_type.word) for side, unit_type in begun)
        self.roster = Roster(rules, self._with_turncoats(begun), self._begun_with)

    def position(self, units: list[Placement], walls: Iterable[int]) -> Position:
        """Return a position with these units and walls, and nothing used or pending.

        The caller says whose turn it is, with what budget.
        """
        roster = self._roster_for(units)
        position = Position()
        position.roster = roster
        position.board = [0] * self._context.grid.cells
        for cell in (*self._context.grounds[0].walls, *walls):
            position.board[cell] = WALL
        position.place = [GONE] * len(roster.types)
        position.men = [0] * len(roster.types)
        position.wounds = [0] * len(roster.types)
        position.marks = self._context.markers.new(roster)
        free = {key: iter(ids) for key, ids in roster.ids().items()}
        for placed in units:
            unit = next(free[placed.side, placed.type.word])
            position.board[placed.cell] = unit
            position.place[unit] = placed.cell * self._context.grid.facings + (
                placed.facing if self._context.grid.facings > 1 else 0
            )
            position.men[unit] = placed.men
            position.wounds[unit] = placed.wounds
        position.used = 0
        position.pending = None
        position.result = None
        position.past = ()
        position.listed = None
        position.walled = UNKNOWN
        return position

    def _roster_for(self, units: list[Placement]) -> Roster:
        wanted: dict[tuple[int, str], int] = {}
        for side, unit_type in self._with_turncoats([(unit.side, unit.type) for unit in units]):
            wanted[side, unit_type.word] = wanted.get((side, unit_type.word), 0) + 1
        have = {key: len(ids) for key, ids in self.roster.ids().items()}
        missing: list[tuple[int, UnitTypeLike]] = [
            (side, self._context.ruleset.units[word])
            for (side, word), number in sorted(wanted.items())
            for _ in range(number - have.get((side, word), 0))
        ]
        if not missing:
            return self.roster
        begun = {(side, unit_type.word) for side, unit_type in missing}
        begun_with = self._begun_with | (begun - self._context.may_appear)
        return Roster(self._rules, self.roster.list() + missing, begun_with).interned()

    def _with_turncoats(
        self, units: list[tuple[int, UnitTypeLike]]
    ) -> list[tuple[int, UnitTypeLike]]:
        """Return these units by side, with one of each other side for each turncoat."""
        may = self._context.plugins.turncoats()
        sides = range(len(self._context.sides))
        more = [
            (to, unit) for to in sides for side, unit in units if unit.word in may and side != to
        ]
        return sorted([*units, *more], key=lambda unit: unit[0]) if more else units
