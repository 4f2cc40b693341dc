"""Edges of a board as rulesets write them: read, checked, and written again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from wargrid.core.edges import BARRED, Crossing, EdgeKind, Edges, TableName, touching
from wargrid.core.grid import Grid
from wargrid.core.protocols import RulesetLike
from wargrid.source.diagnostics import Place

STROKE: Final = "/"
"""What stands between the cells on the two sides of an edge."""

WIDTH: Final = 76
"""How long a line of edges is at most where they are written."""

_WORD: Final = re.compile(r"\S+")

Edge = tuple[int, int]
"""The two cells of an edge, the lower one first."""


class EdgeError(ValueError):
    """An edge of the board cannot be: ``text`` names it, in the text at ``path``.

    ``row`` and ``column``, both from 0, are within that text; ``values`` fill the message ``code``.
    """

    def __init__(
        self, path: Place, text: str, row: int, column: int, code: str, **values: object
    ) -> None:
        super().__init__(f"{code}: {text}")
        self.path, self.text, self.row, self.column = path, text, row, column
        self.code, self.values = code, values


def edges_of(ruleset: RulesetLike, grid: Grid) -> Edges | None:
    """Read the edges of the board that have a kind; None if there are none.

    Raises:
        EdgeError: an edge lies between no cells of the board, or has two kinds.
    """
    drawn = edges_drawn(ruleset, grid)
    # An unknown kind is reported where it is named.
    between = {edge: word for edge, word in drawn.items() if word in ruleset.edges}
    if not between:
        return None
    return Edges(grid, {word: _kind(ruleset, word) for word in ruleset.edges}, between)


def edges_drawn(ruleset: RulesetLike, grid: Grid) -> dict[Edge, str]:
    """Read the kind of each edge of the board that has one.

    Raises:
        EdgeError: an edge lies between no cells of the board, or has two kinds.
    """
    written = ruleset.board.edges
    kinds = {word: _over(ruleset, word) for word in written}
    reader = _Reader(grid)
    # What lies over others comes after them, whatever the order in which they are written.
    for word in sorted(kinds, key=lambda word: bool(kinds[word])):
        reader.read(word, kinds[word], written[word])
    return reader.between


def _over(ruleset: RulesetLike, word: str) -> tuple[str, ...]:
    kind = ruleset.edges.get(word)
    return () if kind is None else _listed(kind.over)


def _listed(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


class _Reader:
    """Reads the texts of edges, one kind after the other."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._around = touching(grid)
        self.between: dict[Edge, str] = {}

    def read(self, word: str, over: Sequence[str], texts: str | Sequence[str]) -> None:
        """Add the edges of a kind, which takes the place of the kinds that it lies over."""
        own: set[Edge] = set()
        for path, text in _texts(word, texts):
            for row, line in enumerate(text.splitlines()):
                for part in _WORD.finditer(line):
                    at = path, part[0], row, part.start()
                    for edge in self._named(*at):
                        other = self.between.get(edge)
                        if edge in own or other not in (None, *over):
                            named = STROKE.join(map(self._grid.name, edge))
                            raise EdgeError(*at, "edge_twice", edge=named, other=other or word)
                        self.between[edge] = word
                        own.add(edge)

    def _named(self, path: Place, text: str, row: int, column: int) -> list[Edge]:
        """Return the edges that a text such as ``a3:f3/a4:f4`` names."""
        pieces, found = text.split(STROKE), list[Edge]()
        if len(pieces) < 2:
            raise EdgeError(path, text, row, column, "edge_alone", edge=text)
        at, groups = column, list[tuple[int, ...]]()
        for piece in pieces:
            groups.append(self._cells(path, piece, row, at))
            at += len(piece) + 1
        for number, (ones, others) in enumerate(pairwise(groups)):
            beyond = frozenset(others)
            touched = [(a, b) for a in ones for b in sorted(self._around[a] & beyond)]
            if not touched:
                ends = {"one": pieces[number], "other": pieces[number + 1]}
                raise EdgeError(path, text, row, column, "edge_apart", **ends)
            found += [(min(edge), max(edge)) for edge in touched]
        return list(dict.fromkeys(found)) if len(pieces) == 2 else found

    def _cells(self, path: Place, piece: str, row: int, column: int) -> tuple[int, ...]:
        """Return the cells of a piece: a cell or a box."""
        first, colon, last = piece.partition(":")
        for name, start in ((first, 0), *([(last, len(first) + 1)] if colon else [])):
            if not self._grid.has(name):
                text = name or piece
                raise EdgeError(path, text, row, column + start, "edge_cells", cell=text)
        return self._grid.box(self._grid.cell(first), self._grid.cell(last or first))


def _texts(word: str, texts: str | Sequence[str]) -> Iterator[tuple[Place, str]]:
    """Yield each text of a kind with its place below ``board.edges``."""
    if isinstance(texts, str):
        yield (word,), texts
    else:
        yield from (((word, number), text) for number, text in enumerate(texts))


def edges_text(grid: Grid, edges: Iterable[Edge]) -> str:
    """Write edges so that they are read again, each once, chains first: ``c3/c4/d4 f1/f2``."""
    left = dict.fromkeys(sorted(edges))
    chains = []
    while left:
        one, other = next(iter(left))
        del left[one, other]
        chain = [one, other]
        while True:
            ahead = [edge for edge in _at(grid, chain[-1]) if edge in left]
            if not ahead:
                break
            del left[ahead[0]]
            chain.append(sum(ahead[0]) - chain[-1])
        chains.append(STROKE.join(map(grid.name, chain)))
    return _in_lines(chains)


def _at(grid: Grid, cell: int) -> list[Edge]:
    """Return the edges of a cell."""
    steps = grid.steps("orthogonal", 0)
    beyond = sorted(other for step in steps if (other := grid.shifts(0, step)[cell]) >= 0)
    return [(min(cell, other), max(cell, other)) for other in beyond]


def _in_lines(words: Sequence[str]) -> str:
    """Return words as one line if they fit, else as a block of lines."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "".join(f"{line}\n" for line in lines) if len(lines) > 1 else "".join(lines)


# What kinds of edges and terrains do to steps, by table of costs


def _kind(ruleset: RulesetLike, word: str) -> EdgeKind:
    kind = ruleset.edges[word]
    costs, stops = _by_table(ruleset, kind.crossing), _tables(ruleset, kind.stops)
    crossings = {
        table: Crossing(_points(costs.get(table, 0)), table in stops)
        for table in dict.fromkeys((*costs, *stops))
    }
    return EdgeKind(word, kind.wall, kind.shields, crossings)


def _points(toll: int | str) -> int:
    return BARRED if isinstance(toll, str) else toll


def leaving_of(ruleset: RulesetLike) -> dict[TableName, dict[str, int]]:
    """Return by table and terrain what a step out of it costs besides."""
    found: dict[TableName, dict[str, int]] = {}
    for word, terrain in ruleset.terrains.items():
        for table, points in _by_table(ruleset, terrain.leaving).items():
            found.setdefault(table, {})[word] = points
    return found


def stopping_of(ruleset: RulesetLike) -> dict[TableName, frozenset[str]]:
    """Return by table the terrains that end a walk."""
    found: dict[TableName, frozenset[str]] = {}
    for word, terrain in ruleset.terrains.items():
        for table in _tables(ruleset, terrain.stops):
            found[table] = found.get(table, frozenset()) | {word}
    return found


def _tables(ruleset: RulesetLike, named: bool | str | Sequence[str]) -> tuple[TableName, ...]:
    """Return the tables of costs that an option names; all of them, and None, for true."""
    if isinstance(named, bool):
        return (None, *ruleset.costs) if named else ()
    return _listed(named)


def _by_table(ruleset: RulesetLike, value: Any) -> dict[TableName, Any]:
    """Return a value for all tables, or those by table, without zeros."""
    by_table: Mapping[TableName, Any] = (
        value if isinstance(value, Mapping) else dict.fromkeys((None, *ruleset.costs), value)
    )
    return {table: each for table, each in by_table.items() if each}
