"""Weapons: units that attack in several ways, of which the player chooses one for each attack.

Each weapon is made a separate type, with the words of the unit and of the weapon, so that tables
and rosters treat it like any type. Games in which no unit has several weapons never come here.
"""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.moves import ATTACK
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import MoveTables, UnitRow


class Weapons:
    """The weapons of units that have several, in the order of the ruleset."""

    def __init__(self, context: GameContext, tables: MoveTables) -> None:
        self._context = context
        self._tables = tables

    def rows(self, roster: Roster, unit: int, used: int, *, moved: bool) -> Iterator[UnitRow]:
        """Yield a row of a list of moves for each weapon that a unit may use now."""
        owner = roster.owners[unit]
        for weapon in self.ready(roster, unit, used, moved=moved):
            entries = self._tables.entries(weapon, owner, (ATTACK,))
            yield entries.row(unit, roster.foes_for(owner, weapon))

    def ready(self, roster: Roster, unit: int, used: int, *, moved: bool) -> Iterator[UnitTypeLike]:
        """Yield each weapon, as a type, that a unit may use now."""
        for weapon in self._context.weapons[roster.words[unit]]:
            if not self.refusal(weapon, roster, unit, used, moved=moved):
                yield weapon

    def refusal(
        self, weapon: UnitTypeLike, roster: Roster, unit: int, used: int, *, moved: bool
    ) -> str:
        """Return the code of the reason why a unit may not use a weapon now, or an empty string."""
        if moved and not weapon.attack.after_moving:
            return "moved_already"
        limits = self._context.limits
        number = limits.numbers.get(weapon.word)
        if number is not None and roster.used(used, unit, number) >= limits.most[weapon.word]:
            return "used_weapon"
        return ""
