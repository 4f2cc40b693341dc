"""One small game for each hook, with a move or a call that makes the game call it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from boxes import answered, boxed, offering, with_plugins
from wargrid import Game, Plugin, Position, hookimpl
from wargrid.core.moves import Roll
from wargrid.core.patterns import HypotheticalUnit
from wargrid.events import YES, Announced, Asks, Attack, Choice, Event
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position

FACE_TO_FACE = """\
. c g .
. . G .
. . . .
. . . .
. . C .
"""
"""Red's guard on c4 may attack the blue one on c5."""

BY_DICE = "by: {dice: {hits_on: hit}}"


class Scripted(Plugin):
    """Runs ``script`` in the hook under test, and otherwise returns ``calm``."""

    script: ClassVar[Callable[..., Any] | None] = None


class RestrictingAll(Scripted):
    """Restricts every cell, so that ``forbid_move`` is called for every move."""

    @hookimpl
    def restricted_cells(self, position: Position) -> range:
        """Return all cells."""
        return range(position.roster.grid.cells)


class Forbidding(Scripted):
    """Implements ``forbid_move``, so that ``restricted_cells`` is called."""

    @hookimpl
    def forbid_move(self) -> None:
        """Forbid nothing."""


class Stepping(Scripted):
    """Calls ``may_step`` for every way to move."""

    @hookimpl
    def reshape(self, where: HypotheticalUnit) -> None:
        """Ask for the cell under the unit."""
        where.may_step(where.cell, where.cell)


class Asking(Scripted):
    """Asks its own question after every move."""

    @hookimpl
    def after_move(self) -> list[Event]:
        """Ask Red."""
        return [Asks("test.lone", 0, (7,))]


@dataclass(frozen=True)
class HookCall:
    """How a game comes to call a hook: the plugin's base, what it returns, and the moves.

    Without ``moves``, ``call`` is called with a new game and a position.
    """

    arguments: str
    base: type[Plugin] = Scripted
    calm: object = None
    moves: tuple[str, ...] = ()
    call: Callable[[Game, Position], object] = lambda game, position: game.start()
    ruleset: dict[str, str] = field(default_factory=dict)


def _patterns(game: Game, position: Position) -> object:
    return game.engine.tables.patterns(game.ruleset.units["guard"], 0, 5, 0)


CALLS = {
    "reshape": HookCall("where patterns", call=_patterns),
    "may_step": HookCall("where target", base=Stepping, call=_patterns),
    "walls_drawn": HookCall("position"),
    "restricted_cells": HookCall("position", base=Forbidding, calm=(), moves=("c4>E",)),
    "forbid_move": HookCall("position move", base=RestrictingAll, moves=("c4>E",)),
    "forbidden": HookCall("position moves", moves=("c4>E",)),
    "after_move": HookCall("position move", moves=("c1-c2",)),
    "choices": HookCall(
        "position numbers", Asking, [Choice((), word=YES)], moves=("c1-c2", "choose yes")
    ),
    "turn_begins": HookCall("position", moves=("end",)),
    "turn_ends": HookCall("position", moves=("end",)),
    "after_roll": HookCall("position attack roll", moves=("c4xc5", "hit miss")),
    "after_attack": HookCall("position attack roll", moves=("c4xc5", "hit miss")),
    "instead_of_roll": HookCall("position attack", moves=("c4xc5",)),
    "instead_of_loss": HookCall(
        "position cell", moves=("c4xc5",), ruleset={BY_DICE: "by: removal"}
    ),
}
"""Every hook that a game calls after it was loaded."""


def scripted(hook: str, script: Callable[..., Any] | None = None) -> type[Plugin]:
    """Make a plugin that implements one hook with all its arguments."""
    call = CALLS[hook]
    names = call.arguments.split()

    def run(arguments: dict[str, Any]) -> Any:
        return call.calm if script is None else script(**arguments)

    body = f"lambda self, {', '.join(names)}: run(dict({', '.join(f'{n}={n}' for n in names)}))"
    method = hookimpl(eval(body, {"run": run}))
    return type("Lone", (call.base,), {hook: method, "__module__": __name__})


def game_with(
    monkeypatch: pytest.MonkeyPatch, hook: str, script: Callable[..., Any] | None = None
) -> Game:
    """Load the game of ``boxes`` with such a plugin as ``test.lone``, listed in line 23."""
    text = with_plugins("test.lone: {}")
    for old, new in CALLS[hook].ruleset.items():
        text = text.replace(old, new)
    with offering(monkeypatch, test__lone=scripted(hook, script)):
        return load_text(text, "box.yaml")


def reach(game: Game, hook: str) -> Position:
    """Make the moves that lead to the hook; return the position before the last of them."""
    position = before = read_position(game, FACE_TO_FACE)
    for text in CALLS[hook].moves:
        before = position
        position, _ = game.play(position, read_move(game, position, text))
    if not CALLS[hook].moves:
        CALLS[hook].call(game, position)
    return before


class AfterRoll(Plugin):
    """Returns ``answer`` from ``after_roll`` after a first roll."""

    answer: ClassVar[Any] = None

    @hookimpl
    def after_roll(self, attack: Attack) -> Any:
        return answered(self.answer) if attack.rolls == 1 else None


class AfterAttack(Plugin):
    """Returns ``answer`` from ``after_attack``."""

    answer: ClassVar[Any] = None

    @hookimpl
    def after_attack(self) -> Any:
        return answered(self.answer)


def rolled(game: Game, faces: str = "miss miss") -> tuple[Position, list[Event]]:
    """Attack c5 from c4 with this roll."""
    position = read_position(game, FACE_TO_FACE)
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    return game.play(position, read_move(game, position, faces))


def loaded_with(monkeypatch: pytest.MonkeyPatch, *plugins: type[Plugin]) -> Game:
    """Load the game of ``boxes`` with these plugins, in this order."""
    named = {f"test__{number}": plugin for number, plugin in enumerate(plugins)}
    with offering(monkeypatch, **named):
        return load_text(
            with_plugins(*(f"test.{n}: {{}}" for n in range(len(plugins)))), "box.yaml"
        )


def attacked() -> tuple[Position, Attack, Roll]:
    """Return the arguments of ``after_roll`` in an attack of c4 on c5."""
    position = read_position(boxed(), FACE_TO_FACE)
    return position, Attack(position.after([Announced(14, 18)])), Roll("d", (), ())


def raises(**_: Any) -> None:
    """Raise ValueError."""
    raise ValueError("boom")
