"""How near units are to zones that win, score or promote, and what a side has scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from operator import getitem, itemgetter
from typing import Final, NamedTuple

from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.engine.game import Game
from wargrid.players.evaluation.distances import FAR, Distances
from wargrid.players.evaluation.powers import power
from wargrid.players.evaluation.ways import Ways
from wargrid.ruleset.base import Victory
from wargrid.ruleset.wants import ANY

NEARER: Final = 0.7
"""The share of a pull or goal that is left with each action further away."""

NEARNESS: Final = tuple([power(NEARER, actions) for actions in range(FAR + 1)])
"""What is left of it by actions."""

GOAL: Final = 400.0
"""What a victory condition is worth that is almost met."""

PROMOTED: Final = 0.25
"""The share of what a promotion gains that a unit is worth one action before it."""


class Goal(NamedTuple):
    """Units of one side, of which ``wanted`` count that are nearest to a zone.

    ``places`` takes their places out of a list by unit id; ``rows`` are their shares by place.
    """

    places: Callable[[list[int]], Sequence[int]]
    rows: tuple[list[float], ...]
    wanted: int
    sign: int

    def value(self, position: Position) -> float:
        """Return what the units nearest to the zone are worth, for the first side."""
        near = map(getitem, self.rows, self.places(position.place))
        best = max(near) if self.wanted == 1 else fsum(sorted(near)[-self.wanted :])
        return self.sign * best


class Escape(NamedTuple):
    """The only unit of one side that wins in a zone, with its ways there; ``whole`` is signed."""

    unit: int
    ways: Ways
    whole: float

    def value(self, position: Position) -> float:
        """Return what its ways are worth, for the first side."""
        return self.whole * self.ways.share(position, self.unit)


class SideAim(NamedTuple):
    """A zone for units of one side: ``wanted`` of these types, and what they are worth there."""

    words: tuple[str, ...]
    side: int
    zone: frozenset[int]
    wanted: int
    whole: float


class Goals:
    """The aims of one game. ``rows`` are by type and side what a unit near its aim is worth."""

    def __init__(self, game: Game, distances: Distances, weight: float) -> None:
        self._game = game
        self._distances = distances
        self._weight = weight
        self._aims = [aim for each in game.ruleset.victory for aim in self._aims_of(each)]
        self._races = [
            (game.engine.markers[race.marker], race)
            for race in (each.race for each in game.ruleset.victory)
            if race is not None
        ]
        self.counts = bool(self._races) and weight > 0
        self.rows: dict[tuple[str, int], list[float]] = {}
        self._of_aims: dict[tuple[int, str], list[float]] = {}
        self._ways = dict(self._open_ways()) if weight else {}
        for number, aim in enumerate(self._aims if weight else ()):
            for word in aim.words:
                row = self._row(aim, self._game.ruleset.units[word])
                self._of_aims[number, word] = row
                self.rows.setdefault((word, aim.side), row)

    def _open_ways(self) -> Iterator[tuple[int, Ways]]:
        """Yield the ways of aims that a single unit fulfils, by the number of the aim."""
        for number, aim in enumerate(self._aims):
            kinds = [self._game.ruleset.units[word] for word in aim.words]
            if aim.wanted == len(kinds) == 1 and Ways.are_plain(self._game, kinds[0], aim.side):
                yield number, Ways(self._game, kinds[0], aim.side, aim.zone)

    def of(self, roster: Roster) -> tuple[Goal | Escape, ...]:
        """Return the goals of the units of one roster."""
        return tuple(self._goals(roster)) if self._weight else ()

    def _goals(self, roster: Roster) -> Iterator[Goal | Escape]:
        for number, aim in enumerate(self._aims):
            units = [u for u in roster.units_of[aim.side] if roster.words[u] in aim.words]
            if len(units) == aim.wanted == 1 and number in self._ways:
                sign = 1 if aim.side == 0 else -1
                yield Escape(units[0], self._ways[number], sign * aim.whole * self._weight)
            elif len(units) >= aim.wanted:
                rows = [self._of_aims[number, roster.words[unit]] for unit in units]
                places = itemgetter(*units, 0)  # no unit has the id 0; of one id, it is no list
                nothing = [0.0] * len(rows[0])
                yield Goal(places, (*rows, nothing), aim.wanted, 1 if aim.side == 0 else -1)

    def earned(self, position: Position) -> float:
        """Return what points and turns held are worth, for the first side."""
        shares = [
            race.share * (marker.value(position, 0) - marker.value(position, 1)) / race.number
            for marker, race in self._races
        ]
        return GOAL * self._weight * fsum(shares)

    def promotion(
        self, unit_type: UnitTypeLike, side: int, values: Mapping[str, float]
    ) -> list[float]:
        """Return by place what a unit is worth on its way to its promotion."""
        promotes = unit_type.promotes
        if promotes is None or not self._weight:
            return [0.0] * self._distances.places
        zone = sorted(self._game.engine.grounds[side].zones[promotes.zone])
        gain = max(values[word] for word in promotes.types) - values[unit_type.word]
        whole = PROMOTED * self._weight * max(0.0, gain)
        actions = self._distances.to_reach(unit_type, side, zone)
        return [whole * NEARNESS[max(0, distance - 1)] for distance in actions[:-1]]

    def _aims_of(self, victory: Victory) -> Iterator[SideAim]:
        """Yield the zones in which a victory condition wants units, for each side."""
        for side, word in enumerate(self._game.ruleset.sides):
            for aim in victory.aims:
                zone = self._game.engine.grounds[side].zones[aim.zone]
                number, times = (aim.count, 1) if aim.count else (len(zone), len(zone))
                if aim.side in (None, word):
                    whole = GOAL * aim.share * times
                    yield SideAim(self._words(aim.unit), side, zone, number, whole)

    def _words(self, unit: str) -> tuple[str, ...]:
        return tuple(self._game.ruleset.units) if unit == ANY else (unit,)

    def _row(self, aim: SideAim, unit_type: UnitTypeLike) -> list[float]:
        actions = self._distances.to_reach(unit_type, aim.side, sorted(aim.zone))[:-1]
        farthest = max((distance for distance in actions if distance < FAR), default=1) or 1
        whole = aim.whole * self._weight / aim.wanted
        near = (
            (NEARNESS[distance] + max(0.0, 1 - distance / farthest)) / 2 for distance in actions
        )
        return [*(whole * share for share in near), 0.0]
