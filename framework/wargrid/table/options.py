"""The options of a ruleset as a player sets them: what stands there now, and what else could."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from wargrid.ruleset.base import Kind, ZoneName

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid.ruleset.models import Ruleset
    from wargrid.text.catalog import Catalog


def option_now(game: Game, name: str) -> object:
    """What an option is set to, by the name of the value where values have names, or None where nothing stands."""
    try:
        return option_set(game, name)
    except KeyError:
        return None


def option_set(game: Game, name: str) -> object:
    """What an option is set to, by the name of the value where values have names.

    Raises:
        KeyError: nothing stands where the option leads.
    """
    option = game.ruleset.option(name)
    value = value_of(game, option.sets)
    return option.name_of(value) or value


def option_choices(game: Game, name: str) -> Sequence[object]:
    """What an option may be set to, or nothing where it takes a number or a text of one's own."""
    option = game.ruleset.option(name)
    return tuple(option.values) or choices(game, option.sets)


def value_now(game: Game, path: str) -> object:
    """The value at an option's path, or None where nothing stands."""
    try:
        return value_of(game, path)
    except KeyError:
        return None


def choices(game: Game, path: str) -> Sequence[object]:
    """What may stand at a path, or nothing where a number or a text of one's own does."""
    if path == "first.player":
        return ("roll", "random", *game.ruleset.sides)
    holder, _, name = path.rpartition(".")
    try:
        model = (
            value_of(game, holder)
            if "." in path and not holder.startswith("plugins")
            else _plugin(game, holder)
        )
    except KeyError:
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


def option_title(ruleset: Ruleset, speak: Catalog, name: str) -> str:
    """What an option is called; one without a name is said as it is written, with blanks for its low lines."""
    return speak.of(ruleset.option(name).name) or name.replace("_", " ")


def option_value(ruleset: Ruleset, speak: Catalog, name: str, value: object) -> str:
    """What players call a value of an option: as the option says, a side, a unit and a zone by their names.

    A value without a name is said as it is written, with blanks for its low lines.
    """
    if isinstance(value, list | tuple):
        return ", ".join(option_value(ruleset, speak, name, part) for part in value)
    if isinstance(value, BaseModel):
        return ", ".join(f"{key} {option_value(ruleset, speak, name, part)}" for key, part in value)
    said = written(value)
    named = value_name(ruleset, speak, name, said)
    return said.replace("_", " ") if named is None else named


def value_name(ruleset: Ruleset, speak: Catalog, name: str, said: str) -> str | None:
    """What a value of an option is called that is written so, or None if nobody has named it."""
    own = ruleset.option(name).value_names
    if said in own:
        return speak.of(own[said])
    if said in ruleset.sides:
        return speak.of(ruleset.sides[said].name) or said
    if said in ruleset.units:
        return speak.of(ruleset.units[said].name)
    if said in ruleset.zones:
        return speak.of(ruleset.zone_name(said))
    common = f"options.value.{said}"
    return speak.say(common) if speak.has(common) else None


def value_of(game: Game, path: str) -> object:
    """The value that stands at a dotted path of a game's ruleset, such as ``units.king.men``.

    Raises:
        KeyError: nothing stands there.
    """
    found: object = game.ruleset
    names = path.split(".")
    if names[0] == "plugins":
        found, names = game.plugins.listed[".".join(names[1:-1])], names[-1:]
    for name in names:
        found = _inside(found, name)
    return found


def _inside(found: object, name: str) -> object:
    """What stands under one name: a key of a map, a word among several, the word chosen, or an option."""
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
