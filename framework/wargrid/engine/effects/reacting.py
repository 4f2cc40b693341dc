"""Reactions at work: what units of the other side do when a unit moves or attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wargrid.core.attacks import Attack
from wargrid.core.effects import REACTS, Begins, Doing, Follows, frame_of
from wargrid.core.events import Event, apply_events
from wargrid.core.position import Position
from wargrid.core.selecting import ATTACKER, MOVER, TARGET
from wargrid.core.state import ATTACKING, Frame, then_of

if TYPE_CHECKING:
    from wargrid.engine.effects.running import Effects

RESUMED = -1
"""The depth of a list that makes an attack after reactions to it, which then has the depth of one
that no list has made."""


class Reactions:
    """The reactions of a game to moves, to attacks and before these.

    They answer what a side does by a move, never what lists of effects do, so that none can lead to
    another without an end.
    """

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._lists: dict[str, int] = {
            to: effects.by_path[f"{REACTS}.{to}"]
            for to in ("move", "attack", "before")
            if f"{REACTS}.{to}" in effects.by_path
        }
        self.to_moves = "move" in self._lists
        self.to_attacks = "attack" in self._lists
        self.before_attacks = "before" in self._lists

    def after_move(self, position: Position, cell: int, events_out: list[Event] | None) -> None:
        """Let enemies of the unit that has come to a cell react, behind the lists that wait."""
        unit = position.board[cell]
        if unit > 0:
            side, behind = 1 - position.side_of(unit), len(then_of(position))
            self._begin(position, "move", side, {MOVER: unit}, {}, behind, events_out)

    def after_attack(
        self, position: Position, attack: Attack, behind: int, events_out: list[Event] | None
    ) -> None:
        """Let the side that was attacked react, ``behind`` so many lists that wait."""
        there = {ATTACKER: attack.attacker, TARGET: attack.defender}
        last = {ATTACKER: attack.source, TARGET: attack.target}
        alive = {role: unit for role, unit in there.items() if position.place[unit] >= 0}
        gone = {role: cell for role, cell in last.items() if role not in alive}
        # Both may be gone; the side that was attacked is the other than the attacker's.
        side = 1 - position.roster.owners[attack.attacker]
        self._begin(position, "attack", side, alive, gone, behind, events_out)

    def may_come_before(self, position: Position, events_out: list[Event] | None) -> bool:
        """Return whether the target may react to the attack just announced, which then waits."""
        pending = position.pending
        # Attacks that lists make, further blows and units that join an attack are none.
        if pending is None or pending.kind != ATTACKING or pending.then:
            return False
        if not self.before_attacks or any(pending.numbers[4:]):
            return False
        attack = Attack(position)
        units = {ATTACKER: attack.attacker, TARGET: attack.defender}
        side = position.side_of(attack.defender)
        first = frame_of(self._lists["before"], side, units, {})
        if not self._is_open(position, first):
            return False
        weapons: Sequence[Any] = attack.attacker_type.attack.weapons
        words = [each.weapon for each in weapons] if len(weapons) > 1 else [""]
        number = self._effects.by_path[f"resumes.{words.index(attack.word)}"]
        own = position.side_of(attack.attacker)
        then = frame_of(number, own, units, {}, depth=RESUMED)
        apply_events(position, (Follows((first, then)),), events_out)
        return True

    def _begin(
        self,
        position: Position,
        to: str,
        side: int,
        units: Mapping[int, int],
        cells: Mapping[int, int],
        behind: int,
        events_out: list[Event] | None,
    ) -> None:
        frame = frame_of(self._lists[to], side, units, cells)
        # Lists that wait may change what is open; otherwise nothing needs to begin.
        if then_of(position) or self._is_open(position, frame):
            apply_events(position, (Begins(frame, behind),), events_out)

    def _is_open(self, position: Position, frame: Frame) -> bool:
        step = self._effects.lists[frame.number].steps[0]
        return bool(step.effect.is_open(Doing(position, frame, step)))
