"""The section ``start``: what a set-up cannot draw, as men and markers of single units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from wargrid.core.grid import Grid
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.base import MarkerName
from wargrid.ruleset.board.markers import MarkerOptions, StartError, Value, value_of
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Positive, Word


class Start(Model):
    """What units, cells and sides begin with, where it is not what the rules give all of them."""

    men: dict[str, Positive] = {}
    """The men, or points, of the units on these cells, where they are not full."""

    markers: dict[MarkerName, dict[str, Value]] = {}
    """The values of markers by cell, of a marker of units that of the unit there, or by side. For a
    marker of cells or sides they replace the marker's own ``start``."""

    aboard: dict[str, Word | list[Word]] = {}
    """The units that those on these cells carry: a type or a list of types."""

    walls: Literal["drawn", "painted"] = "drawn"
    """Whether chance may draw walls before the game, if a plugin does so, or all are painted."""


def unit_marks(ruleset: RulesetLike, grid: Grid) -> Iterator[tuple[str, int, int]]:
    """Yield each marker that ``start`` gives a unit: its word, the cell and the value.

    Raises:
        StartError: there is no such cell, or the marker cannot hold the value.
    """
    values: Mapping[str, Mapping[str, int | str]] = ruleset.start.markers
    for word, by_cell in values.items():
        options: MarkerOptions = ruleset.markers[word]
        for name, value in by_cell.items() if options.per == "unit" else ():
            if not grid.has(name):
                raise StartError("marker_start_places", (word, "start", name), name=name)
            path = (word, "start", name)
            yield word, grid.cell(name), value_of(options, grid, list(ruleset.sides), value, path)


def units_aboard(ruleset: RulesetLike, grid: Grid) -> Iterator[tuple[int, str]]:
    """Yield the cell and the type of each unit that begins aboard another."""
    written: Mapping[str, str | list[str]] = ruleset.start.aboard
    for name, words in written.items():
        for word in [words] if isinstance(words, str) else words:
            yield grid.cell(name), word
