"""Peasants flee one cell for every panic that they roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargrid import Plugin, hookimpl
from wargrid.kinds import FaceName, UnitName
from wargrid_lionheart.panic import panic_of

if TYPE_CHECKING:
    from wargrid import Position, Roll
    from wargrid.events import Attack, Event


class Peasants(Plugin):
    """After an attack a unit retreats a cell for every panic rolled, as in panic (LH-61, LH-62)."""

    text = "lionheart.peasants"
    needs_facing = True

    types: list[UnitName]
    """The types that retreat."""

    face: FaceName = "panic"
    """The face that drives them back."""

    retreat: Literal["always", "only_after_hits"] = "always"
    """Whether they retreat after every attack or only after one that scored a hit (LH-61)."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """Retreat as many cells as panics were rolled."""
        if position.type_of(attack.attacker).word not in self.types:
            return None
        steps = roll.faces.count(self.face) if attack.rolls == 1 else 0
        if not steps or (self.retreat == "only_after_hits" and not attack.hits):
            return None
        return panic_of(position).retreat(position, attack.attacker, steps)
