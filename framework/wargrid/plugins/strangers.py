"""Words and plugins of strangers made safe: their methods are asked like hooks, guarded and sure of the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar

from pydantic import ValidationError, model_validator

from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.plugins import results as answers
from wargrid.plugins.failing import place_of, raised
from wargrid.plugins.host import failure, is_stranger
from wargrid.plugins.readonly import Apart, guarded
from wargrid.plugins.results import InvalidHookResultError
from wargrid.ruleset.base import FAMILIES, RuleOptions

Class = TypeVar("Class", bound=type[RuleOptions])
Sure = Callable[..., Any]


def contained(cls: Class, plugin: str, where: str = "") -> Class:
    """The same class, whose methods fail with a PluginError that names the plugin and its line, ``where``.

    A class of the framework's own, or that comes with it, stays as it is.
    """
    return _contained(cls, plugin, where)  # type: ignore[return-value]


@lru_cache(maxsize=512)
def _contained(cls: type[RuleOptions], plugin: str, where: str) -> type[RuleOptions]:
    if not is_stranger(cls):
        return cls
    safe = {name: _safe(cls, name, sure, plugin, where) for name, sure in _own_methods(cls)}
    known = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    made: type[RuleOptions] = type(
        cls.__name__, (cls,), {**known, **safe, "validated_safely": _validator}
    )
    return made


@classmethod  # type: ignore[misc]
def _validated(
    cls: type[RuleOptions], value: object, handler: Callable[[object], RuleOptions]
) -> RuleOptions:
    """Let the class make itself of what an author wrote; what its own validators raise refuses that."""
    try:
        with Apart():
            return handler(value)
    except (ValidationError, KeyboardInterrupt):
        raise
    except BaseException as error:
        place = place_of(error)
        raise ValueError(f"{place}: {raised(error)}" if place else raised(error)) from error


_validator: Final = model_validator(mode="wrap")(_validated)


def _own_methods(cls: type[RuleOptions]) -> Iterator[tuple[str, Sure]]:
    """The methods that a game asks and that a stranger wrote, each with what makes sure of its answer."""
    for name, sure in METHODS.items():
        home = next((base for base in cls.__mro__ if name in base.__dict__), None)
        if home is not None and is_stranger(home):
            yield name, sure


def _safe(cls: type[RuleOptions], name: str, sure: Sure, plugin: str, where: str) -> Any:
    found = next(base.__dict__[name] for base in cls.__mro__ if name in base.__dict__)
    hook = f"{cls.family}.{cls.word}.{name}" if issubclass(cls, FAMILIES) else name
    if isinstance(found, property):
        assert found.fget is not None
        return property(_asked(found.fget, hook, sure, plugin, where))
    return _asked(found, hook, sure, plugin, where)


def _asked(
    method: Callable[..., Any], hook: str, sure: Sure, plugin: str, where: str
) -> Callable[..., Any]:
    """A method that raises nothing but PluginError, and Ctrl-C."""
    through = guarded(method)

    @wraps(method)
    def ask(self: RuleOptions, *question: Any, **more: Any) -> Any:
        try:
            return sure(through(self, *question, **more), *question)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise failure(plugin, hook, where, error) from error

    return ask


def _or_none(sure: Sure) -> Sure:
    """None is an answer too."""
    return lambda answer, *question: None if answer is None else sure(answer, *question)


def _sheet(answer: object, ground: TerrainMap, *_: object) -> MovePattern:
    if not answers.is_sheet(answer, ground.grid):
        raise InvalidHookResultError("plugins.answer_sheet", answer=answer)
    return answer  # type: ignore[return-value]


def _cells(answer: object, ground: TerrainMap) -> frozenset[int]:
    if not isinstance(answer, set | frozenset) or not all(
        cell in range(ground.grid.cells) for cell in answer
    ):
        raise InvalidHookResultError("plugins.answer_cells", answer=answer)
    return frozenset(answer)


def _steps(answer: object, ground: TerrainMap, *_: object) -> object:
    """For every cell, where one may step from it and what that costs."""
    cells = range(ground.grid.cells)
    fits = isinstance(answer, list | tuple) and len(answer) == len(cells)
    if not fits or not all(
        to in cells and type(cost) is int and cost > 0
        for row in answer  # type: ignore[attr-defined]
        for to, cost in row
    ):
        raise InvalidHookResultError("plugins.answer_steps", answer=answer)
    return answer


def _lines(answer: object, *_: object) -> list[str]:
    if not isinstance(answer, list | tuple):
        raise InvalidHookResultError("plugins.answer_names", answer=answer)
    return [answers.text(line) for line in answer]


def _facts(answer: object, *_: object) -> dict[str, object]:
    if not isinstance(answer, dict) or not all(isinstance(name, str) for name in answer):
        raise InvalidHookResultError("plugins.answer_facts", answer=answer)
    return answer


METHODS: Final[dict[str, Sure]] = {
    "rule_key": answers.text,
    "facts": _facts,
    "sheet": _sheet,
    "bounds": _or_none(_cells),
    "neighbours": _or_none(_steps),
    "may_hit": answers.yes_or_no,
    "die_of": answers.text,
    "dice": answers.number,
    "hits": answers.number,
    "casualties": answers.events,
    "details": _lines,
    "royal": _or_none(answers.text),
    "decide": _or_none(answers.result),
}
"""By method that a game asks of a word or a plugin, what makes sure of its answer."""
