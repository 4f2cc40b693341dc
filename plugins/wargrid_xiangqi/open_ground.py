"""Open ground: units charge across it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid import DIAGONAL, ORTHOGONAL, Plugin, Step, hookimpl
from wargrid.kinds import MovePattern, TerrainName, UnitName

if TYPE_CHECKING:
    from wargrid.kinds import HypotheticalUnit

Ray = tuple[int, ...]


class OpenGround(Plugin):
    """Units on open ground may also move, and take, straight over open cells (XQ-80, XQ-81)."""

    text = "xiangqi.open_ground"
    needs_squares = True

    terrain: TerrainName = "open"
    """The terrain of open ground."""

    diagonally: list[UnitName] = []
    """The types that may also go diagonally."""

    @hookimpl
    def reshape(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> list[MovePattern] | None:
        """Add the runs of open cells that the unit's own lines do not have."""
        if where.ground.terrain[where.cell] != self.terrain:
            return None
        steps = (*ORTHOGONAL, *DIAGONAL) if where.type.word in self.diagonally else ORTHOGONAL
        runs = [run for run in (self._run(where, step) for step in steps) if run]
        quiet = [ray for pattern in patterns for ray in pattern.rays if pattern.takes == "never"]
        taking = [ray for pattern in patterns for ray in pattern.rays if pattern.takes != "never"]
        new = [run for run in runs if not any(_begins(ray, run) for ray in taking)]
        only = [run for run in new if any(_begins(ray, run) for ray in quiet)]
        also = [run for run in new if run not in only]
        kept = [
            replace(pattern, rays=tuple(r for r in pattern.rays if not _shorter(r, also)))
            for pattern in patterns
        ]
        return [
            *kept,
            MovePattern(rays=tuple(also), takes="also"),
            MovePattern(rays=tuple(only), takes="only"),
        ]

    def _run(self, where: HypotheticalUnit, step: Step) -> Ray:
        """Return the cells in one direction that are open and that the unit may enter."""
        found: list[int] = []
        cell = where.cell
        for onward in where.ground.grid.ray(where.cell, where.forward, step):
            if where.ground.terrain[onward] != self.terrain or not where.may_step(cell, onward):
                break
            found.append(onward)
            cell = onward
        return tuple(found)


def _begins(ray: Ray, run: Ray) -> bool:
    """Return whether a line begins with a run."""
    return ray[: len(run)] == run


def _shorter(ray: Ray, runs: list[Ray]) -> bool:
    """Return whether a line is the beginning of a run."""
    return any(run[: len(ray)] == ray for run in runs)
