"""What strangers' plugins are shown: copies that refuse to be changed, and moves that are put back if they were."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, NoReturn

from wargrid.core.errors import ReadOnlyError
from wargrid.core.events import Attack
from wargrid.core.moves import Move
from wargrid.core.position import Position

CACHE: Final = "listed"
"""What a position keeps for its game: the one attribute that reading sets."""


class ReadOnly(list[int]):
    """A list that is read like any other and never written; a slice of it is a plain list of the reader's own."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise ReadOnlyError("position")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse


class Shown(Position):
    """A position to be read alone: what is written into it is refused, and reaches no game in any case."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        if name != CACHE:
            raise ReadOnlyError("position")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise ReadOnlyError("position")


for _own, _known in ((ReadOnly, list), (Shown, Position)):
    _own.__name__ = _own.__qualname__ = (
        _known.__name__
    )  # what an author reads who misspells an attribute


class Apart:
    """While strangers' code runs here, what it prints goes to the error stream: the output is the program's own.

    How deep calls may go is afterwards what it was before.
    """

    def __enter__(self) -> None:
        self._output, self._limit = sys.stdout, sys.getrecursionlimit()
        sys.stdout = sys.stderr

    def __exit__(self, *_: object) -> None:
        sys.stdout = self._output
        if sys.getrecursionlimit() != self._limit:
            sys.setrecursionlimit(self._limit)


def shown(position: Position) -> Position:
    """A position as a stranger may see it: equal, with lists of its own that cannot be written."""
    if isinstance(position, Shown):
        return position
    copy = position.copy()
    copy.board = ReadOnly(copy.board)
    copy.place = ReadOnly(copy.place)
    copy.men = ReadOnly(copy.men)
    copy.wounds = ReadOnly(copy.wounds)
    copy.__class__ = Shown
    return copy


def guarded(ask: Callable[..., Any]) -> Callable[..., Any]:
    """A stranger's function, asked so that it can change nothing that a game goes on with.

    Raises:
        ReadOnlyError: it tried; a move or an attack that it wrote into is as it was.
    """

    def through(*question: Any, **more: Any) -> Any:
        lent = [(part, list(_values(part))) for part in question if isinstance(part, Move | Attack)]
        touched: list[str] = []
        try:
            with Apart():
                answer = ask(
                    *(shown(part) if isinstance(part, Position) else part for part in question),
                    **more,
                )
        finally:
            touched += [type(part).__name__.lower() for part, values in lent if _put_back(values)]
        if isinstance(answer, Coroutine):
            answer.close()  # nobody waits for it, and Python would complain of that aloud
        if touched:
            raise ReadOnlyError("attack" if touched[0] == "attack" else "move")
        return answer

    return through


Value = tuple[Any, str, Any]
"""A thing, one of its slots, and what stands there."""


def _values(part: Move | Attack) -> Iterator[Value]:
    """Every slot of a move or attack with its value, those of its events included."""
    for thing in (part, *getattr(part, "events", ())):
        yield from ((thing, slot, getattr(thing, slot)) for slot in _slots(type(thing)))


def _put_back(values: list[Value]) -> bool:
    """Give every slot its value again; whether any had another."""
    changed = [
        (thing, slot, value)
        for thing, slot, value in values
        if getattr(thing, slot, None) is not value
    ]
    for thing, slot, value in changed:
        setattr(thing, slot, value)
    return bool(changed)


def _slots(of: type) -> tuple[str, ...]:
    return tuple(slot for base in of.__mro__ for slot in base.__dict__.get("__slots__", ()))
