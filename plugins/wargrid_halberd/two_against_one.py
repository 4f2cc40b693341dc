"""Two against one: a look-out can be taken only with a second unit next to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid import TAKE, Plugin, Refusal, hookimpl
from wargrid.kinds import UnitName

if TYPE_CHECKING:
    from wargrid import Move, Position


class TwoAgainstOne(Plugin):
    """Taking this type needs another unit of the taker's side next to it (HG-27, HG-28)."""

    text = "halberd.two_against_one"

    unit: UnitName
    """The type that one attacker alone cannot take."""

    support_types: list[UnitName]
    """The types that may support the attacker, from any of the eight neighbouring cells."""

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        """Return the cells of the other side's units of the type."""
        place, roster = position.place, position.roster
        enemies = roster.units_of_type((position.side + 1) % len(roster.units_of), self.unit)
        return [place[unit] // roster.facings for unit in enemies if place[unit] >= 0]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a lone attacker; shooting needs no support (HG-36)."""
        if move.verb != TAKE or self._supported(position, move.source, move.target):
            return None
        target = position.type_of(position.board[move.target]).name
        return Refusal(
            "halberd.lone_attacker",
            {"unit": target, "cell": position.roster.grid.name(move.target)},
        )

    def _supported(self, position: Position, source: int, target: int) -> bool:
        """Return whether a second unit is next to the target, or the target does not need one."""
        if position.type_of(position.board[target]).word != self.unit:
            return True
        roster = position.roster
        for word in self.support_types:
            for unit in roster.units_of_type(position.side, word):
                cell = position.cell_of(unit)
                beside = cell >= 0 and roster.grid.distance(cell, target, "chebyshev") <= 1
                if beside and cell != source:
                    return True
        return False
