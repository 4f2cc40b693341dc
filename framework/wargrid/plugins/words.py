"""Collect the words that plugins add to the vocabulary, and check what their methods return."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, Final, TypeVar

from pydantic import ValidationError, model_validator

from wargrid.core.attacks import Choice
from wargrid.core.effects import Doing, Done
from wargrid.core.patterns import TerrainMap, WalkPattern
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
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
    ResultCheck,
    all_cells,
    are_counts,
    checked,
    choices,
    is_count,
    is_pattern,
    is_side,
    require,
    typed_events,
    yes_or_no,
)
from wargrid.ruleset.base import KIND_FAMILIES, Doubt, Kind, Movement, RuleOptions
from wargrid.ruleset.registry import BUILT_IN
from wargrid.ruleset.wants import Aim, Claim, Estate, Harvest, Offer, Race, Row
from wargrid.text import Message

_FACTS: Final = {
    "claim": Claim, "offer": Offer, "harvest": Harvest, "estate": Estate, "race": Race,
    "countdown": Race, "row": Row, "walk": Movement,
}  # fmt: skip
"""What words say that they want, by the property that says it."""

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

    Methods that the class inherits from the framework stay as they are, and so do those that only
    the plugin declares.
    """
    return _checked_class(cls, plugin, where)  # type: ignore[return-value]


@lru_cache(maxsize=512)
def _checked_class(cls: type[RuleOptions], plugin: str, where: str) -> type[RuleOptions]:
    body: dict[str, Any] = {"__doc__": cls.__doc__, "validate_safely": _VALIDATOR}
    body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
    for name, check in METHOD_RESULTS.items():
        homes = [base for base in cls.__mro__ if name in vars(base)]
        declared = [base.__module__.partition(".")[0] == _FRAMEWORK for base in homes]
        if not any(declared) or declared[0]:  # the plugin's own, or not overridden
            continue
        hook = f"{cls.family}.{cls.word}.{name}" if issubclass(cls, Kind) else name
        method = vars(homes[0])[name]
        if isinstance(method, property):
            body[name] = property(_checked_method(method.fget, name, check, plugin, hook, where))
        else:
            body[name] = _checked_method(method, name, check, plugin, hook, where)
    return type(cls.__name__, (cls,), body)


def _checked_method(
    method: Any, name: str, check: ResultCheck, plugin: str, hook: str, where: str
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


def _are_bounds(value: object, ground: TerrainMap) -> bool:
    return isinstance(value, set | frozenset) and value <= all_cells(ground.grid.cells)


def _are_steps(value: object, ground: TerrainMap, *_: object) -> bool:
    """Return whether these are, for every cell, the steps from it as (cell, cost)."""
    board = range(ground.grid.cells)
    return (
        isinstance(value, list | tuple)
        and len(value) == len(board)
        and all(to in board and type(cost) is int and cost > 0 for row in value for to, cost in row)
    )


def _are_aims(value: object, *_: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(aim, Aim) for aim in value)


def _are_doubts(value: object, *_: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(each, Doubt) and isinstance(each.at, str) and isinstance(each.values, Mapping)
        for each in value
    )


def _fact(kind: type) -> ResultCheck:
    def check(result: object, *_: Any) -> object:
        if not isinstance(result, kind):
            raise InvalidHookResultError("plugins.answer_fact", answer=result, fact=kind.__name__)
        return result

    return check


def _done(result: object, doing: Doing, *_: object) -> object:
    """Check what an effect does next."""
    if not isinstance(result, Done) or not is_count(result.left) or result.asked not in (-1, 0, 1):
        raise InvalidHookResultError("plugins.answer_done", answer=result)
    typed_events(result.events, doing.position)
    return result


def _effect_answers(result: object, doing: Doing) -> object:
    """Check the answers to the question of an effect."""
    if not isinstance(result, list | tuple) or not all(map(_is_effect_answer, result)):
        raise InvalidHookResultError("plugins.answer_choices", answer=result)
    choices([choice for choice, _ in result], doing.position)
    return result


def _is_effect_answer(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], Choice)
        and isinstance(value[1], Done)
    )


def _are_dice(value: object, *_: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], str)
        and is_count(value[1])
    )


def _are_lines(value: object, *_: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(line, str) for line in value)


def _are_facts(value: object, *_: object) -> bool:
    return isinstance(value, dict) and all(isinstance(name, str) for name in value)


def _is_result(value: object, position: Position) -> bool:
    return (
        isinstance(value, Result)
        and (value.winner is None or is_side(value.winner, position))
        and isinstance(value.reason, str)
    )


def _are_targets(value: object, ground: TerrainMap, *_: object) -> bool:
    """Return whether these are cells, or cells with the words that a side chooses there."""
    board = range(ground.grid.cells)
    return isinstance(value, list | tuple) and all(
        target in board
        if type(target) is int
        else isinstance(target, tuple)
        and len(target) == 2
        and target[0] in board
        and isinstance(target[1], str)
        for target in value
    )


def _are_open_targets(value: object, position: Position) -> bool:
    """Return whether these are cells, each with the word that a side chooses there."""
    board = range(position.roster.grid.cells)
    return isinstance(value, list | tuple) and all(
        type(target) is tuple and len(target) == 2 and target[0] in board and type(target[1]) is str
        for target in value
    )


_NAMES: Final = require("plugins.answer_names", _are_lines)


def _choices(result: object, *context: Any) -> object:
    """Check answers to a question, or the words of an ability, which it knows from the start."""
    return choices(result, *context) if context else _NAMES(result)


_TEXT: Final = require("plugins.answer_text", lambda value, *_: isinstance(value, str))
_NUMBER: Final = require("plugins.answer_number", is_count)

METHOD_RESULTS: Final[Mapping[str, ResultCheck]] = {
    "rule_key": _TEXT,
    "facts": require("plugins.answer_facts", _are_facts),
    "doubts": require("plugins.answer_doubts", _are_doubts),
    "pattern": require("plugins.answer_pattern", is_pattern),
    "bounds": require("plugins.answer_cells", _are_bounds),
    "conditional": yes_or_no,
    "is_sheltered": yes_or_no,
    "markers_named": _NAMES,
    "stirring": _NAMES,
    "neighbours": require("plugins.answer_steps", _are_steps),
    "walk_pattern": require(
        "plugins.answer_walk", lambda value, *_: isinstance(value, WalkPattern)
    ),
    "is_aim": yes_or_no,
    "ends_as": _TEXT,
    "can_enter": yes_or_no,
    "leaves_out": yes_or_no,
    "removes": yes_or_no,
    "may_hit": yes_or_no,
    "die_of": _TEXT,
    "dice": _NUMBER,
    "usual_dice": _NUMBER,
    "hits": _NUMBER,
    "open_pattern": require("plugins.answer_pattern", is_pattern),
    "distance": _NUMBER,
    "dice_of": _NUMBER,
    "can_strike": yes_or_no,
    "rolls_dice": yes_or_no,
    "fits": yes_or_no,
    "offers": yes_or_no,
    "hurts": yes_or_no,
    "selects": yes_or_no,
    "in_words": _TEXT,
    "reads": _TEXT,
    "counted": require(
        "plugins.answer_counts", lambda value, *_: bool(value) and are_counts(value)
    ),
    "took_effect": yes_or_no,
    "casualties": typed_events,
    "aftermath": typed_events,
    "choices": _choices,
    "choices_on": _NAMES,
    "events": typed_events,
    "allows": yes_or_no,
    "open_targets": require("plugins.answer_targets", _are_open_targets),
    "price": _NUMBER,
    "refused": require("plugins.answer_refusal", lambda value, *_: isinstance(value, Refusal)),
    "apart": require("plugins.answer_text", lambda value, *_: isinstance(value, str | Mapping)),
    "title": require("plugins.answer_text", lambda value, *_: isinstance(value, str | Message)),
    "targets": require("plugins.answer_targets", _are_targets),
    "details": _NAMES,
    "score": typed_events,
    "aims": require("plugins.answer_aims", _are_aims),
    "deciding": _NAMES,
    **{name: _fact(kind) for name, kind in _FACTS.items()},
    "counts_days": yes_or_no,
    "rewards_losses": yes_or_no,
    "royal": _TEXT,
    "royal_side": _TEXT,
    "decide": require("plugins.answer_result", _is_result),
    "decide_after": require("plugins.answer_result", _is_result),
    "rules_out": yes_or_no,
    "claims_from": _NUMBER,
    "claimed": require("plugins.answer_result", _is_result),
    "first_turn": _NUMBER,
    "last": _NUMBER,
    "progress": _NUMBER,
    "tally": _NUMBER,
    "cells": require("plugins.answer_cells", _are_bounds),
    "may_ask": yes_or_no,
    "of_units": yes_or_no,
    "of_hand": yes_or_no,
    "never_mates": _NAMES,
    "is_on": yes_or_no,
    "types": _NAMES,
    "roles_named": _NAMES,
    "happens": _done,
    "answers": _effect_answers,
    "rolled": _done,
    "thrown": require("plugins.answer_thrown", _are_dice),
}
"""By method of a word or plugin, the check of its result."""

_OPTIONAL: Final = (
    "bounds", "neighbours", "walk_pattern", "royal", "royal_side", "decide", "decide_after",
    "claims_from", "claimed", "first_turn", "last", "progress", "tally", "cells", "open_targets",
    "price", "refused", *_FACTS,
)  # fmt: skip
"""The methods that may return None."""
