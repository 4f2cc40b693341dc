"""How an attack is settled: roll, perhaps roll again, casualties, victory, what plugins add, victory again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from wargrid.core.events import (
    Attack,
    Choosing,
    Event,
    Rolled,
    RollsAgain,
    Settled,
    Struck,
    apply_events,
    may_remove_units,
)
from wargrid.core.moves import Roll

if TYPE_CHECKING:
    from wargrid.core.dice import Pool
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

_SETTLED = Settled()


class Attacks:
    """Answers chance while an attack is pending."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._takes_its_course = not game.plugins.instead_of_roll
        self._rolled: dict[Roll, Rolled] = {}

    def pool(self, position: Position) -> Pool:
        """The dice the attack rolls now."""
        attack = Attack(position)
        attacking = position.type_of(attack.attacker).attack
        assert attacking is not None
        return self._game.pool(attacking.by.die_of(self._game.ruleset), attack.dice)

    def answer(self, position: Position, move: Move, told: list[Event] | None) -> None:
        """Carry a fresh copy of a position over a roll."""
        roll = cast(Roll, move)
        attack = Attack(position)
        attacking = position.type_of(attack.attacker).attack
        assert attacking is not None
        attack.hits += attacking.by.hits(roll)
        rolled = self._rolled.get(roll) or self._rolled.setdefault(roll, Rolled(roll))
        again = self._game.plugins.after_roll(position, attack, roll)
        if again is not None:
            apply_events(position, (rolled, RollsAgain(again, attack.hits)), told)
            return
        struck = attacking.by.casualties(position, attack, attack.hits)
        apply_events(
            position, (rolled, Struck(attack.target, attack.hits), *struck, _SETTLED), told
        )
        if not self._over(position, struck, told):
            self._plugins_add(position, attack, roll, told)

    def announced(self, position: Position, told: list[Event] | None) -> None:
        """Settle an attack just announced if it leaves nothing to chance, on a fresh copy of a position."""
        attack = Attack(position)
        if not self._takes_its_course:
            instead = self._game.plugins.unrolled(position, attack)
            if instead is not None:
                apply_events(position, (*instead, _SETTLED), told)
                self._over(position, instead, told)
                return
        if attack.dice:
            return
        attacking = position.type_of(attack.attacker).attack
        assert attacking is not None
        struck = attacking.by.casualties(position, attack, 0)
        choice = tuple(event for event in struck if type(event) is Choosing)
        apply_events(
            position, (*(event for event in struck if event not in choice), _SETTLED, *choice), told
        )
        self._over(position, struck, told)

    def _plugins_add(
        self, position: Position, attack: Attack, roll: Roll, told: list[Event] | None
    ) -> None:
        for ask in self._game.plugins.after_attack:
            events = ask(position, attack, roll)
            if events:
                apply_events(position, events, told)
                if self._over(position, events, told):
                    return

    def _over(self, position: Position, events: Sequence[Event], told: list[Event] | None) -> bool:
        """Ask victory if any of these events took a unit from a side."""
        return may_remove_units(events) and self._game.check_victory("loss", position, told)
