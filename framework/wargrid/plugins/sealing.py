"""Rulesets and options that strangers may read and nobody may write: lists and maps are sealed when they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic import BaseModel

from wargrid.core.errors import ReadOnlyError
from wargrid.plugins.host import Plugin, strangers_in


def _refuse(*_: object, **__: object) -> NoReturn:
    raise ReadOnlyError("ruleset")


class SealedMap(dict[Any, Any]):
    """A map that is read like any other and never written; a copy of it is a plain one."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class SealedList(list[Any]):
    """A list that is read like any other and never written; a copy of it, or a slice, is a plain one."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


def seal_for_strangers(ruleset: BaseModel, plugins: Mapping[str, Plugin]) -> None:
    """Seal a ruleset and the options of its plugins if any plugin does not come with the framework."""
    if strangers_in(plugins):
        for model in (ruleset, *plugins.values()):
            seal(model)


def seal(model: BaseModel) -> None:
    """Seal every list and map in a frozen model and in the models it holds; the model stays the same object."""
    held = model.__dict__
    for name in type(model).model_fields:
        if name in held:
            held[name] = _sealed(held[name])


def _sealed(value: Any) -> Any:
    if isinstance(value, BaseModel):
        seal(value)
    elif type(value) is dict:
        return SealedMap({key: _sealed(each) for key, each in value.items()})
    elif type(value) is list:
        return SealedList(map(_sealed, value))
    elif type(value) is tuple:
        return tuple(map(_sealed, value))
    return value
