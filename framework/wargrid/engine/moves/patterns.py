"""Patterns: where the types of one game may go and strike from each cell, as plugins reshape it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from wargrid.core.edges import BARRED, Edges
from wargrid.core.grid import OFF
from wargrid.core.moves import ATTACK, MOVE
from wargrid.core.patterns import HypotheticalUnit, MovePattern, cannot_enter
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.context import GameContext

if TYPE_CHECKING:
    from wargrid.ruleset.base import Movement


MAX_PATTERNS: Final = 6_000
"""How many are kept, by type, side, cell and facing: more than any game on 9 x 10 cells has."""


class Patterns:
    """The patterns of one game; see ``Tables``, which makes moves of them."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._grid = context.grid
        self._take_and_attack = cache(self._any_takes_and_attacks)
        self._made: dict[tuple[str, int, int, int], tuple[MovePattern, ...]] = {}
        self._may_stand: dict[tuple[str, int, int, int], bool] = {}

    def attack_pattern(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> MovePattern:
        """Return the pattern of a type's attack from a cell; empty where it may not attack from."""
        attack = unit_type.attack
        if attack is None:
            return MovePattern()
        if unit_type.word not in self._context.weapons:
            return self._strike(attack, side, cell, forward)
        each = [self._strike(weapon, side, cell, forward) for weapon in attack.weapons]
        return MovePattern(
            rays=tuple(ray for pattern in each for ray in pattern.rays),
            shots=tuple(dict.fromkeys(shot for pattern in each for shot in pattern.shots)),
            sights=tuple(sight for pattern in each for sight in pattern.sights),
            lanes=tuple(lane for pattern in each for lane in pattern.lanes),
        )

    def _strike(self, attack: Any, side: int, cell: int, forward: int) -> MovePattern:
        ground = self._context.grounds[side]
        if attack.start not in (None, ground.terrain[cell]):
            return MovePattern()
        pattern: MovePattern = attack.at.pattern(ground, cell, forward)
        if ground.edges is not None and ground.edges.has_shields:
            pattern = _unshielded(pattern, ground.edges, cell)
        within = attack.by.sees and attack.by.scores
        return self._within_dice(attack, side, cell, pattern) if within else pattern

    def may_strike(self, attack: Any, side: int, source: int, target: int) -> bool:
        """Return whether a resolution that sees attacks lets units of a side strike a cell."""
        return self._striking(attack, side, source)(target)

    def _striking(self, attack: Any, side: int, source: int) -> Callable[[int], bool]:
        """Return what tells whether the dice of an attack from a cell reach another."""
        by, at, grid, ground = attack.by, attack.at, self._grid, self._context.grounds[side]
        modifiers = self._context.modifiers.of(by, side)
        before: dict[int, int] = {}  # dice by distance, of which there are few

        def may_strike(target: int) -> bool:
            distance = at.distance(grid, source, target)
            if not by.can_strike(ground, source, target, distance):
                return False
            if modifiers is None:
                return True
            if distance not in before:
                before[distance] = by.dice_before(1, distance)
            return modifiers.strikes(before[distance], source, target, distance)

        return may_strike

    def _within_dice(self, attack: Any, side: int, cell: int, pattern: MovePattern) -> MovePattern:
        """Return the part of a pattern where the dice of an attack let a unit strike."""
        may_strike = self._striking(attack, side, cell)
        return replace(
            pattern,
            shots=tuple(filter(may_strike, pattern.shots)),
            sights=tuple(sight for sight in pattern.sights if may_strike(sight[0])),
            lanes=tuple(lane for lane in pattern.lanes if may_strike(lane[0])),
        )

    @property
    def take_and_attack(self) -> bool:
        """Whether units of some type may both take by moving and attack."""
        return self._take_and_attack()

    def _any_takes_and_attacks(self) -> bool:
        costs = self._context.costs
        return any(
            unit.attack is not None and self._ever_takes(unit)
            for word, unit in self._context.ruleset.units.items()
            if {MOVE, ATTACK} <= costs[word].keys()
        )

    def _ever_takes(self, unit_type: UnitTypeLike) -> bool:
        sides, cells = range(len(self._context.sides)), range(self._grid.cells)
        return any(
            pattern.takes != "never"
            for place in product(sides, cells, range(self._grid.ways))
            for pattern in self.patterns(unit_type, *place)
        )

    def standpoint(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> HypotheticalUnit:
        """Return a unit of this type imagined on a cell."""
        ground = self._context.grounds[side]
        return HypotheticalUnit(ground, unit_type, cell, forward, self._may_step)

    def patterns(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[MovePattern, ...]:
        """Return the patterns of a type's ways to move from a cell, as plugins reshape them."""
        key = (unit_type.word, side, cell, forward)
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= MAX_PATTERNS:
                self._made.clear()
            found = self._made[key] = self._patterns(unit_type, side, cell, forward)
        return found

    def _patterns(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[MovePattern, ...]:
        where = self.standpoint(unit_type, side, cell, forward)
        patterns = []
        for kind in unit_type.move:
            pattern, takes = kind.pattern(where.ground, cell, forward), takes_of(unit_type, kind)
            # A hop without taking would lead nowhere: it ends on an enemy.
            if takes == "never" and (pattern.hops or kind.always_takes):
                takes = "only"
            patterns.append(_taking(pattern, takes))
        return self._context.plugins.reshape(where, tuple(patterns))

    def may_stand(self, position: Position, unit: int, cell: int) -> bool:
        """Return whether a cell is empty and the rules let a unit step there from its own."""
        return not position.board[cell] and self.may_step(position, unit, cell)

    def may_step(self, position: Position, unit: int, cell: int) -> bool:
        """Return whether the rules let a unit step to a cell from its own, if it were empty."""
        roster = position.roster
        key = (roster.words[unit], roster.owners[unit], position.place[unit], cell)
        found = self._may_stand.get(key)
        if found is None:
            unit_type, side = roster.types[unit], roster.owners[unit]
            at, facing = position.cell_of(unit), position.facing_of(unit)
            where = self.standpoint(unit_type, side, at, facing)
            kept_out = cannot_enter(unit_type.move, where.ground, cell)
            if len(self._may_stand) >= MAX_PATTERNS:
                self._may_stand.clear()
            edges = where.ground.edges
            if edges is not None and _is_barred(edges, unit_type, at, cell):
                kept_out = True
            found = self._may_stand[key] = not kept_out and self._may_step(where, cell)
        return found

    def may_be_on(self, word: str, side: int, cell: int) -> bool:
        """Return whether the rules let a unit of a type and side be on a cell, however it came."""
        unit_type: UnitTypeLike = self._context.ruleset.units[word]
        where = self.standpoint(unit_type, side, cell, self._context.forward[side])
        kept_out = cannot_enter(unit_type.move, where.ground, cell)
        return not kept_out and self._may_step(where, cell)

    def _may_step(self, where: HypotheticalUnit, target: int) -> bool:
        bounds = [
            zone for kind in where.type.move if (zone := kind.bounds(where.ground)) is not None
        ]
        return (
            not bounds or any(target in zone for zone in bounds)
        ) and self._context.plugins.may_step(where, target)


def _unshielded(pattern: MovePattern, edges: Edges, cell: int) -> MovePattern:
    """Return the part of a pattern of attacks that no edge next to the unit bars."""
    return replace(
        pattern,
        rays=tuple([ray for ray in pattern.rays if not edges.is_shielded(cell, ray[0])]),
        shots=tuple([shot for shot in pattern.shots if not edges.is_shielded(cell, shot)]),
        sights=tuple([each for each in pattern.sights if not edges.is_shielded(cell, each[0])]),
    )


def takes_of(unit_type: UnitTypeLike, kind: Movement) -> str:
    """Return whether a type takes by moving in this way: ``never``, ``also`` or ``only``."""
    if isinstance(kind.takes, bool):
        return "also" if kind.takes else "never"
    if kind.takes in ("over", "landing"):
        return "also"
    return kind.takes or ("also" if unit_type.captures == "by_moving" else "never")


def _taking(pattern: MovePattern, takes: str) -> MovePattern:
    """Return a pattern of a way that takes so, without its other moves with conditions.

    A move that takes elsewhere than on its target takes by itself, and so does one that pushes.
    """
    kept = pattern.conditional and tuple(
        each
        for each in pattern.conditional
        if (
            takes != "only"
            if each.taken == OFF
            else takes != "never" or each.taken != each.target or each.pushed is not None
        )
    )
    # The pattern itself where nothing differs: most ways make theirs once and share it.
    if takes == pattern.takes and kept == pattern.conditional:
        return pattern
    return replace(pattern, takes=takes, conditional=kept)


def _is_barred(edges: Edges, unit_type: UnitTypeLike, one: int, other: int) -> bool:
    """Return whether an edge bars a step between two cells to a type, in all its ways to walk."""
    if edges.is_walled(one, other):
        return True
    tables = [way.costs for way in unit_type.move if getattr(way, "costs", None) is not None]
    for table in tables:
        if edges.crossing(one, other, table).points != BARRED:
            return False
    return bool(tables)
