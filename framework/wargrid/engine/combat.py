"""Attacks: rolls, casualties, victory, and what plugins add."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, cast

from wargrid.core.attacks import Asks, Attack, Counted, Rolled, RollsAgain, Struck
from wargrid.core.dice import Pool
from wargrid.core.events import Event, Settled, apply_events, may_remove_units
from wargrid.core.moves import Move, Roll
from wargrid.core.position import Position
from wargrid.core.state import FOLLOWS, then_of
from wargrid.core.tables import TOGETHER
from wargrid.engine.context import GameContext

if TYPE_CHECKING:
    from wargrid.ruleset.base import Resolution

_SETTLED = Settled()

MAX_HITS: Final = 256
"""For how many lists of rolls is kept which of them are alike."""


class Attacks:
    """Resolves attacks; a position given with ``events_out`` is a fresh copy."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._plugins = context.plugins
        self._rolled: dict[Roll, Rolled] = {}
        self._hits: dict[
            tuple[int, int], tuple[Any, Sequence[tuple[float, Move]], list[Hashable] | None]
        ] = {}
        self._rolls_again = bool(context.plugins.implementing("after_roll"))

    def pool(self, position: Position) -> Pool:
        """Return the dice of the pending roll."""
        attack = Attack(position)
        die = _resolution(attack).die_of(self._context.ruleset)
        return self._context.pool(die, attack.dice)

    def alike(
        self, position: Position, rolls: Sequence[tuple[float, Move]]
    ) -> list[Hashable] | None:
        """Return what each of some rolls counts: rolls that count the same have the same outcome.

        None where plugins look at the faces.
        """
        if self._plugins.after_attack or self._rolls_again:
            return None
        attack = Attack(position)
        by = _resolution(attack)
        if by.sees:
            return [tuple(by.counted(attack, cast(Roll, roll))) for _, roll in rolls]
        # What is hit depends on the faces alone: found once for the same list of rolls.
        kept = self._hits.get((id(by), id(rolls)))
        if kept is None or kept[0] is not by or kept[1] is not rolls:
            if len(self._hits) >= MAX_HITS:
                self._hits.clear()
            hits: list[Hashable] = [by.hits(cast(Roll, roll)) for _, roll in rolls]
            found = hits if len(set(hits)) < len(hits) else None
            kept = self._hits[id(by), id(rolls)] = by, rolls, found
        return kept[2]

    def begin(self, position: Position, events_out: list[Event] | None) -> None:
        """Settle an attack just announced if it needs no roll."""
        attack = Attack(position)
        instead = self._plugins.instead_of_roll(position, attack)
        if instead is not None:
            apply_events(position, _settled(instead), events_out)
            self._ends_game(position, instead, events_out)
            return
        if attack.dice:
            return
        by = _resolution(attack)
        men = position.men[attack.attacker]
        struck = by.casualties(position, attack, 0)
        apply_events(position, _settled(struck), events_out)
        if struck and isinstance(struck[-1], Asks) and struck[-1].asker == TOGETHER:
            return
        self._ends_game(position, struck, events_out)
        self._follow(position, attack, men, len(then_of(position)), events_out)

    def resolve(self, position: Position, move: Move, events_out: list[Event] | None) -> None:
        """Apply a roll: another roll, or the casualties and what plugins add."""
        attack = Attack(position)
        waiting, men = len(then_of(position)), position.men[attack.attacker]
        if self._is_resolved(position, attack, cast(Roll, move), events_out):
            self._follow(position, attack, men, waiting, events_out)

    def _follow(
        self,
        position: Position,
        attack: Attack,
        men: int,
        waiting: int,
        events_out: list[Event] | None,
    ) -> None:
        """Begin the rules that follow from an attack, behind the lists that it has begun itself.

        ``men`` are those of the attacker and ``waiting`` the number of lists that waited before.
        """
        moments, reactions = self._context.moments, self._context.reactions
        if moments is None or position.result is not None:
            return
        then = then_of(position)
        depth = then[len(then) - waiting].depth + 1 if waiting else 0
        if moments.of_attacks:
            moments.after_attack(position, attack, men, depth, len(then) - waiting, events_out)
        if reactions is not None and reactions.to_attacks and depth == 0:
            behind = len(then_of(position)) - waiting
            reactions.after_attack(position, attack, behind, events_out)

    def _is_resolved(
        self, position: Position, attack: Attack, roll: Roll, events_out: list[Event] | None
    ) -> bool:
        """Resolve a roll; whether that ends the attack, which else rolls again."""
        by = _resolution(attack)
        # Rolls are shared, and so are their events: a rollout makes thousands.
        rolled = self._rolled.get(roll) or self._rolled.setdefault(roll, Rolled(roll))
        counted: tuple[Event, ...] = (rolled,)
        if by.sees:
            counted += _count(by, attack, roll)
        else:
            attack.hits += by.hits(roll)
        again = self._plugins.after_roll(position, attack, roll)
        if again is not None:
            apply_events(position, (*counted, RollsAgain(again, attack.hits)), events_out)
            return False
        losses = by.casualties(position, attack, attack.hits)
        if by.scores:
            counted += (Struck(attack.target, attack.hits),)
        apply_events(position, (*counted, *_settled(losses)), events_out)
        if self._stops(position, losses, events_out):
            return True
        for after_attack in self._plugins.after_attack:
            events = after_attack(position, attack, roll)
            if events:
                apply_events(position, events, events_out)
                if self._stops(position, events, events_out):
                    return True
        if by.sees:
            events = by.aftermath(position, attack)
            apply_events(position, events, events_out)
            self._ends_game(position, events, events_out)
        return True

    def _stops(
        self, position: Position, events: Sequence[Event], events_out: list[Event] | None
    ) -> bool:
        """Return whether the game has ended or something is asked now."""
        # A function: compiled code takes what was None once in a function for None until its end.
        pending = position.pending
        return self._ends_game(position, events, events_out) or (
            pending is not None and pending.kind != FOLLOWS
        )

    def _ends_game(
        self, position: Position, events: Sequence[Event], events_out: list[Event] | None
    ) -> bool:
        return may_remove_units(events) and self._context.check_victory(
            "loss", position, events_out
        )


def _resolution(attack: Attack) -> Resolution:
    by: Resolution = attack.weapon.by
    return by


def _settled(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events of an attack with its end, after which it may only ask."""
    # The end comes before the question, which would otherwise be settled with the attack.
    if events and type(events[-1]) is Asks:
        if events[-1].asker == TOGETHER:
            return tuple(events)
        return (*events[:-1], _SETTLED, events[-1])
    return (*events, _SETTLED)


def _count(by: Resolution, attack: Attack, roll: Roll) -> tuple[Event, ...]:
    """Add what a roll counts to an attack that is seen, and return the event that notes it."""
    hits, *more = by.counted(attack, roll)
    attack.hits += hits
    attack.counts = tuple(map(sum, zip_longest(attack.counts, more, fillvalue=0)))
    return (Counted(attack.target, attack.counts),) if attack.counts else ()
