"""Collect the words that plugins add to the vocabulary, and check what their methods return."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, Final, TypeVar

from pydantic import ValidationError, model_validator

from wargrid.core.patterns import MovePattern, TerrainMap, WalkPattern
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.plugins.base import (
    InvalidHookResultError,
    Plugin,
    PluginError,
    code_line,
    describe_exception,
    failure,
    short_repr,
)
from wargrid.plugins.hookspecs import hookimpl
from wargrid.plugins.host import plugin_manager
from wargrid.plugins.results import (
    Check,
    all_cells,
    checked,
    is_pattern,
    is_side,
    typed_events,
    yes_or_no,
)
from wargrid.ruleset.base import KIND_FAMILIES, Kind, RuleOptions
from wargrid.ruleset.registry import BUILT_IN

_FRAMEWORK: Final = "wargrid"
_WORD: Final = re.compile(r"[^\W\d][\w-]{0,39}")

Class = TypeVar("Class", bound=type[RuleOptions])


class BuiltInKinds:
    """The framework's own words, offered through the ``kinds`` hook like those of any plugin."""

    @hookimpl
    def kinds(self) -> Sequence[type[Kind]]:
        """Return the built-in movements, targetings, resolutions and victories."""
        return BUILT_IN


def kinds_of(plugins: Mapping[str, type[Plugin]]) -> list[type[Kind]]:
    """Return the words that the framework and these plugins offer."""
    found = [*offered(_FRAMEWORK, BuiltInKinds)]
    for name, plugin in plugins.items():
        found += offered(name, plugin)
    return found


@cache
def offered(name: str, plugin: type[Plugin] | type[BuiltInKinds]) -> list[type[Kind]]:
    """Return the words that one plugin offers.

    Raises:
        PluginError: its ``kinds`` raises an exception or returns anything but words.
    """
    try:
        instance = plugin.model_construct() if issubclass(plugin, Plugin) else plugin()
        results = plugin_manager({name: instance}).hook.kinds()
        kinds = [kind for result in results for kind in result]
    except (Exception, SystemExit) as error:
        raise failure(name, "kinds", "", error, getattr(plugin, "kinds", None)) from error
    for kind in kinds:
        word = getattr(kind, "word", None)
        if (
            not isinstance(kind, type)
            or not issubclass(kind, KIND_FAMILIES)
            or type(word) is not str
        ):
            raise PluginError(name, "kinds", "", "plugins.answer_kinds", answer=short_repr(kind))
        if _WORD.fullmatch(word) is None:
            raise PluginError(name, "kinds", "", "plugins.bad_word", word=word)
        reasons = getattr(kind, "reasons", ())
        if not isinstance(reasons, list | tuple) or not all(isinstance(r, str) for r in reasons):
            shown = short_repr(reasons)
            raise PluginError(name, "kinds", "", "plugins.reasons", word=word, reasons=shown)
    return kinds


def checked_class(cls: Class, plugin: str, where: str = "") -> Class:
    """Derive a class whose methods raise PluginError, with the plugin and its line ``where``.

    Methods that the class inherits from the framework stay as they are.
    """
    return _checked_class(cls, plugin, where)  # type: ignore[return-value]


@lru_cache(maxsize=512)
def _checked_class(cls: type[RuleOptions], plugin: str, where: str) -> type[RuleOptions]:
    body: dict[str, Any] = {"__doc__": cls.__doc__, "validate_safely": _VALIDATOR}
    body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
    for name, check in METHOD_RESULTS.items():
        home = next((base for base in cls.__mro__ if name in vars(base)), RuleOptions)
        if home.__module__.partition(".")[0] == _FRAMEWORK:
            continue
        hook = f"{cls.family}.{cls.word}.{name}" if issubclass(cls, Kind) else name
        method = vars(home)[name]
        if isinstance(method, property):
            body[name] = property(_checked_method(method.fget, name, check, plugin, hook, where))
        else:
            body[name] = _checked_method(method, name, check, plugin, hook, where)
    return type(cls.__name__, (cls,), body)


def _checked_method(
    method: Any, name: str, check: Check, plugin: str, hook: str, where: str
) -> Any:
    return wraps(method)(
        checked(
            method,
            lambda result, _, *arguments: check(result, *arguments),  # without ``self``
            plugin,
            hook,
            where,
            required=name not in _OPTIONAL,
        )
    )


@classmethod  # type: ignore[misc]
def _validate(
    cls: type[RuleOptions], value: object, handler: Callable[[object], RuleOptions]
) -> RuleOptions:
    """Report any exception of a plugin's own validators as a refused value."""
    try:
        return handler(value)
    except ValidationError:
        raise
    except (Exception, SystemExit) as error:
        place, what = code_line(error), describe_exception(error)
        raise ValueError(f"{place}: {what}" if place else what) from error


_VALIDATOR: Final = model_validator(mode="wrap")(_validate)


def _instance_of(kind: type, key: str) -> Check:
    """Return a check that a result is of exactly this type."""

    def check(result: object, *_: object) -> object:
        if type(result) is not kind:
            raise InvalidHookResultError(key, answer=result)
        return result

    return check


def _pattern(result: object, ground: TerrainMap, *_: object) -> MovePattern:
    if not is_pattern(result, ground.grid):
        raise InvalidHookResultError("plugins.answer_pattern", answer=result)
    return result  # type: ignore[return-value]


def _bounds(result: object, ground: TerrainMap) -> frozenset[int]:
    if not isinstance(result, set | frozenset) or not result <= all_cells(ground.grid.cells):
        raise InvalidHookResultError("plugins.answer_cells", answer=result)
    return frozenset(result)


def _steps(result: object, ground: TerrainMap, *_: object) -> object:
    """Check, for every cell, the steps from it as (cell, cost)."""
    board = range(ground.grid.cells)
    if (
        not isinstance(result, list | tuple)
        or len(result) != len(board)
        or not all(
            to in board and type(cost) is int and cost > 0 for row in result for to, cost in row
        )
    ):
        raise InvalidHookResultError("plugins.answer_steps", answer=result)
    return result


def _number(result: object, *_: object) -> int:
    if type(result) is not int or result < 0:
        raise InvalidHookResultError("plugins.answer_number", answer=result)
    return result


def _lines(result: object, *_: object) -> list[str]:
    if not isinstance(result, list | tuple) or not all(isinstance(line, str) for line in result):
        raise InvalidHookResultError("plugins.answer_names", answer=result)
    return list(result)


def _facts(result: object, *_: object) -> dict[str, object]:
    if not isinstance(result, dict) or not all(isinstance(name, str) for name in result):
        raise InvalidHookResultError("plugins.answer_facts", answer=result)
    return result


def _result(result: object, position: Position) -> Result:
    if (
        isinstance(result, Result)
        and (result.winner is None or is_side(result.winner, position))
        and isinstance(result.reason, str)
    ):
        return result
    raise InvalidHookResultError("plugins.answer_result", answer=result)


_text: Final = _instance_of(str, "plugins.answer_text")

METHOD_RESULTS: Final[Mapping[str, Check]] = {
    "rule_key": _text,
    "facts": _facts,
    "pattern": _pattern,
    "bounds": _bounds,
    "neighbours": _steps,
    "walk_pattern": _instance_of(WalkPattern, "plugins.answer_walk"),
    "can_enter": yes_or_no,
    "leaves_out": yes_or_no,
    "may_hit": yes_or_no,
    "die_of": _text,
    "dice": _number,
    "hits": _number,
    "casualties": typed_events,
    "details": _lines,
    "royal": _text,
    "decide": _result,
}
"""By method of a word or plugin, the check of its result."""

_OPTIONAL: Final = ("bounds", "neighbours", "walk_pattern", "royal", "decide")
"""The methods that may return None."""
