"""How many actions each unit needs to strike or to reach a cell, as if it were alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from wargrid.core.moves import MOVE, TURN
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.game import Game

FAR: Final = 40
"""The distance of what cannot be reached."""

PART_BITS: Final = 60
PART: Final = (1 << PART_BITS) - 1

MANY: Final = 1_200
"""From how many places on steps are kept by their length instead of by place: they need less."""

MAX_DISTANCES: Final = 64_000_000
"""How many distances of targets are kept, each one byte."""


class Distances:
    """Distances in actions on the empty board, by place, found once for each target.

    A place is ``cell * facings + facing``. Every list has one more entry, ``FAR``, for units that
    are not on the board.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._facings = game.grid.facings
        self.places = game.grid.cells * game.grid.facings
        prices = [verbs[MOVE] for verbs in game.engine.costs.values() if verbs.get(MOVE)]
        self._cheapest = min(prices, default=1)
        self._before: dict[tuple[str, int], list[int]] = {}
        self._steps: dict[tuple[str, int], list[tuple[int, int]]] = {}
        self._strikers: dict[tuple[str, int], list[int]] = {}
        self._found: dict[tuple[str, int, int], bytes] = {}

    def to_strike(self, unit_type: UnitTypeLike, side: int, cell: int) -> bytes:
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

    def to_reach(self, unit_type: UnitTypeLike, side: int, cells: Iterable[int]) -> bytes:
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
        forward = self._game.engine.forward[side]
        return range(self._facings) if self._facings > 1 else range(forward, forward + 1)

    def _search(self, unit_type: UnitTypeLike, side: int, frontier: int, first: int) -> bytes:
        """Return the steps from every place to a set of places, given as bits."""
        step = self._cost(unit_type)
        many = self.places >= MANY
        before = [] if many else self._places_before(unit_type, side)
        steps = self._steps_back(unit_type, side) if many else []
        distances = bytearray([FAR]) * (self.places + 1)
        seen, distance = frontier, first
        # Breadth first over sets of places, each set one integer.
        while frontier and distance < FAR:
            following = 0
            for place in bits(frontier):
                distances[place] = distance
                if before:
                    following |= before[place]
            for back, leading in steps:
                here = frontier & leading
                if here:
                    following |= here >> back if back >= 0 else here << -back
            frontier = following & ~seen
            seen |= frontier
            distance += step
        return bytes(distances)

    def _cost(self, unit_type: UnitTypeLike) -> int:
        return max(1, self._game.engine.costs[unit_type.word].get(MOVE, 1) // self._cheapest)

    def _places_before(self, unit_type: UnitTypeLike, side: int) -> list[int]:
        """Return for every place the places from which one action leads to it, as bits."""
        key = (unit_type.word, side)
        found = self._before.get(key)
        if found is None:
            found = self._before[key] = [0] * self.places
            for here, end in self._actions(unit_type, side):
                found[end] |= 1 << here
        return found

    def _steps_back(self, unit_type: UnitTypeLike, side: int) -> list[tuple[int, int]]:
        """Return by how many places actions lead back, and the places from which they do, as bits.

        Units go the same ways from most cells, so that few numbers serve a large board.
        """
        key = (unit_type.word, side)
        found = self._steps.get(key)
        if found is None:
            leading: dict[int, bytearray] = {}
            for here, end in self._actions(unit_type, side):
                places = leading.get(end - here)
                if places is None:
                    places = leading[end - here] = bytearray(self.places // 8 + 1)
                places[end >> 3] |= 1 << (end & 7)
            found = self._steps[key] = [
                (back, int.from_bytes(places, "little")) for back, places in leading.items()
            ]
        return found

    def _actions(self, unit_type: UnitTypeLike, side: int) -> Iterator[tuple[int, int]]:
        """Yield the place before and after each action of a unit alone on the board."""
        facings = self._facings
        turns = facings > 1 and TURN in self._game.engine.costs[unit_type.word]
        for cell in range(self._game.grid.cells):
            for number, forward in enumerate(self.forwards(side)):
                here = cell * facings + number
                for target in self._game.search.reach(unit_type, side, cell, forward):
                    yield here, target * facings + number
                for other in range(facings if turns else 0):
                    yield here, cell * facings + other

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
    first = 0
    # In parts that are small integers: a large one is copied by each operation.
    while number:
        part = number & PART
        while part:
            low = part & -part
            yield first + low.bit_length() - 1
            part ^= low
        number >>= PART_BITS
        first += PART_BITS
