"""The river and its bridges: which types may not cross, and where they may."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid import OFF, Plugin, hookimpl
from wargrid.kinds import Doubt, TerrainName, UnitName, ZoneName

if TYPE_CHECKING:
    from wargrid import RulesetLike
    from wargrid.kinds import HypotheticalUnit, MovePattern, TerrainMap


class River(Plugin):
    """Elephants cross the river (XQ-13) only by moves that touch a bridge (XQ-70…XQ-72)."""

    divides: bool = True
    """Whether there is a river."""

    types: list[UnitName]
    """The types that do not cross it."""

    bank: ZoneName
    """The zone of a side's own bank; all other cells are the far bank."""

    bridge: TerrainName | None = None
    """The terrain of bridges, or null if there are none."""

    def doubts(self, ruleset: RulesetLike) -> list[Doubt]:
        """Doubt a river that every type may cross, and bridges without a river."""
        if self.divides and not self.types:
            return [Doubt("xiangqi.idle_river", at="types")]
        if self.bridge is not None and not self.divides:
            return [Doubt("xiangqi.idle_bridge", at="divides")]
        return []

    @hookimpl
    def reshape(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> list[MovePattern] | None:
        """Remove jumps that would cross, and cut lines that would."""
        if not self._holds(where):
            return None
        return [self._dry(where, pattern) for pattern in patterns]

    @hookimpl
    def may_step(self, where: HypotheticalUnit, target: int) -> bool | None:
        """Let a step cross only from or to a bridge."""
        return not self._holds(where) or self._may_cross(where.ground, where.cell, target)

    def _holds(self, where: HypotheticalUnit) -> bool:
        return self.divides and where.type.word in self.types

    def _dry(self, where: HypotheticalUnit, pattern: MovePattern) -> MovePattern:
        spots = [
            spot
            for spot in pattern.spots
            if self._may_cross(where.ground, where.cell, spot[1], spot[0])
        ]
        rays = (self._cut(where, ray) for ray in pattern.rays)
        return replace(pattern, spots=tuple(spots), rays=tuple(ray for ray in rays if ray))

    def _cut(self, where: HypotheticalUnit, ray: tuple[int, ...]) -> tuple[int, ...]:
        for number, (source, target) in enumerate(zip((where.cell, *ray), ray, strict=False)):
            if not self._may_cross(where.ground, source, target):
                return ray[:number]
        return ray

    def _may_cross(self, ground: TerrainMap, source: int, target: int, eye: int = OFF) -> bool:
        """Return whether a move stays on its bank or touches a bridge."""
        bank = ground.zones[self.bank]
        if (source in bank) == (target in bank):
            return True
        return self.bridge is not None and any(
            cell != OFF and ground.terrain[cell] == self.bridge for cell in (source, eye, target)
        )

    def rule_key(self) -> str:
        """Return the text for no river, a river, or a river with bridges."""
        which = "none" if not self.divides else "bridged" if self.bridge else "plain"
        return f"xiangqi.river.{which}"
