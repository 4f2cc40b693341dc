"""Find the place of a unit's letter in a diagram, and of what does not fit there."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.core.patterns import Placement
from wargrid.loading.checks.context import Context
from wargrid.ruleset.board.diagram import DiagramError
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location


def setup_path(context: Context) -> Place:
    """Return the place of the diagram of the set-up."""
    return ("setup",) if isinstance(context.ruleset.setup, str) else ("setup", "each")


def letter_mark(context: Context, placed: Placement) -> Location:
    """Return the letter in the set-up that places a unit."""
    setup = context.ruleset.setup
    if not isinstance(setup, str):
        return each_letter_mark(context, ("setup", "each"), setup.each, placed)
    number, column = place_in(context.grid.lines, placed.cell)
    line, cells = context.rows(setup)[number]
    return context.merged.mark_in(("setup",), line - 1, cells[column][0] - 1)


def place_in(lines: Sequence[Sequence[int]], cell: int) -> tuple[int, int]:
    """Return the number of the line of a diagram that shows a cell, and its number in the line."""
    return next((number, line.index(cell)) for number, line in enumerate(lines) if cell in line)


def each_letter_mark(context: Context, path: Place, diagram: str, placed: Placement) -> Location:
    """Return the letter that places a unit in an ``each`` diagram, of either side."""
    grid, rows = context.grid, context.rows(diagram)
    is_south = list(context.ruleset.sides.values())[placed.side].edge == "south"
    swapped = grid.turned if context.ruleset.each == "turned" else grid.mirrored
    cell = placed.cell if is_south else swapped(placed.cell)
    number, column = place_in(grid.lines[-len(rows) :], cell)
    line, cells = rows[number]
    return context.merged.mark_in(path, line - 1, cells[column][0] - 1)


def misfit(context: Context, error: DiagramError, path: Place) -> Diagnostic:
    """Make the diagnostic of a diagram that does not fit.

    Its place is the wrong letter or row, or the letter, size or edge that a nearer file changed.
    """
    merged, name, values = context.merged, error.code, error.values
    if merged.is_folded(path):
        return context.at(path, "picture_folded", key=path[-1])
    location = merged.mark_in(path, error.line - 1, error.column - 1, error.length)
    changes: list[Location] = []
    if error.code == "picture_letter" and error.values["letter"] == "#":
        return context.on(location, "picture_wall", path)
    if error.code == "picture_letter":
        changes = _letter_changes(context, "units")
        name, values = "letters_changed", {"letter": error.values["letter"]}
    elif error.code == "terrain_letter":
        changes = _letter_changes(context, "terrains")
        if not context.ruleset.terrains:
            return context.on(location, "no_terrains", path, letter=values["letter"])
    elif error.code in ("picture_rows", "picture_lines", "picture_columns", "setup_rows"):
        changes = [context.value("board", size) for size in ("columns", "rows")]
        board = context.ruleset.board
        name, values = "diagram_size", {"columns": board.columns, "rows": board.rows}
    elif error.code == "setup_edges":
        changes = [context.value("sides", side, "edge") for side in context.ruleset.sides]
    nearest = merged.nearest_mark(location, *changes)
    if nearest is location:
        return context.on(location, error.code, path, **error.values)
    return context.on(nearest, name, path, **values)


def _letter_changes(context: Context, section: str) -> list[Location]:
    """Return where the letters of a section are given or were removed."""
    node = context.merged.root.at((section,))
    if node is None or not isinstance(node.value, dict):
        return []
    given = [context.value(section, str(word), "letter") for word in node.value]
    return [*node.removed.values(), *given]
