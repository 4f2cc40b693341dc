"""Find the selectors that rules hold, each with its place and the rule that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from wargrid.ruleset.base import Kind
from wargrid.ruleset.grammar.walking import lists_written, standing_in
from wargrid.ruleset.selecting.selectors import About, AnySelector, CellKeys, UnitSelector
from wargrid.source.diagnostics import Place

__all__ = ["Found", "selectors_of"]


class Found(NamedTuple):
    """A selector that is not inside another, with its place and what its rule is about.

    In the place, words and selectors of which there may be several are numbered, even a single one.
    """

    path: Place
    selector: AnySelector
    about: About | None


def selectors_of(rules: BaseModel, plugins: Mapping[str, BaseModel]) -> Iterator[Found]:
    """Yield every selector of a ruleset and of its plugins."""
    yield from _in_value((), rules, None)
    for name, plugin in plugins.items():
        yield from _in_value(("plugins", name), plugin, None)
    for written in lists_written(rules, plugins):
        for standing in standing_in(written):
            about = About("", standing.roles)
            for key, held in standing.part.names_held():
                yield from _in_effect((*standing.path, *key), held, about)


def _in_effect(path: Place, value: Any, about: About) -> Iterator[Found]:
    """Yield the selectors of an effect or of conditions, whose roles are those of their rule."""
    if isinstance(value, BaseModel) and not isinstance(value, UnitSelector | CellKeys):
        for name, key, _ in _fields_of(type(value)):
            yield from _in_effect((*path, key), getattr(value, name), about)
    else:
        yield from _in_value(path, value, about)


def _in_value(path: Place, value: Any, about: About | None) -> Iterator[Found]:
    weapons = value.weapons if hasattr(value, "with_others") else ()
    if isinstance(value, UnitSelector | CellKeys):
        yield Found(path, value, about)
    elif len(weapons) > 1:
        for number, weapon in enumerate(weapons):
            yield from _in_value((*path, number), weapon.with_others(()), None)
    elif isinstance(value, BaseModel):
        for name, key, of_field in _fields_of(type(value)):
            held = getattr(value, name)
            word = (type(held).word,) if isinstance(held, Kind) else ()
            yield from _in_value((*path, key, *word), held, of_field)
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _in_value((*path, key), held, about)
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            word = (type(held).word,) if isinstance(held, Kind) else ()
            yield from _in_value((*path, number, *word), held, about)


@lru_cache(maxsize=512)
def _fields_of(kind: type[BaseModel]) -> tuple[tuple[str, str, About | None], ...]:
    """Return the fields of a model, each with its key and what selectors in it are about."""
    fields = kind.model_fields.items()
    return tuple(
        (name, each.alias or name, next(_marks(each.annotation, each.metadata), None))
        for name, each in fields
    )


def _marks(annotation: Any, metadata: list[Any]) -> Iterator[About]:
    yield from (mark for mark in metadata if isinstance(mark, About))
    for part in get_args(annotation):
        if isinstance(part, About):
            yield part
        else:
            yield from _marks(part, [])
