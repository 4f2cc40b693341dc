"""Read a painted board from a game, and the choices that its rules give a designer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from wargrid.core.grid import Grid
from wargrid.core.marks import Marker
from wargrid.ruleset.board.edges import edges_drawn
from wargrid.ruleset.board.markers import MarkerOptions
from wargrid.ruleset.models import Ruleset
from wargrid_editor.board import Board, Cell, Size, Symmetry, Unit, tidy


@dataclass(frozen=True)
class Rules:
    """The rules that boards are painted for, with answers that an editor needs often."""

    ruleset: Ruleset

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The words of the sides."""
        return tuple(self.ruleset.sides)

    @cached_property
    def plain(self) -> str:
        """The terrain of cells without a painted one, or an empty text."""
        return next(iter(self.ruleset.terrains), "")

    def mirror(self, board: Board) -> Symmetry:
        """Return the mirror between the armies of a board, or between their edges without units."""
        cells = [[cell for cell, unit in board.units() if unit.side == side] for side in (0, 1)]
        if all(cells):
            ours, theirs = ([board.grid.places[cell] for cell in own] for own in cells)
            apart = [
                abs(fmean(one[axis] for one in ours) - fmean(one[axis] for one in theirs))
                for axis in (0, 1)
            ]
            return "west_east" if apart[0] > apart[1] else "north_south"
        upright = next(iter(self.ruleset.sides.values())).edge in ("south", "north")
        return "north_south" if upright else "west_east"

    @cached_property
    def holds(self) -> Mapping[str, str]:
        """The kind of each marker's value: a number, a side or a cell."""
        return {word: each.holds for word, each in self.ruleset.markers.items()}

    @cached_property
    def by_side(self) -> frozenset[str]:
        """The markers of cells that each side has separately."""
        markers = self.ruleset.markers.items()
        return frozenset(word for word, each in markers if each.of == "side")

    def markers(self, per: str) -> dict[str, MarkerOptions]:
        """Return the markers that units, cells or sides bear, by word."""
        return {word: each for word, each in self.ruleset.markers.items() if each.per == per}

    def forward(self, grid: Grid) -> tuple[int, ...]:
        """Return the forward of every side."""
        return tuple(grid.facing_from(side.edge) for side in self.ruleset.sides.values())

    @cached_property
    def zones_shared(self) -> frozenset[str]:
        """The zones that the ruleset writes once for both sides."""
        zones = self.ruleset.zones.items()
        return frozenset(word for word, cells in zones if not isinstance(cells, dict))


def size_of(ruleset: Ruleset) -> Size:
    """Return the grid of a ruleset's board."""
    board, grid = ruleset.board, ruleset.board.grid()
    points = tuple((name, column, row) for name, (column, row) in board.points.items())
    return Size(
        grid.columns, grid.rows, board.shape, board.shifted, board.short, board.facing,
        points, tuple(board.lines),
    )  # fmt: skip


def board_of(ruleset: Ruleset) -> Board:
    """Return the board that a ruleset begins with, playable or not.

    Raises:
        DiagramError: a diagram does not fit the board.
        ZoneError: a zone does not.
        EdgeError: an edge between cells does not.
        StartError: a marker cannot start so.
    """
    rules, grid = Rules(ruleset), ruleset.board.grid()
    grounds, units = ruleset.grounds(grid), _units(ruleset, grid)
    markers = ruleset.compiled_markers(grid, grounds).rows
    marks = {cell: list[tuple[str, int, int]]() for cell in range(grid.cells)}
    for marker in markers:
        for side in range(len(rules.sides) if marker.by_side else 1):
            for cell in sorted(marker.cells):
                value = marker.start[marker.place(cell, side)]
                if value:
                    marks[cell].append((marker.word, side, value))
    cells = [
        Cell(
            grounds[0].terrain[cell],
            units.get(cell),
            frozenset(
                (word, side)
                for side, each in enumerate(grounds)
                for word, zone in each.zones.items()
                if cell in zone
            ),
            tuple(sorted(marks[cell])),
        )
        for cell in range(grid.cells)
    ]
    size, blank = size_of(ruleset), Cell(rules.plain)
    rows = [[blank] * size.columns for _ in range(size.rows)]
    for cell, (column, row) in enumerate(grid.places):
        rows[row][column] = cells[cell]
    painted = ruleset.start.walls == "painted"
    board = Board(size, tuple(map(tuple, rows)), tuple(_counters(markers)), painted)
    return tidy(board.with_edges(edges_drawn(ruleset, grid)), rules.plain)


def _units(ruleset: Ruleset, grid: Grid) -> dict[int, Unit]:
    if ruleset.deploy is not None:
        return {}
    marks: dict[int, list[tuple[str, int]]] = {}
    for word, cell, value in ruleset.unit_marks(grid):
        marks.setdefault(cell, []).append((word, value))
    return {
        each.cell: Unit(
            each.side,
            each.type.word,
            each.facing,
            each.men,
            tuple(sorted(marks.get(each.cell, ()))),
        )
        for each in ruleset.placements(grid)
    }


def _counters(markers: tuple[Marker, ...]) -> list[tuple[str, int, int]]:
    return [
        (marker.word, side, value)
        for marker in markers
        if marker.per == "side" and not marker.hidden
        for side, value in enumerate(marker.start)
        if value
    ]
