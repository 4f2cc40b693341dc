"""What money, cells that bring some, and their capture are worth, by the rules of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.players.evaluation.distances import Distances
from wargrid.players.evaluation.goals import GOAL, NEARNESS
from wargrid.ruleset.wants import Claim

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


DECISIVE: Final = 1_200.0
"""What a cell is worth, once its capture is begun, whose owner wins the game by it."""

MAX_HOLDINGS: Final = 512
"""For how many distributions of the cells, and for how many rosters, figures are kept."""


class Holdings(NamedTuple):
    """What one distribution of the cells is worth, for the first side.

    ``near`` is by type and side what a unit gains by its place, ``begun`` what each cell is worth
    that its side does not own.
    """

    worth: float
    near: dict[tuple[str, int], list[float]]
    begun: dict[tuple[str, int], dict[int, float]]


class Economy:
    """Money, owned cells and captures of one game; ``exists`` is false where there are none."""

    def __init__(
        self, game: Game, distances: Distances, values: Mapping[str, float], weight: float
    ) -> None:
        rules = game.ruleset
        self._game = game
        self._distances = distances
        self._weight = weight
        self._claims = {
            word: claim
            for word, unit in rules.units.items()
            for claim in (ability.claim for ability in unit.abilities)
            if claim is not None
        }
        self._estates = [each.estate for each in rules.victory if each.estate is not None]
        self._prices: dict[str, float] = {}
        for offer in (ability.offer for ability in rules.abilities):
            if offer is not None and offer.pays is not None:
                worth = [values[unit] / max(1, price) for unit, price in offer.prices.items()]
                self._prices[offer.pays] = fsum(worth) / len(worth)
        self._cells = self._worth_of_cells()
        self.exists = weight > 0 and bool(self._prices or self._cells)
        self._rows: dict[tuple[str, int, int], list[float]] = {}
        self._places = [(game.engine.markers[marker].number, cell) for marker, cell in self._cells]
        self._holdings: dict[tuple[int, ...], Holdings] = {}
        self._capturers: dict[Roster, list[tuple[int, int, str, Claim]]] = {}

    def _worth_of_cells(self) -> dict[tuple[str, int], float]:
        """Return what cells are worth, by the marker of their owner and by cell."""
        rules, zones = self._game.ruleset, self._game.engine.grounds[0].zones
        found: dict[tuple[str, int], float] = {}

        def add(owner: str, zone: str, worth: float) -> None:
            for cell in sorted(zones[zone]):
                found[owner, cell] = found.get((owner, cell), 0.0) + worth

        for owner, zone in dict.fromkeys((each.owner, each.zone) for each in self._claims.values()):
            add(owner, zone, OWNED)
        for harvest in (upkeep.harvest for upkeep in rules.each_turn):
            if harvest is not None:
                each = harvest.each * self._prices.get(harvest.pays, 0.0)
                add(harvest.owner, harvest.zone, TURNS * each)
        for estate in self._estates:
            add(estate.owner, estate.zone, GOAL / (estate.count or len(zones[estate.zone])))
        return found

    def worth(self, position: Position) -> float:
        """Return what money, cells and captures are worth, for the first side."""
        markers, total = self._game.engine.markers, 0.0
        for pays, price in self._prices.items():
            mine, other = (markers[pays].value(position, side) for side in (0, 1))
            total += SAVED * price * (mine - other)
        if self._cells:
            holdings = self._holdings_of(position)
            total += holdings.worth + self._captured(position, holdings)
        return self._weight * total

    def _holdings_of(self, position: Position) -> Holdings:
        """Return what depends on the owners of the cells alone, which change seldom."""
        marks = position.marks
        # A list in tuple(), which is quicker than a generator for so few.
        owners = tuple([marks[number][cell] for number, cell in self._places])
        found = self._holdings.get(owners)
        if found is None:
            if len(self._holdings) >= MAX_HOLDINGS:
                self._holdings.clear()
            found = self._holdings[owners] = self._hold(position)
        return found

    def _hold(self, position: Position) -> Holdings:
        owners = {
            (marker, cell): self._game.engine.markers[marker].owner(position, cell)
            for marker, cell in self._cells
        }
        sums = [
            fsum([self._cells[at] for at, owner in owners.items() if owner == side])
            for side in (0, 1)
        ]
        near, begun = {}, {}
        for word, claim in self._claims.items():
            for side in (0, 1):
                open_cells = {
                    cell: worth
                    for (marker, cell), worth in self._cells.items()
                    if marker == claim.owner and owners[marker, cell] != side
                }
                near[word, side] = self._nearness(self._game.ruleset.units[word], side, open_cells)
                begun[word, side] = {
                    cell: max(worth, DECISIVE * self._decides(claim, side, cell, owners))
                    for cell, worth in open_cells.items()
                }
        return Holdings(sums[0] - sums[1], near, begun)

    def _decides(
        self, claim: Claim, side: int, cell: int, owners: Mapping[tuple[str, int], int]
    ) -> bool:
        """Return whether a side that captures a cell owns all that it needs to win."""
        for estate in self._estates:
            if estate.owner == claim.owner:
                zone = self._game.engine.grounds[0].zones[estate.zone]
                owned = sum(owners[estate.owner, other] == side for other in zone)
                wins = estate.side in (None, [*self._game.ruleset.sides][side])
                if wins and cell in zone and owned + 1 >= (estate.count or len(zone)):
                    return True
        return False

    def _nearness(
        self, unit_type: UnitTypeLike, side: int, cells: Mapping[int, float]
    ) -> list[float]:
        """Return by place what a unit is worth near the best of some cells."""
        rows = [
            [worth * share for share in self._row(unit_type, side, cell)]
            for cell, worth in cells.items()
        ]
        if not rows:
            return [0.0] * (self._distances.places + 1)
        return [NEAR * max(shares) for shares in zip(*rows, strict=True)]

    def _captured(self, position: Position, holdings: Holdings) -> float:
        """Return what captures are worth that are begun or near, for the first side."""
        roster, place, total = position.roster, position.place, 0.0
        for unit, side, word, claim in self._capturers.get(roster) or self._find(roster):
            at = place[unit]
            if at == GONE:
                continue
            gained = holdings.near[word, side][at]
            here = holdings.begun[word, side].get(at // roster.facings)
            if here and claim.counts is not None:
                counts = self._game.engine.markers[claim.counts]
                done = counts.value(position, at // roster.facings) / claim.needs
                gained += BEGUN * here * min(1.0, done)
            total += gained if side == 0 else -gained
        return total

    def _find(self, roster: Roster) -> list[tuple[int, int, str, Claim]]:
        """Return the units of a roster that capture, with side, type and what it claims."""
        if len(self._capturers) >= MAX_HOLDINGS:
            self._capturers.clear()
        found = self._capturers[roster] = [
            (unit, side, word, self._claims[word])
            for side in (0, 1)
            for unit in roster.units_of[side]
            if (word := roster.words[unit]) in self._claims
        ]
        return found

    def _row(self, unit_type: UnitTypeLike, side: int, cell: int) -> list[float]:
        """Return by place how near a unit is to a cell."""
        key = (unit_type.word, side, cell)
        found = self._rows.get(key)
        if found is None:
            actions = self._distances.to_reach(unit_type, side, [cell])
            found = self._rows[key] = [NEARNESS[distance] for distance in actions]
        return found
