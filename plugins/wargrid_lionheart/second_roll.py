"""The second roll: a last man may still defeat a king."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid import Plugin, hookimpl
from wargrid.kinds import UnitName

if TYPE_CHECKING:
    from wargrid import Position
    from wargrid.events import Attack


class SecondRoll(Plugin):
    """A last man that hits a two-hit target rolls one die again (LH-36…LH-38)."""

    text = "lionheart.second_roll"

    types: list[UnitName]
    """The types that roll again."""

    @hookimpl
    def after_roll(self, position: Position, attack: Attack) -> int | None:
        """Roll one die again, once, after a hit."""
        unit = attack.attacker
        alone = position.men[unit] == 1 and position.type_of(unit).word in self.types
        if (
            alone
            and attack.rolls == 1
            and attack.hits
            and position.type_of(attack.defender).hits_per_man > 1
        ):
            return 1
        return None
