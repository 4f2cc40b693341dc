"""The model of taking between two units of a side."""

from __future__ import annotations

from wargrid.ruleset.base import RuleOptions, ZoneName
from wargrid.ruleset.units.movement import Direction


class CustodialCapture(RuleOptions):
    """How a unit that has moved takes the enemies between it and another of its side."""

    directions: Direction | list[Direction] = "orthogonal"
    """The directions in which an enemy may be, next to the unit that has moved; the other unit must
    be next to the enemy in the same direction, and sandwich too."""

    hostile: ZoneName | list[ZoneName] = []
    """Zones whose empty cells may be in place of the other unit."""

    def rule_key(self) -> str:
        """Return the text of the rule book."""
        return "rules.unit.sandwiches"
