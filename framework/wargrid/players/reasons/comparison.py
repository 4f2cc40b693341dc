"""What a move without dice changes, found by comparing the position before it and after."""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from typing import Final

from wargrid.core.moves import DO, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.players.evaluation.distances import FAR
from wargrid.players.evaluation.score import AVERAGE
from wargrid.players.reasons.effects import decimal, message
from wargrid.players.reasons.questions import EVEN, Questions
from wargrid.text import Message

_NEAR: Final = 3
"""The most actions from a goal that are a reason for every unit."""

_LEAST_BLOCKED: Final = 3

RISKY: Final = Fraction(1, 3)
"""The part of a unit that it loses on average from which on a move is a risk to it."""


class MoveComparison:
    """A position before a move without dice, and after it.

    ``enemy_before``, ``enemy_after``, ``mine_before`` and ``mine_after`` are the same positions
    with one side at the start of its turn, None where that cannot be.
    """

    def __init__(self, ask: Questions, before: Position, after: Position, move: Move) -> None:
        self.ask, self.before, self.after, self.move = ask, before, after, move
        self.side = before.side
        self.unit = before.board[move.source] if move.source >= 0 else 0
        self.enemy_before = ask.turn_of(before, 1 - self.side)
        self.enemy_after = ask.turn_of(after, 1 - self.side)
        self.mine_after = ask.turn_of(after, self.side)
        ends = self.mine_after is not after
        self.mine_before = ask.fresh(before, self.side) if ends else before

    def changes(self) -> Iterator[Message]:
        """Yield what the move changes, the most important first."""
        if self.ask.wants_to_lose:
            yield from self._offered()
            return
        if self.enemy_after is not None and self.ask.can_win(self.enemy_after):
            yield message("defeat")
            return
        checks = self.ask.in_check(self.after, 1 - self.side)
        threatens = checks or self._threatens_to_win()
        if threatens and self.ask.wins_by_force(self.after):
            yield message("forces")
            return
        if checks:
            yield message("check")
        yield from self._averted()
        if threatens and not checks:
            yield message("threatens_to_win")
        yield from self._saved()
        yield from self._opened_or_closed()
        if checks or not threatens:
            yield from self.reached()
        yield from [*self._threatened()] or self._readied()
        if not checks:  # a check leaves every unit fewer moves
            yield from self._blocked()

    def _averted(self) -> Iterator[Message]:
        if self.ask.in_check(self.before, self.side):
            yield message("parries")
        elif self.enemy_before is not None and self.ask.can_win(self.enemy_before):
            yield message("stops")

    def _offered(self) -> Iterator[Message]:
        """Yield the unit that the enemy may take now, where a side wins by its losses."""
        if self.enemy_after is None or self.enemy_before is None:
            return
        old, new = (
            {each.board[move.struck] for move in self.ask.takings(each)}
            for each in (self.enemy_before, self.enemy_after)
        )
        for unit in self._dearest(self.after, list(new - old))[:1]:
            yield message("offers", **self.ask.named(self.after, unit))

    def _opened_or_closed(self) -> Iterator[Message]:
        """Yield the ways to its goal that the only unit which wins there has won or lost."""
        for unit, zone, ways in self.ask.ways(self.after):
            old, new = (ways.share(position, unit) for position in (self.before, self.after))
            values = {**self.ask.named(self.after, unit), "zone": self.ask.zone_name(zone)}
            mine = self.after.side_of(unit) == self.side
            if mine and old < new < 1:
                yield message("opens", **values)
            elif new < old and not mine:
                yield message("closes", **values)

    def _saved(self) -> Iterator[Message]:
        """Yield the dearest unit that the enemy can no longer strike in its turn with a gain."""
        if self.enemy_before is None or self.enemy_after is None:
            return
        threats, left = self.ask.reached(self.enemy_before), self.ask.reached(self.enemy_after)
        saved = [unit for unit in threats if unit not in left and self.after.place[unit] != GONE]
        for unit in self._dearest(self.before, saved)[:1]:
            enemy = self.ask.named(self.before, threats[unit])
            values = {"other": enemy["unit"], "target": enemy["cell"]}
            if unit != self.unit:
                risk = self.ask.risk(self.enemy_before, threats[unit], unit, "hints.risked")
                yield message("saves", **self.ask.named(self.before, unit), **values, odds=risk)
            elif self.ask.is_struck(self.enemy_after, unit, threats[unit]):
                # What may become of a unit that takes is said already.
                yield from [] if self.move.verb == TAKE else [message("guarded", **values)]
            elif self.after.place[threats[unit]] != GONE:
                risk = self.ask.risk(self.enemy_before, threats[unit], unit, "hints.risk")
                yield message("escapes", **values, odds=risk)

    def exposed(self) -> Iterator[Message]:
        """Yield the unit whose loss loses the game, if the turn is over and it may be lost."""
        if self.enemy_after is None or self.mine_after is self.after:
            return
        reached = self.ask.reached(self.enemy_after, AVERAGE)
        for unit in (unit for unit in reached if self.ask.decides(self.after, unit)):
            risk = self.ask.risk(self.enemy_after, reached[unit], unit, "hints.risked")
            enemy = self.ask.named(self.after, reached[unit])
            values = {"other": enemy["unit"], "target": enemy["cell"], "odds": risk}
            if risk:
                yield message("exposed", **self.ask.named(self.after, unit), **values)

    def at_risk(self) -> Iterator[Message]:
        """Yield the enemy that may strike the mover in its next turn, if much of it is lost then.

        Nothing is said of a unit that was in as much danger before.
        """
        unit, enemy = self.unit, 1 - self.side
        if not unit or self.after.place[unit] == GONE or self.ask.decides(self.after, unit):
            return
        if self.ask.takes_by_moving or self.ask.wants_to_lose:
            return
        before, after = (self.ask.fresh(each, enemy) for each in (self.before, self.after))
        (was, _), (gain, by) = (
            self.ask.gains(each).get(unit, (0.0, 0)) for each in (before, after)
        )
        if gain <= was:
            return
        lost, sure = self.ask.lost(after, by, unit)
        men = self.after.men[unit]
        if lost >= men * RISKY:
            named = self.ask.named(self.after, by)
            values = {"other": named["unit"], "target": named["cell"], "of": men}
            values |= {"n": int(lost) if sure else decimal(lost), "share": float(lost / men)}
            key = f"risks.{'sure' if sure else 'mean'}.{self.ask.strength}"
            yield message(key, **values)

    def _threatens_to_win(self) -> bool:
        if self.mine_after is None or self.mine_after is self.after:
            return False
        if not self.ask.can_win(self.mine_after) or self.ask.can_win(self.mine_before):
            return False
        return self.ask.may_win_next(self.after)

    def _threatened(self) -> Iterator[Message]:
        if self.mine_after is None:
            return
        old, new = self.ask.threats(self.mine_before), self.ask.threats(self.mine_after)
        fresh = [unit for unit in new if unit not in old]
        if self.ask.in_check(self.before, self.side):  # others could strike there before the check
            fresh = [unit for unit in fresh if new[unit] == self.unit]
        taken = self._taken()
        fresh = [unit for unit in fresh if new[unit] not in taken]
        for unit in self._dearest(self.after, fresh)[:1]:
            odds = self.ask.odds(self.mine_after, new[unit], unit)
            yield message("threatens", **self.ask.named(self.after, unit), odds=odds)

    def _taken(self) -> Container[int]:
        """Return the units that the enemy may take at once with a gain, and that threaten nothing.

        Where units attack, a unit that may be struck may also stay.
        """
        if self.enemy_after is None or not self.ask.takes_by_moving:
            return ()
        return self.ask.threats(self.enemy_after)

    def _readied(self) -> Iterator[Message]:
        """Yield the dearest unit that the mover may attack from now on, as others could before."""
        if self.mine_after is None:
            return
        goes_on = self.mine_after is self.after  # the mover may have done what it can in this turn
        positions = self.mine_before, self.mine_after
        if goes_on:
            fresh = self.ask.fresh
            positions = fresh(self.before, self.side), fresh(self.after, self.side)
        old, new = map(self.ask.strikes, positions)
        struck = {unit: by for by, unit, _ in new - old if unit > 0 and by in self._readying()}
        if self.ask.takes_by_moving:  # to take what is protected may only lose the taker
            even, taken = self.ask.threats(positions[1], EVEN), self._taken()
            struck = {u: by for u, by in struck.items() if even.get(u) == by and by not in taken}
        for unit in self._dearest(self.after, sorted(struck))[:1]:
            odds = self.ask.odds(positions[1], struck[unit], unit)
            key = "swaps" if self.ask.takes_by_moving else "readies"
            yield message(key, **self.ask.named(self.after, unit), odds=odds)
            now = self.ask.strikes(self.after) if goes_on else ()
            if all(by != struck[unit] for by, _, _ in now):
                yield from self._struck_first(struck[unit])

    def _struck_first(self, unit: int) -> Iterator[Message]:
        """Yield the enemy that may strike a unit with a gain before it can attack."""
        if self.enemy_after is None:
            return
        enemy = self.ask.reached(self.enemy_after).get(unit)
        if enemy is not None:
            yield message("first", **self.ask.named(self.after, enemy))

    def _readying(self) -> Container[int]:
        return self.before.units_of(self.side) if self.move.verb == DO else (self.unit,)

    def reached(self, *, far: bool = False) -> Iterator[Message]:
        """Yield how near the mover comes to where it wins; only if it is near, or it leads."""
        if not self.unit or self.after.place[self.unit] == GONE:
            return
        for zone, cells in self.ask.zones(self.before, self.unit):
            old, new = (self.ask.way(p, self.unit, cells) for p in (self.before, self.after))
            if new < old and (far or new <= _NEAR or self._leads(zone, cells)):
                key = "reaches" if not new else "nearer_to" if new <= _NEAR else "advances"
                yield message(key, zone=self.ask.zone_name(zone), n=new)

    def _leads(self, zone: str, cells: frozenset[int]) -> bool:
        """Return whether no other unit of the side is as near to a zone."""
        ways = {
            unit: self.ask.way(self.after, unit, cells)
            for unit in self.after.units_of(self.side)
            if zone in dict(self.ask.zones(self.after, unit))
        }
        way = ways.pop(self.unit, FAR)
        return all(way < other for other in ways.values())

    def _blocked(self) -> Iterator[Message]:
        if self.enemy_before is None or self.enemy_after is None:
            return
        old, new = self.ask.counts(self.enemy_before), self.ask.counts(self.enemy_after)
        lost = {
            unit: count - new[unit]
            for unit, count in old.items()
            if unit in new and count - new[unit] >= max(_LEAST_BLOCKED, count / 2)
        }
        for unit in self._dearest(self.after, list(lost))[:1]:
            pinned = self.ask.is_pinned(self.enemy_before, self.enemy_after, unit)
            yield message("pins" if pinned else "blocks", **self.ask.named(self.after, unit))

    def _dearest(self, position: Position, units: list[int]) -> list[int]:
        return sorted(units, key=lambda unit: (-self.ask.worth(position, unit), unit))
