"""Attacks: rolls, casualties, victory, what plugins add, and choices of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from wargrid.core import (
    ENTER,
    Attack,
    Choosing,
    Chosen,
    Event,
    Move,
    Moved,
    Roll,
    Rolled,
    RollsAgain,
    Settled,
    Struck,
    apply_events,
    may_remove_units,
)

if TYPE_CHECKING:
    from wargrid.core import Pool, Position
    from wargrid.engine.context import GameContext
    from wargrid.ruleset import Resolution

_SETTLED = Settled()


class Attacks:
    """Resolves attacks; a position given with ``events_out`` is a fresh copy."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._plugins = context.plugins
        self._rolled: dict[Roll, Rolled] = {}

    def pool(self, position: Position) -> Pool:
        """Return the dice of the pending roll."""
        attack = Attack(position)
        die = _resolution(position, attack).die_of(self._context.ruleset)
        return self._context.pool(die, attack.dice)

    def begin(self, position: Position, events_out: list[Event] | None) -> None:
        """Settle an attack just announced if it needs no roll."""
        attack = Attack(position)
        instead = self._plugins.instead_of_roll(position, attack)
        if instead is not None:
            apply_events(position, (*instead, _SETTLED), events_out)
            self._ends_game(position, instead, events_out)
            return
        if attack.dice:
            return
        struck = _resolution(position, attack).casualties(position, attack, 0)
        choice = [event for event in struck if type(event) is Choosing]
        losses = [event for event in struck if event not in choice]
        apply_events(position, (*losses, _SETTLED, *choice), events_out)
        self._ends_game(position, struck, events_out)

    def resolve(self, position: Position, move: Move, events_out: list[Event] | None) -> None:
        """Apply a roll: another roll, or the casualties and what plugins add."""
        roll = cast(Roll, move)
        attack = Attack(position)
        by = _resolution(position, attack)
        attack.hits += by.hits(roll)
        rolled = self._rolled.get(roll) or self._rolled.setdefault(roll, Rolled(roll))
        again = self._plugins.after_roll(position, attack, roll)
        if again is not None:
            apply_events(position, (rolled, RollsAgain(again, attack.hits)), events_out)
            return
        losses = by.casualties(position, attack, attack.hits)
        struck = Struck(attack.target, attack.hits)
        apply_events(position, (rolled, struck, *losses, _SETTLED), events_out)
        if self._ends_game(position, losses, events_out):
            return
        for after_attack in self._plugins.after_attack:
            events = after_attack(position, attack, roll)
            if events:
                apply_events(position, events, events_out)
                if self._ends_game(position, events, events_out):
                    return

    def _ends_game(
        self, position: Position, events: Sequence[Event], events_out: list[Event] | None
    ) -> bool:
        return may_remove_units(events) and self._context.check_victory(
            "loss", position, events_out
        )


def _resolution(position: Position, attack: Attack) -> Resolution:
    by: Resolution = position.type_of(attack.attacker).attack.by
    return by


class Choices:
    """The moves that answer a pending choice of a cell for a unit, made once and shared."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, ...], tuple[Move, ...]] = {}

    def moves(self, position: Position) -> list[Move]:
        """Return one move for each cell; the move to the unit's own cell lets it stay."""
        assert position.pending is not None
        side, *cells = position.pending.numbers
        facing = position.facing_of(position.board[cells[0]])
        key = (facing, side, *cells)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = tuple(
                _set_down(side, cells[0], target, facing) for target in cells
            )
        return list(found)


def _set_down(side: int, cell: int, target: int, facing: int) -> Move:
    events: list[Event] = [Chosen(side)]
    if target != cell:
        events.append(Moved(cell, target, facing))
    move = Move(ENTER, cell, target, facing, tuple(events))
    move.open = True
    return move
