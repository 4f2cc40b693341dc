"""What money, cells that bring some, and their capture are worth, by the rules of the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wargrid.core import GONE
from wargrid.players.evaluation.goals import GOAL, NEARER
from wargrid.ruleset import Build, Capture, Income, Own

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargrid.core import Position, UnitTypeLike
    from wargrid.engine import Game
    from wargrid.players.evaluation.distances import Distances

SAVED: Final = 0.7
"""The share of the worth of units that the money for them has."""

TURNS: Final = 4
"""For how many turns the income of a cell counts."""

OWNED: Final = 60.0
"""What a cell is worth that can be captured, besides its income."""

BEGUN: Final = 0.6
"""The share of a cell that a capture almost done is worth."""

NEAR: Final = 0.3
"""The share of a cell that a unit on it is worth before it captures."""


class Economy:
    """Money, owned cells and captures of one game; ``exists`` is false where there are none."""

    def __init__(
        self, game: Game, distances: Distances, values: Mapping[str, float], weight: float
    ) -> None:
        rules = game.ruleset
        self._game = game
        self._distances = distances
        self._weight = weight
        self._captures = {
            word: ability
            for word, unit in rules.units.items()
            for ability in unit.abilities
            if isinstance(ability, Capture)
        }
        self._prices: dict[str, float] = {}
        for build in rules.abilities:
            if isinstance(build, Build):
                worth = [values[unit] / max(1, price) for unit, price in build.prices.items()]
                self._prices[build.pays] = sum(worth) / len(worth)
        self._cells = self._worth_of_cells()
        self.exists = weight > 0 and bool(self._prices or self._cells)
        self._rows: dict[tuple[str, int, int], list[float]] = {}

    def _worth_of_cells(self) -> dict[tuple[str, int], float]:
        """Return what cells are worth, by the marker of their owner and by cell."""
        rules, zones = self._game.ruleset, self._game.grounds[0].zones
        found: dict[tuple[str, int], float] = {}

        def add(owner: str, zone: str, worth: float) -> None:
            for cell in sorted(zones[zone]):
                found[owner, cell] = found.get((owner, cell), 0.0) + worth

        for capture in {(each.owner, each.zone): each for each in self._captures.values()}.values():
            add(capture.owner, capture.zone, OWNED)
        for income in rules.each_turn:
            if isinstance(income, Income):
                each = income.each * self._prices.get(income.pays, 0.0)
                add(income.owner, income.zone, TURNS * each)
        for victory in rules.victory:
            if isinstance(victory, Own):
                add(victory.owner, victory.zone, GOAL / (victory.count or len(zones[victory.zone])))
        return found

    def worth(self, position: Position) -> float:
        """Return what money, cells and captures are worth, for the first side."""
        markers, total = self._game.markers, 0.0
        for pays, price in self._prices.items():
            mine, other = (markers[pays].value(position, side) for side in (0, 1))
            total += SAVED * price * (mine - other)
        owners: dict[tuple[str, int], int] = {}
        for (marker, cell), worth in self._cells.items():
            owner = owners[marker, cell] = markers[marker].owner(position, cell)
            total += (worth, -worth)[owner] if owner in (0, 1) else 0.0
        for side, sign in ((0, 1), (1, -1)):
            total += sign * self._captured(position, side, owners)
        return self._weight * total

    def _captured(
        self, position: Position, side: int, owners: Mapping[tuple[str, int], int]
    ) -> float:
        """Return what the captures of a side are worth that are begun or near."""
        roster, total = position.roster, 0.0
        for unit in roster.units_of[side]:
            place = position.place[unit]
            capture = self._captures.get(roster.types[unit].word)
            if place == GONE or capture is None:
                continue
            open_cells = [
                (cell, worth)
                for (marker, cell), worth in self._cells.items()
                if marker == capture.owner and owners[marker, cell] != side
            ]
            near = (
                worth * self._row(roster.types[unit], side, cell)[place]
                for cell, worth in open_cells
            )
            total += NEAR * max(near, default=0.0)
            here = dict(open_cells).get(place // roster.facings)
            if here and capture.counts is not None:
                counts = self._game.markers[capture.counts]
                done = counts.value(position, place // roster.facings) / capture.needs
                total += BEGUN * here * min(1.0, done)
        return total

    def _row(self, unit_type: UnitTypeLike, side: int, cell: int) -> list[float]:
        """Return by place how near a unit is to a cell."""
        key = (unit_type.word, side, cell)
        found = self._rows.get(key)
        if found is None:
            actions = self._distances.to_reach(unit_type, side, [cell])
            found = self._rows[key] = [NEARER**distance for distance in actions]
        return found
