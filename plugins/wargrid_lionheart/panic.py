"""Panic: who rolls nothing but panic turns and flees, and takes along the friends in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargrid import Plugin, hookimpl, opposite
from wargrid.kinds import FaceName, UnitName
from wargrid_lionheart.rout import Rout

if TYPE_CHECKING:
    from wargrid import Position, Roll
    from wargrid.events import Attack, Event


class Panic(Plugin):
    """An attacker whose first roll shows nothing but panic turns about and flees one cell (LH-40…LH-48).

    A friend in the way panics first, from its own facing. Off the board, against an enemy, or
    against a friend that never panics, the fleeing unit is lost.
    """

    text = "lionheart.panic"
    needs_facing = True

    face: FaceName = "panic"
    """The face that frightens."""

    never: list[UnitName] = []
    """The types that never panic, whatever is rolled; who flees into one of them is lost."""

    not_for: list[UnitName] = []
    """Types whose own rolls another rule answers; a fleeing friend makes them panic all the
    same."""

    mercenaries: list[UnitName] = []
    """Those of the types that never panic of which ``blocked_by_own_mercenaries`` speaks."""

    blocked_by_own_mercenaries: Literal["eliminated", "stay"] = "eliminated"
    """What becomes of a unit that flees into its own mercenaries: lost, or it keeps its cell,
    turned (LH-47)."""

    chain_direction: Literal["own_reverse", "same_as_first"] = "own_reverse"
    """Where a friend in the way flees to: back from its own facing, or the way the first one flees
    (LH-44)."""

    panic_cycle: Literal["stay", "eliminate"] = "stay"
    """What becomes of a chain that runs back into itself: all keep their cells, turned, or all are
    lost (LH-46)."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """Flee after a first roll of nothing but panic; a second roll frightens nobody (LH-37)."""
        frightened = attack.rolls == 1 and roll.faces.count(self.face) == attack.dice > 0
        if not frightened or position.type_of(attack.attacker).word in (*self.never, *self.not_for):
            return None
        return self.retreat(position, attack.attacker, 1)

    def retreat(self, position: Position, unit: int, steps: int) -> list[Event]:
        """Let a unit turn about and flee so many cells (LH-41)."""
        return Rout(position, self).flee(
            unit, opposite(position.facing_of(unit)), steps, turns=True
        )

    def stays_before(self, word: str) -> bool:
        """Whether a unit that flees into a friend of this type, which never panics, is spared."""
        return word in self.mercenaries and self.blocked_by_own_mercenaries == "stay"


def panic_of(position: Position) -> Panic:
    """The rules of panic in a game; where it has none, those that every other retreat follows by default."""
    found = position.roster.game.plugins.listed.get("lionheart.panic")
    return found if isinstance(found, Panic) else Panic()
