"""The second roll: a last man may still defeat a king."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid import Plugin, hookimpl
from wargrid.kinds import Doubt, UnitName

if TYPE_CHECKING:
    from wargrid import Position, RulesetLike
    from wargrid.events import Attack


class SecondRoll(Plugin):
    """A last man that hits a two-hit target rolls one die again (LH-36…LH-38)."""

    text = "lionheart.second_roll"

    types: list[UnitName]
    """The types that roll again."""

    def doubts(self, ruleset: RulesetLike) -> list[Doubt]:
        """Doubt types of which none rolls dice."""
        attacks = (ruleset.units[word].attack for word in self.types)
        weapons = [each.by for attack in attacks if attack is not None for each in attack.weapons]
        if any(by.dice(1) for by in weapons):
            return []
        return [Doubt("lionheart.no_dice", {"types": ", ".join(self.types)}, "types")]

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
