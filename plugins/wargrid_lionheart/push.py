"""The push: mercenaries drive back whom they attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargrid import Plugin, hookimpl
from wargrid.kinds import FaceName, UnitName
from wargrid_lionheart.panic import panic_of
from wargrid_lionheart.rout import Rout

if TYPE_CHECKING:
    from wargrid import Position, Roll
    from wargrid.events import Attack, Event


class Push(Plugin):
    """Each panic rolled drives the surviving target back a cell, unless it never panics (LH-65, LH-66)."""

    text = "lionheart.push"
    needs_facing = True

    types: list[UnitName]
    """The types that drive others back."""

    face: FaceName = "panic"
    """The face that does it."""

    push: Literal["away_keep_facing", "as_panic"] = "away_keep_facing"
    """The way the attacker faces, the target keeping its facing; or as in panic, turned about from
    its own (LH-65)."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """Drive back whoever still stands where the attack went."""
        if position.type_of(attack.attacker).word not in self.types or attack.rolls > 1:
            return None
        steps, target, panic = roll.faces.count(self.face), attack.defender, panic_of(position)
        stands = (
            position.board[attack.target] == target
            and position.type_of(target).word not in panic.never
        )
        if not steps or not stands:
            return None
        if self.push == "as_panic":
            return panic.retreat(position, target, steps)
        way = position.facing_of(attack.attacker)
        return Rout(position, panic).flee(target, way, steps, turns=False)
