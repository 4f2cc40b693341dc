"""Random obstacles: chance places walls between the armies before the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, model_validator

from wargrid import Plugin, hookimpl, validation_error
from wargrid.kinds import TerrainName

if TYPE_CHECKING:
    from wargrid import Position


class Obstacles(Plugin):
    """Chance draws obstacles on empty plain cells of the middle rows, in pairs (XQ-43)."""

    text = "xiangqi.obstacles"
    needs_squares = True

    count: Annotated[int, Field(ge=0, le=60)] = 4
    """How many obstacles are drawn; an even number if they are symmetric."""

    symmetric: bool = True
    """Whether they are drawn in pairs that a half turn of the board swaps."""

    rows: Annotated[int, Field(ge=1, le=60)] = 4
    """How many middle rows may hold obstacles."""

    plain: TerrainName
    """The terrain on which they are placed."""

    @model_validator(mode="after")
    def _check_even(self) -> Self:
        if self.symmetric and self.count % 2:
            raise validation_error(
                "xiangqi.odd_obstacles", ("count",), ("symmetric",), count=self.count
            )
        return self

    @hookimpl
    def walls_drawn(self, position: Position) -> list[tuple[int, ...]] | None:
        """Return the pairs, or single cells, that are still free, until there are ``count``."""
        ground, grid = position.roster.game.grounds[0], position.roster.grid
        drawn = [cell for cell in position.walls() if cell not in ground.walls]
        if len(drawn) + 1 + self.symmetric > self.count:
            return None
        first = (grid.rows - self.rows + 1) // 2 * grid.columns
        middle = range(max(first, 0), grid.cells - max(first, 0))
        free = [
            cell
            for cell in middle
            if not position.board[cell] and ground.terrain[cell] == self.plain
        ]
        if not self.symmetric:
            return [(cell,) for cell in free]
        both = {*free} & {grid.turned(cell) for cell in free}
        return [
            (cell, grid.turned(cell)) for cell in free if cell in both and cell < grid.turned(cell)
        ]
