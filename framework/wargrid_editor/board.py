"""A painted board: every cell with its terrain, unit, zones and markers, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from wargrid.core.edges import touching
from wargrid.core.grid import OFF, Grid
from wargrid.ruleset.board.layout import MOST, BoardSize

Spot: TypeAlias = tuple[int, int]
"""A column and a row, both from 0; row 0 is the south edge."""

Edge: TypeAlias = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")


Between: TypeAlias = tuple[Spot, Spot]
"""Two places of a board whose cells touch, the lower one first."""


class Unit(NamedTuple):
    """One unit: its side, type and facing, its men, and the markers that differ from its type's."""

    side: int
    type: str
    facing: int
    men: int
    marks: tuple[tuple[str, int], ...] = ()


class Cell(NamedTuple):
    """The contents of one cell.

    ``zones`` are pairs of a zone and its side. ``marks`` are triples of a marker, the side that
    it belongs to (0 if it belongs to no side) and its value, if that is not 0.
    """

    terrain: str = ""
    unit: Unit | None = None
    zones: frozenset[tuple[str, int]] = frozenset()
    marks: tuple[tuple[str, int, int], ...] = ()


def ahead(cell: Cell, forward: tuple[int, ...]) -> Cell:
    """Return a cell with its unit facing forward; ``forward`` is given for each side."""
    unit = cell.unit
    return cell if unit is None else cell._replace(unit=unit._replace(facing=forward[unit.side]))


class Size(NamedTuple):
    """The grid of a board, with the keys of ``board`` in a ruleset."""

    columns: int
    rows: int
    shape: Literal["square", "hex", "points"] = "square"
    shifted: Literal["rows", "columns"] = "rows"
    short: bool = False
    facing: Literal[4, 6] | None = None
    points: tuple[tuple[str, float, float], ...] = ()
    lines: tuple[str, ...] = ()

    def keys(self) -> dict[str, Any]:
        """Return the keys and values of ``board`` in a ruleset."""
        points = {name: [column, row] for name, column, row in self.points}
        return {**self._asdict(), "points": points, "lines": [*self.lines]}

    def grid(self) -> Grid:
        """Return its geometry, made once."""
        return _grid_of(self)

    def step(self, edge: Edge) -> int:
        """Return the least growth of the board at an edge: two where one would shift the hexes."""
        begins = "south" if self.shifted == "rows" else "west"
        return 2 if self.shape == "hex" and edge == begins else 1


@lru_cache(maxsize=64)
def _grid_of(size: Size) -> Grid:
    keys = size.keys()
    if size.shape == "points":
        del keys["columns"], keys["rows"]
    return BoardSize(**keys).grid()


@dataclass(frozen=True, slots=True)
class Board:
    """A board; ``rows`` of cells from the south, ``counters`` the markers of sides that are not 0.

    ``edges`` are the edges between cells that have a kind, in order, each with its word. Boards
    share the rows in which they do not differ, so that a history of them stays small.
    """

    size: Size
    rows: tuple[tuple[Cell, ...], ...]
    counters: tuple[tuple[str, int, int], ...] = ()
    painted_walls: bool = False
    """Whether chance draws no walls before the game."""

    edges: tuple[tuple[Between, str], ...] = ()

    @property
    def grid(self) -> Grid:
        """The geometry of its cells."""
        return self.size.grid()

    def at(self, cell: int) -> Cell:
        """Return the contents of a cell of the grid."""
        column, row = self.grid.places[cell]
        return self.rows[row][column]

    def cells(self) -> Iterator[tuple[int, Cell]]:
        """Yield every cell of the grid with its contents, in order."""
        for cell, (column, row) in enumerate(self.grid.places):
            yield cell, self.rows[row][column]

    def units(self) -> Iterator[tuple[int, Unit]]:
        """Yield every unit with its cell, in the order of cells."""
        yield from ((cell, found.unit) for cell, found in self.cells() if found.unit is not None)

    def changed(self, cells: Mapping[int, Cell]) -> Board:
        """Return the board with other contents of these cells."""
        rows: dict[int, list[Cell]] = {}
        for cell, content in cells.items():
            column, row = self.grid.places[cell]
            if self.rows[row][column] != content:
                rows.setdefault(row, list(self.rows[row]))[column] = content
        if not rows:
            return self
        changed = [tuple(rows.get(at, row)) for at, row in enumerate(self.rows)]
        return replace(self, rows=tuple(changed))

    @property
    def edge_kinds(self) -> dict[tuple[int, int], str]:
        """The kind of each edge that has one, by its two cells, the lower one first."""
        at = self.grid.at
        return {(at(*one), at(*other)): word for (one, other), word in self.edges}

    def edged(self, edges: Iterable[tuple[int, int]], word: str) -> Board:
        """Return the board with some edges of a kind, or of none if it is empty.

        Pairs of cells that do not touch are left out.
        """
        around, kinds = touching(self.grid), self.edge_kinds
        for one, other in edges:
            if other in around[one]:
                kinds[min(one, other), max(one, other)] = word
        return self.with_edges(kinds)

    def with_edges(self, kinds: Mapping[tuple[int, int], str]) -> Board:
        """Return the board with these edges and no others."""
        places = self.grid.places
        found = {(places[a], places[b]): word for (a, b), word in kinds.items() if word}
        edges = tuple(sorted(found.items()))
        return self if edges == self.edges else replace(self, edges=edges)

    def zone(self, word: str, side: int) -> tuple[int, ...]:
        """Return the cells of a side's zone."""
        return tuple(cell for cell, found in self.cells() if (word, side) in found.zones)

    def resized(self, edge: Edge, by: int, plain: str) -> Board:
        """Return the board with ``by`` more columns or rows at an edge, or fewer if negative.

        New cells are of the terrain ``plain``. A board keeps one column and one row, and has at
        most ``MOST`` of each; a board that would break this is returned unchanged.
        """
        size, rows, blank = self.size, [list(row) for row in self.rows], Cell(plain)
        along = size.rows if edge in ("north", "south") else size.columns
        least = 2 if size.short else 1
        if not least <= along + by <= MOST:
            return self
        if edge in ("north", "south"):
            more = [[blank] * size.columns for _ in range(by)]
            if edge == "north":
                rows = [*rows, *more] if by > 0 else rows[:by]
            else:
                rows = [*more, *rows] if by > 0 else rows[-by:]
            size = size._replace(rows=along + by)
        else:
            fresh = [blank] * by
            if edge == "east":
                rows = [[*row, *fresh] if by > 0 else row[:by] for row in rows]
            else:
                rows = [[*fresh, *row] if by > 0 else row[-by:] for row in rows]
            size = size._replace(columns=along + by)
        shift = (by if edge == "west" else 0, by if edge == "south" else 0)
        edges = tuple((_shifted(between, shift), word) for between, word in self.edges)
        return tidy(replace(self, size=size, rows=tuple(map(tuple, rows)), edges=edges), plain)

    def reshaped(self, size: Size, forward: Iterable[int], plain: str) -> Board:
        """Return the board on another grid of as many columns and rows; units face forward."""
        ways = tuple(forward)
        rows = tuple(tuple(ahead(cell, ways) for cell in row) for row in self.rows)
        return tidy(replace(self, size=size, rows=rows), plain)


def _shifted(between: Between, by: Spot) -> Between:
    (a, b), (c, d) = between
    return (a + by[0], b + by[1]), (c + by[0], d + by[1])


def tidy(board: Board, plain: str) -> Board:
    """Return the board with nothing on the places that its grid does not have.

    Edges are left out between cells that do not touch.
    """
    grid, blank = board.grid, Cell(plain)
    if board.edges:
        at, around = grid.places, touching(grid)
        near = {(at[cell], at[other]) for cell in range(grid.cells) for other in around[cell]}
        board = replace(board, edges=tuple(each for each in board.edges if each[0] in near))
    if grid.cells == board.size.columns * board.size.rows:
        return board
    rows = tuple(
        tuple(
            cell if grid.at(column, row) != OFF else blank for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(board.rows)
    )  # fmt: skip
    return replace(board, rows=rows)


def cleared(board: Board, plain: str) -> Board:
    """Return a board of one terrain, without units and markers; zones stay where they are."""
    rows = (tuple(Cell(plain, zones=cell.zones) for cell in row) for row in board.rows)
    return Board(board.size, tuple(rows))


def renamed(before: Board, after: Board, by: Spot, holds: Mapping[str, str]) -> Board:
    """Return the board ``after``; its markers hold the same cells as ``before``, moved by ``by``.

    A marker of a lost cell then holds none. ``holds`` gives the kind of each marker's value.
    """
    if "cell" not in holds.values():
        return after
    places, grid = before.grid.places, after.grid

    def value(word: str, held: int) -> int:
        if holds[word] != "cell" or not held:
            return held
        column, row = places[held - 1]
        return grid.at(column + by[0], row + by[1]) + 1

    def cell(each: Cell) -> Cell:
        unit = each.unit
        if unit is not None and unit.marks:
            marks = tuple((word, value(word, held)) for word, held in unit.marks)
            unit = unit._replace(marks=tuple(mark for mark in marks if mark[1]))
        own = ((word, side, value(word, held)) for word, side, held in each.marks)
        return each._replace(unit=unit, marks=tuple(mark for mark in own if mark[2]))

    counters = ((word, side, value(word, held)) for word, side, held in after.counters)
    rows = tuple(tuple(map(cell, row)) for row in after.rows)
    return replace(after, rows=rows, counters=tuple(each for each in counters if each[2]))


Symmetry: TypeAlias = Literal["none", "north_south", "west_east", "turned"]
SYMMETRIES: Final[tuple[Symmetry, ...]] = ("none", "north_south", "west_east", "turned")


class Mirror:
    """The image of one half of a board on the other: mirrored between two edges, or half a turn."""

    def __init__(self, grid: Grid, symmetry: Symmetry) -> None:
        self.grid, self.symmetry = grid, symmetry

    @property
    def fits(self) -> bool:
        """Whether it takes every cell of the board to a cell."""
        return all(self.cell(cell) != OFF for cell in range(self.grid.cells))

    def cell(self, cell: int) -> int:
        """Return the image of a cell, or ``OFF``."""
        grid = self.grid
        if self.symmetry == "turned":
            return grid.turned(cell)
        if self.symmetry == "north_south":
            return grid.mirrored(cell)
        turned = grid.turned(cell)
        return OFF if turned == OFF else grid.mirrored(turned)

    def facing(self, facing: int) -> int:
        """Return the image of a facing."""
        angle = self.grid.angle(facing)
        if self.symmetry == "turned":
            wanted = angle + 180
        else:
            wanted = 180 - angle if self.symmetry == "north_south" else -angle
        ways = range(self.grid.facings)
        return next((way for way in ways if (self.grid.angle(way) - wanted) % 360 == 0), facing)

    def content(
        self,
        cell: Cell,
        holds: Mapping[str, str],
        by_side: frozenset[str],
        forward: tuple[int, ...],
    ) -> Cell:
        """Return the contents of the image of a cell: units, zones and markers change sides.

        ``holds`` gives the kind of each marker's value, ``by_side`` the markers that belong to
        sides, and ``forward`` the forward of every side, the facing of all units without one.
        """
        unit = cell.unit
        if unit is not None:
            side = 1 - unit.side
            facing = self.facing(unit.facing) if self.grid.facings > 1 else forward[side]
            borne = tuple((word, self._value(value, holds[word])) for word, value in unit.marks)
            unit = unit._replace(side=side, facing=facing, marks=borne)
        marks = sorted(
            (word, 1 - side if word in by_side else side, self._value(value, holds[word]))
            for word, side, value in cell.marks
        )
        zones = frozenset((word, 1 - side) for word, side in cell.zones)
        return Cell(cell.terrain, unit, zones, tuple(marks))

    def _value(self, value: int, holds: str) -> int:
        if holds == "side" and value:
            return 3 - value
        if holds == "cell" and value:
            return self.cell(value - 1) + 1
        return value
