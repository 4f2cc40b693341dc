"""What victory conditions of plugins want, found by asking them about positions made up.

A plugin's condition is code: nothing but its answers says what it is about. It is asked about the
start with a type removed, with a side removed, and with one unit on each cell.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wargrid.plugins import PluginError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargrid.core import Placement
    from wargrid.engine import Game
    from wargrid.ruleset import Victory

TURN: Final = 9
"""The number of the turn of positions made up: conditions that wait a few turns ask by then."""


class Probes:
    """What the conditions of one game want that its plugins bring.

    ``deciding`` are types whose loss loses the game; ``wants_to_lose`` says that a side without
    units wins; ``zones`` are by type and side the cells on which one unit alone wins.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._start = game.ruleset.placements(game.grid) if game.deploying is None else []
        brought = [each for each in game.ruleset.victory if _is_brought(each)]
        asked = [each for each in brought if self._start and self._winner(each, self._start) < 0]
        self.deciding = frozenset(word for each in asked for word in self._lost_by(each))
        self.wants_to_lose = any(
            self._winner(each, [unit for unit in self._start if unit.side != side]) == side
            for each in asked
            for side in (0, 1)
        )
        self.zones = {
            (word, side): zone
            for each in asked
            for word in game.ruleset.units
            for side in (0, 1)
            if (zone := frozenset(self._won_on(each, word, side)))
        }

    def _winner(self, victory: Victory, units: list[Placement], side: int = 0) -> int:
        """Return the side that wins by a condition in a position with these units, -1 for none."""
        position = self._game.position_with(units, side=side, turn=TURN)
        try:
            result = victory.decide(position)
        except PluginError:  # a plugin may expect that such a position cannot be
            return -1
        return -1 if result is None or result.winner is None else result.winner

    def _lost_by(self, victory: Victory) -> Iterator[str]:
        """Yield the types without which a side loses, others being left to it."""
        for word in self._game.ruleset.units:
            for side in (0, 1):
                left = [u for u in self._start if (u.side, u.type.word) != (side, word)]
                others = any(unit.side == side for unit in left)
                asks = others and len(left) < len(self._start)
                if asks and self._winner(victory, left) == 1 - side:
                    yield word
                    break

    def _won_on(self, victory: Victory, word: str, side: int) -> Iterator[int]:
        """Yield the cells on which a unit of a type wins; it changes places with a unit there."""
        units = [u for u in self._start if (u.side, u.type.word) == (side, word)]
        if not units:
            return
        mover, others = units[0], [unit for unit in self._start if unit is not units[0]]
        for cell in range(self._game.grid.cells):
            swapped = [
                replace(unit, cell=mover.cell) if unit.cell == cell else unit for unit in others
            ]
            if self._winner(victory, [replace(mover, cell=cell), *swapped], side) == side:
                yield cell


def _is_brought(victory: Victory) -> bool:
    """Return whether a condition is a plugin's."""
    return type(victory).__module__.partition(".")[0] != "wargrid"


@lru_cache(maxsize=8)
def probes_of(game: Game) -> Probes:
    """Return what the conditions want that a game's plugins bring, found once."""
    return Probes(game)
