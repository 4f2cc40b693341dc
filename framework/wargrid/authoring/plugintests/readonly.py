"""Give plugins read-only positions, and report plugins that write to what they receive.

The conformance test passes ``strict`` as ``wrap`` to ``Plugins``; games are played without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final, NoReturn

from wargrid.core.attacks import Attack
from wargrid.core.moves import Move
from wargrid.core.position import Position

_CACHE: Final = "listed"
"""The attribute of a position that the game may set: its legal moves, once listed."""


class ReadOnlyError(TypeError):
    """A plugin tried to change what it received."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the {what} is read-only; return events instead")


class ReadOnlyList(list[int]):
    """A list that cannot be changed; slices and copies are plain lists."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise ReadOnlyError("position")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse


class ReadOnlyPosition(Position):
    """A position that cannot be changed; ``after`` returns an ordinary one."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        if name != _CACHE:
            raise ReadOnlyError("position")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise ReadOnlyError("position")


def readonly_view(position: Position) -> Position:
    """Return an equal position that cannot be changed."""
    copy = position.copy()
    for name in ("board", "place", "men", "wounds"):
        setattr(copy, name, ReadOnlyList(getattr(position, name)))
    copy.marks = tuple(map(ReadOnlyList, position.marks))
    copy.__class__ = ReadOnlyPosition
    return copy


def strict(plugin: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a hook: positions are read-only, and a changed move or attack raises ReadOnlyError."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        before = [list(_values(each)) for each in arguments]
        result = function(
            *(readonly_view(each) if isinstance(each, Position) else each for each in arguments)
        )
        for each, values in zip(arguments, before, strict=True):
            if list(_values(each)) != values:
                raise ReadOnlyError(type(each).__name__.lower())
        return result

    return call


def _values(part: object) -> Iterator[object]:
    """Yield the fields of a move or an attack, and of the events of a move."""
    if isinstance(part, Move | Attack):
        for each in (part, *getattr(part, "events", ())):
            public = (name for name in dir(each) if not name.startswith("_"))
            yield from (value for name in public if not callable(value := getattr(each, name)))
