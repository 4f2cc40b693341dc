"""Options of a ruleset, and cells, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from wargrid.core.grid import Grid
from wargrid.engine.game import Game
from wargrid.ruleset.base import Kind, ZoneName
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.sentences import word_name
from wargrid.ruleset.values import to_yaml
from wargrid.text import Catalog

# Options of a ruleset


def option_set(game: Game, name: str) -> object:
    """Return the value of an option, or the value's name where values have names.

    Raises:
        KeyError: the option's path leads nowhere.
    """
    option = game.ruleset.option(name)
    value = value_at(game, option.sets)
    return option.name_of(value) or value


def option_now(game: Game, name: str) -> object:
    """Return the value of an option as ``option_set`` does, or None if its path leads nowhere."""
    try:
        return option_set(game, name)
    except KeyError:
        return None


def option_choices(game: Game, name: str) -> Sequence[object]:
    """Return the possible values of an option; empty where it takes any number or text."""
    option = game.ruleset.option(name)
    return tuple(option.values) or _choices(game, option.sets)


def _choices(game: Game, path: str) -> Sequence[object]:
    if path == "first.player":
        return ("roll", "random", *game.ruleset.sides)
    holder, _, name = path.rpartition(".")
    try:
        if "." in path and not holder.startswith("plugins"):
            model = value_at(game, holder)
        else:
            model = game.plugins.listed[holder.removeprefix("plugins.")]
    except KeyError:
        return ()
    field = type(model).model_fields.get(name) if isinstance(model, BaseModel) else None
    return () if field is None else _values_of(field.annotation, game)


def _values_of(annotation: Any, game: Game) -> Sequence[object]:
    if annotation is bool:
        return (True, False)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    named = [part for part in get_args(annotation) if get_origin(part) is Annotated]
    return tuple(game.ruleset.zones) if ZoneName in named else ()


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


def value_at(game: Game, path: str) -> object:
    """Return the value at a dotted path of a game's ruleset, such as ``units.king.men``.

    Raises:
        KeyError: the path leads nowhere.
    """
    found: object = game.ruleset
    names = path.split(".")
    if names[0] == "plugins":
        found, names = game.plugins.listed[".".join(names[1:-1])], names[-1:]
    for name in names:
        found = _inside(found, name)
    return found


def _inside(found: object, name: str) -> object:
    """Return what is under one name: a key, a word of several, the chosen word, or a field."""
    if isinstance(found, tuple | list) and name.isdecimal() and int(name) < len(found):
        return found[int(name)]
    if isinstance(found, tuple):
        found = {kind.word: kind for kind in found}
    if isinstance(found, Mapping):
        return found[name]
    if isinstance(found, Kind) and found.word == name:
        return found
    if name not in getattr(type(found), "model_fields", ()):
        raise KeyError(name)
    value: object = getattr(found, name)
    return value


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
