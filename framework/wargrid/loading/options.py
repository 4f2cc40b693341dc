"""The values of options: what is set in a game, and what else may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from wargrid.engine.game import Game
from wargrid.loading.model_keys import field_named
from wargrid.ruleset.base import Kind, ZoneName
from wargrid.ruleset.selecting.selectors import Selector


def option_set(game: Game, name: str) -> object:
    """Return the value of an option, or the value's name where values have names.

    Raises:
        KeyError: the option's path leads nowhere.
    """
    option = game.ruleset.option(name)
    value = value_at(game, option.sets)
    if not option.values or value in option.values.values():
        return next((word for word, raw in option.values.items() if raw == value), value)
    field = _field_at(game, option.sets)  # A ruleset may write the value in a short form.
    if field is None:
        return value
    annotation: Any = Annotated[field.annotation, field]
    read = TypeAdapter(annotation).validate_python
    found = (word for word, raw in option.values.items() if _reads_as(read, raw, value))
    return next(found, value)


def _reads_as(read: Callable[[object], object], raw: object, value: object) -> bool:
    """Return whether a value is read as another; what cannot be read ``check`` tells."""
    try:
        return read(raw) == value
    except ValidationError:
        return False


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
        by_dice = ("roll",) if game.ruleset.first.most is not None else ()
        return (*by_dice, "random", *game.ruleset.sides)
    field = _field_at(game, path)
    return () if field is None else _values_of(field.annotation, game)


def _field_at(game: Game, path: str) -> FieldInfo | None:
    """Return the field to which a path leads, or None if it leads to none."""
    holder, _, name = path.rpartition(".")
    try:
        if "." in path and not holder.startswith("plugins"):
            model = value_at(game, holder)
        else:
            model = game.plugins.listed[holder.removeprefix("plugins.")]
    except KeyError:
        return None
    return field_named(type(model), name) if isinstance(model, BaseModel) else None


def _values_of(annotation: Any, game: Game) -> Sequence[object]:
    if annotation is bool:
        return (True, False)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    named = [part for part in get_args(annotation) if get_origin(part) is Annotated]
    return tuple(game.ruleset.zones) if ZoneName in named else ()


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
    if isinstance(found, tuple) and len(found) == 1 and isinstance(found[0], Selector):
        found = found[0]
    if isinstance(found, tuple):
        found = {kind.word: kind for kind in found if isinstance(kind, Kind)}
    if isinstance(found, Mapping):
        return found[name]
    if isinstance(found, Kind) and found.word == name:
        return found
    for field, info in getattr(type(found), "model_fields", {}).items():
        if name == (info.alias or field):
            return getattr(found, field)
    raise KeyError(name)
