"""What a quiet move leads towards: reasons for a move that changes nothing at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.moves import TURN
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.players.evaluation.distances import FAR
from wargrid.players.reasons.comparison import MoveComparison
from wargrid.players.reasons.effects import message
from wargrid.players.reasons.expected import Plan
from wargrid.players.reasons.rows import placed
from wargrid.text import Message

_LEAST_ROOM: Final = 3

_HARDLY: Final = 2
"""With so many moves at most a unit is not in play."""

_EARLY: Final = 20
"""Up to which turn, both sides counted, the middle of the board is a reason."""

_SOON: Final = 2
"""The actions to an enemy that is struck by the next move but one."""

_NEARING: Final = frozenset(
    f"hints.{key}" for key in ("approaches", "next_turn", "nearer", "prepares")
)
"""The reasons of moves that only come nearer to an enemy."""

_NEAR: Final = 3
"""The most actions from an enemy to turn to, or to move away from, that are a reason."""


class QuietReasons:
    """The reasons for a move that follow from where its unit goes."""

    def __init__(self, compared: MoveComparison) -> None:
        self._compared = compared
        self._ask = compared.ask
        self._before, self._after = compared.before, compared.after
        self._move, self._side, self._unit = compared.move, compared.side, compared.unit
        self._moved = self._unit > 0 and self._after.place[self._unit] != GONE

    def reasons(self, plan: Plan) -> Iterator[Message]:
        """Yield what the move leads towards, the most important first."""
        if self._ask.wants_to_lose:
            return
        towards = [*placed(self._ask.evaluation, self._before, self._move, self._side)]
        towards += [*self._room(), *self._centre(), *self._guarded(), *plan.mover]
        towards += self._sheltered()
        towards += self._nearer() if self._unit else self._built()
        towards += [*self._compared.reached(far=True), *plan.others]
        told = [reason for reason in towards if reason.key not in _NEARING]
        leads = self._ask.takes_by_moving and bool(told)  # to come nearer is the least of aims
        yield from told if leads else towards
        wanted = towards and not (leads and self._ask.has_centre)
        safe = [*self._safe()] if wanted or self._was_in_reach() else []
        away = safe if towards else [*safe, *self._retreats()]  # it would go both ways at once
        yield from away
        if not towards and not away:
            yield from self._waits()

    def _guarded(self) -> Iterator[Message]:
        """Yield a cell to which an enemy would go, and where the mover could now take it."""
        before, after = self._compared.enemy_before, self._compared.enemy_after
        if not self._ask.takes_by_moving or before is None or after is None:
            return
        old, new = self._ask.answers(before), self._ask.answers(after)
        fresh = [
            (-self._ask.worth(self._after, enemy), enemy, cell)
            for (enemy, cell), units in new.items()
            if self._unit in units
            and not old.get((enemy, cell))
            and not self._ask.decides(self._after, enemy)
        ]
        for _, enemy, cell in sorted(fresh):
            if self._ask.leads_on(after, enemy, cell, self._unit):
                values = self._ask.named(self._after, enemy)
                yield message("guards", **values, target=self._ask.cell_name(cell))
                return

    def _room(self) -> Iterator[Message]:
        """Yield the unit that gains most moves; a royal unit is better off with few.

        The mover comes into play where it had hardly any.
        """
        mine = self._compared.mine_after
        if mine is None or mine is self._after:
            return
        old, new = self._ask.counts(self._compared.mine_before), self._ask.counts(mine)
        gain = {
            unit: new.get(unit, 0) - count
            for unit, count in old.items()
            if not self._ask.is_royal(self._after, unit)
        }
        unit = max(gain, key=lambda each: gain[each], default=0)
        if not unit or gain[unit] < _LEAST_ROOM:
            return
        if unit == self._unit:
            yield message("develops" if old[unit] <= _HARDLY else "roams", n=new[unit])
        else:
            pinned = self._ask.is_pinned(mine, self._compared.mine_before, unit)
            yield message("unpins" if pinned else "room", **self._ask.named(self._after, unit))

    def _centre(self) -> Iterator[Message]:
        """Yield that the mover comes to the middle of the board early on, or bears on it."""
        if not (self._moved and self._ask.has_centre and self._after.turn <= _EARLY):
            return
        if self._move.target in self._ask.centre:
            yield message("occupies")
        elif not self._is_in_the_way():
            old, new = (
                self._ask.bears_on(each, self._unit, self._ask.centre)
                for each in (self._before, self._after)
            )
            yield from [message("controls")] if new > old else []

    def _is_in_the_way(self) -> bool:
        """Return whether a friend could go to the middle of the board, and now cannot."""
        mine = self._compared.mine_after
        old, new = (
            set() if each is None else self._ask.going_to(each, self._ask.centre)
            for each in (self._compared.mine_before, mine)
        )
        return mine is not None and bool(old - new - {self._unit})

    def _sheltered(self) -> Iterator[Message]:
        """Yield the terrain that protects the mover better than the one it leaves."""
        if self._moved:
            old, new = (self._ask.defence(each, self._unit) for each in (self._before, self._after))
            if new > old and 2 * new >= self._ask.best_defence():
                place = self._ask.place_name(self._after, self._unit)
                yield message("shelters", place=place, defence=new)

    def _nearer(self) -> Iterator[Message]:
        if not self._moved or self._ask.decides(self._before, self._unit):
            return
        nearest = min(self._targets(), default=None)
        if nearest is None or (self._move.verb == TURN and nearest[0] > _NEAR):
            return
        worth = [self._ask.worth(self._after, unit) for unit in (self._unit, nearest[-1])]
        if self._ask.has_centre and worth[0] >= worth[1]:
            return  # it would hardly be taken for that
        values = self._ask.named(self._after, nearest[-1])
        turns = self._move.verb == TURN
        key = "turns_to" if turns else "approaches" if nearest[0] > 1 else "nearer"
        if key == "approaches" and nearest[0] - 1 > _NEAR:
            key = "nearer"  # it comes up, and no one can count so far
        if self._ask.takes_by_moving and key == "approaches":
            key = "prepares" if nearest[0] == _SOON else "nearer"
        elif key == "approaches":
            key = self._when(nearest[0], nearest[-1])
        yield message(key, **values, n=nearest[0] - 1)

    def _when(self, actions: int, enemy: int) -> str:
        """Return how soon the mover attacks, which may neither move twice nor after moving."""
        fresh = self._ask.fresh(self._after, self._side)
        if self._ask.attacks_next_turn(fresh, self._unit, actions):
            free = self._ask.strikes_soon(fresh, self._unit, enemy, actions)  # no friend in its way
            return "next_turn" if free else "nearer"
        return "approaches" if self._ask.attacks_after_moving(fresh, self._unit) else "nearer"

    def _was_in_reach(self) -> bool:
        enemy = self._compared.enemy_before
        return self._moved and enemy is not None and self._in_reach(enemy, self._unit)

    def _safe(self) -> Iterator[Message]:
        """Yield that the enemy cannot strike the mover in its next turn, if it moves on."""
        enemy = self._compared.enemy_after
        if not self._moved or self._move.verb == TURN or enemy is None:
            return
        if not self._in_reach(enemy, self._unit):
            yield message("safe")

    def _in_reach(self, enemy: Position, unit: int) -> bool:
        """Return whether the enemy, to act in a position, could strike a unit in its turn."""
        once = self._ask.acts_once(enemy)
        return self._ask.is_struck(enemy, unit) if once else self._ask.is_in_reach(enemy, unit)

    def _built(self) -> Iterator[Message]:
        """Yield the enemy that a new unit can strike soonest."""
        cell = self._move.target
        unit = self._after.board[cell] if cell >= 0 else 0
        if unit <= 0 or self._before.board[cell] > 0:
            return
        enemies = self._after.units_of(1 - self._side)
        ways = (
            (self._ask.actions_to(self._after, unit, self._after.cell_of(e)), e) for e in enemies
        )
        actions, enemy = min(ways, default=(0, 0))
        if enemy and actions < FAR:
            fresh = self._ask.fresh(self._after, self._side)
            soon = self._ask.attacks_next_turn(fresh, unit, actions)
            values = self._ask.named(self._after, enemy)
            yield message("next_turn" if soon else "approaches", **values, n=actions - 1)

    def _targets(self) -> Iterator[tuple[int, int, int]]:
        """Yield the enemies that the mover can strike sooner: actions, distance, unit."""
        turns = self._move.verb == TURN
        for enemy, (old, new), (before, after) in self._enemies():
            if new < old and (after < before or turns or self._flanks(new, enemy)):
                yield new, after, enemy

    def _flanks(self, actions: int, enemy: int) -> bool:
        """Return whether the mover, as near as before, now attacks an enemy in its next turn."""
        return not self._ask.takes_by_moving and self._when(actions, enemy) == "next_turn"

    def _enemies(self) -> Iterator[tuple[int, tuple[int, int], tuple[int, int]]]:
        """Yield each enemy with the mover's actions and distance to it, before and after."""
        positions = self._before, self._after
        for enemy in self._after.units_of(1 - self._side):
            cell = self._after.cell_of(enemy)
            old, new = (self._ask.actions_to(each, self._unit, cell) for each in positions)
            before, after = (self._ask.gap(each, self._unit, cell) for each in positions)
            yield enemy, (old, new), (before, after)

    def _retreats(self) -> Iterator[Message]:
        """Yield the enemy that the mover leaves behind, and the unit beside which it goes."""
        if not self._moved or self._move.verb == TURN:
            return
        left = min(self._pursuers(), default=None)
        if left is not None:
            yield message("leaves", **self._ask.named(self._after, left[-1]))
        friends = [unit for unit in self._after.units_of(self._side) if unit != self._unit]
        for unit in friends:
            cell = self._after.cell_of(unit)
            beside = self._ask.gap(self._after, self._unit, cell) == 1
            if beside and self._alone(friends):
                yield message("joins_unit", **self._ask.named(self._after, unit))
                return

    def _pursuers(self) -> Iterator[tuple[int, int]]:
        """Yield the enemies that could soon strike the mover, and now later: actions, unit."""
        positions = self._before, self._after
        for enemy, _, (before, after) in self._enemies():
            if before < after and self._before.place[enemy] != GONE:
                old, new = (
                    self._ask.actions_to(each, enemy, each.cell_of(self._unit))
                    for each in positions
                )
                if old < new and old <= _NEAR:
                    yield old, enemy

    def _alone(self, friends: list[int]) -> bool:
        """Return whether no friend was beside the mover."""
        return all(
            self._ask.gap(self._before, self._unit, self._before.cell_of(unit)) > 1
            for unit in friends
            if self._before.place[unit] != GONE
        )

    def _waits(self) -> Iterator[Message]:
        """Yield that the enemy can reach no unit that it could not reach before."""
        before, after = self._compared.enemy_before, self._compared.enemy_after
        if before is None or after is None:
            return
        mine = self._after.units_of(self._side)
        exposed = [unit for unit in mine if self._in_reach(after, unit)]
        if all(self._in_reach(before, unit) for unit in exposed):
            yield message("waits")
