"""Find the names of units, zones, terrains and other entries that options refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from wargrid.ruleset.base import Kind, RuleOptions
from wargrid.ruleset.board.terrain import EACH
from wargrid.ruleset.grammar.walking import lists_written, standing_in
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.named import Names
from wargrid.source.diagnostics import Place


class Reference(NamedTuple):
    """A name that an option holds: its place, its section, and words that may replace it.

    In the place, words of which there may be several are numbered, even a single one.
    """

    path: Place
    section: str
    name: str
    besides: tuple[str, ...] = ()


def names_marker(annotation: Any, metadata: list[Any]) -> Names | None:
    """Return the ``Names`` marker of a field, or None if it holds no names of the ruleset."""
    return next(_markers(annotation, metadata), None)


def section_of(annotation: Any, metadata: list[Any]) -> str | None:
    """Return the section whose names a field holds, or None if it holds no names."""
    marker = names_marker(annotation, metadata)
    return None if marker is None else marker.section


def cost_table(options: RuleOptions) -> str | None:
    """Return the cost table that a word names in one of its options, or None."""
    fields = type(options).model_fields.items()
    named = (
        getattr(options, name)
        for name, field in fields
        if section_of(field.annotation, field.metadata) == "costs"
    )
    return next((table for table in named if isinstance(table, str)), None)


def references(ruleset: Ruleset, plugins: Mapping[str, RuleOptions]) -> Iterator[Reference]:
    """Find every name that an option of the ruleset or of a plugin holds."""
    yield from _in_value((), ruleset)
    for name, plugin in plugins.items():
        yield from _in_value(("plugins", name), plugin)
    yield from _in_keys(ruleset)
    for written in lists_written(ruleset, plugins):
        for standing in standing_in(written):
            for key, held in standing.part.names_held():
                yield from _in_value((*standing.path, *key), held)


def _markers(annotation: Any, metadata: list[Any]) -> Iterator[Names]:
    yield from (marker for marker in metadata if isinstance(marker, Names))
    for part in get_args(annotation):
        if isinstance(part, Names):
            yield part
        else:
            yield from _markers(part, [])


def _in_keys(ruleset: Ruleset) -> Iterator[Reference]:
    """Yield the names that are keys: sides of zones, terrains of cost tables, units to deploy."""
    for zone, cells in ruleset.zones.items():
        for side in cells if isinstance(cells, Mapping) else ():
            if side != EACH:
                yield Reference(("zones", zone, side), "sides", side, (EACH,))
    for table, costs in ruleset.costs.items():
        for word, cost in costs.items():
            yield Reference(("costs", table, word), "terrains", word)
            for start in cost if isinstance(cost, Mapping) else ():
                yield Reference(("costs", table, word, start), "terrains", start)
    for word, unit in ruleset.units.items():
        for verb, markers in unit.uses.items():
            for marker in markers:
                yield Reference(("units", word, "uses", verb, marker), "markers", marker)
    for word in ruleset.deploy.units if ruleset.deploy is not None else ():
        yield Reference(("deploy", "units", word), "units", word)
    for cell, carried in ruleset.start.aboard.items():
        at: Place = ("start", "aboard", cell)
        if isinstance(carried, str):
            yield Reference(at, "units", carried)
        else:
            yield from (Reference((*at, n), "units", word) for n, word in enumerate(carried))


def _in_value(path: Place, value: Any) -> Iterator[Reference]:
    weapons = value.weapons if hasattr(value, "with_others") else ()
    if len(weapons) > 1:
        for number, weapon in enumerate(weapons):
            yield from _in_value((*path, number), weapon.with_others(()))
    elif isinstance(value, BaseModel):
        for name, key, marker, annotation in _fields_of(type(value)):
            held = getattr(value, name)
            if marker is None or isinstance(held, BaseModel):
                word = (type(held).word,) if isinstance(held, Kind) else ()
                yield from _in_value((*path, key, *word), held)
            else:
                at = path if isinstance(value, Kind) and value.bare else (*path, key)
                yield from _named(at, held, marker)
                if get_origin(annotation) is dict:
                    yield from _in_map((*path, key), held, get_args(annotation)[1])
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _in_value((*path, key), held)
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            word = (type(held).word,) if isinstance(held, Kind) else ()
            yield from _in_value((*path, number, *word), held)


@lru_cache(maxsize=512)  # annotations never change, and every load asks for all of them
def _fields_of(kind: type[BaseModel]) -> tuple[tuple[str, str, Names | None, Any], ...]:
    """Return the fields of a model, each with the key that rulesets write."""
    fields = kind.model_fields.items()
    return tuple(
        (name, each.alias or name, names_marker(each.annotation, each.metadata), each.annotation)
        for name, each in fields
    )


def _in_map(path: Place, held: Mapping[str, Any], annotation: Any) -> Iterator[Reference]:
    """Yield the names that the values of a map hold, besides its keys."""
    marker = names_marker(annotation, [])
    for key, value in held.items():
        if marker is not None:
            yield from _named((*path, key), value, marker)
        else:
            yield from _in_value((*path, key), value)


def _named(path: Place, held: Any, marker: Names) -> Iterator[Reference]:
    for at, text in _texts(path, held):
        if text not in marker.besides:
            yield Reference(at, marker.section, text, marker.besides)


def _texts(path: Place, held: Any) -> Iterator[tuple[Place, str]]:
    """Yield the names in an option that holds one, a list of names, or a map by names."""
    if isinstance(held, str):
        yield path, held
    elif isinstance(held, Mapping):
        yield from (((*path, name), name) for name in held)
    elif isinstance(held, list | tuple):
        for index, part in enumerate(held):
            yield from _texts((*path, index), part)
