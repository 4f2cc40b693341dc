"""Sheets made into moves: what every type may do from every place, tabulated once and looked up in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, Final

from wargrid.core.events import Announced, Eliminated, Event, Finished, Moved, Spent, Turned, Used
from wargrid.core.grid import FACINGS, OFF
from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Move
from wargrid.core.patterns import HypotheticalUnit, MovePattern
from wargrid.engine.looks import Look, Moves, Way, linked
from wargrid.engine.paths import Walker
from wargrid.ruleset.movement import Path

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.core.protocols import UnitTypeLike
    from wargrid.engine.game import Game
    from wargrid.ruleset.base import Movement

Entry = tuple[Look | None, tuple[tuple[tuple[int, Move], ...], tuple[Walker, ...]] | None]
"""What a type may do at one place: the first look and, if there are any, shots (a cell and the
attack on an enemy there) and walkers."""

Entries = tuple[Entry, ...] | dict[int, Entry]
"""A type's entries by place."""

_MOST_AT_ONCE: Final = 60_000
"""How many cells the entries of one type may reach from all places together to be made at once,
which plays faster."""


class LazyEntries(dict[int, Entry]):
    """A type's entries by place, each made when somebody first stands there: a large board is not gone over at once."""

    def __init__(self, make: Callable[[int], Entry]) -> None:
        self._make = make

    def __missing__(self, place: int) -> Entry:
        entry = self[place] = self._make(place)
        return entry


class Tables:
    """The moves of one game, made once and shared, and the entries that list them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._grid = game.grid
        self._moves: dict[tuple[str, int, int, int, int], Move] = {}
        self._walkers_made: dict[tuple[str, int, int], tuple[Walker, ...]] = {}
        self._entries: dict[tuple[str, int, tuple[str, ...]], Entries] = {}

    def entries(self, unit_type: UnitTypeLike, side: int, verbs: tuple[str, ...]) -> Entries:
        """A type's entries by place, for a unit that may do these verbs."""
        key = (unit_type.word, side, verbs)
        found = self._entries.get(key)
        if found is None:
            make = partial(self._entry, unit_type, side, verbs)
            places = range(self._grid.cells * self._grid.facings)
            at_once = len(places) * self._reach(unit_type, side) <= _MOST_AT_ONCE
            found = self._entries[key] = tuple(map(make, places)) if at_once else LazyEntries(make)
        return found

    def strikes(self, unit_type: UnitTypeLike, side: int, cell: int, forward: int) -> MovePattern:
        """The sheet of a type's attack from a cell, looking ``forward``; empty where it may not attack from."""
        attack, ground = unit_type.attack, self._game.grounds[side]
        if attack is None or attack.start not in (None, ground.terrain[cell]):
            return MovePattern()
        pattern: MovePattern = attack.at.sheet(ground, cell, forward)
        return pattern

    def ways(self, unit_type: UnitTypeLike, side: int, cell: int, forward: int) -> tuple[Way, ...]:
        """The ways a type may move from a cell, looking ``forward``."""
        cost = self._game.costs[unit_type.word].get(MOVE, 0)
        go = partial(self.move, MOVE, cell, facing=forward, cost=cost)
        take = partial(self.move, TAKE, cell, facing=forward, cost=cost)
        sheets = self.sheets(unit_type, side, cell, forward)
        return tuple(
            Way(
                sheet,
                go if sheet.takes != "only" else None,
                take if sheet.takes != "never" else None,
            )
            for sheet in sheets
        )

    @cached_property
    def take_and_attack(self) -> bool:
        """Whether units of some type may both take by moving and attack."""
        costs = self._game.costs
        able = (
            unit
            for word, unit in self._game.ruleset.units.items()
            if {MOVE, ATTACK} <= costs[word].keys()
        )
        return any(unit.attack is not None and self._ever_takes(unit) for unit in able)

    def _ever_takes(self, unit_type: UnitTypeLike) -> bool:
        """Whether a type takes by moving from any cell, looking any way."""
        stands = product(range(len(self._game.sides)), range(self._grid.cells), range(len(FACINGS)))
        return any(
            sheet.takes != "never" for stand in stands for sheet in self.sheets(unit_type, *stand)
        )

    def standpoint(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> HypotheticalUnit:
        """Where a unit is imagined to stand."""
        return HypotheticalUnit(self._game.grounds[side], unit_type, cell, forward, self._may_step)

    def sheets(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[MovePattern, ...]:
        """The sheets of a type's ways to move, as plugins reshape them where it stands."""
        where = self.standpoint(unit_type, side, cell, forward)
        sheets = []
        for kind in unit_type.move:
            sheet, takes = kind.sheet(where.ground, cell, forward), self._takes(unit_type, kind)
            sheets.append(
                replace(sheet, takes="only" if sheet.hops and takes == "never" else takes)
            )
        return self._game.plugins.reshaped(where, tuple(sheets))

    def _may_step(self, where: HypotheticalUnit, target: int) -> bool:
        """Whether neither the zones that bound a type's ways nor any plugin forbid a step."""
        bounds = [
            zone for kind in where.type.move if (zone := kind.bounds(where.ground)) is not None
        ]
        return (
            not bounds or any(target in zone for zone in bounds)
        ) and self._game.plugins.may_step(where, target)

    def meant(self, position: Position, move: Move) -> Move:
        """A move read from elsewhere as this game's own, with what follows from it; legal or not."""
        facing = move.facing if self._grid.facings > 1 else self._game.sides[position.side].forward
        return (
            self.move(move.verb, move.source, move.target, facing, 0)
            if move.verb in (MOVE, TAKE)
            else move
        )

    def _reach(self, unit_type: UnitTypeLike, side: int) -> int:
        """How many cells a type looks at from the middle of the board."""
        cell, forward = self._grid.middle, self._game.sides[side].forward
        ways = self.sheets(unit_type, side, cell, forward)
        return 1 + sum(
            sheet.size for sheet in (*ways, self.strikes(unit_type, side, cell, forward))
        )

    def _entry(
        self, unit_type: UnitTypeLike, side: int, verbs: tuple[str, ...], place: int
    ) -> Entry:
        cell, facing = divmod(place, self._grid.facings)
        forward = facing if self._grid.facings > 1 else self._game.sides[side].forward
        cost = self._game.costs[unit_type.word]
        always: Moves = ()
        if TURN in verbs:
            others = [other for other in range(self._grid.facings) if other != facing]
            always = tuple(self.move(TURN, cell, cell, other, cost[TURN]) for other in others)
        shots: dict[int, Move] = {}
        ways = self.ways(unit_type, side, cell, forward) if MOVE in verbs else ()
        if ATTACK in verbs:
            strikes = self.strikes(unit_type, side, cell, forward)
            shots = {
                target: self.move(ATTACK, cell, target, forward, cost[ATTACK])
                for target in strikes.shots
            }
            if strikes.rays:
                strike = partial(self.move, ATTACK, cell, facing=forward, cost=cost[ATTACK])
                ways = (*ways, Way(MovePattern(rays=strikes.rays), None, strike))
        if ENTER in verbs:
            enter = partial(self.move, ENTER, cell, facing=forward, cost=0)
            ways = (Way(self._entrance(unit_type, side), enter, None),)
        walkers = self.walkers(unit_type, side, forward) if MOVE in verbs else ()
        look = linked(ways, cell, always, shots)
        return look, (tuple(shots.items()), walkers) if shots or walkers else None

    def _entrance(self, unit_type: UnitTypeLike, side: int) -> MovePattern:
        """The cells on which a type may enter: those of the zone that its own ways could step on."""
        entry, ground = self._game.ruleset.turn.entry, self._game.grounds[side]
        assert entry is not None
        cells = sorted(ground.zones[entry.zone])
        tables = [kind.costs for kind in unit_type.move if isinstance(kind, Path)]
        fit = (
            cell
            for cell in cells
            if all(ground.cost(table, cell, cell) is not None for table in tables)
        )
        return MovePattern(spots=tuple((OFF, cell) for cell in fit))

    def walkers(self, unit_type: UnitTypeLike, side: int, forward: int) -> tuple[Walker, ...]:
        """The ways of a type that bend and cost, for one side, made once."""
        key = (unit_type.word, side, forward)
        found = self._walkers_made.get(key)
        if found is None:
            found = self._walkers_made[key] = tuple(self._make_walkers(unit_type, side, forward))
        return found

    def _make_walkers(self, unit_type: UnitTypeLike, side: int, forward: int) -> Iterator[Walker]:
        cost = self._game.costs[unit_type.word].get(MOVE, 0)
        for kind in unit_type.move:
            neighbours = kind.neighbours(self._game.grounds[side], forward)
            if neighbours is not None and isinstance(kind, Path):
                go = partial(self._walked, MOVE, forward, cost)
                take = (
                    partial(self._walked, TAKE, forward, cost)
                    if self._takes(unit_type, kind) != "never"
                    else None
                )
                yield Walker(
                    kind.points,
                    neighbours,
                    friends_pass=kind.through == "friends",
                    go=go,
                    take=take,
                )

    def _walked(self, verb: str, forward: int, cost: int, source: int, target: int) -> Move:
        return self.move(verb, source, target, forward, cost)

    def _takes(self, unit_type: UnitTypeLike, kind: Movement) -> str:
        if isinstance(kind.takes, bool):
            return "also" if kind.takes else "never"
        return kind.takes or ("also" if unit_type.captures == "by_moving" else "never")

    def move(self, verb: str, source: int, target: int, facing: int, cost: int) -> Move:
        """The one shared move that says this, at this cost."""
        key = (verb, source, target, facing, cost)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = Move(verb, source, target, facing, self._events(*key))
            found.open = found.open or self._game.follows_moves
        return found

    def _events(
        self, verb: str, source: int, target: int, facing: int, cost: int
    ) -> tuple[Event, ...]:
        events: list[Event] = [Spent(cost)] if cost else []
        events += [
            Used(source, limit) for limit in self._game.limits.of[MOVE if verb == TAKE else verb]
        ]
        if self._game.ruleset.turn.units == "consecutive":
            events.append(Finished(source))
        if verb in (MOVE, ENTER):
            events.append(Moved(source, target, facing))
        elif verb == TURN:
            events.append(Turned(source, facing))
        elif verb == ATTACK:
            events.append(Announced(source, target))
        elif self._game.takes_are_plain:
            events += [Eliminated(target), Moved(source, target, facing)]
        return tuple(events)
