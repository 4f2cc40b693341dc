"""Bind selectors to a game: what they ask becomes tables by unit and cell, and a list of tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from wargrid.core.carrying import AboardTest
from wargrid.core.deeds import WENT, marker_of
from wargrid.core.game_view import GameView
from wargrid.core.grid import OFF, Grid
from wargrid.core.layers import CONTROL, SUPPLY, LayerCellTest, LayerTest
from wargrid.core.lines import RowTest, axes_of
from wargrid.core.ranking import BeatenTest
from wargrid.core.selecting import (
    ROLES,
    SUBJECT,
    AnyCellTest,
    AnyTest,
    BehindTest,
    BesideTest,
    BetweenTest,
    CellMarkTest,
    CellSelection,
    CellsNearTest,
    CellTest,
    DeedTest,
    EmptyTest,
    FullTest,
    HoldsTest,
    InLineTest,
    MarkTest,
    MenTest,
    NearRoleTest,
    NearTest,
    OwnedTest,
    RoleNearTest,
    Selection,
    UnitTest,
)
from wargrid.ruleset.selecting.selectors import (
    CellKeys,
    CellSelector,
    CellsNear,
    Selector,
    UnitsBetween,
    UnitSelector,
    UnitsNear,
    ZoneOf,
    listed,
)

__all__ = ["bound_cells", "bound_units", "cells_around"]

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
LEFT_OF = {"south": "west", "north": "east", "west": "north", "east": "south"}


def bound_units(
    selectors: Sequence[UnitSelector], game: GameView, side: int, viewer: int = -1
) -> Selection:
    """Bind selectors of units, of which any must match, for the side of their rule.

    ``viewer`` is the side of the unit that the rule is about; without one ``its_own`` depends on
    the unit that is asked about.
    """
    ways = tuple(_bound(each, game, side, viewer) for each in selectors)
    if len(ways) == 1:
        return ways[0]
    rows = [bytes(map(max, *each)) for each in zip(*(way.rows for way in ways), strict=True)]
    dynamic = any(way.tests for way in ways)
    return Selection(rows, (AnyTest(ways, True),) if dynamic else ())


def _bound(selector: UnitSelector, game: GameView, side: int, viewer: int) -> Selection:
    rows = list(_rows(selector, game, side, viewer))
    tests = [*_tests(selector, game, side)]
    if selector.trait is not None:
        traits = [game.ruleset.traits[word] for word in listed(selector.trait)]
        _narrow(rows, tests, bound_units(traits, game, side, viewer), True)
    if selector.also:
        _narrow(rows, tests, bound_units(selector.also, game, side, viewer), True)
    for each in selector.unless:
        _narrow(rows, tests, bound_units((each,), game, side, viewer), False)
    return Selection(rows, tuple(tests))


def _narrow(rows: list[bytes], tests: list[UnitTest], other: Selection, wanted: bool) -> None:
    """Keep what another selection has too, or has not: in the rows alone, if they say it all."""
    if other.tests:
        tests.append(AnyTest((other,), wanted))
    if wanted or not other.tests:
        rows[:] = [
            bytes([has and bool(too) == wanted for has, too in zip(row, also, strict=True)])
            for row, also in zip(rows, other.rows, strict=True)
        ]


def _rows(selector: UnitSelector, game: GameView, side: int, viewer: int) -> Iterator[bytes]:
    """Yield for each code the cells where a unit of that side and type matches by the table."""
    sides = range(len(game.sides))
    none = bytes(game.grid.cells + 1)
    yield none  # code 0 is the empty cell
    by_side = [_row(selector, game, owner) for owner in sides]
    words = None if selector.unit is None else frozenset(listed(selector.unit))
    for owner in sides:
        own = _is_meant(selector.whose or "any", owner, side, owner if viewer < 0 else viewer)
        for word in game.ruleset.units:
            yield by_side[owner] if own and (words is None or word in words) else none
    yield none  # walls


def _is_meant(whose: str, owner: int, side: int, viewer: int) -> bool:
    if whose == "any":
        return True
    seen_by = viewer if whose.startswith("its_") else side
    return (owner == seen_by) == whose.endswith("own")


def _row(selector: Selector, game: GameView, owner: int) -> bytes:
    """Return a byte for each cell that zone and terrain allow, as a side has them, and a 0."""
    ground, found = game.grounds[owner], selector.zone
    if isinstance(found, ZoneOf):
        whose = owner if found.of == "own" else 1 - owner
        zones: Sequence[str] | None = (found.name,)
    else:
        whose, zones = owner, None if found is None else listed(found)
    terrains = None if selector.terrain is None else listed(selector.terrain)
    in_zones = (
        None
        if zones is None
        else frozenset().union(*(game.grounds[whose].zones[zone] for zone in zones))
    )
    return bytes(
        (in_zones is None or cell in in_zones)
        and (terrains is None or ground.terrain[cell] in terrains)
        for cell in range(game.grid.cells)
    ) + bytes(1)


def _tests(selector: UnitSelector, game: GameView, side: int) -> Iterator[UnitTest]:
    """Yield the tests that no table can hold, the cheapest first."""
    if isinstance(selector.men, str):
        yield FullTest(selector.men == "full")
    elif selector.men is not None:
        yield MenTest(*selector.men.bounds)
    for word, wanted in selector.bears.items():
        marker = game.markers[word]
        if isinstance(wanted, str):
            yield _owned(marker.number, wanted, side)
        else:
            width = marker.board_cells if marker.by_side else 0
            yield MarkTest(marker.number, marker.per, width, *wanted.bounds)
    if selector.has is not None:
        yield DeedTest(tuple(game.markers[marker_of(deed)].number for deed in listed(selector.has)))
    if selector.went is not None:
        yield MarkTest(game.markers[marker_of(WENT)].number, "unit", 0, *selector.went.bounds)
    if selector.beaten_by is not None:
        yield _beaten(selector.beaten_by, game)
    if selector.aboard is not None:
        yield AboardTest(*selector.aboard.bounds)
    for name, whose in _layers(selector):
        seen_by = -1 if whose.startswith("its_") else side if whose == "own" else 1 - side
        yield LayerTest(game.layers, name, seen_by, whose == "its_own")
    if selector.behind is not None:
        yield BehindTest(cache(partial(_behind, game.grid)), _by_side(selector.behind, game, side))
    if isinstance(selector.in_line, str):
        yield _in_row(game.ruleset.lines[selector.in_line], game, side)
    elif selector.in_line is not None:
        lines = partial(_lines, game, _ways(selector.in_line.directions))
        yield InLineTest(lines, _by_side((selector.in_line,), game, side))
    if selector.between is not None:
        yield _between(selector.between, game, side)
    if selector.near is not None:
        yield _near(selector.near, game, side)
    if selector.beside is not None:
        around = _around_units(game, selector.beside)
        by_side = [bound_cells((selector.beside,), game, side, owner) for owner in _sides(game)]
        yield BesideTest(around, by_side, *selector.beside.count.bounds)


def _layers(selector: Selector) -> Iterator[tuple[str, str]]:
    """Yield the layers that a selector asks for, each with whose."""
    if selector.controlled is not None:
        yield CONTROL, selector.controlled
    if selector.supplied is not None:
        yield SUPPLY, selector.supplied


def _beaten(role: str, game: GameView) -> UnitTest:
    """Return a test whether the unit of a role beats a unit by the ranks of the ruleset."""
    ranks = game.ruleset.ranks
    rows = tuple(ranks.rows(tuple(game.ruleset.units), len(game.sides)))
    weak = None
    if ranks.weak is not None:
        weak = [bound_units(ranks.weak, game, side) for side in _sides(game)]
    return BeatenTest(ROLES.index(role), rows, weak)


def _owned(number: int, wanted: str, side: int) -> UnitTest:
    """Return a test whose the cell is: of the side of the rule, or of that of the unit."""
    if wanted.startswith("its_"):
        return OwnedTest(number, wanted == "its_own")
    held = (side if wanted == "own" else 1 - side) + 1
    return MarkTest(number, "cell", 0, held, held)


def _by_side(selectors: Sequence[UnitSelector], game: GameView, side: int) -> list[Selection]:
    """Bind selectors once for each side of the unit that others are near, or in line with."""
    return [bound_units(selectors, game, side, owner) for owner in _sides(game)]


def _ways(directions: str | Sequence[str]) -> str | tuple[str, ...]:
    return directions if isinstance(directions, str) else tuple(directions)


def _lines(
    game: GameView, directions: str | tuple[str, ...], owner: int, place: int
) -> tuple[tuple[int, ...], ...]:
    """Return the straight lines that a unit of a side sees from a place, nearest cells first."""
    grid = game.grid
    cell, facing = divmod(place, grid.facings)
    forward = facing if grid.facings > 1 else game.forward[owner]
    steps = grid.steps(directions, forward)
    lines = (grid.ray(cell, forward, step) for step in steps)
    return tuple(line for line in lines if line)


def _in_row(line: Any, game: GameView, side: int) -> UnitTest:
    axes = [axes_of(game.grid, _ways(line.directions), forward) for forward in game.forward]
    return RowTest(axes, _by_side((line.counting,), game, side), *line.count.bounds)


def _behind(grid: Grid, seen_from: int, cell: int) -> int:
    """Return the next cell straight behind one, seen from another, or ``OFF``."""
    for step in grid.steps("all", 0):
        line = grid.ray(seen_from, 0, step)
        if cell in line:
            return (*line, OFF)[line.index(cell) + 1]
    return OFF


def _between(between: UnitsBetween, game: GameView, side: int) -> UnitTest:
    others = _by_side((between,), game, side)
    return BetweenTest(ROLES.index(between.role), partial(_way_between, game.grid), others)


def _way_between(grid: Grid, cell: int, end: int) -> tuple[int, ...] | None:
    """Return the cells between two on a straight line, or None."""
    for step in grid.steps("all", 0):
        line = grid.ray(cell, 0, step)
        if end in line:
            return line[: line.index(end)]
    return None


def _sides(game: GameView) -> range:
    return range(len(game.sides))


def _near(near: UnitsNear, game: GameView, side: int) -> UnitTest:
    around = _around_units(game, near)
    if near.role is not None:
        return NearRoleTest(ROLES.index(near.role), around)
    return NearTest(around, _by_side((near,), game, side), *near.count.bounds)


def _around_units(
    game: GameView, near: UnitsNear | CellsNear
) -> Callable[[int, int], tuple[int, ...]]:
    """Return what finds the cells around a unit of a side at a place."""
    grid, forwards = game.grid, game.forward
    directions = _ways(near.directions)

    def around(owner: int, place: int) -> tuple[int, ...]:
        cell, facing = divmod(place, grid.facings)
        forward = facing if grid.facings > 1 else forwards[owner]
        return cells_around(grid, cell, directions, forward, near.distance)

    return around


def cells_around(
    grid: Grid, cell: int, directions: str | tuple[str, ...], forward: int, distance: int,
    barred: Callable[[int, int], bool] | None = None,
) -> tuple[int, ...]:  # fmt: skip
    """Return the cells that so many steps lead to, the nearest first, without the cell itself.

    ``barred`` tells steps that are left out.
    """
    steps = grid.steps(directions, forward)
    found = layer = {cell: None}
    for _ in range(distance):
        ends = (
            end
            for each in layer
            for step in steps
            if (end := grid.shifted(each, forward, *step)) != OFF
            and (barred is None or not barred(each, end))
        )
        layer = {each: None for each in ends if each not in found}
        found = {**found, **layer}
    return tuple(found)[1:]


# Cells


def bound_cells(
    selectors: Sequence[CellKeys], game: GameView, side: int, viewer: int = -1
) -> CellSelection:
    """Bind selectors of cells, of which any must match, for the side of their rule.

    ``viewer`` is the side of the unit that the rule is about, by default that of the rule.
    """
    viewer = side if viewer < 0 else viewer
    ways = tuple(_bound_cells(each, game, side, viewer) for each in selectors)
    if len(ways) == 1:
        return ways[0]
    row = bytes(map(max, *(way.row for way in ways)))
    dynamic = any(way.tests for way in ways)
    return CellSelection(row, (AnyCellTest(ways, True),) if dynamic else ())


def _bound_cells(selector: CellKeys, game: GameView, side: int, viewer: int) -> CellSelection:
    row = bytes(
        has and _lies(selector, game, viewer, cell)
        for cell, has in enumerate(_row(selector, game, viewer)[:-1])
    )
    tests = [*_cell_tests(selector, game, side, viewer)]
    for each, wanted in (
        *(((selector.also, True),) if selector.also else ()),
        *(((each,), False) for each in selector.unless),
    ):
        other = bound_cells(each, game, side, viewer)
        if other.tests:
            tests.append(AnyCellTest((other,), wanted))
        if wanted or not other.tests:
            row = bytes([h and bool(o) == wanted for h, o in zip(row, other.row, strict=True)])
    return CellSelection(row, tuple(tests))


def _lies(selector: CellKeys, game: GameView, side: int, cell: int) -> bool:
    """Return whether row, column and edge hold of a cell as a side has them."""
    grid, back = game.grid, game.sides[side].edge
    if selector.row is not None:
        wanted = [_last(grid, back) if row == "last" else row for row in listed(selector.row)]
        if _depth(grid, back, cell) + 1 not in wanted:
            return False
    if selector.column is not None:
        letters = grid.name(cell).rstrip("0123456789")
        if letters not in listed(selector.column):
            return False
    if selector.edge is None:
        return True
    ways = {"back": back, "front": OPPOSITE[back], "left": LEFT_OF[back]}
    ways["right"] = OPPOSITE[ways["left"]]
    edges = ways.values() if selector.edge == "any" else (ways[selector.edge],)
    return any(_depth(grid, edge, cell) == 0 for edge in edges)


def _depth(grid: Grid, edge: str, cell: int) -> int:
    """Return how many rows, or columns, lie between a cell and an edge."""
    row, column = grid.row_and_column(cell)
    return {
        "south": row,
        "north": grid.rows - 1 - row,
        "west": column,
        "east": grid.columns - 1 - column,
    }[edge]


def _last(grid: Grid, edge: str) -> int:
    return grid.rows if edge in ("south", "north") else grid.columns


def _cell_tests(selector: CellKeys, game: GameView, side: int, viewer: int) -> Iterator[CellTest]:
    """Yield the tests that no table can hold, the cheapest first."""
    if selector.empty is not None:
        yield EmptyTest(selector.empty)
    if selector.holds is not None:
        yield HoldsTest(bound_units(selector.holds, game, side, viewer))
    for word, wanted in selector.bears.items():
        marker = game.markers[word]
        if isinstance(wanted, str):
            seen_by = viewer if wanted.startswith("its_") else side
            whose = seen_by if wanted.endswith("own") else 1 - seen_by
            yield CellMarkTest(marker.number, 0, whose + 1, whose + 1)
        else:
            shift = marker.place(0, viewer)
            yield CellMarkTest(marker.number, shift, *wanted.bounds)
    for name, meant in _layers(selector):
        eyes = viewer if meant.startswith("its_") else side
        yield LayerCellTest(game.layers, name, eyes if meant.endswith("own") else 1 - eyes)
    if isinstance(selector, CellSelector) and selector.distance is not None:
        yield RoleNearTest(SUBJECT, _around_cells(game, "all", selector.distance, viewer))
    if selector.near is not None:
        yield _units_near(selector.near, game, side, viewer)
    if selector.beside is not None:
        beside = selector.beside
        around = _around_cells(game, beside.directions, beside.distance, viewer)
        cells = bound_cells((beside,), game, side, viewer)
        yield CellsNearTest(around, cells, *beside.count.bounds)


def _units_near(near: UnitsNear, game: GameView, side: int, viewer: int) -> CellTest:
    around = _around_cells(game, near.directions, near.distance, viewer)
    if near.role is not None:
        return RoleNearTest(ROLES.index(near.role), around)
    units = HoldsTest(bound_units((near,), game, side, viewer))
    cells = CellSelection(bytes([1]) * game.grid.cells, (units,))
    return CellsNearTest(around, cells, *near.count.bounds)


def _around_cells(
    game: GameView, directions: str | Iterable[str], distance: int, side: int
) -> Callable[[int], tuple[int, ...]]:
    """Return what finds the cells around a cell, with directions as a side sees them."""
    grid, forward = game.grid, game.forward[side]
    ways = directions if isinstance(directions, str) else tuple(directions)
    return lambda cell: cells_around(grid, cell, ways, forward, distance)
