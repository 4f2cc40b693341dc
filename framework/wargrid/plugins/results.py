"""Check what plugins return: one function for each hook, and for each method of a plugin's words.

Each check returns the result in the form that the engine uses, or raises ``InvalidHookResultError``
if its type or range is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import ValidationError, model_validator

from wargrid.core.dice import MAX_DICE
from wargrid.core.events import Attack, Event
from wargrid.core.grid import FACINGS, OFF
from wargrid.core.patterns import HypotheticalUnit, MovePattern, TerrainMap, WalkPattern
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.core.state import Pending, Result
from wargrid.plugins.base import (
    InvalidHookResultError,
    code_line,
    describe_exception,
    failure,
    short_repr,
)
from wargrid.ruleset.base import Kind, RuleOptions
from wargrid.text.format import join_names

if TYPE_CHECKING:
    from wargrid.core.grid import Grid

MAX_ROLLS: Final = 20
"""How often the dice of one attack may be rolled; a plugin that always rolls again would never end."""

Check = Callable[..., Any]
"""Takes a result and the arguments of the call; returns the result as the engine uses it."""

Class = TypeVar("Class", bound=type[RuleOptions])

_FRAMEWORK: Final = "wargrid"


def checked(
    function: Callable[..., Any],
    check: Check,
    plugin: str,
    hook: str,
    where: str,
    default: object = None,
    *,
    required: bool = False,
) -> Callable[..., Any]:
    """Wrap a function of a plugin: check its result, and raise PluginError for any exception.

    Unless the result is ``required``, None is returned as ``default``.
    """

    def call(*arguments: Any) -> Any:
        try:
            result = function(*arguments)
            if result is None and not required:
                return default
            return check(result, *arguments)
        except (Exception, SystemExit) as error:
            raise failure(plugin, hook, where, error, function) from error

    return call


# Events


def events(result: object, position: Position, *_: object) -> Sequence[Event]:
    """Check that these are events with fields in range that can be applied to the position."""
    found = _typed_events(result, position)
    if found:
        _applied(found, position)
    return found


def events_of_turn(result: object, position: Position) -> Sequence[Event]:
    """Check events as ``events`` does; they may leave nothing pending."""
    found = _typed_events(result, position)
    if found and _applied(found, position).pending is not None:
        raise InvalidHookResultError("plugins.waits", events=_names(found, position.roster.grid))
    return found


def events_of_loss(result: object, position: Position, cell: int) -> Sequence[Event]:
    """Check events as ``events`` does; they must leave the cell empty."""
    found = _typed_events(result, position)
    if found and _applied(found, position).board[cell]:
        raise InvalidHookResultError("plugins.not_left", cell=position.roster.grid.name(cell))
    return found


def casualties(result: object, position: Position, *_: object) -> Sequence[Event]:
    """Check the type and the fields of events; the engine applies them at once."""
    return _typed_events(result, position)


def _typed_events(result: object, position: Position) -> Sequence[Event]:
    if not isinstance(result, list | tuple) or not all(isinstance(each, Event) for each in result):
        raise InvalidHookResultError("plugins.answer_events", answer=result)
    for event in result:
        if type(event).__module__ == Event.__module__:
            _check_fields(event, position)
    return result


def _applied(found: Sequence[Event], position: Position) -> Position:
    """Apply events once, so that what they raise is reported with the plugin's name."""
    after = position.after(found)
    if not after.is_whole():
        raise InvalidHookResultError("plugins.torn", events=_names(found, position.roster.grid))
    return after


def _check_fields(event: Event, position: Position) -> None:
    """Raise InvalidHookResultError if a field of a built-in event is out of range."""
    for name in event.__slots__:
        value, in_range = getattr(event, name), _FIELDS.get(name)
        if in_range is not None and not in_range(value, position):
            raise InvalidHookResultError(
                "plugins.event_field",
                event=type(event).__name__,
                field=name,
                value=short_repr(value),
            )


def _is_cell(value: object, position: Position) -> bool:
    return type(value) is int and 0 <= value < position.roster.grid.cells


def _are_cells(value: object, position: Position) -> bool:
    return isinstance(value, list | tuple) and all(_is_cell(cell, position) for cell in value)


def _is_facing(value: object, position: Position) -> bool:
    return type(value) is int and 0 <= value < len(FACINGS)


def _is_side(value: object, position: Position) -> bool:
    return type(value) is int and 0 <= value < len(position.roster.units_of)


def _is_winner(value: object, position: Position) -> bool:
    return value is None or _is_side(value, position)


def _is_count(value: object, *_: object) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: object, *_: object) -> bool:
    return isinstance(value, str)


_FIELDS: Final[Mapping[str, Callable[[Any, Position], bool]]] = {
    **dict.fromkeys(("cell", "source", "target"), _is_cell),
    **dict.fromkeys(("men", "hits", "dice", "cost", "budget"), _is_count),
    **dict.fromkeys(("why", "reason", "type"), _is_text),
    "cells": _are_cells,
    "facing": _is_facing,
    "side": _is_side,
    "winner": _is_winner,
    "pending": lambda value, _: isinstance(value, Pending),
}
"""By name of a field of built-in events, whether a value is in range."""


def _names(found: Sequence[Event], grid: Grid) -> str:
    """Name events with their cells and facings, such as ``Turned b2 N``."""
    return join_names(
        (" ".join((type(event).__name__, *_fields(event, grid))) for event in found), 6
    )


def _fields(event: Event, grid: Grid) -> Iterator[str]:
    for field in ("cell", "source", "target", "facing"):
        value = getattr(event, field, None)
        if field == "facing" and value in range(len(FACINGS)):
            yield FACINGS[value]  # type: ignore[index]
        elif field != "facing" and value in range(grid.cells):
            yield grid.name(value)  # type: ignore[arg-type]
        elif value is not None:
            yield short_repr(value)


# Other results of hooks


def dice(result: object, position: Position, attack: Attack, *_: object) -> int:
    """Check a number of dice to roll again."""
    if type(result) is not int or not 1 <= result <= MAX_DICE:
        raise InvalidHookResultError("plugins.answer_dice", answer=result, most=MAX_DICE)
    if attack.rolls >= MAX_ROLLS:
        raise InvalidHookResultError("plugins.rolls_on", most=MAX_ROLLS)
    return result


def refusal(result: object, *_: object) -> Refusal:
    """Check a refusal with the code of a text."""
    if (
        isinstance(result, Refusal)
        and isinstance(result.code, str)
        and isinstance(result.values, Mapping)
    ):
        return result
    raise InvalidHookResultError("plugins.answer_refusal", answer=result)


def cells(result: object, position: Position) -> frozenset[int]:
    """Check cells of the board."""
    found = frozenset(result) if isinstance(result, Collection) else None
    if found is None or not found <= _all_cells(position.roster.grid.cells):
        raise InvalidHookResultError("plugins.answer_cells", answer=result)
    return found


def names(result: object, *_: object) -> frozenset[str]:
    """Check names, such as those of unit types or hooks."""
    if (
        isinstance(result, str)
        or not isinstance(result, Collection)
        or not all(isinstance(name, str) for name in result)
    ):
        raise InvalidHookResultError("plugins.answer_names", answer=result)
    return frozenset(result)


def patterns(result: object, where: HypotheticalUnit, *_: object) -> tuple[MovePattern, ...]:
    """Check move patterns whose cells are on the board."""
    grid = where.ground.grid
    if not isinstance(result, list | tuple) or not all(_is_pattern(each, grid) for each in result):
        raise InvalidHookResultError("plugins.answer_patterns", answer=result)
    return tuple(result)


def yes_or_no(result: object, *_: object) -> bool:
    """Check True or False."""
    if type(result) is not bool:
        raise InvalidHookResultError("plugins.answer_bool", answer=result)
    return result


def walls(result: object, position: Position) -> tuple[tuple[int, ...], ...]:
    """Check sets of empty cells, none of them empty itself."""
    free = {cell for cell, unit in enumerate(position.board) if not unit}
    if not isinstance(result, list | tuple) or not all(
        isinstance(drawn, list | tuple)
        and drawn
        and all(type(cell) is int and cell in free for cell in drawn)
        for drawn in result
    ):
        raise InvalidHookResultError("plugins.answer_walls", answer=result)
    return tuple(map(tuple, result))


HOOK_RESULTS: Final[Mapping[str, Check]] = {
    "after_attack": events,
    "after_move": events,
    "after_roll": dice,
    "forbid_move": refusal,
    "instead_of_loss": events_of_loss,
    "instead_of_roll": events,
    "may_step": yes_or_no,
    "reshape": patterns,
    "restricted_cells": cells,
    "turn_ends": events_of_turn,
    "turncoats": names,
    "unused_hooks": names,
    "walls_drawn": walls,
}
"""By hook, and for ``Plugin.unused_hooks``, the check of a result that is not None."""


# Words of plugins


def checked_class(cls: Class, plugin: str, where: str = "") -> Class:
    """Derive a class whose methods raise PluginError, with the plugin and its line ``where``."""
    return _checked_class(cls, plugin, where)  # type: ignore[return-value]


@lru_cache(maxsize=512)
def _checked_class(cls: type[RuleOptions], plugin: str, where: str) -> type[RuleOptions]:
    methods = {}
    for name in METHOD_RESULTS:
        home = next((base for base in cls.__mro__ if name in vars(base)), RuleOptions)
        if home.__module__.partition(".")[0] != _FRAMEWORK:
            methods[name] = _checked_method(cls, home, name, plugin, where)
    named = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    return type(cls.__name__, (cls,), {**named, **methods, "validate_safely": _VALIDATOR})


def _checked_method(cls: type[RuleOptions], home: type, name: str, plugin: str, where: str) -> Any:
    check, required = METHOD_RESULTS[name]
    hook = f"{cls.family}.{cls.word}.{name}" if issubclass(cls, Kind) else name
    method = vars(home)[name]
    if isinstance(method, property):
        assert method.fget is not None
        return property(_checked_function(method.fget, check, plugin, hook, where, required))
    return _checked_function(method, check, plugin, hook, where, required)


def _checked_function(
    method: Callable[..., Any], check: Check, plugin: str, hook: str, where: str, required: bool
) -> Callable[..., Any]:
    return wraps(method)(
        checked(
            method,
            lambda result, _, *arguments: check(result, *arguments),
            plugin,
            hook,
            where,
            required=required,
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


def _pattern(result: object, ground: TerrainMap, *_: object) -> MovePattern:
    if not _is_pattern(result, ground.grid):
        raise InvalidHookResultError("plugins.answer_pattern", answer=result)
    return result  # type: ignore[return-value]


def _is_pattern(result: object, grid: Grid) -> bool:
    """Whether this is a move pattern of cells on the board, without empty rays."""
    if (
        not isinstance(result, MovePattern)
        or not all(result.rays)
        or result.takes not in ("never", "also", "only")
    ):
        return False
    lines = (
        *result.rays,
        *result.hops,
        *result.beams,
        *result.glides.values(),
        result.shots,
        result.slippery,
    )
    board = _all_cells(grid.cells)
    return all(board.issuperset(line) for line in lines) and all(
        target in board and (leg in board or leg == OFF) for leg, target in result.spots
    )


def _bounds(result: object, ground: TerrainMap) -> frozenset[int]:
    if not isinstance(result, set | frozenset) or not result <= _all_cells(ground.grid.cells):
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


def _walk_pattern(result: object, *_: object) -> WalkPattern:
    if not isinstance(result, WalkPattern):
        raise InvalidHookResultError("plugins.answer_walk", answer=result)
    return result


def _number(result: object, *_: object) -> int:
    if type(result) is not int or result < 0:
        raise InvalidHookResultError("plugins.answer_number", answer=result)
    return result


def _text(result: object, *_: object) -> str:
    if not isinstance(result, str):
        raise InvalidHookResultError("plugins.answer_text", answer=result)
    return result


def _lines(result: object, *_: object) -> list[str]:
    if not isinstance(result, list | tuple):
        raise InvalidHookResultError("plugins.answer_names", answer=result)
    return [_text(line) for line in result]


def _facts(result: object, *_: object) -> dict[str, object]:
    if not isinstance(result, dict) or not all(isinstance(name, str) for name in result):
        raise InvalidHookResultError("plugins.answer_facts", answer=result)
    return result


def _result(result: object, position: Position) -> Result:
    if (
        isinstance(result, Result)
        and _is_winner(result.winner, position)
        and isinstance(result.reason, str)
    ):
        return result
    raise InvalidHookResultError("plugins.answer_result", answer=result)


METHOD_RESULTS: Final[Mapping[str, tuple[Check, bool]]] = {
    "rule_key": (_text, True),
    "facts": (_facts, True),
    "pattern": (_pattern, True),
    "bounds": (_bounds, False),
    "neighbours": (_steps, False),
    "walk_pattern": (_walk_pattern, False),
    "can_enter": (yes_or_no, True),
    "leaves_out": (yes_or_no, True),
    "may_hit": (yes_or_no, True),
    "die_of": (_text, True),
    "dice": (_number, True),
    "hits": (_number, True),
    "casualties": (casualties, True),
    "details": (_lines, True),
    "royal": (_text, False),
    "decide": (_result, False),
}
"""By method of a word or plugin: the check of its result, and whether None is wrong."""


@cache
def _all_cells(count: int) -> frozenset[int]:
    return frozenset(range(count))
