"""Diagrams: boards drawn in letters, read into units on cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final, TypeAlias

from wargrid.core.grid import Grid
from wargrid.core.patterns import Placement
from wargrid.core.protocols import RulesetLike

DiagramRows: TypeAlias = list[tuple[int, list[tuple[int, str]]]]
"""A diagram cut into rows of cells: (line from 1, [(column from 1, sign)])."""

MAX_DIAGRAM_CELLS: Final = 15_000
"""A diagram is not read beyond so many cells; no board has more."""

MAX_UNITS: Final = 1_000
"""The most units on a board, all sides together."""


class DiagramError(ValueError):
    """A diagram cannot be read; ``line`` and ``column`` are within it, from 1."""

    def __init__(self, line: int, column: int, length: int, code: str, **values: object) -> None:
        super().__init__(f"{code} at {line}:{column}")
        self.line = line
        self.column = column
        self.length = length
        self.code = code
        self.values = values


def placements(ruleset: RulesetLike, grid: Grid) -> list[Placement]:
    """Read the units of the set-up, side by side, in the order of the diagram.

    A ruleset with ``deploy`` has none, nor has one without a diagram.

    Raises:
        DiagramError: the diagram does not fit the board or uses a letter that no unit has.
    """
    if ruleset.deploy is not None or not ruleset.setup:
        return []
    if isinstance(ruleset.setup, str):
        found = read_diagram(ruleset, grid, ruleset.setup)
    else:
        found = [
            stand
            for side in range(len(ruleset.sides))
            for stand in side_placements(ruleset, grid, ruleset.setup.each, side)
        ]
    men = {grid.cell(name): men for name, men in ruleset.start.men.items() if grid.has(name)}
    found = [replace(each, men=men.get(each.cell, each.men)) for each in found] if men else found
    return sorted(found, key=lambda stand: stand.side)


def side_placements(ruleset: RulesetLike, grid: Grid, text: str, side: int) -> list[Placement]:
    """Read a diagram of one side's rows, front row first, for either side.

    Raises:
        DiagramError: the diagram does not fit the board or uses a letter that no unit has.
    """
    return _side_rows(ruleset, grid, diagram_rows(text), side)


def diagram_rows(text: str) -> DiagramRows:
    """Cut a diagram into rows of cells: (line from 1, [(column from 1, sign)])."""
    rows = []
    room = MAX_DIAGRAM_CELLS
    for number, line in enumerate(text.splitlines(), 1):
        cells = _cells(line, room)
        room -= len(cells)
        if cells:
            rows.append((number, cells))
        if not room:
            break
    return rows


def refuse_comments(rows: DiagramRows, columns: int, *, joined: bool = False) -> None:
    """Refuse comments in a diagram of at most so many columns.

    ``joined`` is true if cells need no blanks between them.

    Raises:
        DiagramError: a comment begins after the last cell, or before words.
    """
    for line, cells in rows:
        before = [0, *accumulate(len(drawn) if joined else 1 for _, drawn in cells)]
        if joined and before[-1] == columns:
            continue
        prose = max(
            (number for number, (_, word) in enumerate(cells) if _is_of_prose(word)), default=-1
        )
        for number, (at, drawn) in enumerate(cells):
            if drawn.startswith("#") and (before[number] == columns or number <= prose):
                last, word = cells[-1]
                raise DiagramError(line, at, last + len(word) - at, "picture_comment")


def _is_of_prose(word: str) -> bool:
    letters = word.strip("#.,:;()")
    return len(letters) > 2 and letters.isalpha() and len(set(letters)) > 1


def _cells(line: str, most: int) -> list[tuple[int, str]]:
    """Return the first cells of one line, separated by blanks, with their columns."""
    found = []
    column = 0
    for word in line.split(None, most)[:most]:
        column = line.index(word, column)
        found.append((column + 1, word))
        column += len(word)
    return found


def read_diagram(ruleset: RulesetLike, grid: Grid, text: str) -> list[Placement]:
    """Read a diagram of the whole board, north row first.

    A cell is ``.`` if empty, or a unit's letter, upper case for the first side and lower case for
    the second, followed by the sign of its facing if it does not face forward: ``^ > v <`` of
    squares, ``>`` and the letters of the facing of hexes.

    Raises:
        DiagramError: rows or columns do not fit the board, or a cell cannot be read.
    """
    rows = diagram_rows(text)
    refuse_comments(rows, grid.columns)
    found: list[Placement] = []
    for (line, cells), there in zip(rows, lines_of(rows, grid), strict=True):
        check_width(line, cells, there)
        for (at, drawn), cell in zip(cells, there, strict=True):
            if drawn != ".":
                found.append(_placement(ruleset, grid, drawn, cell, (line, at)))
    return found


def lines_of(rows: DiagramRows, grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells of every line of a diagram. Raises DiagramError if it has others."""
    lines = grid.lines
    if len(rows) != len(lines):
        line = rows[-1][0] if rows else 1
        code = "picture_lines" if grid.shape == "hex_columns" else "picture_rows"
        raise DiagramError(line, 1, 1, code, found=len(rows), rows=len(lines))
    return lines


def check_width(line: int, cells: Sequence[tuple[int, str]], there: Sequence[int]) -> None:
    """Refuse a line of a diagram with other than these cells. Raises DiagramError."""
    if len(cells) != len(there):
        column, last = cells[min(len(cells), len(there) + 1) - 1]
        values = {"found": len(cells), "columns": len(there)}
        raise DiagramError(line, column, len(last), "picture_columns", **values)


def _side_rows(ruleset: RulesetLike, grid: Grid, rows: DiagramRows, side: int) -> list[Placement]:
    """Return the units of one side's rows at its own edge, mirrored or turned for the north side.

    Facings written with the letters stay as they are in a mirror.
    """
    turned = ruleset.each == "turned"
    refuse_comments(rows, grid.columns)
    lines = grid.lines
    if not rows or len(rows) * 2 > len(lines):
        raise DiagramError(1, 1, 1, "setup_rows", found=len(rows), most=len(lines) // 2)
    edge = list(ruleset.sides.values())[side].edge
    if edge not in ("south", "north"):
        raise DiagramError(1, 1, 1, "setup_edges")
    if not (grid.turns if turned else grid.mirrors):
        raise DiagramError(1, 1, 1, "setup_turn" if turned else "setup_mirror")
    found: list[Placement] = []
    for (line, cells), there in reversed([*zip(rows, lines[-len(rows) :], strict=True)]):
        check_width(line, cells, there)
        for (at, drawn), cell in zip(cells, there, strict=True):
            if drawn != ".":
                letter = drawn[0].upper() if side == 0 else drawn[0].lower()
                placed = _placement(ruleset, grid, letter + drawn[1:], cell, (line, at))
                own = edge == "south"
                found.append(placed if own else _swapped(grid, placed, turned, drawn[1:]))
    return found


def _swapped(grid: Grid, placed: Placement, turned: bool, drawn: str) -> Placement:
    """Return a unit of the south side's rows as the north side has it; it may be drawn to face."""
    if not turned:
        return replace(placed, cell=grid.mirrored(placed.cell))
    facing = grid.opposite(placed.facing) if drawn else placed.facing
    return replace(placed, cell=grid.turned(placed.cell), facing=facing)


def _placement(
    ruleset: RulesetLike, grid: Grid, drawn: str, cell: int, at: tuple[int, int]
) -> Placement:
    letter, turned = drawn[0], drawn[1:]
    types = (unit for unit in ruleset.units.values() if unit.letter == letter.upper())
    unit = next(types, None) if letter.isalpha() else None
    if unit is None:
        known = ", ".join(f"{unit.letter} ({word})" for word, unit in ruleset.units.items())
        raise DiagramError(*at, len(drawn), "picture_letter", letter=letter, known=known)
    side = 0 if letter.isupper() else 1
    facing = grid.facing_from(list(ruleset.sides.values())[side].edge)
    if turned:
        signs = grid.facing_signs
        if turned not in signs or grid.facings == 1:
            raise DiagramError(
                *at, len(drawn), "picture_facing", drawn=drawn, arrows=" ".join(signs)
            )
        facing = signs.index(turned)
    return Placement(side, unit, cell, facing, unit.men)
