"""Which keys a model allows at a path: what "did you mean" chooses from, and what an option may set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel

from wargrid.faults import Path


def keys_at(model: type[BaseModel], path: Path) -> list[str]:
    """The keys that a model allows in the map at a path."""
    found: list[str] = []
    for candidate in _models_at(model, path):
        fields = candidate.model_fields.items()
        found += [name for name, field in fields if name not in found and field.validation_alias is None]
    return found


def _models_at(annotation: Any, path: Path) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not path:
            return [annotation]
        field = annotation.model_fields.get(str(path[0]))
        return [] if field is None else _models_at(field.annotation, path[1:])
    args = get_args(annotation)
    if getattr(annotation, "__origin__", None) in (dict, Mapping):
        return _models_at(args[1], path[1:]) if path else []
    return [model for part in args for model in _models_at(part, path)]
