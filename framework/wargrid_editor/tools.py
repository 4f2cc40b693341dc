"""Brushes and tools: the cells that a stroke covers, and their new contents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from wargrid.core.edges import touching
from wargrid.core.grid import OFF, Grid
from wargrid_editor.board import Board, Cell, Mirror, Unit
from wargrid_editor.reading import Rules

Tool: TypeAlias = Literal["brush", "line", "rectangle", "fill", "pick", "select"]
TOOLS: Final[tuple[Tool, ...]] = ("brush", "line", "rectangle", "fill", "pick", "select")

Layer: TypeAlias = Literal["terrain", "unit", "men", "zone", "marker", "edge", "erase"]


@dataclass(frozen=True, slots=True)
class Brush:
    """A brush: it paints a terrain, a unit, its men, a zone of a side, a marker, or nothing.

    That of a kind of edges paints between cells, by ``edges_painted``.

    ``word`` names it. ``value`` is that of a marker or the number of men. Without a ``facing`` a
    unit faces forward. A brush that ``removes`` takes its own layer away.
    """

    layer: Layer
    word: str = ""
    side: int = 0
    facing: int | None = None
    value: int = 0
    removes: bool = False

    def on(self, cell: Cell, rules: Rules, forward: tuple[int, ...], bears: bool = True) -> Cell:
        """Return the contents of a cell after the brush; ``bears``: it can bear its marker."""
        if self.layer == "erase":
            return _erased(cell, rules)
        if self.layer == "terrain":
            return cell._replace(terrain=rules.plain if self.removes else self.word)
        if self.layer == "unit":
            return cell._replace(unit=None if self.removes else self._unit(rules, forward))
        if self.layer == "zone":
            sides = (0, 1) if self.side < 0 else (self.side,)
            mine = {(self.word, side) for side in sides}
            zones = cell.zones - mine if self.removes else cell.zones | mine
            return cell._replace(zones=zones)
        if self.layer == "men":
            return _with_men(cell, self.value, rules, full=self.removes)
        if self.layer == "edge":
            return cell
        return self._marked(cell, rules) if bears else cell

    def _unit(self, rules: Rules, forward: tuple[int, ...]) -> Unit:
        facing = forward[self.side] if self.facing is None else self.facing
        return Unit(self.side, self.word, facing, rules.ruleset.units[self.word].men)

    def _marked(self, cell: Cell, rules: Rules) -> Cell:
        options = rules.ruleset.markers[self.word]
        if options.per == "unit":
            unit = cell.unit
            if unit is None or unit.type not in (options.types or rules.ruleset.units):
                return cell
            others = [mark for mark in unit.marks if mark[0] != self.word]
            fresh = [] if self.removes else [(self.word, self.value)]
            return cell._replace(unit=unit._replace(marks=tuple(sorted([*others, *fresh]))))
        side = self.side if options.of == "side" else 0
        marks = [mark for mark in cell.marks if mark[:2] != (self.word, side)]
        marks += [(self.word, side, self.value)] if self.value and not self.removes else []
        return cell._replace(marks=tuple(sorted(marks)))


def _erased(cell: Cell, rules: Rules) -> Cell:
    """Return a cell without its unit and markers, or else without its terrain, or else zones."""
    if cell.unit is not None or cell.marks:
        return cell._replace(unit=None, marks=())
    if cell.terrain != rules.plain:
        return cell._replace(terrain=rules.plain)
    return cell._replace(zones=frozenset())


def _with_men(cell: Cell, men: int, rules: Rules, full: bool) -> Cell:
    if cell.unit is None:
        return cell
    most = rules.ruleset.units[cell.unit.type].men
    return cell._replace(unit=cell.unit._replace(men=most if full else max(1, min(men, most))))


def painted(
    board: Board, cells: Iterable[int], brush: Brush, rules: Rules, mirror: Mirror | None
) -> Board:
    """Return the board after a brush on some cells and on their images in a mirror."""
    forward, bearing = rules.forward(board.grid), _bearing(board, brush, rules)
    fresh = {
        cell: brush.on(board.at(cell), rules, forward, bearing is None or cell in bearing)
        for cell in cells
    }
    return board.changed(with_images(board, fresh, brush, rules, mirror))


def edges_painted(
    board: Board, edges: Iterable[tuple[int, int]], brush: Brush, mirror: Mirror | None
) -> Board:
    """Return the board after a brush of edges on some, and on their images in a mirror."""
    found = [*edges]
    if mirror is not None:
        images = [(mirror.cell(one), mirror.cell(other)) for one, other in found]
        found += [image for image in images if OFF not in image]
    return board.edged(found, "" if brush.removes else brush.word)


def without_edges(board: Board, cells: Iterable[int]) -> Board:
    """Return the board without the edges of some cells."""
    gone = {*cells}
    kinds = {edge: word for edge, word in board.edge_kinds.items() if gone.isdisjoint(edge)}
    return board.with_edges(kinds)


def crossed(cells: Sequence[int]) -> list[tuple[int, int]]:
    """Return the edges that a way over cells crosses."""
    return [*pairwise(cells)]


def outline(grid: Grid, cells: Collection[int]) -> list[tuple[int, int]]:
    """Return the edges around some cells."""
    inside, around = {*cells}, touching(grid)
    return [(cell, other) for cell in sorted(inside) for other in sorted(around[cell] - inside)]


def with_images(
    board: Board, fresh: Mapping[int, Cell], brush: Brush, rules: Rules, mirror: Mirror | None
) -> dict[int, Cell]:
    """Return new contents of cells and of their images; images get only the painted layer."""
    if mirror is None:
        return dict(fresh)
    forward = rules.forward(board.grid)
    images = {}
    for cell, content in fresh.items():
        image = mirror.cell(cell)
        if image != OFF and image not in fresh:
            before = board.at(image)
            whole = mirror.content(content, rules.holds, rules.by_side, forward)
            images[image] = layer_of(before, whole, brush, rules)
    return {**fresh, **images}


def layer_of(before: Cell, image: Cell, brush: Brush, rules: Rules) -> Cell:
    """Return a cell with the part of an image that a brush paints."""
    if brush.layer == "terrain":
        return before._replace(terrain=image.terrain)
    if brush.layer in ("unit", "men"):
        return before._replace(unit=image.unit)
    if brush.layer == "zone":
        zones = {zone for zone in before.zones if zone[0] != brush.word}
        zones |= {zone for zone in image.zones if zone[0] == brush.word}
        return before._replace(zones=frozenset(zones))
    if brush.layer == "marker" and rules.ruleset.markers[brush.word].per == "unit":
        return before._replace(unit=image.unit)
    if brush.layer == "marker":
        marks = [mark for mark in before.marks if mark[0] != brush.word]
        marks += [mark for mark in image.marks if mark[0] == brush.word]
        return before._replace(marks=tuple(sorted(marks)))
    return image


def _bearing(board: Board, brush: Brush, rules: Rules) -> frozenset[int] | None:
    """Return the cells that bear the brush's marker, or None for all."""
    options = rules.ruleset.markers.get(brush.word) if brush.layer == "marker" else None
    if options is None or options.zone is None or options.per != "cell":
        return None
    zone = options.zone
    return frozenset(
        cell for cell, found in board.cells() if any(word == zone for word, _ in found.zones)
    )


def borne(board: Board, rules: Rules) -> Board:
    """Return the board without markers on cells outside the zone that bears them."""
    zones = {word: each.zone for word, each in rules.markers("cell").items() if each.zone}
    wrong = {}
    for cell, found in board.cells() if zones else ():
        inside = {word for word, _ in found.zones}
        allowed = tuple(mark for mark in found.marks if zones.get(mark[0], "") in {"", *inside})
        if allowed != found.marks:
            wrong[cell] = found._replace(marks=allowed)
    return board.changed(wrong)


# Which cells a tool covers


def line(grid: Grid, first: int, last: int) -> tuple[int, ...]:
    """Return the cells under the straight line between two cells, both included."""
    if first == last:
        return (first,)
    return tuple(dict.fromkeys((first, *next(iter(grid.between(first, last)), ()), last)))


def filled(board: Board, start: int, brush: Brush) -> tuple[int, ...]:
    """Return the cells like one cell in the brush's layer that are connected with it."""
    grid, wanted = board.grid, _look(board.at(start), brush)
    found, edge = {start}, [start]
    while edge:
        near = (other for _, other in grid.around(edge.pop(), 1))
        for cell in near:
            if cell not in found and _look(board.at(cell), brush) == wanted:
                found.add(cell)
                edge.append(cell)
    return tuple(sorted(found))


def _look(cell: Cell, brush: Brush) -> object:
    unit = cell.unit and (cell.unit.side, cell.unit.type)
    if brush.layer in ("terrain", "edge"):
        return cell.terrain
    if brush.layer == "zone":
        return cell.terrain, tuple(sorted(zone for zone in cell.zones if zone[0] == brush.word))
    return unit, cell.terrain


def picked(cell: Cell, rules: Rules) -> Brush:
    """Return the brush that paints the unit of a cell, or else its terrain."""
    if cell.unit is not None:
        return Brush("unit", cell.unit.type, cell.unit.side, cell.unit.facing)
    return Brush("terrain", cell.terrain) if rules.plain else Brush("erase")


# Parts of a board


def spots(grid: Grid) -> dict[tuple[int, int], int]:
    """Return every cell by coordinates in which all steps of the grid are the same everywhere."""
    spot = getattr(grid, "spot", lambda cell: grid.places[cell])
    return {spot(cell): cell for cell in range(grid.cells)}


Clip: TypeAlias = Mapping[tuple[int, int], Cell]
"""A part of a board: contents by their distance from its first cell."""


def copied(board: Board, cells: Collection[int], rules: Rules) -> Clip:
    """Return the contents of some cells for pasting: without markers that hold cells.

    A pasted marker would hold the cell of the original.
    """
    where = {cell: spot for spot, cell in spots(board.grid).items()}
    first = where[min(cells)]
    return {
        (where[cell][0] - first[0], where[cell][1] - first[1]): _portable(board.at(cell), rules)
        for cell in cells
    }


def _portable(cell: Cell, rules: Rules) -> Cell:
    unit, holds = cell.unit, rules.holds
    if unit is not None:
        unit = unit._replace(marks=tuple(m for m in unit.marks if holds[m[0]] != "cell"))
    marks = tuple(mark for mark in cell.marks if holds[mark[0]] != "cell")
    return cell._replace(unit=unit, marks=marks)


def placed(grid: Grid, clip: Clip, first: int) -> dict[int, Cell]:
    """Return the cells of a copied part from a cell on, without those off the board."""
    known = spots(grid)
    where = {cell: spot for spot, cell in known.items()}[first]
    found = ((known.get((where[0] + x, where[1] + y)), cell) for (x, y), cell in clip.items())
    return {at: cell for at, cell in found if at is not None}


def moved(board: Board, cells: Collection[int], source: int, target: int, rules: Rules) -> Board:
    """Return the board with a part moved by the distance between two cells."""
    where = {cell: spot for spot, cell in spots(board.grid).items()}
    first = where[min(cells)]
    by = where[target][0] - where[source][0], where[target][1] - where[source][1]
    known = spots(board.grid)
    fresh = {
        at: cell
        for (x, y), cell in copied(board, cells, rules).items()
        if (at := known.get((first[0] + x + by[0], first[1] + y + by[1]))) is not None
    }
    blank = {cell: Cell(rules.plain, zones=board.at(cell).zones) for cell in cells}
    pasted = {at: replace_zones(cell, board.at(at)) for at, cell in fresh.items()}
    return board.changed({**blank, **pasted})


def replace_zones(cell: Cell, there: Cell) -> Cell:
    """Return a cell with the zones that its new place has: zones do not move with units."""
    return cell._replace(zones=there.zones)


def turned_brush(brush: Brush, by: int, grid: Grid, rules: Rules) -> Brush:
    """Return a unit's brush turned clockwise by some facings."""
    if grid.facings == 1 or brush.layer != "unit":
        return brush
    now = rules.forward(grid)[brush.side] if brush.facing is None else brush.facing
    return replace(brush, facing=(now + by) % grid.facings)
