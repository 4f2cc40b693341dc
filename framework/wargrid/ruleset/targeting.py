"""Reaches of attacks: front, around, range and lines."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from wargrid.core import DIAGONAL, OFF, ORTHOGONAL, MovePattern
from wargrid.ruleset.base import Reach
from wargrid.ruleset.errors import crossed
from wargrid.ruleset.movement import Direction, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargrid.core import TerrainMap


class AdjacentReach(Reach):
    """An enemy on any of the neighbouring cells."""

    word = "around"
    short = "directions"

    directions: Direction | list[Direction] = "all"
    """The neighbours: ``orthogonal`` for four, ``all`` for eight."""

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot at each neighbour."""
        cells = (ground.grid.shifted(cell, forward, *step) for step in steps_of(self.directions))
        return MovePattern(shots=tuple(other for other in cells if other != OFF))


class Range(Reach):
    """An enemy at a distance, over units and walls between."""

    word = "range"

    least: Annotated[int, Field(ge=1)] = 1
    """The nearest distance."""

    most: Annotated[int, Field(ge=1)]
    """The farthest distance."""

    metric: Literal["manhattan", "chebyshev"] = "manhattan"
    """The measure of distance: steps along rows and columns, or king's steps."""

    @model_validator(mode="after")
    def _check_distances(self) -> Range:
        if self.least > self.most:
            raise crossed("least", self.least, "most", self.most)
        return self

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot at each cell of the ring, nearest first."""
        grid, most = ground.grid, self.most
        row, column = divmod(cell, grid.columns)
        rows = range(max(row - most, 0), min(row + most + 1, grid.rows))
        columns = range(max(column - most, 0), min(column + most + 1, grid.columns))
        far: Callable[[int, int], int] = add if self.metric == "manhattan" else max
        cells = [
            (far(abs(row - r), abs(column - c)), r * grid.columns + c)
            for r in rows
            for c in columns
        ]
        return MovePattern(
            shots=tuple(other for away, other in sorted(cells) if self.least <= away <= most)
        )


class LineReach(Reach):
    """The first enemy in a straight line."""

    word = "lines"

    orthogonal: Annotated[int, Field(ge=0)] = 0
    """The distance along rows and columns."""

    diagonal: Annotated[int, Field(ge=0)] = 0
    """The distance along diagonals."""

    blocked: bool = True
    """Whether units in between stop the attack."""

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Rays if units block, else shots at all cells of the lines."""
        rays = [
            ground.grid.ray(cell, forward, step, self.orthogonal)
            for step in ORTHOGONAL
            if self.orthogonal
        ]
        rays += [
            ground.grid.ray(cell, forward, step, self.diagonal)
            for step in DIAGONAL
            if self.diagonal
        ]
        rays = [ground.open(ray) for ray in rays]
        if self.blocked:
            return MovePattern(rays=tuple(ray for ray in rays if ray))
        return MovePattern(shots=tuple(reached for ray in rays for reached in ray))


class Front(Reach):
    """An enemy on the next cell straight ahead."""

    word = "front"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot, at the cell ahead."""
        ahead = ground.grid.shifted(cell, forward, 1)
        return MovePattern(shots=() if ahead == OFF else (ahead,))
