"""What a side has begun in its turn, where units may be lost in it: groups, and phases.

What units use up says the same as long as they are there; ``TurnRows`` reads it from that.
"""

from __future__ import annotations

from wargrid.core.deeds import GROUPS, PHASE
from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.core.refusal import Reason
from wargrid.engine.context import GameContext
from wargrid.engine.turns.deeds import has_begun


class Begun:
    """The groups and the phase that a side has begun, on markers that no ruleset declares."""

    def __init__(self, context: GameContext) -> None:
        rows = {each.word: each for each in context.markers.rows if each.hidden}
        turn = context.ruleset.turn
        self._context = context
        self._groups: Marker | None = rows.get(GROUPS)
        self._phase: Marker | None = rows.get(PHASE)
        self._most = 0 if turn.groups is None else turn.groups.most
        self._by_type = turn.groups is not None and turn.groups.by == "type"
        self._phases = {verb: n for n, verbs in enumerate(turn.phases or ()) for verb in verbs}

    def barred(self, position: Position, unit: int) -> frozenset[str]:
        """Return the verbs that a unit of the side to act may not do any more in this turn."""
        side = position.side
        if position.roster.owners[unit] != side or position.pending is not None:
            return frozenset()
        if self._is_full(position, unit):
            return frozenset(self._context.costs[position.roster.words[unit]])
        phase = 0 if self._phase is None else self._phase.value(position, side)
        return frozenset([verb for verb, number in self._phases.items() if number < phase])

    def _is_full(self, position: Position, unit: int) -> bool:
        groups = self._groups
        if groups is None or groups.value(position, position.side) < self._most:
            return False
        return not has_begun(position, unit, by_type=self._by_type)

    def reason(self, position: Position, unit: int) -> Reason:
        """Return why a unit is barred."""
        name = position.type_of(unit).name
        cell = self._context.grid.name(position.cell_of(unit))
        code = "phase_over"
        if self._is_full(position, unit):
            code = "group_full" if self._by_type else "units_full"
        return code, {"unit": name, "cell": cell, "most": self._most}
