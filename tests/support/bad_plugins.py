"""Plugins that each violate one invariant of the engine, and two that violate none."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, ClassVar

from wargrid import Plugin, Position, Refusal, hookimpl
from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.events import Attack, Event, Noted, Turned
from wargrid.ruleset.base import Kind, Movement


def plugin(name: str, text: str = "", **hooks: Callable[..., Any]) -> type[Plugin]:
    """Make a plugin class of this module from functions."""
    methods = {hook: hookimpl(function) for hook, function in hooks.items()}
    return type(name, (Plugin,), {"__module__": __name__, "text": text, **methods})


def turned(position: Position, attack: Attack, facing: int) -> list[Event]:
    """Turn the attacker, if it is still on its cell."""
    on_board = position.board[attack.source] == attack.attacker
    return [Turned(attack.source, facing % 4)] if on_board else []


def fail(*_: object) -> None:
    raise ValueError("boom")


def all_cells(self: Plugin, position: Position) -> list[int]:
    return list(range(len(position.board)))


class Changing(Event):
    """Has an effect that depends on how often it was applied."""

    __slots__ = ("cell",)
    applied: ClassVar[Iterator[int]]

    def __init__(self, cell: int) -> None:
        self.cell = cell


class InPlace(Changing):
    """Writes to a list that positions share."""

    name = "in_place"

    def apply(self, position: Position) -> None:
        list.__setitem__(position.wounds, position.board[self.cell], random.randrange(1000))


class Aged(Changing):
    """Sets another turn whenever it is applied."""

    name = "aged"
    applied = count(1)

    def apply(self, position: Position) -> None:
        position.turn = next(self.applied)


class Faded(Changing):
    """Leaves a unit without men every second time."""

    name = "faded"
    applied = count()

    def apply(self, position: Position) -> None:
        if next(self.applied) % 2:
            position.men = men = position.men[:]
            men[position.board[self.cell]] = 0


class Marked(Changing):
    """Leaves a mark that a position's text cannot hold."""

    name = "marked"

    def apply(self, position: Position) -> None:
        position.past = (-1,)


class Twice(Movement):
    """Goes one cell ahead, listed twice."""

    word = "twice"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        line = ground.grid.line(cell, forward, 1)
        return MovePattern(rays=(line, line) if line else ())


def words(self: Plugin) -> list[type[Kind]]:
    return [Twice]


def write_move(self: Plugin, move: Any) -> None:
    move.target = 0


def write_attack(self: Plugin, attack: Any) -> None:
    attack.hits = 99


def write_position(self: Plugin, position: Position, attack: Attack) -> None:
    position.wounds[attack.attacker] += 1


def write_ruleset(self: Plugin, position: Position) -> None:
    position.roster.game.ruleset.cites["x"] = "y"  # type: ignore[index]


def refuse_odd_cells(self: Plugin, position: Position, move: Any) -> Refusal | None:
    """Depend on the order of a set of texts."""
    names = list({position.roster.grid.name(cell) for cell in range(len(position.board))})
    odd = names.index(position.roster.grid.name(move.target)) % 2
    return Refusal("game_over") if odd else None


def turn_at_home(self: Plugin, position: Position, attack: Attack) -> list[Event]:
    """Depend on whether the ruleset was read from a file."""
    facing = position.facing_of(attack.attacker) + 2
    return turned(position, attack, facing) if position.roster.game.game.files else []


CALLED, LUCK = count(), random.Random()

Honest = plugin("Honest", after_attack=lambda self, position, attack: turned(position, attack, 0))
Seeded = plugin(
    "Seeded",
    after_attack=lambda self, position, attack: turned(
        position, attack, random.Random(position.turn).randrange(4)
    ),
)
Raising = plugin("Raising", after_attack=fail)
Sorting = plugin("Sorting", restricted_cells=all_cells, forbid_move=refuse_odd_cells)
Located = plugin(
    "Located",
    after_attack=lambda self, position, attack: turned(position, attack, len(os.getcwd())),
)
Gambling = plugin(
    "Gambling",
    after_attack=lambda self, position, attack: turned(position, attack, LUCK.randrange(4)),
)
EventWithoutText = plugin(
    "EventWithoutText", after_attack=lambda self, attack: [Noted(attack.source, "test.unwritten")]
)

WRITING = {
    "position": plugin("WritingPosition", after_attack=write_position),
    "attack": plugin("WritingAttack", after_attack=write_attack),
    "move": plugin("WritingMove", after_move=write_move),
}
"""Plugins that write to an argument."""


class NeverCalled(Plugin):
    """Implements a hook that the game of these tests never calls."""

    asleep: bool = False
    """Whether ``unused_hooks`` says so."""

    def unused_hooks(self) -> list[str]:
        return ["instead_of_loss"] if self.asleep else []

    @hookimpl
    def instead_of_loss(self) -> None:
        """Return nothing."""


def returning(event: type[Changing]) -> type[Plugin]:
    """Make a plugin that returns such an event after every attack."""
    return plugin(event.__name__, after_attack=lambda self, attack: [event(attack.source)])


BAD: dict[str, tuple[type[Plugin], str]] = {
    "no_exceptions": (Raising, "after_attack"),
    "rules_unchanged": (plugin("WritingRuleset", after_attack=write_ruleset), "after_attack"),
    "whole_positions": (returning(Faded), "after_attack"),
    "positions_unchanged": (returning(InPlace), "after_attack"),
    "copies": (
        plugin(
            "Alternating",
            restricted_cells=lambda self, position: [
                *range(len(position.board) * (next(CALLED) % 2))
            ],
            forbid_move=lambda self, move: Refusal("game_over") if move.verb == "turn" else None,
        ),
        "restricted_cells",
    ),
    "events": (returning(Aged), "after_attack"),
    "repeatable": (
        plugin(
            "Counting",
            after_attack=lambda self, position, attack: turned(position, attack, next(CALLED)),
        ),
        "after_attack",
    ),
    "refusals": (
        plugin(
            "Mumbling",
            restricted_cells=all_cells,
            forbid_move=lambda self, move: Refusal("mumbling") if move.facing == 3 else None,
        ),
        "forbid_move",
    ),
    "texts": (plugin("RuleWithoutText", "test.unwritten"), "rule_key"),
    "position_text": (returning(Marked), "after_attack"),
    "move_text": (plugin("Stuttering", kinds=words), ""),
    "records": (plugin("AtHome", after_attack=turn_at_home), ""),
    "all_hooks_called": (NeverCalled, "instead_of_loss"),
}
"""By invariant, a plugin that violates it, and the hook to blame if there is one."""
