"""Keys for which ``~`` is a value: a variant that writes it there says so, and takes nothing away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from pydantic import BaseModel

from wargrid.loading.keys import models_at
from wargrid.ruleset.shorthand import OneOrList, OrShort
from wargrid.source.document import Node, changed

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from wargrid.source.diagnostics import Place
    from wargrid.source.merge import Merged


def hold_nulls(
    merged: Merged, model: type[BaseModel], plugins: Mapping[str, type[BaseModel]]
) -> None:
    """Put ``~`` where it took away a single value, or a key that must be written or means something else if left out.

    ``model`` describes the ruleset, and one of ``plugins`` the options under its name. Nor is ``~``
    in vain at any key that may be ``~``, though nothing else stood there.
    """

    def nulls_at(path: Place) -> list[FieldInfo]:
        of_plugin = path[:1] == ("plugins",) and len(path) > 2
        found = _fields(plugins.get(str(path[1])), path[2:]) if of_plugin else _fields(model, path)
        return [field for field in found if _takes_null(field)]

    for path, node in merged.root.walk():
        for key, mark in node.removed.items():
            at = (*path, key)
            if node.child(key) is None and any(map(_is_said, nulls_at(at))):
                merged.root = changed(merged.root, at, Node(None, mark, mark))
    merged.pardon(lambda path: bool(nulls_at(path)))


def _fields(model: type[BaseModel] | None, path: Place) -> list[FieldInfo]:
    """The fields of models that a path may lead to."""
    if model is None or not path:
        return []
    steps = tuple(step for step in path[:-1] if not isinstance(step, int))
    found = (each.model_fields.get(str(path[-1])) for each in models_at(model, steps))
    return [field for field in found if field is not None]


def _takes_null(field: FieldInfo) -> bool:
    """Whether ``~`` may stand at a field, which is not the word of a family: that is taken away."""
    if any(isinstance(each, OrShort) for each in field.metadata):
        return False
    return _is_null(field.annotation) or any(isinstance(each, OneOrList) for each in field.metadata)


def _is_null(annotation: Any) -> bool:
    """Whether an annotation, or a member of a union, is that of null."""
    if get_origin(annotation) in (Union, UnionType):
        return any(map(_is_null, get_args(annotation)))
    return annotation is NoneType


def _is_said(field: FieldInfo) -> bool:
    """Whether ``~`` at a field is not the same as leaving it out, or stands for a single value, such as a number."""
    single = not any(isinstance(each, OneOrList) for each in field.metadata) and not _holds_more(
        field.annotation
    )
    return single or field.is_required() or bool(field.get_default(call_default_factory=True))


def _holds_more(annotation: Any) -> bool:
    """Whether a map or a list may stand where an annotation is."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel | dict | list | tuple):
        return True
    origin = get_origin(annotation)
    return origin in (dict, list, tuple, Mapping, Sequence) or any(
        map(_holds_more, get_args(annotation))
    )
