"""Moments: which rules begin after what a unit does or suffers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from wargrid.core.attacks import Attack
from wargrid.core.effects import NO_FIGHT, Begins, Fight, fight_of
from wargrid.core.events import Eliminated, Event, Lost, apply_events
from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.core.selecting import ATTACKER, ROLES, SUBJECT, TARGET
from wargrid.core.state import GONE

if TYPE_CHECKING:
    from wargrid.engine.effects.running import Effects
    from wargrid.ruleset.models import Ruleset

AFTER: Final = ("place", "move", "take", "attack", "attacked", "lost", "removed")
"""The moments, as units and rules name them."""


class Moments:
    """The rules of a game that follow from what its units do and suffer.

    ``of_losses`` is true if any is about units that lose men or are removed, ``of_placings`` if any
    is about units that abilities put on cells.
    """

    def __init__(self, ruleset: Ruleset, effects: Effects) -> None:
        self._effects = effects
        self._selected: Any = None
        self._own: dict[tuple[str, str], Any] = {
            (moment, word): found
            for word, unit in ruleset.units.items()
            for moment in AFTER
            if (found := getattr(unit.after, moment)) is not None
        }
        rules: list[Any] = [*ruleset.rules.values(), *ruleset.rules_of_lines()]
        self._of_game: dict[str, list[Any]] = {
            moment: [rule for rule in rules if rule.when == moment] for moment in AFTER
        }
        self.of_losses = self._has("lost") or self._has("removed")
        self.of_placings = self._has("place")
        self.of_moves = self._has("move") or self._has("take")
        self.of_attacks = self.of_losses or self._has("attack") or self._has("attacked")

    def _has(self, moment: str) -> bool:
        return bool(self._of_game[moment]) or any(of == moment for of, _ in self._own)

    def after_move(
        self,
        position: Position,
        move: Move,
        taken: int,
        closed_in: Sequence[tuple[int, int]],
        events_out: list[Event] | None,
    ) -> None:
        """Begin the rules after a move or a taking.

        ``taken`` is the unit taken, or 0; ``closed_in`` are those taken between the unit and
        another, each with its cell.
        """
        unit = position.board[move.target]
        if unit <= 0:
            return
        begun = [*self._rules(position, "move", unit, move.target, {})]
        if move.verb == TAKE:
            begun += self._of_taking(position, unit, move.target, taken, move.struck)
        for each, cell in closed_in:
            begun += self._of_taking(position, unit, move.target, each, cell)
        _begin(position, begun, events_out)

    def after_placing(
        self,
        position: Position,
        cell: int,
        closed_in: Sequence[tuple[int, int]],
        events_out: list[Event] | None,
    ) -> None:
        """Begin the rules after an ability has put a unit on a cell.

        ``closed_in`` are those taken between the unit and another, each with its cell.
        """
        unit = position.board[cell]
        if unit <= 0:
            return
        begun = [*self._rules(position, "place", unit, cell, {})]
        for each, at in closed_in:
            begun += self._of_taking(position, unit, cell, each, at)
        _begin(position, begun, events_out)

    def after_flanking(
        self,
        position: Position,
        cell: int,
        flanked: Sequence[tuple[object, int]],
        events_out: list[Event] | None,
    ) -> None:
        """Begin the effects on units that the one on a cell flanks, each unit after its list."""
        unit = position.board[cell]
        side = position.side_of(unit)
        begun = [
            self._effects.begin(effects, side, {SUBJECT: unit, TARGET: each})
            for effects, each in flanked
        ]
        _begin(position, begun, events_out)

    def _of_taking(
        self, position: Position, unit: int, at: int, taken: int, struck: int
    ) -> list[Begins]:
        """Return the rules after a unit that is ``at`` a cell has taken another on ``struck``."""
        units, cells = {ATTACKER: unit, TARGET: taken}, {TARGET: struck}
        begun = [*self._rules(position, "take", unit, at, units, cells)]
        if taken and position.place[taken] == GONE:
            begun += self._rules(position, "removed", taken, struck, units, cells)
        return begun

    def after_attack(
        self,
        position: Position,
        attack: Attack,
        attackers_men: int,
        depth: int,
        behind: int,
        events_out: list[Event] | None,
    ) -> None:
        """Begin the rules after an attack, before which the attacker had ``attackers_men``.

        They wait ``behind`` so many lists that the attack itself has begun.
        """
        units = {ATTACKER: attack.attacker, TARGET: attack.defender}
        cells, fight = {ATTACKER: attack.source, TARGET: attack.target}, fight_of(attack)
        begun: list[Begins] = []
        if position.place[attack.attacker] != GONE:
            begun += self._rules(
                position, "attack", attack.attacker, attack.source, units, cells, depth, fight,
            )  # fmt: skip
        if position.place[attack.defender] != GONE:
            fewer = position.men[attack.defender] < attack.men_before
            moments = ["attacked", "lost"] if fewer else ["attacked"]
        elif _is_joined(position, attack):
            moments = []
        else:
            moments = ["removed"]
        for moment in moments:
            begun += self._rules(
                position, moment, attack.defender, attack.target, units, cells, depth, fight,
            )  # fmt: skip
        harm = _harm_of_attacker(position, attack, attackers_men)
        if harm:
            begun += self._rules(
                position, harm, attack.attacker, attack.source, units, cells, depth, fight,
            )  # fmt: skip
        _begin(position, begun, events_out, behind)

    def losses(self, position: Position, events: Sequence[Event]) -> list[tuple[int, int, str]]:
        """Return the units to which events are about to do harm: unit, cell and moment."""
        return [
            (position.board[event.cell], event.cell, _MOMENT_OF[type(event)])
            for event in events
            if isinstance(event, Eliminated | Lost) and position.board[event.cell] > 0
        ]

    def after_losses(
        self,
        position: Position,
        losses: Sequence[tuple[int, int, str]],
        depth: int,
        events_out: list[Event] | None,
    ) -> None:
        """Begin the rules after the losses that an effect has brought."""
        begun: list[Begins] = []
        for unit, cell, moment in losses:
            if (position.place[unit] == GONE) == (moment == "removed"):
                begun += self._rules(position, moment, unit, cell, {}, depth=depth)
        _begin(position, begun, events_out)

    def _rules(
        self,
        position: Position,
        moment: str,
        unit: int,
        cell: int,
        units: Mapping[int, int],
        cells: Mapping[int, int] | None = None,
        depth: int = 0,
        fight: Fight = NO_FIGHT,
    ) -> Iterator[Begins]:
        """Yield the beginnings of what follows for a unit: its own rules, then those of the game.

        ``cells`` are those of units that may be gone.
        """
        there = {SUBJECT: unit, **units}
        alive = {role: each for role, each in there.items() if position.place[each] != GONE}
        at = {SUBJECT: cell, **(cells or {})}
        last = {role: each for role, each in at.items() if role in there and role not in alive}
        side, word = position.side_of(unit), position.type_of(unit).word
        own = self._own.get((moment, word))
        if own is not None:
            yield self._effects.begin(own, side, alive, last, depth, fight=fight)
        for rule in self._of_game[moment]:
            selection = position.roster.game.selected.units(rule.of, side)
            roles = tuple([at.get(role, -1) for role in range(len(ROLES))])
            if selection.holds_at(position, unit, cell, roles):
                yield self._effects.begin(rule.effects, side, alive, last, depth, fight=fight)


_MOMENT_OF: Final[Mapping[type, str]] = {Eliminated: "removed", Lost: "lost"}


def _begin(
    position: Position, begun: Sequence[Begins], events_out: list[Event] | None, behind: int = 0
) -> None:
    """Let rules begin, the first of them first: each begins before those that wait."""
    for each in begun:
        each.behind = behind
    apply_events(position, begun[::-1], events_out)


def _harm_of_attacker(position: Position, attack: Attack, men: int) -> str:
    """Return the moment of what an attacker with so many men suffered, such as by a counterblow."""
    if position.place[attack.attacker] != GONE:
        return "lost" if position.men[attack.attacker] < men else ""
    there = position.board[attack.source]
    return "" if there > 0 and there != attack.defender else "removed"


def _is_joined(position: Position, attack: Attack) -> bool:
    """Return whether the target, whose id is free, has joined the attacker's side."""
    there = position.board[attack.target]
    return there > 0 and there != attack.attacker
