"""Options of a ruleset, and cells, in words."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import BaseModel

from wargrid.core.grid import Grid
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.sentences import word_name
from wargrid.ruleset.values import to_yaml
from wargrid.text import Catalog

# Options of a ruleset


def option_title(ruleset: Ruleset, texts: Catalog, name: str) -> str:
    """Return an option's name for players, or else its key with blanks for underscores."""
    return texts.of(ruleset.option(name).name) or name.replace("_", " ")


def option_value(ruleset: Ruleset, texts: Catalog, name: str, value: object) -> str:
    """Word a value of an option: by the option's own names, or as a side, unit or zone is called.

    A value without a name is written as in YAML, with blanks for underscores.
    """
    if isinstance(value, list | tuple):
        return ", ".join(option_value(ruleset, texts, name, part) for part in value)
    if isinstance(value, BaseModel):
        parts = (f"{key} {option_value(ruleset, texts, name, part)}" for key, part in value)
        return ", ".join(parts)
    word = to_yaml(value)
    named = _value_name(ruleset, texts, name, word)
    return word.replace("_", " ") if named is None else named


def _value_name(ruleset: Ruleset, texts: Catalog, name: str, word: str) -> str | None:
    own = ruleset.option(name).value_names
    if word in own:
        return texts.of(own[word])
    for section in ("sides", "units", "zones"):
        if word in getattr(ruleset, section):
            return texts.of(word_name(section, word, ruleset))
    common = f"options.value.{word}"
    return texts.say(common) if texts.has(common) else None


# Cells


def boxes(grid: Grid, cells: Collection[int]) -> str:
    """Write cells as names and rectangles, ``d1–f3``, from the south-west, each cell once."""
    left = sorted(cells)
    found = []
    while left:
        box = _box_from(grid, left[0], frozenset(left))
        first, last = grid.name(box[0]), grid.name(box[-1])
        found.append(first if first == last else f"{first}–{last}")
        left = [cell for cell in left if cell not in box]
    return ", ".join(found)


def _box_from(grid: Grid, corner: int, cells: frozenset[int]) -> tuple[int, ...]:
    """Find the rectangle at a corner: first as far east, then as far north as cells go.

    The corner opposite is a cell of it, which a short row of hexes may lack.
    """
    row, left = grid.row_and_column(corner)
    last = left
    while grid.at(last + 1, row) in cells:
        last += 1
    box: tuple[int, ...] = ()
    found: tuple[int, ...] = ()
    for north in range(row, grid.rows):
        layer = [c for column in range(left, last + 1) if (c := grid.at(column, north)) >= 0]
        if not cells.issuperset(layer):
            break
        box += tuple(layer)
        if grid.at(last, north) in cells:
            found = box
    return found
