"""What supply is worth where rules bar units from acting without it.

A unit that it does not reach stands there until its line is restored, so that the march that leaves
it behind costs more than the ground it gains. Where it reaches a goal, units may go there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wargrid.core.layers import SUPPLY
from wargrid.core.moves import ATTACK, MOVE
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.ruleset.selecting.selectors import selectors_in

SHARES: Final = {MOVE: 0.35, ATTACK: 0.2}
"""What share of its worth a unit loses that may not do this without supply."""

REACHED: Final = 40.0
"""What it is worth that supply reaches a cell to which a victory wants units."""


class Stranded:
    """The terms of one game; ``exists`` is false where no unit needs supply to act."""

    def __init__(self, game: Game, values: Mapping[str, float], weight: float, goal: float) -> None:
        self._layers = game.engine.layers
        self._by_word = {
            word: weight * values[word] * _share(unit) for word, unit in game.ruleset.units.items()
        }
        self._goals = [
            sum(1 << cell for cell in _wanted(game, ground.zones, side))
            for side, ground in enumerate(game.engine.grounds)
        ]
        self._reached = goal * REACHED
        self.exists = SUPPLY in self._layers.names and any(self._by_word.values())

    def worth(self, position: Position) -> float:
        """Return what both sides gain and lose so, for the first side."""
        roster, place, total = position.roster, position.place, 0.0
        for side, units in enumerate(roster.units_of):
            supplied = self._layers.cells(SUPPLY, position, side)
            lost = -self._reached * (supplied & self._goals[side]).bit_count()
            for unit in units:
                at = place[unit]
                if at != GONE and not supplied >> at // roster.facings & 1:
                    lost += self._by_word[roster.words[unit]]
            total += lost if side else -lost
        return total


def _wanted(game: Game, zones: Mapping[str, frozenset[int]], side: int) -> frozenset[int]:
    """Return the cells to which victories want units of a side."""
    word = list(game.ruleset.sides)[side]
    aims = [aim for victory in game.ruleset.victory for aim in victory.aims]
    wanted = [zones[aim.zone] for aim in aims if aim.side in (None, word)]
    return frozenset().union(*wanted)


def _share(unit: UnitTypeLike) -> float:
    """Return the share of its worth that a unit of a type loses without supply."""
    return sum(
        share
        for verb, share in SHARES.items()
        if any(
            getattr(each, "supplied", None) in ("own", "its_own")
            for each in selectors_in(unit.only_if.get(verb))
        )
    )
