"""Plugins that behave badly at any hook: how each hook is reached, and what may be done wrong
there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import pytest

from boxes import offering, with_plugins
from wargrid import Game, Plugin, PluginError, Position, hookimpl
from wargrid.core.patterns import HypotheticalUnit
from wargrid.loading.hooks import asked_with
from wargrid.loading.loader import load_text
from wargrid.match.notation import read_move
from wargrid.match.position_text import read_position

Deed = Callable[..., Any]


BEFORE_THE_GAME = ("kinds", "turncoats")
"""The hooks that are asked once, while a ruleset is made ready."""

FACE_TO_FACE = """\
. c g .
. . G .
. . . .
. . . .
. . C .
"""


class Moody(Plugin):
    """Answers as its hook should until it is told what to do instead."""

    deed: ClassVar[Deed | None] = None
    calm: ClassVar[Any] = None


@contextmanager
def misbehaving(deed: Deed) -> Iterator[None]:
    """For a while, the plugin does this whenever it is asked."""
    Moody.deed = staticmethod(deed)  # type: ignore[assignment]
    try:
        yield
    finally:
        Moody.deed = None


def moody(hook: str, calm: Any, base: type[Plugin] = Moody) -> type[Plugin]:
    """A plugin that answers one hook, asked for all its arguments."""
    asked = asked_with(hook)

    def answered(**question: Any) -> Any:
        return calm if Moody.deed is None else Moody.deed(**question)

    handed = ", ".join(f"{name}={name}" for name in asked)
    method = eval(
        f"lambda {', '.join(('self', *asked))}: answered({handed})", {"answered": answered}
    )
    return type("Lone", (base,), {hook: hookimpl(method), "__module__": __name__})


class Suspicious(Moody):
    """Wants to be asked about every cell."""

    @hookimpl
    def restricted_cells(self, position: Position) -> range:
        """All of them."""
        return range(position.roster.grid.cells)


class Forbidding(Moody):
    """Would forbid moves, which makes its restricted_cells matter."""

    @hookimpl
    def forbid_move(self) -> None:
        """Forbid nothing."""


class Stepping(Moody):
    """Asks whether a step may be made, for every way to move."""

    @hookimpl
    def reshape(self, where: HypotheticalUnit) -> None:
        """Ask, and change nothing."""
        where.may_step(where.cell, where.cell)


@dataclass(frozen=True)
class Way:
    """How a hook is reached: what is changed in the box, what the plugin is, and the question that
    leads to it.

    ``move`` is made on the table after ``first``; without one, ``ask`` says what to ask of the
    game.
    """

    base: type[Plugin] = Moody
    calm: Any = None
    old: str = ""
    new: str = ""
    first: tuple[str, ...] = ()
    move: str = ""
    ask: Callable[[Game, Position], object] = lambda game, position: game.moves(position.copy())


def _sheets(game: Game, position: Position) -> object:
    return game.tables.sheets(game.ruleset.units["guard"], 0, 5, 0)


BY_DICE = "by: {dice: {hits_on: hit}}"
WAYS = {
    "kinds": Way(calm=()),
    "turncoats": Way(calm=()),
    "reshape": Way(ask=_sheets),
    "may_step": Way(base=Stepping, ask=_sheets),
    "walls_drawn": Way(ask=lambda game, position: game.start()),
    "restricted_cells": Way(base=Forbidding, calm=(), move="c4>E"),
    "forbid_move": Way(base=Suspicious, move="c4>E"),
    "after_move": Way(base=Suspicious, calm=(), move="c1-c2"),
    "turn_ends": Way(base=Suspicious, calm=(), move="end"),
    "after_roll": Way(first=("c4xc5",), move="hit miss"),
    "after_attack": Way(first=("c4xc5",), move="hit miss"),
    "instead_of_roll": Way(move="c4xc5"),
    "instead_of_loss": Way(old=BY_DICE, new="by: removal", move="c4xc5"),
}
"""By hook, how it is reached in the game of the box."""


@cache
def game_with(hook: str) -> Game:
    """The game of the box with a moody plugin, in line 23, that answers the hook."""
    way = WAYS[hook]
    with (
        pytest.MonkeyPatch.context() as patch,
        offering(patch, test__lone=moody(hook, way.calm, way.base)),
    ):
        return load_text(
            with_plugins("test.lone: {}").replace(way.old or BY_DICE, way.new or BY_DICE),
            "box.yaml",
        )


def everything(position: Position) -> tuple[object, ...]:
    """All that a position holds, copied."""
    lists = (position.board[:], position.place[:], position.men[:], position.wounds[:])
    said = (
        position.side,
        position.budget,
        position.used,
        position.turn,
        position.pending,
        position.result,
    )
    return (*lists, *said, position.past, position.roster)


# What a plugin may do wrong


def raises(**_: Any) -> None:
    raise ValueError("boom")


def leaves(**_: Any) -> None:
    raise SystemExit(3)


def answers_anything(**_: Any) -> object:
    return object()


def answers_a_number(**_: Any) -> object:
    return 10**9


def answers_a_text(**_: Any) -> object:
    return "text"


def answers_one_by_one(**_: Any) -> object:
    return (number / 0 for number in range(3))


def recurses(**question: Any) -> object:
    return recurses(**question)


DEEDS = {
    raises: ("ValueError: boom", "ValueError: boom"),
    leaves: ("SystemExit: 3", "SystemExit: 3"),
    answers_anything: ("it answered <object object", "il a répondu <object object"),
    answers_a_number: ("it answered 1000000000, not", "il a répondu 1000000000 au lieu"),
    answers_a_text: ("it answered 'text', not", "il a répondu 'text' au lieu"),
    answers_one_by_one: ("it answered <generator", "il a répondu <generator"),
    recurses: ("without an end", "sans fin"),
}
"""What any hook may do, and how that is told in English and in French."""

WRITES: dict[str, Callable[[Position], object]] = {
    "board": lambda position: position.board.__setitem__(0, 1),
    "place": lambda position: position.place.__setitem__(1, 0),
    "men": lambda position: position.men.__setitem__(1, 9),
    "wounds": lambda position: position.wounds.__setitem__(1, 1),
    "append": lambda position: position.board.append(0),
    "extend": lambda position: position.men.__iadd__([1]),
    "clear": lambda position: position.place.clear(),
    "sort": lambda position: position.board.sort(),
    "delete": lambda position: position.wounds.__delitem__(0),
    "slice": lambda position: position.board.__setitem__(slice(None), []),
    **{
        f"own {slot}": lambda position, slot=slot: setattr(position, slot, None)  # type: ignore[misc]
        for slot in Position.__slots__
        if slot != "listed"
    },
}
"""Ways to write into a position."""


def failing(hook: str, ask: Callable[[], object]) -> PluginError:
    """Ask, and answer the failure, which names plugin, hook and line in both languages."""
    with pytest.raises(PluginError) as caught:
        ask()
    error = caught.value
    assert (error.plugin, error.hook, error.where) == ("test.lone", hook, "box.yaml:23")
    assert error.text("en").startswith(f'box.yaml:23: the plugin "test.lone" failed in "{hook}": ')
    assert error.text("fr").startswith(
        f"box.yaml:23 : le greffon « test.lone » a échoué dans « {hook} » : "
    )
    return error


def reached(hook: str) -> tuple[Position, Callable[[], object]]:
    """A position, and what is asked about it so that the hook is."""
    game, way = game_with(hook), WAYS[hook]
    position = read_position(game, FACE_TO_FACE)
    for text in way.first:
        position, _ = game.play(position, read_move(game, position, text))
    if way.move and hook not in ("restricted_cells", "forbid_move"):
        move = read_move(game, position, way.move)
        game.moves(position)
        return position, lambda: game.play(position, move)
    return position, lambda: way.ask(game, position)
