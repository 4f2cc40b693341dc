"""How many actions each unit needs to strike or to reach a cell, as if it were alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from wargrid.core.moves import MOVE, TURN
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.game import Game

FAR: Final = 40
"""The distance of what cannot be reached."""

MAX_DISTANCES: Final = 2_000_000
"""How many distances of targets are kept, each 8 bytes."""


class Distances:
    """Distances in actions on the empty board, by place, found once for each target.

    A place is ``cell * facings + facing``. Every list has one more entry, ``FAR``, for units that
    are not on the board.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._facings = game.grid.facings
        self.places = game.grid.cells * game.grid.facings
        prices = [verbs[MOVE] for verbs in game.costs.values() if verbs.get(MOVE)]
        self._cheapest = min(prices, default=1)
        self._before: dict[tuple[str, int], list[int]] = {}
        self._strikers: dict[tuple[str, int], list[int]] = {}
        self._found: dict[tuple[str, int, int], list[int]] = {}

    def to_strike(self, unit_type: UnitTypeLike, side: int, cell: int) -> list[int]:
        """Return by place in how many actions a unit can strike ``cell``, the strike included."""
        key = (unit_type.word, side, cell)
        found = self._found.get(key)
        if found is None:
            # Emptied at once, not entry by entry: it is filled again with what is in use.
            if (len(self._found) + 1) * self.places > MAX_DISTANCES:
                self._found.clear()
            strikers = self._places_that_strike(unit_type, side)[cell]
            found = self._found[key] = self._search(unit_type, side, strikers, 1)
        return found

    def to_reach(self, unit_type: UnitTypeLike, side: int, cells: Iterable[int]) -> list[int]:
        """Return by place in how many actions a unit can stand on one of ``cells``."""
        # Any facing will do: each cell is as many neighbouring bits as there are facings.
        every = (1 << self._facings) - 1
        goal = sum(every << cell * self._facings for cell in set(cells))
        return self._search(unit_type, side, goal, 0)

    def coverage(self, unit_type: UnitTypeLike, side: int, cells: Iterable[int]) -> list[int]:
        """Return the cells that a unit could ever reach from ``cells``, in their order."""
        seen = dict.fromkeys(cells)
        queue = list(seen)
        for cell in queue:
            for forward in self.forwards(side):
                found = (
                    *self._game.search.reach(unit_type, side, cell, forward),
                    *self._game.search.strikes(unit_type, side, cell, forward),
                )
                fresh = [other for other in found if other not in seen]
                seen.update(dict.fromkeys(fresh))
                queue += dict.fromkeys(fresh)
        return sorted(seen)

    def forwards(self, side: int) -> range:
        """Return the facings that a unit may have; its side's forward where units do not face."""
        forward = self._game.forward[side]
        return range(self._facings) if self._facings > 1 else range(forward, forward + 1)

    def _search(self, unit_type: UnitTypeLike, side: int, frontier: int, first: int) -> list[int]:
        """Return the steps from every place to a set of places, given as bits."""
        before, step = self._places_before(unit_type, side), self._cost(unit_type)
        distances = [FAR] * (self.places + 1)
        seen, distance = frontier, first
        # Breadth first over sets of places, each set one integer.
        while frontier and distance < FAR:
            following = 0
            for place in bits(frontier):
                distances[place] = distance
                following |= before[place]
            frontier = following & ~seen
            seen |= frontier
            distance += step
        return distances

    def _cost(self, unit_type: UnitTypeLike) -> int:
        return max(1, self._game.costs[unit_type.word].get(MOVE, 1) // self._cheapest)

    def _places_before(self, unit_type: UnitTypeLike, side: int) -> list[int]:
        """Return for every place the places from which one action leads to it, as bits."""
        key = (unit_type.word, side)
        found = self._before.get(key)
        if found is None:
            found = self._before[key] = [0] * self.places
            turns = self._facings > 1 and TURN in self._game.costs[unit_type.word]
            for cell in range(self._game.grid.cells):
                for number, forward in enumerate(self.forwards(side)):
                    here = 1 << cell * self._facings + number
                    for target in self._game.search.reach(unit_type, side, cell, forward):
                        found[target * self._facings + number] |= here
                    for other in range(self._facings if turns else 0):
                        found[cell * self._facings + other] |= here
        return found

    def _places_that_strike(self, unit_type: UnitTypeLike, side: int) -> list[int]:
        """Return for every cell the places from which it can be struck, as bits."""
        key = (unit_type.word, side)
        found = self._strikers.get(key)
        if found is None:
            found = self._strikers[key] = [0] * self._game.grid.cells
            for cell in range(self._game.grid.cells):
                for number, forward in enumerate(self.forwards(side)):
                    here = 1 << cell * self._facings + number
                    for target in self._game.search.strikes(unit_type, side, cell, forward):
                        found[target] |= here
        return found


def bits(number: int) -> Iterator[int]:
    """Return the places of the bits that are set, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
