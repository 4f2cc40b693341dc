"""Ways to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from wargrid.kinds.base import Movement, Sheet

if TYPE_CHECKING:
    from wargrid.board import Grid


class Ahead(Movement):
    """Straight ahead over empty cells, as far as ``distance``."""

    word = "ahead"
    short = "distance"

    distance: Annotated[int, Field(ge=1)] | Literal["any"] = 1
    """How many cells at most, or ``any``: as far as nothing stands in the way."""

    def sheet(self, grid: Grid, cell: int, forward: int) -> Sheet:
        """One ray ahead, cut at the distance."""
        line = grid.line(cell, forward, None if self.distance == "any" else self.distance)
        return Sheet(rays=(line,) if line else ())
