"""What the sides could strike in a turn, from tables of the empty board instead of moves.

A unit's zone holds the cells that it could strike in one own turn if nothing stood in its
way. That is quicker: searches compare many positions by zones, the best ones by ``Threats``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.moves import TURN
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.players.evaluation.threats import Threats
from wargrid.players.evaluation.worth import Worth

MAX_ROSTERS: Final = 256
"""For how many rosters rows are kept."""


class Striker(NamedTuple):
    """A unit that may strike: its zones by place, and by unit what a strike of all its men brings.

    ``deals`` is the worth of what is struck, ``costs`` of what the strike costs. ``ousts`` is the
    probability by unit that it leaves its cell, empty where no unit has a goal.
    """

    unit: int
    zones: dict[int, int]
    deals: list[float]
    costs: list[float]
    ousts: list[float]


class Strikers(NamedTuple):
    """The units of one roster that may strike, by side, and by unit id what full units are worth.

    ``goals`` are by unit id what it is worth near its goal, by place, or None for no goal.
    """

    of: tuple[list[Striker], ...]
    values: list[float]
    goals: list[list[float] | None]


class Zones:
    """Sums of what the units of a side could gain in one turn, one strike each."""

    def __init__(
        self,
        game: Game,
        worth: Worth,
        threats: Threats,
        values: Mapping[str, float],
        goals: Mapping[tuple[str, int], list[float]],
    ) -> None:
        self._goals = goals
        self._game = game
        self._worth = worth
        self._threats = threats
        self._most = threats.most
        self._values = values
        self._found: dict[tuple[str, int], dict[int, int]] = {}
        self._strikers: dict[Roster, Strikers] = {}

    def gain(self, position: Position, side: int) -> float:
        """Return what a side could gain in a whole turn, each unit once, by the best strikes."""
        roster, place, board, men = position.roster, position.place, position.board, position.men
        facings, full, types = roster.facings, roster.full, roster.types
        strikers, values, goals = self._strikers.get(roster) or self._rows(roster)
        enemies = 0
        for other, units in enumerate(roster.units_of):
            if other != side:
                for unit in units:
                    if place[unit] != GONE:
                        enemies |= 1 << place[unit] // facings
        gains: list[float] = []
        for unit, zones, deals, costs, ousts in strikers[side]:
            at = place[unit]
            if at == GONE:
                continue
            zone = zones.get(at)
            if zone is None:
                zone = zones[at] = self._zone(types[unit], side, at)
            struck = zone & enemies
            if not struck:
                continue
            strength, best = men[unit] / full[unit], 0.0
            while struck:
                low = struck & -struck
                struck ^= low
                target = board[low.bit_length() - 1]
                most = values[target] * men[target] / full[target]
                dealt = deals[target] * strength
                gained = (dealt if dealt < most else most) - costs[target] * strength
                if ousts:
                    goal = goals[target]
                    if goal is not None:
                        gained += ousts[target] * goal[place[target]]
                if gained > best:
                    best = gained
            if best > 0.0:
                gains.append(best)
        if len(gains) > self._most:
            gains = sorted(gains, reverse=True)[: self._most]
        return fsum(gains)

    def _rows(self, roster: Roster) -> Strikers:
        """Return the units of each side that may strike, with what they deal to each unit."""
        if len(self._strikers) >= MAX_ROSTERS:
            self._strikers.clear()
        of = tuple(
            [self._striker(roster, unit, side) for unit in units]
            for side, units in enumerate(roster.units_of)
        )
        values = [self._values[unit_type.word] for unit_type in roster.types]
        units = zip(roster.types, roster.owners, strict=True)
        goals = [self._goals.get((unit_type.word, owner)) for unit_type, owner in units]
        made = self._strikers[roster] = Strikers(of, values, goals)
        return made

    def _striker(self, roster: Roster, unit: int, side: int) -> Striker:
        word, values = roster.words[unit], self._values
        deals, costs, ousts = [0.0], [0.0], [0.0]
        for other in roster.types[1:]:
            exchange = self._worth.exchange(word, other.word)
            deals.append(exchange.deals * values[other.word])
            costs.append(exchange.costs * values[word])
            ousts.append(exchange.ousts)
        zones = self._found.setdefault((word, side), {})
        return Striker(unit, zones, deals, costs, ousts if self._goals else [])

    def _zone(self, unit_type: UnitTypeLike, side: int, place: int) -> int:
        """Return the cells struck at once, and those struck after a move if that is allowed."""
        facings = self._game.grid.facings
        cell = place // facings
        forward = place % facings if facings > 1 else self._game.engine.forward[side]
        struck = self._struck(unit_type, side, cell, forward)
        if self._threats.may_strike_after_moving(unit_type.word):
            for target in self._game.search.reach(unit_type, side, cell, forward):
                for striker in self._threats.striking_after_moving(unit_type):
                    struck |= self._struck(striker, side, target, forward)
        return struck

    def _struck(self, unit_type: UnitTypeLike, side: int, cell: int, forward: int) -> int:
        """Return what a unit could strike from a cell, in each facing that it may take there."""
        facings = self._game.grid.facings
        free = facings > 1 and TURN in self._game.engine.costs[unit_type.word]
        forwards = range(facings) if free else (forward,)
        strikes = self._game.search.strikes
        cells = {other for each in forwards for other in strikes(unit_type, side, cell, each)}
        return sum(1 << other for other in cells)
