"""Mountains: a wall for elephants, a platform for cannons, a fortress for chariots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from wargrid import TAKE, Plugin, Refusal, hookimpl
from wargrid.kinds import TerrainName, UnitName

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.kinds import HypotheticalUnit, MovePattern


class Mountain(Plugin):
    """Units on a mountain shoot farther or are safe; elephants never climb (XQ-60…XQ-64)."""

    text = "xiangqi.mountain"

    terrain: TerrainName = "mountain"
    """The terrain of mountains."""

    barred: list[UnitName]
    """The types that cannot climb mountains; for them a mountain is an obstacle."""

    cannons: list[UnitName]
    """The types that take the first unit on a line from a mountain, without a screen."""

    cannon: Literal["either", "direct_only"] = "either"
    """Whether these may also jump a screen from there."""

    sheltered: list[UnitName]
    """The types that cannot be taken on a mountain, and cannot take while attacked there."""

    @hookimpl
    def reshape(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> list[MovePattern] | None:
        """Cut the moves of barred types, or let cannons fire directly."""
        if where.type.word in self.barred:
            return [self._barring(where, pattern) for pattern in patterns]
        if where.type.word in self.cannons and self._is_mountain(where, where.cell):
            return [self._firing(pattern) for pattern in patterns]
        return None

    @hookimpl
    def may_step(self, where: HypotheticalUnit, target: int) -> bool | None:
        """Keep barred types off mountains."""
        return where.type.word not in self.barred or not self._is_mountain(where, target)

    @hookimpl
    def restricted_cells(self, position: Position) -> Collection[int]:
        """Return the cells of sheltered units."""
        terrain = position.roster.game.grounds[0].terrain
        if self.terrain not in terrain:
            return ()
        cells = (
            position.cell_of(unit)
            for side in range(len(position.roster.units_of))
            for word in self.sheltered
            for unit in position.roster.units_of_type(side, word)
        )
        return [cell for cell in cells if cell >= 0 and terrain[cell] == self.terrain]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Forbid taking a sheltered unit, and taking with one while it is attacked."""
        if move.verb != TAKE:
            return None
        if self._is_sheltered(position, move.target):
            return Refusal("xiangqi.sheltered", self._of(position, move.target))
        if self._is_sheltered(position, move.source):
            attacker = next(position.roster.game.attackers(position, move.source), None)
            if attacker is not None:
                by = {
                    "by": position.at(attacker).type.name,
                    "from": position.roster.grid.name(attacker),
                }
                return Refusal("xiangqi.besieged", {**self._of(position, move.source), **by})
        return None

    def _is_mountain(self, where: HypotheticalUnit, cell: int) -> bool:
        return cell >= 0 and where.ground.terrain[cell] == self.terrain

    def _is_sheltered(self, position: Position, cell: int) -> bool:
        on_mountain = position.roster.game.grounds[0].terrain[cell] == self.terrain
        return (
            on_mountain
            and position.board[cell] > 0
            and position.at(cell).type.word in self.sheltered
        )

    def _of(self, position: Position, cell: int) -> dict[str, object]:
        return {"unit": position.at(cell).type.name, "cell": position.roster.grid.name(cell)}

    def _barring(self, where: HypotheticalUnit, pattern: MovePattern) -> MovePattern:
        """Return the pattern without jumps onto or over mountains, its lines cut before them."""
        spots = (
            spot
            for spot in pattern.spots
            if not any(self._is_mountain(where, cell) for cell in spot)
        )
        rays = (self._cut(where, ray) for ray in pattern.rays)
        return replace(pattern, spots=tuple(spots), rays=tuple(ray for ray in rays if ray))

    def _cut(self, where: HypotheticalUnit, ray: tuple[int, ...]) -> tuple[int, ...]:
        mountains = (number for number, cell in enumerate(ray) if self._is_mountain(where, cell))
        return ray[: next(mountains, len(ray))]

    def _firing(self, pattern: MovePattern) -> MovePattern:
        """Return the pattern with taking along its lines, and with jumps unless ``direct_only``."""
        takes = "also" if pattern.rays and pattern.takes == "never" else pattern.takes
        return replace(pattern, takes=takes, hops=pattern.hops if self.cannon == "either" else ())
