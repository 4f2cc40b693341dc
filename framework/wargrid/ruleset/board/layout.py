"""The models of the sides and of the board: its cells, facings and terrain."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from wargrid.core.grid import Grid
from wargrid.core.hexes import HexColumns, HexRows
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Natural, Texts

MOST: Final = 120
"""The most columns, and the most rows, of a board."""


class Side(Model):
    """One of the two players' armies."""

    name: Texts = ""
    """Its name for players; its word in the ruleset by default."""

    edge: Literal["south", "north", "west", "east"]
    """The edge of the board behind it; it goes the other way."""


class BoardSize(Model):
    """The grid the game is played on."""

    columns: Annotated[int, Field(ge=1, le=MOST)]
    """Cells from west to east."""

    rows: Annotated[int, Field(ge=1, le=MOST)]
    """Cells from south to north."""

    shape: Literal["square", "hex"] = "square"
    """Squares, or hexes with six neighbours."""

    shifted: Literal["rows", "columns"] = "rows"
    """Of hexes: ``rows`` shifts rows 2, 4, … half a hex east, so that hexes touch eastward and
    westward; ``columns`` shifts columns b, d, … half a hex north, so that they touch northward and
    southward."""

    short: bool = False
    """Of hexes: whether the shifted rows or columns have one hex less."""

    facing: Literal[4, 6] | None = None
    """The number of facings: 4 of squares, 6 of hexes, or null where units do not face."""

    terrain: str | None = None
    """A diagram of the board in letters of terrains, north row first; by default the first terrain
    is everywhere."""

    @model_validator(mode="after")
    def _check_shape(self) -> BoardSize:
        if self.shape == "square":
            for key in ("shifted", "short"):
                if getattr(self, key) != type(self).model_fields[key].default:
                    raise validation_error("hexes_only", (key,), ("shape",), key=key)
        elif self.short and min(self.columns, self.rows) < 2:
            size = "columns" if self.columns < 2 else "rows"
            raise validation_error("short_of_one", (size,), ("short",), size=size)
        right = 4 if self.shape == "square" else 6
        if self.facing not in (None, right):
            raise validation_error("facing_of_shape", ("facing",), ("shape",), facing=self.facing)
        return self

    def grid(self) -> Grid:
        """Return its geometry."""
        facings = self.facing or 1
        if self.shape == "square":
            return Grid(self.columns, self.rows, facings)
        hexes = HexRows if self.shifted == "rows" else HexColumns
        return hexes(self.columns, self.rows, facings, short=self.short)


class Terrain(Model):
    """One type of terrain."""

    letter: Annotated[str, Field(pattern=r"^[^\s]$")]
    """Its letter in the board's diagram of terrain."""

    name: Texts
    """Its name for players."""

    there: Texts = ""
    """How players say that a unit is on it: ``in a forest``; made from its name by default."""

    wall: bool = False
    """Whether no unit can ever enter or pass it."""

    defence: Natural = 0
    """How much it shelters a unit on it, for resolutions that use it."""
