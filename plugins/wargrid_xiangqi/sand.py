"""Sand: heavy pieces get stuck in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid import OFF, Plugin, hookimpl
from wargrid.kinds import TerrainName, UnitName

if TYPE_CHECKING:
    from wargrid.kinds import HypotheticalUnit, MovePattern


class Sand(Plugin):
    """Chariots and cannons stop on the first sand, and leave it by one step (XQ-44…XQ-47)."""

    text = "xiangqi.sand"

    terrain: TerrainName = "sand"
    """The terrain that stops them."""

    types: list[UnitName]
    """The types that are stopped."""

    cannon_captures: bool = False
    """Whether a type that takes only over a screen may take with its single step from sand."""

    @hookimpl
    def reshape(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> list[MovePattern] | None:
        """Allow one step and no jump from sand; elsewhere, end lines on the first sand."""
        if where.type.word not in self.types:
            return None
        stuck = where.ground.terrain[where.cell] == self.terrain
        return [
            self._stuck(where, pattern) if stuck else self._held_up(where, pattern)
            for pattern in patterns
        ]

    def _stuck(self, where: HypotheticalUnit, pattern: MovePattern) -> MovePattern:
        takes = "also" if self.cannon_captures and pattern.takes == "never" else pattern.takes
        steps = (
            where.ground.grid.shifted(where.cell, where.forward, *step)
            for step in where.ground.grid.steps("all", where.forward)
        )
        rays = tuple((cell,) for cell in steps if cell != OFF)
        return replace(pattern, rays=rays if pattern.rays else (), hops=(), takes=takes)

    def _held_up(self, where: HypotheticalUnit, pattern: MovePattern) -> MovePattern:
        hops = tuple(hop for hop in (self._cut(where, hop) for hop in pattern.hops) if len(hop) > 1)
        return replace(
            pattern, rays=tuple(self._cut(where, ray) for ray in pattern.rays), hops=hops
        )

    def _cut(self, where: HypotheticalUnit, line: tuple[int, ...]) -> tuple[int, ...]:
        """Return a line up to and with its first cell of sand."""
        sandy = (
            number
            for number, cell in enumerate(line, 1)
            if where.ground.terrain[cell] == self.terrain
        )
        return line[: next(sandy, len(line))]
