"""Archer fire: the word ``volley``, which targets a block of cells over units in between."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from wargrid import Plugin, crossed, hookimpl, validation_error
from wargrid.kinds import Kind, MovePattern, Reach

if TYPE_CHECKING:
    from wargrid.kinds import TerrainMap


class Volley(Reach):
    """Any enemy in the block straight ahead; units in between do not matter (LH-26)."""

    word = "volley"

    deep: Annotated[int, Field(ge=1, le=60)] = 3
    """How many rows ahead the block reaches."""

    wide: Annotated[int, Field(ge=1, le=119)] = 3
    """How many columns the block is wide, as many to the left as to the right: an odd number."""

    nearest: Annotated[int, Field(ge=1)] = 1
    """The row ahead at which the block begins, at most ``deep``."""

    def figures(self) -> dict[str, str]:
        """Return the nearest and the farthest row."""
        return {"range": f"{self.nearest}–{self.deep}"}

    @model_validator(mode="after")
    def _check_block(self) -> Volley:
        if self.wide % 2 == 0:
            raise validation_error("lionheart.even_width", path=("wide",), value=self.wide)
        if self.nearest > self.deep:
            raise crossed("nearest", self.nearest, "deep", self.deep)
        return self

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return the cells of the block that are on the board, nearest row first."""
        grid, side = ground.grid, self.wide // 2
        rows = (
            grid.abreast(cell, forward, ahead, side) for ahead in range(self.nearest, self.deep + 1)
        )
        return MovePattern(shots=tuple(chain.from_iterable(rows)))


class VolleyFire(Plugin):
    """Adds the word ``volley`` for ``attack: {at: …}``."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Return the word."""
        return [Volley]
