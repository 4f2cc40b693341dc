"""The bribe: mercenaries join the king who attacks them, unless their own king has an eye on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal

from wargrid import ATTACK, FACINGS, OFF, Plugin, Refusal, hookimpl
from wargrid.events import Event, Joined, Noted
from wargrid.kinds import UnitName

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.events import Attack


class Bribe(Plugin):
    """A king who attacks enemy mercenaries rolls no dice: they join his side as they are (LH-67, LH-68)."""

    text = "lionheart.bribe"

    king: UnitName
    """Who bribes, and who keeps his own from being bribed."""

    types: list[UnitName]
    """Who can be bribed."""

    bribe_refusal: Literal["adjacent_and_facing", "adjacent"] = "adjacent_and_facing"
    """When they refuse: their own king on a neighbouring cell, and whether he must face them
    (LH-68)."""

    refused_bribe: Literal["normal_attack", "illegal", "action_lost"] = "normal_attack"
    """What the king's attack on those who would refuse is: an ordinary one, none at all, or a lost
    action (LH-68)."""

    def unused_hooks(self) -> Collection[str]:
        """Forbid moves only if the ruleset makes a refused bribe illegal."""
        return () if self.refused_bribe == "illegal" else ("restricted_cells", "forbid_move")

    @hookimpl
    def turncoats(self) -> Collection[str]:
        """Whoever can be bribed changes sides."""
        return self.types

    @hookimpl
    def instead_of_roll(self, position: Position, attack: Attack) -> Sequence[Event] | None:
        """They join, or refuse."""
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
        """The kings' cells, where a bribe that would be refused is not allowed."""
        return [stands.cell for stands in position.standing() if stands.type.word == self.king]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """No bribe that would be refused."""
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
        """Whether the king of those on a cell stands beside them and, if that matters, faces them."""
        grid, side = position.roster.grid, position.side_of(position.board[cell])
        for way in range(len(FACINGS)):
            beside = grid.shifted(cell, way, 1)
            unit = 0 if beside == OFF else position.board[beside]
            if unit and position.side_of(unit) == side and position.type_of(unit).word == self.king:
                faces = grid.shifted(beside, position.facing_of(unit), 1) == cell
                if faces or self.bribe_refusal == "adjacent":
                    return True
        return False
