"""Check what hooks return: type and range of every result, by hook.

Each check returns the result in the form that the engine uses, or raises
``InvalidHookResultError``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final

from wargrid.core.attacks import Asks, Attack, Choice
from wargrid.core.chains import GoesOn
from wargrid.core.dice import MAX_DICE
from wargrid.core.events import Event, Noted, fact_names
from wargrid.core.grid import OFF
from wargrid.core.marks import Marked
from wargrid.core.moves import NOWHERE, Move
from wargrid.core.patterns import ConditionalMove, HypotheticalUnit, MovePattern, TerrainMap
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.core.state import Pending
from wargrid.plugins.base import InvalidHookResultError, failure, short_repr

_ANSWER: Final = re.compile("([a-z][a-z0-9_]*)?")
"""A word that answers a question; empty for a cell."""

MAX_ROLLS: Final = 20
"""How often the dice of one attack may be rolled: a plugin that always rolls again never ends."""

ResultCheck = Callable[..., Any]
"""Takes a result and the arguments of the call; returns the result as the engine uses it."""


def checked(
    function: Callable[..., Any],
    check: ResultCheck,
    plugin: str,
    hook: str,
    where: str,
    default: object = None,
    *,
    required: bool = False,
) -> Callable[..., Any]:
    """Wrap a function of a plugin: check its result, and raise PluginError for any exception.

    ``where`` is the line of the ruleset that lists the plugin. Unless a result is ``required``,
    None is returned as ``default``.
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


def events(result: object, position: Position, *_: object) -> Sequence[Event]:
    """Check events that can be applied to the position."""
    found = typed_events(result, position)
    if found:
        _apply(found, position)
    return found


def typed_events(result: object, position: Position, *_: object) -> Sequence[Event]:
    """Check that these are events, and that the fields of built-in ones are in range."""
    if not isinstance(result, list | tuple) or not all(isinstance(each, Event) for each in result):
        raise InvalidHookResultError("plugins.answer_events", answer=result)
    for number, event in enumerate(result, 1):
        if isinstance(event, Marked):
            _check_marked(event, position)
        elif type(event).__module__.startswith(_BUILT_IN):
            for name in fact_names(type(event)):
                value = getattr(event, name)
                if name in _FIELDS and not _FIELDS[name](value, position):
                    raise _wrong_field(event, name)
        if type(event) is Asks and (number < len(result) or _is_asked(position)):
            raise InvalidHookResultError("plugins.asks_twice", answer=result)
        if type(event) is Asks:
            _check_question(event, position)
        if type(event) is GoesOn and position.roster.game.ruleset.turn.again is None:
            raise InvalidHookResultError("plugins.goes_on", answer=event)
    return result


def _check_question(event: Asks, position: Position) -> None:
    choices = position.roster.game.choices
    if event.asker not in choices.questions:
        known = ", ".join(choices.questions)
        raise InvalidHookResultError("plugins.asks", answer=event, known=known)
    if not choices.understands(event):
        raise InvalidHookResultError("plugins.asks_numbers", answer=event)


def choices(result: object, position: Position, *_: object) -> Sequence[Choice]:
    """Check answers to a question: cells of the board, words, and events that can be applied."""
    if not isinstance(result, list | tuple) or not all(isinstance(each, Choice) for each in result):
        raise InvalidHookResultError("plugins.answer_choices", answer=result)
    for choice in result:
        cells = [cell for cell in choice[1:3] if cell != NOWHERE]
        if not _are_cells(cells, position) or not _is_answer(choice.word):
            raise InvalidHookResultError("plugins.answer_choices", answer=choice)
        events(choice.events, position)
    return result


def _check_marked(event: Marked, position: Position) -> None:
    """Check the marker, the place and the value; whether a unit is there shows when it happens."""
    rows, cells = position.roster.game.markers.rows, position.roster.grid.cells
    number = event.number
    if type(number) is not int or not 0 <= number < len(rows) or rows[number].word != event.marker:
        raise _wrong_field(event, "marker")
    marker = rows[number]
    sides = len(position.roster.units_of)
    places = sides if marker.per == "side" else cells * sides if marker.by_side else cells
    where = event.where
    is_place = type(where) is int and 0 <= where < places
    if not is_place or (marker.per == "cell" and where % cells not in marker.cells):
        raise _wrong_field(event, "where")
    if type(event.value) is not int or not marker.least <= event.value <= marker.most:
        raise _wrong_field(event, "value")


def _wrong_field(event: Event, name: str) -> InvalidHookResultError:
    value = short_repr(getattr(event, name))
    values = {"event": type(event).__name__, "field": name, "value": value}
    key = "event_cell" if name in _CELLS else "event_name" if name in _NAMED else "event_field"
    return InvalidHookResultError(f"plugins.{key}", **values)


def _is_asked(position: Position) -> bool:
    pending = position.pending
    return pending is not None and pending.kind in position.roster.game.choices.questions


def _is_answer(word: object) -> bool:
    return isinstance(word, str) and _ANSWER.fullmatch(word) is not None


def _answers(result: object, position: Position, *_: object) -> Sequence[Choice]:
    if not result:
        raise InvalidHookResultError("plugins.answer_choices", answer=result)
    return choices(result, position)


def _events_of_turn(result: object, position: Position) -> Sequence[Event]:
    found = typed_events(result, position)
    if found and _apply(found, position).pending is not None:
        raise InvalidHookResultError("plugins.waits", answer=found)
    return found


def _events_of_loss(result: object, position: Position, cell: int) -> Sequence[Event]:
    found = typed_events(result, position)
    if found and _apply(found, position).board[cell]:
        raise InvalidHookResultError("plugins.not_left", cell=position.roster.grid.name(cell))
    return found


def _apply(found: Sequence[Event], position: Position) -> Position:
    """Apply events to a copy, so that what they raise is reported with the plugin's name."""
    after = position.copy()
    for event in found:
        before = after.board
        event.apply(after)
        # A note may tell of a unit that is gone.
        if type(event).__module__.startswith(_BUILT_IN) and type(event) is not Noted:
            _check_units(event, before, after.board)
    if not after.is_whole():
        raise InvalidHookResultError("plugins.torn", answer=found)
    return after


def _check_units(event: Event, before: Sequence[int], after: Sequence[int]) -> None:
    """Check that there was a unit on each cell that the event names, or that there is one now."""
    for name in _CELLS:
        cell = getattr(event, name, None)
        if cell is not None and before[cell] <= 0 and after[cell] <= 0:
            raise InvalidHookResultError(
                "plugins.event_unit", event=type(event).__name__, field=name, value=cell
            )


def _is_cell(value: object, position: Position) -> bool:
    return type(value) is int and 0 <= value < position.roster.grid.cells


def _are_cells(value: object, position: Position) -> bool:
    return isinstance(value, list | tuple) and all(_is_cell(cell, position) for cell in value)


def is_side(value: object, position: Position) -> bool:
    """Return whether this is the number of a side."""
    return type(value) is int and 0 <= value < len(position.roster.units_of)


def _is_facing(value: object, position: Position) -> bool:
    grid = position.roster.grid
    ways = grid.facings if grid.facings > 1 else grid.ways
    return type(value) is int and 0 <= value < ways


def is_count(value: object, *_: object) -> bool:
    """Return whether this is a whole number from 0."""
    return type(value) is int and value >= 0


def are_counts(value: object, *_: object) -> bool:
    """Return whether these are whole numbers from 0."""
    return isinstance(value, tuple) and all(map(is_count, value))


def _is_text(value: object, _: Position) -> bool:
    return isinstance(value, str)


_BUILT_IN: Final = "wargrid.core."
"""How the modules of built-in events begin; a plugin's own may mean by a field what they like."""

_CELLS: Final = ("cell", "source", "target")
_NAMED: Final = ("type", "marker")
_FIELDS: Final[Mapping[str, Callable[[Any, Position], bool]]] = {
    **dict.fromkeys(_CELLS, _is_cell),
    **dict.fromkeys(("men", "hits", "dice", "cost", "budget"), is_count),
    **dict.fromkeys(("why", "reason"), _is_text),
    "type": lambda value, position: value in position.roster.game.ruleset.units,
    "asker": _is_text,
    "cells": _are_cells,
    "facing": _is_facing,
    "numbers": are_counts,
    "side": is_side,
    "winner": lambda value, position: value is None or is_side(value, position),
    "pending": lambda value, _: isinstance(value, Pending),
}
"""By name of a field of built-in events, whether a value is in range."""


def _dice(result: object, position: Position, attack: Attack, *_: object) -> int:
    if type(result) is not int or not 1 <= result <= MAX_DICE:
        raise InvalidHookResultError("plugins.answer_dice", answer=result, most=MAX_DICE)
    if attack.rolls >= MAX_ROLLS:
        raise InvalidHookResultError("plugins.rolls_on", most=MAX_ROLLS)
    return result


def require(key: str, is_right: Callable[..., bool]) -> ResultCheck:
    """Return a check that raises InvalidHookResultError with the text ``key``."""

    def check(result: object, *arguments: Any) -> object:
        if not is_right(result, *arguments):
            raise InvalidHookResultError(key, answer=result)
        return result

    return check


def _board_cells(result: object, position: Position) -> object:
    """Check cells without ``require``: this is called for every list of moves."""
    board = all_cells(position.roster.grid.cells)
    if not isinstance(result, Collection) or not board.issuperset(result):
        raise InvalidHookResultError("plugins.answer_cells", answer=result)
    return result


def _is_refusal(value: object, *_: object) -> bool:
    return (
        isinstance(value, Refusal)
        and isinstance(value.code, str)
        and isinstance(value.values, Mapping)
    )


def _are_refusals(value: object, *_: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(move, Move) and _is_refusal(why) for move, why in value.items()
    )


def _are_names(value: object, *_: object) -> bool:
    return (
        isinstance(value, Collection)
        and not isinstance(value, str)
        and all(isinstance(name, str) for name in value)
    )


def _are_patterns(value: object, where: HypotheticalUnit, *_: object) -> bool:
    return isinstance(value, list | tuple) and all(is_pattern(each, where.ground) for each in value)


def is_pattern(value: object, ground: TerrainMap, *_: object) -> bool:
    """Return whether this is a move pattern with cells of the board, without empty rays."""
    if (
        not isinstance(value, MovePattern)
        or not all(value.rays)
        or value.takes not in ("never", "also", "only")
        or not all(isinstance(each, ConditionalMove) for each in value.conditional)
    ):
        return False
    lines = (*value.rays, *value.hops, *value.beams, *value.glides.values())
    board = all_cells(ground.grid.cells)
    cells = (each.cells for each in value.conditional)
    between = [way for _, ways in value.sights for way in ways]
    between += [way for _, way in value.lanes]
    seen = tuple(cell for cell, _ in (*value.sights, *value.lanes))
    lines = (*lines, *cells, *between, seen, value.shots, tuple(value.slippery))
    return all(map(board.issuperset, lines)) and all(
        target in board and (leg in board or leg == OFF) for leg, target in value.spots
    )


def _are_walls(value: object, position: Position) -> bool:
    free = {cell for cell, unit in enumerate(position.board) if not unit}
    return isinstance(value, list | tuple) and all(
        isinstance(drawn, list | tuple)
        and drawn
        and all(type(cell) is int and cell in free for cell in drawn)
        for drawn in value
    )


@cache
def all_cells(count: int) -> frozenset[int]:
    """Return the cells of a board with so many."""
    return frozenset(range(count))


yes_or_no: Final = require("plugins.answer_bool", lambda value, *_: type(value) is bool)

_NAMES: Final = require("plugins.answer_names", _are_names)

HOOK_RESULTS: Final[Mapping[str, ResultCheck]] = {
    "after_attack": events,
    "after_move": events,
    "after_roll": _dice,
    "choices": _answers,
    "forbidden": require("plugins.answer_refusals", _are_refusals),
    "forbid_move": require("plugins.answer_refusal", _is_refusal),
    "instead_of_loss": _events_of_loss,
    "instead_of_roll": events,
    "may_step": yes_or_no,
    "reshape": require("plugins.answer_patterns", _are_patterns),
    "restricted_cells": _board_cells,
    "turn_begins": events,
    "turn_ends": _events_of_turn,
    "turncoats": _NAMES,
    "unused_hooks": _NAMES,
    "walls_drawn": require("plugins.answer_walls", _are_walls),
}
"""By hook, and for ``Plugin.unused_hooks``, the check of a result that is not None."""
