"""Write a painted board as the keys of a scenario: diagrams, rectangles, and ``start``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from wargrid.core.grid import Grid
from wargrid.ruleset.board.diagram import DiagramError
from wargrid.ruleset.board.edges import EdgeError, edges_text
from wargrid.ruleset.board.markers import MarkerOptions, StartError
from wargrid.ruleset.board.start import Start
from wargrid.ruleset.board.terrain import ZoneError, other_place
from wargrid.source.diagnostics import Place
from wargrid_editor.board import Board, Size
from wargrid_editor.reading import Rules, size_of

Pieces = dict[Place, Any]
"""Values of a scenario by their paths."""

ORDER: Final = (
    "ruleset", "name", "summary", "board", "setup", "hand", "start", "zones", "deploy",
)  # fmt: skip
"""The keys of a scenario in the order in which they are written."""


def pieces_of(board: Board, rules: Rules) -> Pieces:
    """Return all values that a scenario has for a board, by their paths.

    A value equal to that of the rules is left out; zones are always written.
    """
    ruleset, grid = rules.ruleset, board.grid
    found = _shape(board.size, size_of(ruleset))
    if ruleset.terrains:
        letters = {word: each.letter for word, each in ruleset.terrains.items()}
        signs = [letters.get(cell.terrain, ".") for _, cell in board.cells()]
        found["board", "terrain"] = diagram(grid, signs)
    found |= edge_pieces(board)
    units = dict(board.units())
    if ruleset.deploy is None or units:
        found[("setup",)] = diagram(
            grid, [_letter(units.get(c), grid, rules) for c in range(grid.cells)]
        )
    if ruleset.deploy is not None and units:
        found[("deploy",)] = None
    found |= {("zones", word): zone_cells(board, word, rules) for word in ruleset.zones}
    found |= dict(_start(board, rules))
    return found


EDGES: Final = ("board", "edges")
"""Where a scenario has its edges, by kind."""


def edge_pieces(board: Board) -> Pieces:
    """Return the edges of each kind as a scenario names them."""
    kinds: dict[str, list[tuple[int, int]]] = {}
    for edge, word in board.edge_kinds.items():
        kinds.setdefault(word, []).append(edge)
    return {(*EDGES, word): edges_text(board.grid, kinds[word]) for word in sorted(kinds)}


def _shape(size: Size, given: Size) -> Pieces:
    """Return its size, and keys of a grid that differ from the usual, on the board or in the rules.

    Points are those of the rules: an editor does not change them.
    """
    if size.shape == "points":
        return {}
    found: Pieces = {("board", "columns"): size.columns, ("board", "rows"): size.rows}
    usual = Size(size.columns, size.rows)._asdict()
    now, before = size._asdict(), given._asdict()
    keys = ("shape", "shifted", "short", "facing")
    return found | {("board", k): now[k] for k in keys if not now[k] == before[k] == usual[k]}


def diagram(grid: Grid, signs: list[str]) -> str:
    """Return a diagram of the board as a block of text."""
    return grid.draw(signs) + "\n"


def _letter(unit: Any, grid: Grid, rules: Rules) -> str:
    if unit is None:
        return ""
    letter = rules.ruleset.units[unit.type].letter
    letter = letter if unit.side == 0 else letter.lower()
    turned = grid.facings > 1 and unit.facing != rules.forward(grid)[unit.side]
    return letter + grid.facing_signs[unit.facing] if turned else letter


def zone_cells(board: Board, word: str, rules: Rules) -> Any:
    """Return the YAML of a zone: for both sides, with ``each``, or for each side."""
    grid, ruleset = board.grid, rules.ruleset
    first, second = (board.zone(word, side) for side in (0, 1))
    if first == second and (first or word in rules.zones_shared):
        return cells_text(grid, first)
    mirrored = ruleset.each == "mirrored"
    fits = grid.mirrors if mirrored else grid.turns
    given = ruleset.zones.get(word)
    by_sides = isinstance(given, Mapping) and "each" not in given  # which would stay beside "each"
    if (
        fits
        and first
        and not by_sides
        and sorted(other_place(ruleset, grid, c, mirrored) for c in first) == [*second]
    ):
        return {"each": cells_text(grid, first)}
    texts = (cells_text(grid, cells) for cells in (first, second))
    return dict(zip(rules.sides, texts, strict=True))


def cells_text(grid: Grid, cells: Iterable[int]) -> str:
    """Return cells as names and rectangles, ``a1:c2 e4``.

    >>> cells_text(Grid(9, 10), [0, 1, 9, 10, 20])
    'a1:b2 c3'
    """
    left, found = sorted(cells), []
    have = set(left)
    while left:
        box = _largest(grid, left[0], have)
        have -= {*box}
        left = [cell for cell in left if cell in have]
        name = grid.name(box[0])
        found.append(name if len(box) == 1 else f"{name}:{grid.name(box[-1])}")
    return " ".join(found)


def _largest(grid: Grid, corner: int, have: set[int]) -> tuple[int, ...]:
    """Return the largest rectangle of cells with this south-west corner, as ``box`` lists it."""
    row, column = grid.row_and_column(corner)
    best: tuple[int, ...] = (corner,)
    last = grid.columns
    for north in range(row, grid.rows):
        east = column
        while east < last and grid.at(east, north) in have:
            east += 1
        last = min(last, east)
        if last <= column:
            break
        box = grid.box(corner, grid.at(last - 1, north))
        whole = box[-1] == grid.at(last - 1, north) and len(box) == (last - column) * (
            north - row + 1
        )
        if whole and len(box) > len(best) and have.issuperset(box):
            best = box
    return best


# Values outside the diagrams


def _start(board: Board, rules: Rules) -> Iterator[tuple[Place, Any]]:
    grid, ruleset = board.grid, rules.ruleset
    men = {
        grid.name(cell): unit.men
        for cell, unit in board.units()
        if unit.men != ruleset.units[unit.type].men
    }
    if men:
        yield ("start", "men"), men
    for word, options in ruleset.markers.items():
        if options.per == "unit":
            values = {
                grid.name(cell): written(options, value, grid, rules)
                for cell, unit in board.units()
                for marker, value in unit.marks
                if marker == word
            }
            if values:
                yield ("start", "markers", word), values
        else:
            held = _held(board, word, options, rules)
            if held != _given(board, word, rules):
                yield ("start", "markers", word), dict(_places(held, options, grid, rules))
    if board.painted_walls:
        yield ("start", "walls"), "painted"


def _held(
    board: Board, word: str, options: MarkerOptions, rules: Rules
) -> dict[tuple[int, int], int]:
    """Return the values of a marker of cells by side and cell, or of sides by side and 0."""
    if options.per == "side":
        return {(side, 0): value for marker, side, value in board.counters if marker == word}
    return {
        (side, cell): value
        for cell, found in board.cells()
        for marker, side, value in found.marks
        if marker == word
    }


def _given(board: Board, word: str, rules: Rules) -> dict[tuple[int, int], int] | None:
    """Return the values that the rules alone give a marker; None if they do not fit the board."""
    ruleset, size = rules.ruleset, board.size
    grid = board.grid
    zones = {zone: zone_cells(board, zone, rules) for zone in ruleset.zones}
    own = ruleset.model_copy(update={
        "start": Start(), "zones": zones,
        "board": ruleset.board.model_copy(
            update={**size.keys(), "terrain": None, "edges": {}}
        ),
    })  # fmt: skip
    try:
        marker = own.compiled_markers(grid, own.grounds(grid))[word]
    except (StartError, ZoneError, DiagramError, EdgeError):
        return None
    if marker.per == "side":
        return {(side, 0): value for side, value in enumerate(marker.start) if value}
    return {
        (side, cell): marker.start[marker.place(cell, side)]
        for side in range(len(rules.sides) if marker.by_side else 1)
        for cell in sorted(marker.cells)
        if marker.start[marker.place(cell, side)]
    }


def _places(
    held: Mapping[tuple[int, int], int], options: MarkerOptions, grid: Grid, rules: Rules
) -> Iterator[tuple[str, Any]]:
    """Yield each value once, with all cells that have it in one text, or by side."""
    if options.per == "side":
        for (side, _), value in sorted(held.items()):
            yield rules.sides[side], written(options, value, grid, rules)
        return
    alike: dict[tuple[int, int], list[int]] = {}
    for (side, cell), value in sorted(held.items()):
        alike.setdefault((side, value), []).append(cell)
    for (side, value), cells in alike.items():
        before = f"{rules.sides[side]} " if options.of == "side" else ""
        yield before + cells_text(grid, cells), written(options, value, grid, rules)


def written(options: MarkerOptions, value: int, grid: Grid, rules: Rules) -> int | str:
    """Return the value of a marker for YAML."""
    if options.holds == "number":
        return value
    return grid.name(value - 1) if options.holds == "cell" else rules.sides[value - 1]
