"""Sheets made into moves: what every type may do from every place, tabulated once and looked up in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.events import Announced, Eliminated, Event, Moved, Spent, Turned, Used
from wargrid.looks import Look, Moves, Way, linked
from wargrid.moves import ATTACK, MOVE, TAKE, TURN, Move

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid.roster import Roster
    from wargrid.ruleset.models import UnitType

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

    def shots(self, unit_type: UnitType, side: int, cell: int, forward: int) -> tuple[int, ...]:
        """Whom a type may strike from a cell, looking ``forward``, if an enemy stands there."""
        if unit_type.attack is None:
            return ()
        return unit_type.attack.at.sheet(self._game.grounds[side], cell, forward).shots

    def ways(self, unit_type: UnitType, side: int, cell: int, forward: int) -> tuple[Way, ...]:
        """The ways a type may move from a cell, looking ``forward``."""
        cost = self._game.costs[unit_type.word].get(MOVE, 0)

        def go(target: int) -> Move:
            return self.move(MOVE, cell, target, forward, cost)

        def take(target: int) -> Move:
            return self.move(TAKE, cell, target, forward, cost)

        ways = []
        for kind in unit_type.move:
            takes = kind.takes or ("also" if unit_type.captures == "by_moving" else "never")
            sheet = kind.sheet(self._game.grounds[side], cell, forward)
            if sheet.hops and takes == "never":
                takes = "only"
            ways.append(Way(sheet, go if takes != "only" else None, take if takes != "never" else None))
        return tuple(ways)

    def _entry(self, unit_type: UnitType, side: int, place: int, verbs: tuple[str, ...]) -> Entry:
        cell, facing = divmod(place, self._grid.facings)
        forward = facing if self._grid.facings > 1 else self._game.sides[side].forward
        cost = self._game.costs[unit_type.word]
        always: Moves = ()
        if TURN in verbs:
            others = [other for other in range(self._grid.facings) if other != facing]
            always = tuple(self.move(TURN, cell, cell, other, cost[TURN]) for other in others)
        shots: dict[int, Move] = {}
        if ATTACK in verbs:
            targets = self.shots(unit_type, side, cell, forward)
            shots = {target: self.move(ATTACK, cell, target, forward, cost[ATTACK]) for target in targets}
        ways = self.ways(unit_type, side, cell, forward) if MOVE in verbs else ()
        look = linked(ways, cell, always, shots)
        return look, tuple(shots.items())

    def move(self, verb: str, source: int, target: int, facing: int, cost: int) -> Move:
        """The one shared move that says this, at this cost."""
        key = (verb, source, target, facing, cost)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = Move(verb, source, target, facing, self._events(*key))
        return found

    def _events(self, verb: str, source: int, target: int, facing: int, cost: int) -> tuple[Event, ...]:
        limit = self._game.limit_numbers.get(MOVE if verb == TAKE else verb)
        paid: tuple[Event, ...] = (Spent(cost),) if limit is None else (Spent(cost), Used(source, limit))
        if verb == MOVE:
            return (*paid, Moved(source, target, facing))
        if verb == TAKE:
            return (*paid, Eliminated(target), Moved(source, target, facing))
        if verb == TURN:
            return (*paid, Turned(source, facing))
        return (*paid, Announced(source, target))
