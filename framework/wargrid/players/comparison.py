"""What a move without dice changes, found by comparing the position before it and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from wargrid.core import DO, GONE, TURN
from wargrid.players.effects import message
from wargrid.players.evaluation.distances import FAR

if TYPE_CHECKING:
    from wargrid.core import Move, Position
    from wargrid.players.questions import Questions
    from wargrid.text import Message

_NEAR: Final = 3
"""The most actions from a goal, or from an enemy to turn to, that are a reason."""

_LEAST_BLOCKED: Final = 3
_LEAST_ROOM: Final = 3


class Comparison:
    """A position before a move without dice, and after it."""

    def __init__(self, ask: Questions, before: Position, after: Position, move: Move) -> None:
        self.ask, self.before, self.after, self.move = ask, before, after, move
        self.side = before.side
        self.unit = before.board[move.source] if move.source >= 0 else 0
        self.enemy_before = ask.turn_of(before, 1 - self.side)
        self.enemy_after = ask.turn_of(after, 1 - self.side)
        self.mine_after = ask.turn_of(after, self.side)
        ends = self.mine_after is not after
        self.mine_before = ask.fresh(before, self.side) if ends else before

    def approaches(self) -> Iterator[Message]:
        """Yield what the move leads towards."""
        if self.ask.wants_to_lose:
            return
        yield from self._guarded()
        yield from self._nearer()
        yield from self._room()
        yield from self._reached(at_most=FAR)

    def changes(self) -> Iterator[Message]:
        """Yield what the move changes, the most important first."""
        ask, side = self.ask, self.side
        if ask.wants_to_lose:
            yield from self._offered()
            return
        checks = ask.in_check(self.after, 1 - side)
        if checks:
            yield message("check")
        if ask.in_check(self.before, side):
            yield message("parries")
        elif self._stops():
            yield message("stops")
        yield from self._saved()
        yield from self._opened_or_closed()
        yield from self._reached()
        threats = [*self._threatened()]
        yield from threats or self._readied()
        if not checks:  # a check leaves every unit fewer moves
            yield from self._blocked()

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

    def _stops(self) -> bool:
        before, after = self.enemy_before, self.enemy_after
        if before is None or after is None:
            return False
        return self.ask.can_win(before) and not self.ask.can_win(after)

    def _saved(self) -> Iterator[Message]:
        if self.enemy_before is None or self.enemy_after is None:
            return
        left = self.ask.threats(self.enemy_after)
        saved = [u for u in self.ask.threats(self.enemy_before) if u not in left]
        for unit in self._dearest(self.before, saved)[:1]:
            if self.after.place[unit] != GONE:
                key = "escapes" if unit == self.unit else "saves"
                yield message(key, **self.ask.named(self.before, unit))

    def _threatened(self) -> Iterator[Message]:
        if self.mine_after is None:
            return
        if self._threatens_to_win(self.mine_after):
            yield message("threatens_to_win")
        old, new = self.ask.threats(self.mine_before), self.ask.threats(self.mine_after)
        fresh = [unit for unit in new if unit not in old]
        for unit in self._dearest(self.after, fresh)[:1]:
            yield message("threatens", **self.ask.named(self.after, unit))

    def _readied(self) -> Iterator[Message]:
        """Yield the dearest unit that may be attacked because of an ability, as by a loaded gun."""
        if self.move.verb != DO or self.mine_after is None:
            return
        old, new = (self.ask.strikes(each) for each in (self.mine_before, self.mine_after))
        struck = sorted({unit for _, unit, _ in new - old if unit > 0})
        for unit in self._dearest(self.after, struck)[:1]:
            yield message("readies", **self.ask.named(self.after, unit))

    def _threatens_to_win(self, mine_after: Position) -> bool:
        if mine_after is self.after or not self.ask.can_win(mine_after):
            return False
        return not self.ask.can_win(self.mine_before)

    def _reached(self, at_most: int = _NEAR) -> Iterator[Message]:
        if not self.unit or self.after.place[self.unit] == GONE:
            return
        for zone, cells in self.ask.zones(self.before, self.unit):
            old, new = (self.ask.way(p, self.unit, cells) for p in (self.before, self.after))
            if new < old and (new <= at_most or self._leads(zone, cells)):
                values = {**self._mover(), "zone": self.ask.zone_name(zone), "n": new}
                far = "advances" if new > _NEAR else "nearer_to"
                yield message(far if new else "reaches", **values)

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
            yield message("blocks", **self.ask.named(self.after, unit))

    def _guarded(self) -> Iterator[Message]:
        """Yield a cell on which the mover could now take an enemy that comes."""
        if not self.ask.takes_by_moving or self.enemy_before is None or self.enemy_after is None:
            return
        old, new = self.ask.answers(self.enemy_before), self.ask.answers(self.enemy_after)
        fresh = {
            cell: enemy
            for (enemy, cell), units in new.items()
            if self.unit in units and not old.get((enemy, cell))
        }
        enemies = [e for e in fresh.values() if not self.ask.decides(self.after, e)]
        for enemy in self._dearest(self.after, enemies)[:1]:
            cell = min(cell for cell, other in fresh.items() if other == enemy)
            values = self.ask.named(self.after, enemy)
            yield message("guards", **values, target=self.ask.cell_name(cell))

    def _nearer(self) -> Iterator[Message]:
        if not self.unit or self.after.place[self.unit] == GONE:
            return
        if self.ask.decides(self.before, self.unit):
            return
        nearest = min(self._targets(), default=None)
        if nearest is not None and (self.move.verb != TURN or nearest[0] <= _NEAR):
            values = self.ask.named(self.after, nearest[-1])
            key = "turns_to" if self.move.verb == TURN else "approaches"
            yield message(key, **self._mover(), other=values["unit"], target=values["cell"])

    def _targets(self) -> Iterator[tuple[int, int, int]]:
        """Yield the enemies that the mover can strike sooner: actions, distance, unit."""
        for enemy in self.after.units_of(1 - self.side):
            cell = self.after.cell_of(enemy)
            (old, before), (new, gap) = (
                (
                    self.ask.actions_to(position, self.unit, cell),
                    self.ask.gap(position, self.unit, cell),
                )
                for position in (self.before, self.after)
            )
            if new < old and (gap < before or self.move.verb == TURN):
                yield new, gap, enemy

    def _room(self) -> Iterator[Message]:
        if self.mine_after is None or self.mine_after is self.after:
            return
        old, new = self.ask.counts(self.mine_before), self.ask.counts(self.mine_after)
        gain = {unit: new.get(unit, 0) - count for unit, count in old.items()}
        unit = max(gain, key=lambda each: gain[each], default=0)
        if unit and gain[unit] >= _LEAST_ROOM:
            yield message("room", **self.ask.named(self.after, unit), n=new[unit])

    def _mover(self) -> dict[str, object]:
        return self.ask.named(self.after, self.unit)

    def _dearest(self, position: Position, units: list[int]) -> list[int]:
        return sorted(units, key=lambda unit: (-self.ask.worth(position, unit), unit))
