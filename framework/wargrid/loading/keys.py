"""Which keys a model allows at a path: what "did you mean" chooses from, and what an option may set."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from wargrid.source.diagnostics import Place


def keys_at(model: type[BaseModel], path: Place) -> list[str]:
    """The keys that a model allows in the map at a path."""
    found: list[str] = []
    for candidate in models_at(model, path):
        fields = candidate.model_fields.items()
        found += [
            name for name, field in fields if name not in found and field.validation_alias is None
        ]
    return found


def words_at(model: type[BaseModel], path: Place) -> list[str]:
    """The words that may be keys of the map at a path, where these are not names of an author's own."""
    above = path[:-1]
    fields = (
        (candidate.model_fields.get(str(path[-1])) for candidate in models_at(model, above))
        if path
        else ()
    )
    annotations = (part for field in fields if field for part in _parts(field.annotation))
    return list(dict.fromkeys(word for each in annotations for word in _words_of(each)))


def _parts(annotation: Any) -> list[Any]:
    """An annotation, or the members of a union."""
    return (
        list(get_args(annotation)) if get_origin(annotation) in (Union, UnionType) else [annotation]
    )


def _words_of(annotation: Any) -> list[str]:
    """The words that a map's keys are chosen from."""
    if get_origin(annotation) not in (dict, Mapping):
        return []
    choices = (part for part in _parts(get_args(annotation)[0]) if get_origin(part) is Literal)
    return [str(word) for choice in choices for word in get_args(choice)]


def models_at(annotation: Any, path: Place) -> list[type[BaseModel]]:
    """The models that may stand at a path below what an annotation describes; items of lists have no numbers."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not path:
            return [annotation]
        field = annotation.model_fields.get(str(path[0]))
        return [] if field is None else models_at(field.annotation, path[1:])
    args = get_args(annotation)
    if getattr(annotation, "__origin__", None) in (dict, Mapping):
        return models_at(args[1], path[1:]) if path else []
    return [model for part in args for model in models_at(part, path)]
