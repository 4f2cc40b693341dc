"""The options of a ruleset as a player sets them: what stands there now, and what else could."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from wargrid.kinds.base import ZoneName
from wargrid.rules import value_of

if TYPE_CHECKING:
    from wargrid.game import Game


def option_now(game: Game, name: str) -> object:
    """What an option is set to, by the name of the value where values have names."""
    option = game.ruleset.options[name]
    value = value_now(game, game.ruleset.option_path(name))
    return value if isinstance(option, str) else option.name_of(value) or value


def option_choices(game: Game, name: str) -> Sequence[object]:
    """What an option may be set to, or nothing where it takes a number or a text of one's own."""
    option = game.ruleset.options[name]
    return choices(game, option) if isinstance(option, str) else tuple(option.values)


def value_now(game: Game, path: str) -> object:
    """The value at an option's path, or None where nothing stands."""
    try:
        return value_of(game, path)
    except (KeyError, StopIteration):
        return None


def choices(game: Game, path: str) -> Sequence[object]:
    """What may stand at a path, or nothing where a number or a text of one's own does."""
    if path == "first.player":
        return ("roll", "random", *game.ruleset.sides)
    holder, _, name = path.rpartition(".")
    try:
        model = value_of(game, holder) if "." in path and not holder.startswith("plugins") else _plugin(game, holder)
    except (KeyError, StopIteration):
        return ()
    field = type(model).model_fields.get(name) if isinstance(model, BaseModel) else None
    return () if field is None else _of(field.annotation, game)


def _plugin(game: Game, path: str) -> object:
    return game.plugins.listed[path.removeprefix("plugins.")]


def _of(annotation: Any, game: Game) -> Sequence[object]:
    if annotation is bool:
        return (True, False)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    named = [part for part in get_args(annotation) if get_origin(part) is Annotated]
    return tuple(game.ruleset.zones) if ZoneName in named else ()


def written(value: object) -> str:
    """A value as YAML has it, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, BaseModel):
        said = value.model_dump(exclude_none=True)
        return f"{{{', '.join(f'{name}: {written(part)}' for name, part in said.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return str(value)
