"""The push: mercenaries drive back the units they attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargrid import Plugin, hookimpl
from wargrid.kinds import FaceName, UnitName
from wargrid_lionheart.panic import Flight, panic_of

if TYPE_CHECKING:
    from wargrid import Position, Roll
    from wargrid.events import Attack, Event


class Push(Plugin):
    """Each panic drives the surviving target back a cell, unless it never panics (LH-65, LH-66)."""

    text = "lionheart.push"
    needs_facing = True

    types: list[UnitName]
    """The types that drive their targets back."""

    face: FaceName = "panic"
    """The face that drives the target back."""

    push: Literal["away_keep_facing", "as_panic"] = "away_keep_facing"
    """The direction: the attacker's facing while the target keeps its own, or as in panic, opposite
    to the target's facing (LH-65)."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """Drive back the target if it is still on its cell."""
        if position.type_of(attack.attacker).word not in self.types or attack.rolls > 1:
            return None
        steps, target, panic = roll.faces.count(self.face), attack.defender, panic_of(position)
        is_driven = (
            position.board[attack.target] == target
            and position.type_of(target).word not in panic.never
        )
        if not steps or not is_driven:
            return None
        if self.push == "as_panic":
            return panic.retreat(position, target, steps)
        direction = position.facing_of(attack.attacker)
        return Flight(position, panic).flee(target, direction, steps, turns=False)
