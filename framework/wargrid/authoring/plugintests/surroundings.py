"""What stands around a game and no plugin may change: the process, the engine and its classes, the game itself."""

from __future__ import annotations

import builtins
import decimal
import locale
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from wargrid import Game

_ENGINE: Final = "wargrid"
_GONE: Final = object()
_ENDS: Final = ("_exit", "abort")
"""The functions of ``os`` that end a process at once."""

_OF_DECIMAL: Final = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _decimals() -> tuple[object, ...]:
    context = decimal.getcontext()
    return (*(getattr(context, name) for name in _OF_DECIMAL), *context.traps.values())


def _set_decimals(said: tuple[Any, ...]) -> None:
    context = decimal.getcontext()
    for name, value in zip(_OF_DECIMAL, said, strict=False):
        setattr(context, name, value)
    for trap, value in zip(context.traps, said[len(_OF_DECIMAL) :], strict=True):
        context.traps[trap] = value


def _set_environment(said: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(said)


def _set_path(said: list[str]) -> None:
    sys.path[:] = said


_Part = tuple[str, Callable[[], Any], Callable[[Any], object]]
"""A part of the process as an author knows it, how it is read, and how it is put back."""

_NEAR: Final[tuple[_Part, ...]] = (
    ("sys.getrecursionlimit()", sys.getrecursionlimit, sys.setrecursionlimit),
    ("sys.getswitchinterval()", sys.getswitchinterval, sys.setswitchinterval),
    ("os.getcwd()", _folder, os.chdir),
    ("decimal.getcontext()", _decimals, _set_decimals),
)
_FAR: Final[tuple[_Part, ...]] = (
    ("os.environ", lambda: dict(os.environ), _set_environment),
    (
        "locale.setlocale(locale.LC_ALL)",
        partial(locale.setlocale, locale.LC_ALL),
        partial(locale.setlocale, locale.LC_ALL),
    ),
    ("sys.path", lambda: sys.path[:], _set_path),
)


class Surroundings:
    """How all this was when it was made; whatever is found to be another is put back.

    ``near`` is quickly looked at, after every answer of a plugin; ``changes`` takes a moment.
    """

    def __init__(self, game: Game) -> None:
        self._near = [(part, part[1]()) for part in _NEAR]
        self._far = [(part, part[1]()) for part in _FAR]
        self._game = game, dict(vars(game))
        engine = [
            (module, name)
            for name, module in sys.modules.items()
            if name.partition(".")[0] == _ENGINE
        ]
        self._modules = [
            (module, name, dict(vars(module))) for module, name in (*engine, (builtins, "builtins"))
        ]
        self._classes = [
            (held, f"{name}.{held.__qualname__}", dict(vars(held)))
            for _, name, known in self._modules
            for held in known.values()
            if isinstance(held, type) and held.__module__ == name and name != "builtins"
        ]

    def near(self) -> list[str]:
        """What is another of the process and of the game, as an author would write it."""
        game, known = self._game
        if vars(game) == known and all(part[1]() == said for part, said in self._near):
            return []
        return [*_put_back(self._near), *_restored(game, "game", known, _lazy(type(game)))]

    def changes(self) -> list[str]:
        """All that is another."""
        found = [*self.near(), *_put_back(self._far)]
        for module, name, known in self._modules:
            if vars(module) != known:
                found += _restored(module, name, known, vars(module).keys() - known)
        for held, name, known in self._classes:
            if vars(held) != known:
                found += _restored(held, name, known, ())
        return found


def _lazy(owner: type) -> set[str]:
    """What a thing adds to itself when it is first asked for."""
    return {
        name
        for base in owner.__mro__
        for name, held in vars(base).items()
        if isinstance(held, cached_property)
    }


def _put_back(parts: list[tuple[_Part, Any]]) -> Iterator[str]:
    for (name, read, put), said in parts:
        if read() != said:
            with suppress(OSError):  # a folder may have gone
                put(said)
            yield name


def _restored(
    owner: Any, name: str, known: dict[str, object], added: Collection[str]
) -> Iterator[str]:
    """The attributes that are others than those known, each put back; new ones among ``added`` do no harm.

    Names that begin with two underscores are Python's and Pydantic's, which fill them in when they
    need them. What does no harm is known from now on.
    """
    now = dict(vars(owner))
    for key in [*known, *(key for key in now if key not in known and key not in added)]:
        before, after = known.get(key, _GONE), now.get(key, _GONE)
        if before is after or key.startswith(("__", "_abc_")):
            continue
        if before is _GONE:
            delattr(owner, key)
        else:
            setattr(owner, key, before)
        yield f"{name}.{key}"
    known.update(vars(owner))


@contextmanager
def staying() -> Iterator[None]:
    """For a while, whoever ends the process by a function of ``os`` leaves as with ``sys.exit``, which can be told."""
    before = {name: getattr(os, name) for name in _ENDS}
    for name in _ENDS:
        setattr(os, name, _leaving(f"os.{name}()"))
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(os, name, function)


def _leaving(called: str) -> Callable[..., NoReturn]:
    def leave(*_: object) -> NoReturn:
        raise SystemExit(called)

    return leave
