"""The bribe: mercenaries join an enemy king who attacks them, unless their own king is near."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal

from wargrid import ATTACK, OFF, Plugin, Refusal, hookimpl
from wargrid.events import Event, Joined, Noted
from wargrid.kinds import UnitName

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.events import Attack


class Bribe(Plugin):
    """A king who attacks enemy mercenaries rolls no dice: they join his side (LH-67, LH-68)."""

    text = "lionheart.bribe"

    king: UnitName
    """The type that bribes, and that keeps its own mercenaries from being bribed."""

    types: list[UnitName]
    """The types that can be bribed."""

    bribe_refusal: Literal["adjacent_and_facing", "adjacent"] = "adjacent_and_facing"
    """When they refuse: if their own king is on a neighbouring cell, facing them or not (LH-68)."""

    refused_bribe: Literal["normal_attack", "illegal", "action_lost"] = "normal_attack"
    """What an attack on mercenaries that refuse is: an ordinary attack, illegal, or a lost action
    (LH-68)."""

    def unused_hooks(self) -> Collection[str]:
        """Forbid moves only if the ruleset makes a refused bribe illegal."""
        return () if self.refused_bribe == "illegal" else ("restricted_cells", "forbid_move")

    @hookimpl
    def turncoats(self) -> Collection[str]:
        """Return the types that can be bribed."""
        return self.types

    @hookimpl
    def instead_of_roll(self, position: Position, attack: Attack) -> Sequence[Event] | None:
        """Let them join, or refuse."""
        if not self._is_bribe(position, attack.attacker, attack.defender):
            return None
        if not self._refuses(position, attack.target):
            return [Joined(attack.target, position.side_of(attack.attacker), "lionheart.bribed")]
        return (
            [Noted(attack.target, "lionheart.refuses")]
            if self.refused_bribe == "action_lost"
            else None
        )

    @hookimpl
    def restricted_cells(self, position: Position) -> Collection[int]:
        """Return the cells of the kings."""
        return [unit.cell for unit in position.standing() if unit.type.word == self.king]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Forbid a bribe that would be refused."""
        if move.verb != ATTACK:
            return None
        bribes = self._is_bribe(position, position.board[move.source], position.board[move.target])
        if not bribes or not self._refuses(position, move.target):
            return None
        facts = {
            "unit": position.at(move.target).type.name,
            "cell": position.roster.grid.name(move.target),
        }
        return Refusal("bribe_refused", facts)

    def _is_bribe(self, position: Position, attacker: int, defender: int) -> bool:
        return (
            position.type_of(attacker).word == self.king
            and position.type_of(defender).word in self.types
        )

    def _refuses(self, position: Position, cell: int) -> bool:
        """Return whether a unit's king is next to its cell and, if required, faces it."""
        grid, side = position.roster.grid, position.side_of(position.board[cell])
        for step in grid.steps("orthogonal", 0):
            beside = grid.shifted(cell, 0, *step)
            unit = 0 if beside == OFF else position.board[beside]
            if (
                unit > 0
                and position.side_of(unit) == side
                and position.type_of(unit).word == self.king
            ):
                faces = grid.shifted(beside, position.facing_of(unit), 1) == cell
                if faces or self.bribe_refusal == "adjacent":
                    return True
        return False
