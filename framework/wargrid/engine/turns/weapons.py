"""Weapons: units that attack in several ways, of which the first that can strike a target does.

Each weapon is made a type of its own, with the unit's word and a number, so that tables and rosters
treat it like any type. Games in which no unit has several weapons never come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargrid.core import ATTACK
from wargrid.engine.moves.movegen import generate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargrid.core import Position, Roster, UnitTypeLike
    from wargrid.engine.context import GameContext
    from wargrid.engine.moves.movegen import Tables


class Weapons:
    """The weapons of units that have several, in the order of the ruleset."""

    def __init__(self, context: GameContext, tables: Tables) -> None:
        self._context = context
        self._tables = tables

    def rows(
        self, roster: Roster, unit: int, *, moved: bool
    ) -> Iterator[tuple[UnitTypeLike, tuple[int, Any, tuple[bool, ...]]]]:
        """Yield each weapon that a unit may use now, as a type, with its row of a list of moves."""
        for weapon in self._context.weapons[roster.types[unit].word]:
            if weapon.attack.after_moving or not moved:
                entries = self._tables.entries(weapon, roster.owners[unit], (ATTACK,))
                yield weapon, (unit, entries, roster.foes_for(roster.owners[unit], weapon))

    def of(self, position: Position, source: int, target: int, *, moved: bool) -> Any:
        """Return how the unit on a cell attacks another one: by its first weapon that can."""
        roster, unit = position.roster, position.board[source]
        weapons = self._context.weapons.get(roster.types[unit].word)
        if weapons is None:
            return roster.types[unit].attack
        for weapon, row in self.rows(roster, unit, moved=moved):
            if any(move.target == target for move in generate(position, (row,))):
                return weapon.attack
        return weapons[0].attack
