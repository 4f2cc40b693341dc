"""Which keys and values a model allows at a path: for suggestions, and for what ``~`` means.

Also, which paths lead to texts by language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from pydantic import BaseModel

from wargrid.ruleset.grammar.lists import EffectList
from wargrid.ruleset.registry import OneOrList, OrShort, effect_model
from wargrid.ruleset.selecting.selectors import Selector
from wargrid.ruleset.values import Texts
from wargrid.source.diagnostics import Place
from wargrid.source.merge import PLUGINS

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


def keys_at(model: type[BaseModel], path: Place) -> list[str]:
    """Return the keys that a model allows in the map at a path."""
    found: dict[str, None] = {}
    for candidate in models_at(model, path):
        for name, field in candidate.model_fields.items():
            if field.validation_alias in (None, field.alias):
                found[field.alias or name] = None
    return list(found)


def fields_at(model: type[BaseModel] | None, path: Place) -> list[FieldInfo]:
    """Return the fields of models that a path may lead to; items of lists have no numbers."""
    if model is None or not path:
        return []
    found = (field_named(each, str(path[-1])) for each in models_at(model, path[:-1]))
    return [field for field in found if field is not None]


def field_named(model: type[BaseModel], key: str) -> FieldInfo | None:
    """Return the field that rulesets write with a key, or None."""
    found = model.model_fields.get(key)
    if found is not None and found.alias in (None, key):
        return found
    return next((each for each in model.model_fields.values() if each.alias == key), None)


def models_at(annotation: Any, path: Place) -> list[type[BaseModel]]:
    """Return the models that may be at a path below what an annotation describes."""
    if annotation is EffectList:
        return models_at(effect_model(), tuple(step for step in path if not isinstance(step, int)))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not path:
            return [annotation]
        field = field_named(annotation, str(path[0]))
        return [] if field is None else models_at(field.annotation, path[1:])
    args = get_args(annotation)
    if getattr(annotation, "__origin__", None) in (dict, Mapping):
        return models_at(args[1], path[1:]) if path else []
    return [model for part in args for model in models_at(part, path)]


def holds_text(model: type[BaseModel], path: Place) -> bool:
    """Return whether a path leads to a text that may be given by language."""
    steps = tuple(step for step in path if not isinstance(step, int))
    texts = [field.annotation for field in fields_at(model, steps)]
    maps = (get_args(field.annotation) for field in fields_at(model, steps[:-1]))
    return Texts in [*texts, *(held[-1] for held in maps if held)]


def picks(model: type[BaseModel], path: Place) -> bool:
    """Return whether a path leads to a selector or to effects, to a list of some, or into one."""
    steps = tuple(str(step) for step in path if not isinstance(step, int))
    return _picks(model, steps)


@lru_cache(maxsize=4096)  # every map of every file that is joined is asked about
def _picks(model: type[BaseModel], steps: tuple[str, ...]) -> bool:
    return bool(steps) and (
        any(issubclass(each, (Selector, effect_model())) for each in models_at(model, steps))
        or _picks(model, steps[:-1])
    )


def nullable(
    model: type[BaseModel], plugins: Mapping[str, type[BaseModel]]
) -> Callable[[Place], bool]:
    """Return a predicate: whether ``~`` is a value at a path, not a removal.

    ``plugins`` are the models of the options under ``plugins``.
    """

    def is_nullable(path: Place) -> bool:
        of_plugin = path[:1] == (PLUGINS,) and len(path) > 2
        steps = tuple(step for step in path if not isinstance(step, int))
        at = (
            fields_at(plugins.get(str(path[1])), steps[2:])
            if of_plugin
            else fields_at(model, steps)
        )
        return any(map(_takes_null, at))

    return is_nullable


def _takes_null(field: FieldInfo) -> bool:
    """Return whether ``~`` may be at a field, other than at a word, which it removes."""
    if any(isinstance(each, OrShort) for each in field.metadata):
        return False
    return is_optional(field.annotation) or any(
        isinstance(each, OneOrList) for each in field.metadata
    )


def is_optional(annotation: Any) -> bool:
    """Return whether null is a member of an annotation."""
    return NoneType in _union(annotation)


def _union(annotation: Any) -> Sequence[Any]:
    """Return the members of a union, or the annotation alone."""
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def types_in(annotation: Any) -> set[Any]:
    """Return all types in an annotation."""
    args = get_args(annotation)
    return {annotation} if not args else {each for part in args for each in types_in(part)}
