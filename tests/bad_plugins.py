"""Plugins that each violate one invariant of the engine, and one that violates none."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from wargrid import Plugin, Refusal, hookimpl
from wargrid.core.events import Event, Noted, Turned
from wargrid.core.patterns import MovePattern
from wargrid.ruleset.base import Kind, Movement

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.core.events import Attack
    from wargrid.core.patterns import TerrainMap


def turned(position: Position, attack: Attack, facing: int) -> list[Event]:
    """Turn the attacker, if it is still on its cell."""
    on_board = position.board[attack.source] == attack.attacker
    return [Turned(attack.source, facing % 4)] if on_board else []


class Honest(Plugin):
    """Violates nothing."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        return turned(position, attack, 0)


class Seeded(Plugin):
    """Draws from a generator seeded with the position, which violates nothing."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        return turned(position, attack, random.Random(position.turn).randrange(4))


class Raising(Plugin):
    """Raises an exception."""

    @hookimpl
    def after_attack(self) -> None:
        raise ValueError("boom")


class WritingPosition(Plugin):
    """Writes to the position."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> None:
        position.wounds[attack.attacker] += 1


class WritingAttack(Plugin):
    """Writes to the attack."""

    @hookimpl
    def after_attack(self, attack: Attack) -> None:
        attack.hits = 99


class WritingMove(Plugin):
    """Writes to a move, which is shared by the whole game."""

    @hookimpl
    def after_move(self, move: Move) -> None:
        move.target = 0


class WritingRuleset(Plugin):
    """Writes to the ruleset."""

    @hookimpl
    def after_attack(self, position: Position) -> None:
        position.roster.game.ruleset.cites["x"] = "y"  # type: ignore[index]


class InPlace(Event):
    """Writes to a list that positions share."""

    __slots__ = ("cell",)
    name = "in_place"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        list.__setitem__(position.wounds, position.board[self.cell], random.randrange(1000))


class WritingEarlier(Plugin):
    """Returns an event that changes earlier positions."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        return [InPlace(attack.source)]


class Alternating(Plugin):
    """Restricts cells in every second call."""

    called: ClassVar[Iterator[int]] = count()

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        return list(range(len(position.board))) if next(self.called) % 2 else []

    @hookimpl
    def forbid_move(self, move: Move) -> Refusal | None:
        return Refusal("game_over") if move.verb == "turn" else None


class Aged(Event):
    """Has another effect whenever it is applied."""

    __slots__ = ()
    name = "aged"
    years: ClassVar[Iterator[int]] = count(1)

    def apply(self, position: Position) -> None:
        position.turn = next(self.years)


class Ageing(Plugin):
    """Returns an event that depends on more than the position."""

    @hookimpl
    def after_attack(self) -> list[Event]:
        return [Aged()]


class Faded(Event):
    """Leaves a unit without men in every second call."""

    __slots__ = ("cell",)
    name = "faded"
    applied: ClassVar[Iterator[int]] = count()

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        if next(self.applied) % 2:
            position.men = men = position.men[:]
            men[position.board[self.cell]] = 0


class Fading(Plugin):
    """Returns an event that makes board and units disagree."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        return [Faded(attack.source)]


class Counting(Plugin):
    """Remembers how often it was called."""

    called: ClassVar[Iterator[int]] = count()

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        return turned(position, attack, next(self.called))


class Mumbling(Plugin):
    """Forbids moves without a text."""

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        return [unit.cell for unit in position.standing()]

    @hookimpl
    def forbid_move(self, move: Move) -> Refusal | None:
        return Refusal("mumbling") if move.verb == "turn" and move.facing == 3 else None


class RuleWithoutText(Plugin):
    """Names a text that does not exist."""

    text = "test.unwritten"


class EventWithoutText(Plugin):
    """Returns an event whose cause has no text."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        return [Noted(attack.source, "test.unwritten")]


class Marked(Event):
    """Leaves a mark that a position's text cannot hold."""

    __slots__ = ()
    name = "marked"

    def apply(self, position: Position) -> None:
        position.past = (-1,)


class Marking(Plugin):
    """Leads to positions that cannot be read back."""

    @hookimpl
    def after_attack(self) -> list[Event]:
        return [Marked()]


class Twice(Movement):
    """Goes one cell ahead, listed twice."""

    word = "twice"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        line = ground.grid.line(cell, forward, 1)
        return MovePattern(rays=(line, line) if line else ())


class Stuttering(Plugin):
    """Offers a word that lists moves twice."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        return [Twice]


class AtHome(Plugin):
    """Depends on whether the ruleset was read from a file."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        facing = position.facing_of(attack.attacker) + 2
        return turned(position, attack, facing) if position.roster.game.files else []


class NeverCalled(Plugin):
    """Implements a hook that this game never calls."""

    asleep: bool = False
    """Whether ``unused_hooks`` says so."""

    def unused_hooks(self) -> list[str]:
        return ["instead_of_loss"] if self.asleep else []

    @hookimpl
    def instead_of_loss(self) -> None:
        """Return nothing."""


class Sorting(Plugin):
    """Depends on the order of a set of texts."""

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        return list(range(len(position.board)))

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        cells = list({position.roster.grid.name(cell) for cell in range(len(position.board))})
        odd = cells.index(position.roster.grid.name(move.target)) % 2
        return Refusal("game_over") if odd else None


class Located(Plugin):
    """Depends on the working folder."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        return turned(position, attack, len(os.getcwd()))


class Gambling(Plugin):
    """Draws random numbers that the game does not know."""

    luck: ClassVar[random.Random] = random.Random()

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        return turned(position, attack, self.luck.randrange(4))


BAD: dict[str, tuple[type[Plugin], str]] = {
    "no_exceptions": (Raising, "after_attack"),
    "rules_unchanged": (WritingRuleset, "after_attack"),
    "whole_positions": (Fading, "after_attack"),
    "positions_unchanged": (WritingEarlier, "after_attack"),
    "copies": (Alternating, "restricted_cells"),
    "events": (Ageing, "after_attack"),
    "repeatable": (Counting, "after_attack"),
    "refusals": (Mumbling, "forbid_move"),
    "texts": (RuleWithoutText, "rule_key"),
    "position_text": (Marking, "after_attack"),
    "move_text": (Stuttering, ""),
    "records": (AtHome, ""),
    "all_hooks_called": (NeverCalled, "instead_of_loss"),
}
"""By invariant, a plugin that violates it, and the hook to blame if there is one."""
