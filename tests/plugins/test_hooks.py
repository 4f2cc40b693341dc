"""Hooks of plugins: what each receives, and how results combine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from boxes import (
    answering,
    boxed,
)
from hook_calls import (
    CALLS,
    AfterAttack,
    AfterRoll,
    attacked,
    game_with,
    loaded_with,
    reach,
    rolled,
)
from wargrid import (
    Plugin,
    Position,
    hookimpl,
)
from wargrid.events import (
    Attack,
    Eliminated,
    Event,
    Turned,
)
from wargrid.match import write_position
from wargrid.plugins.host import AT_LOAD, HOOKS, Plugins
from wargrid.plugins.results import HOOK_RESULTS

# What hooks receive


def test_every_hook_has_a_check_and_a_call_in_these_tests() -> None:
    """A new hook needs a line in each table."""
    called = {hook for hook in HOOKS if hook not in (*AT_LOAD, "turncoats")}
    assert set(CALLS) == called
    assert {*HOOK_RESULTS} == {*called, "turncoats", "unused_hooks"}


RECEIVED = {
    "reshape": lambda where, patterns: (where.cell, len(patterns)) == (5, 1),
    "may_step": lambda where, target: where.cell == target,
    "walls_drawn": lambda position: position.turn == 0,
    "restricted_cells": lambda position: position.side == 0,
    "forbid_move": lambda position, move: position.board[move.source] > 0,
    "forbidden": lambda position, moves: moves[-1] is position.roster.game.end,
    "after_move": lambda position, move: position.board[move.target] and not position.board[2],
    "choices": lambda position, numbers: numbers == (7,) and position.side == 0,
    "turn_begins": lambda position: position.turn > 0,
    "turn_ends": lambda position: position.side == 0,
    "after_roll": lambda position, attack, roll: (attack.hits, attack.rolls) == (1, 1),
    "after_attack": lambda position, attack, roll: position.men[attack.defender] == 1,
    "instead_of_roll": lambda position, attack: (attack.source, attack.target) == (14, 18),
    "instead_of_loss": lambda position, cell: position.board[cell] > 0,
}


@pytest.mark.parametrize("hook", RECEIVED)
def test_a_hook_receives_the_state_that_its_specification_names(
    monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    """It is called at least once, each time with the arguments described."""
    calls: list[bool] = []

    def script(**arguments: Any) -> object:
        calls.append(bool(RECEIVED[hook](**arguments)))
        return CALLS[hook].calm

    reach(game_with(monkeypatch, hook, script), hook)
    assert calls
    assert all(calls)


# How results combine


def test_the_first_result_of_after_roll_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the ruleset; None is no result."""
    game = loaded_with(monkeypatch, *(answering(AfterRoll, answer) for answer in (None, 3, 2)))
    position, events = rolled(game)
    assert events[-1].facts() == {"dice": 3, "hits": 0}
    assert len(game.moves(position)) == 4


def test_events_of_one_plugin_are_applied_before_the_next_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second plugin sees the unit turned."""

    class Second(Plugin):
        @hookimpl
        def after_attack(self, position: Position, attack: Attack) -> list[Event]:
            return [Turned(14, position.facing_of(attack.attacker) + 1)]

    position, events = rolled(
        loaded_with(monkeypatch, answering(AfterAttack, [Turned(14, 1)]), Second)
    )
    assert events[-2:] == [Turned(14, 1), Turned(14, 2)]
    assert position.facing_of(position.board[14]) == 2


def test_a_unit_lost_to_a_plugin_may_decide_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later plugins are not called."""
    last = answering(AfterAttack, ValueError("called"))
    game = loaded_with(monkeypatch, answering(AfterAttack, [Eliminated(2)]), last)
    assert game.result(rolled(game)[0]) == (1, "slay")


def test_none_and_empty_lists_are_no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position is the one without plugins."""
    game = loaded_with(monkeypatch, answering(AfterAttack, None), answering(AfterAttack, ()))
    assert write_position(rolled(game)[0]) == write_position(rolled(boxed())[0])


def test_unused_hooks_are_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin says which hooks its options leave without effect."""

    class Asleep(AfterAttack):
        answer: ClassVar[Any] = ValueError("called")

        def unused_hooks(self) -> list[str]:
            return ["after_attack"]

    assert rolled(loaded_with(monkeypatch, Asleep))


def test_implementations_can_be_wrapped() -> None:
    """``wrap`` gets every implementation with its plugin and hook."""
    wrapped: list[tuple[str, str]] = []

    def wrap(plugin: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        wrapped.append((plugin, hook))
        return lambda *arguments: 2

    plugins = Plugins(
        {"mine": answering(AfterRoll, 1)()},
        wrap=lambda *each: wrap(*each) if each[1] == "after_roll" else each[2],
    )
    assert plugins.after_roll(*attacked()) == 2
    assert wrapped == [("mine", "after_roll")]
