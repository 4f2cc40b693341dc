"""Check what a board of points cannot have: directions other than along its lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from wargrid.loading.checks.context import Context
from wargrid.ruleset.base import Kind, RuleOptions
from wargrid.ruleset.grammar.walking import standing_in
from wargrid.source.diagnostics import Diagnostic, Place

_USUAL: Final = ("all", "orthogonal")
"""The directions of words that do not say any, which are the lines of a board of points."""

_OPTIONS: Final = ("directions", "struck_from", "diagonal")


def check_points_have_lines(context: Context) -> Iterator[Diagnostic]:
    """Report words that go ahead, leap in a shape or name a direction on a board of points."""
    if context.grid.shape != "points":
        return
    for path, options in _options_of(context):
        if isinstance(options, RuleOptions) and options.needs_directions:
            at = context.merged.as_written(path)
            name = options.word if isinstance(options, Kind) else str(path[-1])
            yield context.on(context.key(*at), "word_not_on_points", at, name=name)
        for name in _OPTIONS:
            if (value := getattr(options, name, None)) and _is_other(options, name, value):
                short = isinstance(options, Kind) and options.bare
                at = context.merged.as_written(path if short else (*path, name))
                values = {"value": _listed(value), "key": name}
                yield context.on(context.value(*at), "direction_of_points", at, **values)


def _is_other(options: BaseModel, name: str, value: Any) -> bool:
    if name in options.model_fields_set:
        return bool(value != "all")
    return name == "directions" and value not in _USUAL


def _listed(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


def _options_of(context: Context) -> Iterator[tuple[Place, BaseModel]]:
    """Yield every model of the ruleset and of its effects, each with its place."""
    yield from _inside((), context.ruleset)
    for written in context.written_effects:
        for standing in standing_in(written):
            for key, held in standing.part.names_held():
                yield from _inside((*standing.path, *key), held)


def _inside(path: Place, value: Any) -> Iterator[tuple[Place, BaseModel]]:
    weapons = value.weapons if hasattr(value, "with_others") else ()
    if len(weapons) > 1:
        for number, weapon in enumerate(weapons):
            yield from _inside((*path, number), weapon.with_others(()))
    elif isinstance(value, BaseModel):
        yield path, value
        for name, field in type(value).model_fields.items():
            yield from _held((*path, field.alias or name), getattr(value, name))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _held((*path, key), held)
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            yield from _held((*path, number), held)


def _held(path: Place, held: Any) -> Iterator[tuple[Place, BaseModel]]:
    yield from _inside((*path, held.word) if isinstance(held, Kind) else path, held)
