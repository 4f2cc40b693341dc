"""The ways that are open on the board for a single unit that wins by reaching a zone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.grid import OFF
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.players.evaluation.powers import power

MOST: Final = 3
"""How many moves ahead a way is looked for."""

SHARE: Final = 0.5
"""The share of its goal that one way of a single move is worth; of each move more, the same."""


class Ways:
    """Finds the ways of one type and side to a zone past the units on the board.

    The enemy stands still, and the unit takes nothing.
    """

    def __init__(
        self, game: Game, unit_type: UnitTypeLike, side: int, zone: frozenset[int]
    ) -> None:
        self._game = game
        self._type = unit_type
        self._side = side
        self._zone = zone
        self._forward = game.engine.forward[side]
        self._rays: dict[int, tuple[tuple[int, ...], ...]] = {}

    @staticmethod
    def are_plain(game: Game, unit_type: UnitTypeLike, side: int) -> bool:
        """Return whether a type goes by lines and steps alone, which ways follow."""
        tables, forward = game.engine.tables, game.engine.forward[side]
        if game.grid.facings > 1 or tables.walkers(unit_type, side, forward):
            return False
        return any(True for _ in _lines(game, unit_type, side, forward, game.grid.middle))

    def share(self, position: Position, unit: int) -> float:
        """Return the share of its goal that a unit has, 0 to 1, by length and number of ways."""
        place = position.place[unit]
        if place == GONE:
            return 0.0
        board, zone = position.board, self._zone
        if place in zone:
            return 1.0
        seen, frontier, share = {place}, [place], 1.0
        for _ in range(MOST):
            share *= SHARE
            reached = []
            for cell in frontier:
                rays = self._rays.get(cell)
                for ray in self._from(cell) if rays is None else rays:
                    for other in ray:
                        if board[other]:
                            break
                        if other not in seen:
                            seen.add(other)
                            reached.append(other)
            ends = len(zone.intersection(reached))
            if ends:
                return 1.0 - power(1.0 - share, ends)
            frontier = reached
        return 0.0

    def _from(self, cell: int) -> tuple[tuple[int, ...], ...]:
        found = tuple(_lines(self._game, self._type, self._side, self._forward, cell))
        self._rays[cell] = found
        return found


def _lines(
    game: Game, unit_type: UnitTypeLike, side: int, forward: int, cell: int
) -> Iterator[tuple[int, ...]]:
    """Yield the lines of cells along which a unit may go without taking."""
    for pattern in game.engine.tables.patterns(unit_type, side, cell, forward):
        if pattern.takes != "only":
            yield from pattern.rays
            yield from ((target,) for leg, target in pattern.spots if leg == OFF)
