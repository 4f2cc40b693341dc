"""Sheets made into moves: what every type may do from every place, tabulated once and looked up in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.events import Announced, Event, Moved, Spent, Turned, Used
from wargrid.moves import ATTACK, MOVE, TURN, Move

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid.kinds.base import Sheet
    from wargrid.roster import Roster
    from wargrid.ruleset.models import UnitType

Moves = tuple[Move, ...]

Look = tuple[int, Moves, Moves, "Look | None", Moves, "Look | None"]
"""One cell to look at: the cell; what is possible if somebody stands there, and if it is an enemy; where to look then;
what is possible if the cell is empty, and where to look then.

Looks along a ray hold all moves that end before the ray does, joined at load, so that play adds one tuple a ray.
"""

Entry = tuple[Look | None, tuple[tuple[int, Move], ...]]
"""What a type may do at one place: the first look, and shots (a cell and the attack on an enemy there)."""

Row = tuple[tuple[int, tuple[Entry, ...]], ...]
"""For one side at one moment of its turn: each unit that may still do something, with its entries by place."""


class Tables:
    """The moves of one game, made once and shared, and the entries that list them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._grid = game.grid
        self._moves: dict[tuple[str, int, int, int, int], Move] = {}
        self._entries: dict[tuple[str, int, tuple[str, ...]], tuple[Entry, ...]] = {}

    def row(self, roster: Roster, side: int, budget: int, used: int) -> Row:
        """What each unit of a side may still do with this budget and these uses."""
        row: list[tuple[int, tuple[Entry, ...]]] = []
        for unit in roster.units_of[side]:
            verbs = tuple(verb for verb in self._game.costs[roster.types[unit].word] if self.allows(
                roster, unit, verb, budget, used))  # fmt: skip
            if verbs:
                row.append((unit, self.entries(roster.types[unit], side, verbs)))
        return tuple(row)

    def allows(self, roster: Roster, unit: int, verb: str, budget: int, used: int) -> bool:
        """Whether budget and limits leave the unit this verb."""
        game = self._game
        if game.costs[roster.types[unit].word][verb] > budget:
            return False
        most = game.limits.get(verb)
        return most is None or roster.used(used, unit, game.limit_numbers[verb]) < most

    def entries(self, unit_type: UnitType, side: int, verbs: tuple[str, ...]) -> tuple[Entry, ...]:
        """A type's entries by place, for a unit that may do these verbs."""
        key = (unit_type.word, side, verbs)
        found = self._entries.get(key)
        if found is None:
            places = range(self._grid.cells * self._grid.facings)
            found = self._entries[key] = tuple(self._entry(unit_type, side, place, verbs) for place in places)
        return found

    def sheets(self, unit_type: UnitType, cell: int, forward: int) -> tuple[Sheet | None, Sheet | None]:
        """Where a type may go and whom it may strike from a cell, looking ``forward``."""
        move = unit_type.move.sheet(self._grid, cell, forward) if unit_type.move else None
        strike = unit_type.attack.at.sheet(self._grid, cell, forward) if unit_type.attack else None
        return move, strike

    def _entry(self, unit_type: UnitType, side: int, place: int, verbs: tuple[str, ...]) -> Entry:
        cell, facing = divmod(place, self._grid.facings)
        forward = facing if self._grid.facings > 1 else self._game.sides[side].forward
        cost = self._game.costs[unit_type.word]
        going, striking = self.sheets(unit_type, cell, forward)
        always: Moves = ()
        if TURN in verbs:
            others = [other for other in range(self._grid.facings) if other != facing]
            always = tuple(self.move(TURN, cell, cell, other, cost[TURN]) for other in others)
        shots: dict[int, Move] = {}
        if striking is not None and ATTACK in verbs:
            shots = {target: self.move(ATTACK, cell, target, forward, cost[ATTACK]) for target in striking.shots}
        look: Look | None = None
        rays = going.rays if going is not None and MOVE in verbs else ()
        for number, ray in reversed(list(enumerate(rays))):
            steps = [(target, self.move(MOVE, cell, target, forward, cost[MOVE])) for target in ray]
            look = _along(steps, always if number == 0 else (), shots.pop(ray[0], None), look)
        if always and not rays:
            look = (cell, always, always, None, (), None)
        return look, tuple(shots.items())

    def move(self, verb: str, source: int, target: int, facing: int, cost: int) -> Move:
        """The one shared move that says this, at this cost."""
        key = (verb, source, target, facing, cost)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = Move(verb, source, target, facing, self._events(*key))
        return found

    def _events(self, verb: str, source: int, target: int, facing: int, cost: int) -> tuple[Event, ...]:
        limit = self._game.limit_numbers.get(verb)
        paid: tuple[Event, ...] = (Spent(cost),) if limit is None else (Spent(cost), Used(source, limit))
        if verb == MOVE:
            return (*paid, Moved(source, target, facing))
        if verb == TURN:
            return (*paid, Turned(source, facing))
        return (*paid, Announced(source, target))


def _along(steps: list[tuple[int, Move]], always: Moves, shot: Move | None, then: Look | None) -> Look | None:
    """The looks along a ray, the first of them; ``then`` is the look after it.

    ``always`` is what the unit may do whatever stands on the ray; ``shot`` is the attack on the ray's first cell, which
    needs no look of its own because a ray always looks at its first cell.
    """
    ends = [(*always, *(move for _, move in steps[:number])) for number in range(len(steps) + 1)]
    look: Look | None = None
    for number, (cell, _) in reversed(list(enumerate(steps))):
        foe = (*ends[number], shot) if shot is not None and number == 0 else ends[number]
        last = look is None
        look = (cell, ends[number], foe, then, ends[-1] if last else (), then if last else look)
    return look
