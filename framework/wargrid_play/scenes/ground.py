"""The ground of a board as data: strips that join, lines between crossings, the edges of zones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wargrid_play.looks import Looks
from wargrid_play.looks.vision import ink_on, mixed
from wargrid_play.scenes.edges import DrawnEdges, edges_of
from wargrid_play.scenes.making import named_zones, place, terrain_of
from wargrid_play.scenes.scene import Cell, DrawnZone
from wargrid_play.scenes.shapes import BoardShape, shape_of
from wargrid_play.table import View

DARKER = 0.07
"""The shade of terrain on the darkest cells of a checker."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A path, a stream or a bridge on a cell: its terrain and the sides at which it leaves.

    It also fills the ``corners`` clockwise after some sides, where all around have its form.
    """

    form: str
    word: str
    sides: Sequence[int]
    corners: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground of a board: terrain, walls and zones, with their looks."""

    shape: BoardShape
    looks: Looks
    terrain: Mapping[Cell, str] = field(default_factory=dict)
    walls: frozenset[Cell] = frozenset()
    zones: Sequence[DrawnZone] = ()
    edges: Sequence[DrawnEdges] = ()

    def colour_of(self, cell: Cell) -> str:
        """Return the colour that stands for a cell's ground."""
        board, name = self.looks.board, self.terrain.get(cell)
        if cell in self.walls:
            return board.frame
        if name is not None:
            return self.looks.terrain(name).colour
        return mixed(board.light, board.dark, 0 if board.points else self.shape.shade(cell))

    def below(self, cell: Cell) -> str:
        """Return the colour with which a cell is filled, below its icon or its strips."""
        name = self.terrain.get(cell)
        if name is None or cell in self.walls:
            return self.colour_of(cell)
        look = self.looks.terrain(name)
        colour = look.colour if look.form == "tile" else self.looks.board.light
        return mixed(colour, "#000000", DARKER * self.shape.shade(cell))

    def label_ink(self, cell: Cell) -> str:
        """Return the ink of what is written on a cell."""
        return ink_on(self.below(cell))

    def form(self, cell: Cell) -> str:
        """Return the form of a cell's terrain: ``tile``, or that of a strip."""
        name = self.terrain.get(cell)
        return "tile" if name is None or cell in self.walls else self.looks.terrain(name).form

    # Strips

    def strips(self, cell: Cell) -> Sequence[Strip]:
        """Return the strips on a cell, the lowest first: a path over a stream is a bridge."""
        form, word = self.form(cell), self.terrain.get(cell, "")
        if form == "tile":
            return ()
        across = self._crossed(cell) if form == "path" else None
        if across is None:
            own = self._joined(cell, form)
            return (Strip(form, word, own, self._full_corners(cell, own, form)),)
        water, flows = across
        own = tuple(side for side in range(len(self.shape.corners)) if side not in flows)
        full = self._full_corners(cell, own, form)
        beside = enumerate(self.shape.beyond(cell))
        wet = (*flows, *(side for side, other in beside if self._carries(other, flows[0])))
        shore = self._full_corners(cell, wet, "stream")
        return Strip("stream", water, flows, shore), Strip("bridge", word, own, full)

    def _full_corners(self, cell: Cell, own: Sequence[int], form: str) -> Sequence[int]:
        """Return the sides clockwise after which all around a corner is of one form, or no cell.

        A stream goes on below bridges.
        """
        count, across = len(self.shape.corners), self.shape.across
        return tuple(
            side
            for side in own
            if (side + 1) % count in own
            and all(self._goes_on(other, form) for other in across(cell, side))
        )

    def _goes_on(self, cell: Cell, form: str) -> bool:
        below = form == "stream" and self.form(cell) == "path" and self._crossed(cell) is not None
        return below or self.form(cell) == form or not self.shape.has(cell)

    def _joined(self, cell: Cell, form: str) -> Sequence[int]:
        """Return the sides at which a strip goes on; one that ends at the edge leaves the board."""
        beyond = self.shape.beyond(cell)
        half = len(beyond) // 2
        found = {
            side
            for side, other in enumerate(beyond)
            if self.form(other) == form or (form == "stream" and self._carries(other, side % half))
        }
        for side, other in enumerate(beyond):
            if not self.shape.has(other) and (side + half) % len(beyond) in found:
                found.add(side)
        return tuple(sorted(found))

    def _carries(self, cell: Cell, axis: int) -> bool:
        """Return whether a stream flows below the path on a cell, along an axis (0 is north)."""
        crossed = self._crossed(cell) if self.form(cell) == "path" else None
        return crossed is not None and axis in crossed[1]

    def _crossed(self, cell: Cell) -> tuple[str, Sequence[int]] | None:
        """Return the stream that a path crosses, and the sides between which it flows."""
        beyond = self.shape.beyond(cell)
        half = len(beyond) // 2
        for axis in range(half):
            ends = [beyond[side] for side in (axis, axis + half)]
            wet = [end for end in ends if self.form(end) == "stream"]
            if wet and all(end in wet or not self.shape.has(end) for end in ends):
                return self.terrain[wet[0]], (axis, axis + half)
        return None

    # Lines

    def lines(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield the cells whose middles a line joins where units stand on crossings.

        None leads over water between two shores, but at the edges of the board.
        """
        shores = [zone.cells for zone in self.zones if "shore" in zone.marks]
        for cell in self.shape.cells():
            beyond = self.shape.beyond(cell)
            for other in beyond[: len(beyond) // 2]:
                if not self.shape.has(other) or {cell, other} & self.walls:
                    continue
                edge = cell[0] == other[0] and cell[0] in (0, self.shape.columns - 1)
                if edge or not _over_water(cell, other, shores):
                    yield cell, other


def ground_of(view: View, looks: Looks) -> Ground:
    """Return the ground of a view's board.

    A terrain that is a wall and has a drawing of its own is drawn by it, not as masonry.
    """
    terrain = terrain_of(view, looks)
    built = {each.word for each in view.legend if each.wall and looks.terrain_icon(each.word)}
    closed = (place(view, cell) for cell in view.walls)
    walls = frozenset(cell for cell in closed if terrain.get(cell) not in built)
    zones = tuple(zone for _, zone in named_zones(view, looks))
    shape = shape_of(view)
    edges = edges_of(view, shape, looks)
    return Ground(shape, looks, terrain, walls, zones, edges)


def _over_water(one: Cell, other: Cell, shores: Collection[frozenset[Cell]]) -> bool:
    return any(one in a and other in b for a in shores for b in shores if a is not b)


def edges(shape: BoardShape, cells: Collection[Cell], inner: bool) -> Iterator[tuple[Cell, int]]:
    """Yield the cells that lie at the edge of a zone, with the side where it ends.

    ``inner`` leaves out the edges that are the board's own.
    """
    for cell in sorted(cells):
        for side, beyond in enumerate(shape.beyond(cell)):
            if beyond not in cells and (shape.has(beyond) or not inner):
                yield cell, side


def diagonals(shape: BoardShape, cells: Collection[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the ends of the two diagonals of each separate part of a zone."""
    left = set(cells)
    while left:
        part, grown = set[Cell](), {min(left)}
        while grown:
            part |= grown
            grown = {
                other for cell in grown for other in shape.beyond(cell) if other in left - part
            }
        left -= part
        columns, rows = [column for column, _ in part], [row for _, row in part]
        low, high = (min(columns), min(rows)), (max(columns), max(rows))
        yield low, high
        yield (low[0], high[1]), (high[0], low[1])
