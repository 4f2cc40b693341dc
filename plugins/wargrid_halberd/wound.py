"""Wounds: a look-out that is taken returns to its start instead of being lost."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

from wargrid import ATTACK, TAKE, Plugin, Refusal, hookimpl
from wargrid.events import Asks, Event, Moved
from wargrid.kinds import UnitName, ZoneName

if TYPE_CHECKING:
    from wargrid import Move, Position


class Wound(Plugin):
    """A unit of this type returns to its start or camp instead of being lost (HG-50, HG-51)."""

    text = "halberd.wound"

    unit: UnitName
    """The type that returns."""

    start: ZoneName
    """Where it returns, from south to north."""

    camp: ZoneName
    """Where it returns if the start is full: the front column first, each from south to north."""

    enemy_camp: ZoneName
    """The other side's camp."""

    return_square: Literal["first_free", "owner_chooses"] = "first_free"
    """Which empty start square: the first, or the one its owner chooses at once (HG-50)."""

    camp_is_safe: bool = False
    """Whether it cannot be wounded in the enemy's camp (HG-52)."""

    def unused_hooks(self) -> Collection[str]:
        """Forbid attacks only if the camp is safe."""
        return () if self.camp_is_safe else ("restricted_cells", "forbid_move")

    @hookimpl
    def instead_of_loss(self, position: Position, cell: int) -> list[Event] | None:
        """Move the unit to its start or camp, before the taker leaves its cell (HG-50)."""
        wounded = position.board[cell]
        if position.type_of(wounded).word != self.unit:
            return None
        side = position.side_of(wounded)
        start = self._free(position, side, self.start)
        homes = start or self._free(position, side, self.camp)
        if not homes:
            return None
        events: list[Event] = [
            Moved(cell, homes[0], position.facing_of(wounded), "halberd.wounded")
        ]
        if self.return_square == "owner_chooses" and len(start) > 1:
            events.append(Asks("choice", side, tuple(start)))
        return events

    def _free(self, position: Position, side: int, zone: str) -> list[int]:
        """Return the empty cells of a side's zone: front column first, each from south to north."""
        game = position.roster.game
        grid, behind = game.grid, game.ruleset.sides[position.roster.sides[side]].edge
        east = {"west": 1, "east": -1}.get(behind, 0)
        cells = [cell for cell in game.grounds[side].zones[zone] if not position.board[cell]]
        return sorted(cells, key=lambda cell: (-east * grid.row_and_column(cell)[1], cell))

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        """Return the cells where the other side's units of the type are safe."""
        roster = position.roster
        other = (position.side + 1) % len(roster.units_of)
        safe = roster.game.grounds[other].zones[self.enemy_camp]
        cells = (position.cell_of(unit) for unit in roster.units_of_type(other, self.unit))
        return [cell for cell in cells if cell in safe]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Forbid attacks on units that are safe."""
        if move.verb not in (TAKE, ATTACK) or move.target not in self.restricted_cells(position):
            return None
        target = position.type_of(position.board[move.target]).name
        return Refusal(
            "halberd.safe_in_camp", {"unit": target, "cell": position.roster.grid.name(move.target)}
        )
