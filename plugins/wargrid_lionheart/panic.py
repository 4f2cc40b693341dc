"""Panic: who rolls nothing but panic turns and flees, and takes along the friends in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargrid.board import OFF, opposite
from wargrid.events import Eliminated, Event, Moved, Turned
from wargrid.hookspecs import hookimpl
from wargrid.kinds.base import FaceName, UnitName
from wargrid.plugins import Plugin

if TYPE_CHECKING:
    from wargrid.attack import Attack
    from wargrid.moves import Roll
    from wargrid.position import Position
    from wargrid.ruleset.models import Ruleset
    from wargrid.text import Words


class Panic(Plugin):
    """An attacker whose first roll shows nothing but panic turns about and flees one cell (LH-40…LH-48).

    A friend in the way panics first, from its own facing. Off the board, against an enemy, or against a friend that
    never panics, the fleeing unit is lost.
    """

    text = "lionheart.panic"

    face: FaceName = "panic"
    """The face that frightens."""

    never: list[UnitName] = []
    """The types that never panic, whatever is rolled; who flees into one of them is lost."""

    chain_direction: Literal["own_reverse", "same_as_first"] = "own_reverse"
    """Where a friend in the way flees to: back from its own facing, or the way the first one flees (LH-44)."""

    panic_cycle: Literal["stay", "eliminate"] = "stay"
    """What becomes of a chain that runs back into itself: all keep their cells, turned, or all are lost (LH-46)."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """Flee after a first roll of nothing but panic; a second roll frightens nobody (LH-37)."""
        frightened = attack.rolls == 1 and roll.faces.count(self.face) == attack.dice > 0
        if not frightened or position.type_of(attack.attacker).word in self.never:
            return None
        return self._rout(position, attack.source)

    def _rout(self, position: Position, first: int) -> list[Event]:
        """Read the chain to its end, then let it flee from the end backwards (LH-45)."""
        chain: list[tuple[int, int]] = []
        cell, blocked = first, ""
        while not blocked and cell not in (reached for reached, _ in chain):
            facing = chain[0][1] if chain and self.chain_direction == "same_as_first" else _about(position, cell)
            chain.append((cell, facing))
            ahead = position.roster.grid.shifted(cell, facing, 1)
            blocked = self._blocked(position, cell, ahead)
            cell = ahead
        turned: list[Event] = [Turned(cell, facing, "lionheart.panics") for cell, facing in chain]
        if blocked:
            return turned + _flee(position, chain, blocked)
        if self.panic_cycle == "stay":
            return turned
        return turned + [Eliminated(cell, "lionheart.cycle") for cell, _ in reversed(chain)]

    def _blocked(self, position: Position, cell: int, ahead: int) -> str:
        """Why nobody flees any further than from ``cell`` to ``ahead``; empty if a friend there panics too."""
        if ahead == OFF:
            return "lionheart.off_board"
        other = position.board[ahead]
        if not other:
            return "lionheart.free"
        if position.roster.owners[other] != position.side_of(position.board[cell]):
            return "lionheart.into_enemy"
        return "lionheart.into_friend" if position.type_of(other).word in self.never else ""

    def facts(self, words: Words, ruleset: Ruleset) -> dict[str, object]:
        """Face and types in the player's language."""
        never = ", ".join(words.of(ruleset.units[name].name) for name in self.never)
        return {"face": words.of(ruleset.face_name(self.face)), "never": never or words.say("rules.nobody")}


def _about(position: Position, cell: int) -> int:
    return opposite(position.facing_of(position.board[cell]))


def _flee(position: Position, chain: list[tuple[int, int]], blocked: str) -> list[Event]:
    """The last unit steps or is lost; each one before it then finds the next cell free (LH-42, LH-43, LH-45)."""
    last, *others = reversed(chain)
    events: list[Event] = [_step(position, *last) if blocked == "lionheart.free" else Eliminated(last[0], blocked)]
    return events + [_step(position, *fleeing) for fleeing in others]


def _step(position: Position, cell: int, facing: int) -> Moved:
    return Moved(cell, position.roster.grid.shifted(cell, facing, 1), facing, "lionheart.flees")
