"""The models of the sides and of the board: its cells, facings and terrain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from wargrid.core.grid import Grid
from wargrid.core.hexes import HexColumns, HexRows
from wargrid.core.points import PointGrid
from wargrid.ruleset.errors import AT_KEY, validation_error
from wargrid.ruleset.named import CostsName, EdgeName, Model
from wargrid.ruleset.values import Natural, Texts

MOST: Final = 120
"""The most columns, and the most rows, of a board."""

MOST_POINTS: Final = 200
"""The most points of a board, and the most lines that join them."""

_POINT_NAME: Final = re.compile("[a-z]{1,3}[1-9][0-9]{0,2}")

Halves = Annotated[float, Field(ge=0, le=MOST, multiple_of=0.5)]


Tables = bool | CostsName | Annotated[list[CostsName], Field(min_length=1)]
"""Whether all walks are meant, or the tables of costs of those that are."""

Toll = Natural | Literal["barred"]
"""Points, or that it is not possible."""

EdgeTexts = str | list[str]
"""Edges as texts: ``c3/c4``, with cells or boxes before and after each stroke."""


class Side(Model):
    """One of the two players' armies."""

    name: Texts = ""
    """Its name for players; its word in the ruleset by default."""

    edge: Literal["south", "north", "west", "east"]
    """The edge of the board behind it; it goes the other way."""


class BoardSize(Model):
    """The grid the game is played on."""

    model_config = ConfigDict(
        json_schema_extra={
            "dependentRequired": {
                "columns": ["rows"], "rows": ["columns"], "points": ["lines"], "lines": ["points"]
            }
        }
    )  # fmt: skip

    columns: Annotated[int, Field(ge=1, le=MOST)] = 0
    """Cells from west to east."""

    rows: Annotated[int, Field(ge=1, le=MOST)] = 0
    """Cells from south to north."""

    shape: Literal["square", "hex", "points"] = "square"
    """Squares, hexes with six neighbours, or points that lines join."""

    points: dict[str, Annotated[list[Halves], Field(min_length=2, max_length=2)]] = {}
    """The points by their names, a letter and a number such as ``a1``, with where each is drawn:
    columns from the west and rows from the south, whole ones or halves."""

    lines: Annotated[list[str], Field(max_length=MOST_POINTS)] = []
    """The lines between points, such as ``a1-a4-a7``: a step goes to the next point of a line, a
    slide or a jump follows one line."""

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

    edges: dict[EdgeName, EdgeTexts] = {}
    """The edges between cells that are of a kind: ``c3/c4``, or with boxes, ``a3:f3/a4:f4``: each
    edge between a cell of one and a cell of the other; ``c3/c4/d4`` goes on."""

    @model_validator(mode="after")
    def _check_shape(self) -> BoardSize:
        if self.shape == "points":
            for error in self._wrong_points():
                raise error
            return self
        self._check_cells()
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

    def _check_cells(self) -> None:
        """Refuse a board of cells that has points, or lacks its size."""
        for key in ("points", "lines"):
            if getattr(self, key):
                raise validation_error("points_only", (key,), ("shape",), key=key)
        self._check_given("columns", "rows")

    def _check_given(self, *keys: str) -> None:
        lacking = [key for key in keys if not getattr(self, key)]
        if lacking:
            raise ValidationError.from_exception_data("board", list(map(_missing, lacking)))

    def _wrong_points(self) -> Iterator[PydanticCustomError]:
        """Yield what is wrong with a board of points."""
        for key in ("columns", "rows", "shifted", "short", "facing", "edges"):
            if getattr(self, key) != type(self).model_fields[key].default:
                yield validation_error("not_of_points", (key,), ("shape",), key=key)
        self._check_given("points", "lines")
        if len(self.points) > MOST_POINTS:
            size = {"found": len(self.points), "most": MOST_POINTS}
            yield validation_error("too_many_points", ("points", AT_KEY), **size)
        there: dict[tuple[float, ...], str] = {}
        for name, at in self.points.items():
            if not _POINT_NAME.fullmatch(name):
                yield validation_error("point_name", ("points", name, AT_KEY), name=name)
            if tuple(at) in there:
                values = {"name": name, "other": there[tuple(at)]}
                yield validation_error("points_together", ("points", name), **values)
            there[tuple(at)] = name
        yield from self._wrong_lines()

    def _wrong_lines(self) -> Iterator[PydanticCustomError]:
        """Yield what is wrong with the lines between points."""
        joined: dict[frozenset[str], int] = {}
        for number, line in enumerate(self.lines):
            names, at = self.road(line), ("lines", number)
            if len(names) < 2:
                yield validation_error("line_of_one", at, line=line)
            for name in names:
                if name not in self.points:
                    yield validation_error("line_point", at, name=name)
                if names.count(name) > 1:
                    yield validation_error("line_repeats", at, name=name)
            for pair in map(frozenset, pairwise(names)):
                if pair in joined:
                    one, other = sorted(pair)
                    values = {"one": one, "other": other, "line": self.lines[joined[pair]]}
                    yield validation_error("lines_overlap", at, **values)
                joined[pair] = number
        reached = frozenset[str]().union(*joined)
        for name in self.points:
            if name not in reached:
                yield validation_error("point_alone", ("points", name, AT_KEY), name=name)

    @staticmethod
    def road(line: str) -> list[str]:
        """Return the names of the points on a line as it is written."""
        return [name.strip() for name in line.split("-")]

    def grid(self) -> Grid:
        """Return its geometry."""
        facings = self.facing or 1
        if self.shape == "points":
            places = {name: (round(2 * x), round(2 * y)) for name, (x, y) in self.points.items()}
            return PointGrid(places, [self.road(line) for line in self.lines])
        if self.shape == "square":
            return Grid(self.columns, self.rows, facings)
        hexes = HexRows if self.shifted == "rows" else HexColumns
        return hexes(self.columns, self.rows, facings, short=self.short)


def _missing(key: str) -> InitErrorDetails:
    return {"type": "missing", "loc": (key,), "input": {}}


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

    stops: Tables = False
    """Whether a ``path`` ends where it enters it: true for all units, or the tables of costs of
    those that it stops, such as ``foot``."""

    leaving: Natural | dict[CostsName, Natural] = 0
    """How many points a step of a ``path`` out of it costs besides, for all units or by table of
    costs: ``{wheels: 1}``."""

    defence: Natural = 0
    """How much it shelters a unit on it, for resolutions that use it."""


class EdgeKind(Model):
    """One kind of edge between two cells, such as a river, a bridge or a wall."""

    name: Texts
    """Its name for players."""

    crossing: Toll | dict[CostsName, Toll] = 0
    """How many points a step of a ``path`` across it costs besides, or ``barred``: for all units,
    or by table of costs, ``{foot: 2, wheels: barred}``; those not named cross it freely."""

    stops: Tables = False
    """Whether a ``path`` ends behind it: true for all units, or the tables of costs of those that
    it stops."""

    wall: bool = False
    """Whether no unit moves, slides, shoots along a line or sees across it."""

    shields: bool = False
    """Whether a unit may not attack another on the other side, next to it."""

    over: EdgeName | list[EdgeName] = []
    """The kinds of edges on which it lies and whose place it takes there, such as the river of a
    bridge."""
