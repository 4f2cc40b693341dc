"""How near the sides are to each other's units, kept for the units of one side as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from operator import getitem
from typing import Final, TypeAlias

from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.core.state import GONE
from wargrid.players.evaluation.goals import NEARNESS
from wargrid.players.evaluation.worth import Worth

FINE: Final = 2**32
"""Pulls are whole numbers of such parts of 1: sums below 2**21 are exact, in any order."""

MAX_STANDING: Final = 4_096
"""For how many ways in which the units of a side stand pulls are kept."""

MAX_NEAR: Final = 3_000_000
"""How many rows all lists of rows have together, each 8 bytes; a list has one for every unit."""

MAX_PULLS: Final = 8_000_000
"""How many figures all rows have together, each 8 bytes: a row shares few numbers."""

WIDE: Final = 1_200
"""From how many places on rows look their figures up: all would not fit into ``MAX_PULLS``."""


class WideRow:
    """A row of a large board: how many actions away each place is, and what that is worth."""

    __slots__ = ("_actions", "_near")

    def __init__(self, near: list[float], actions: bytes) -> None:
        self._near = near
        self._actions = actions

    def __getitem__(self, place: int) -> float:
        """Return the figure for a place."""
        return 0.0 if place == GONE else self._near[self._actions[place]]


Row: TypeAlias = list[float] | WideRow


class Standing:
    """The units of one side as they stand.

    ``drawing`` are the men of each unit on the board, with what one of them adds for each enemy by
    place. ``found`` is what an enemy adds, by its type, place and men.
    """

    __slots__ = ("drawing", "found", "places", "side")

    def __init__(self, side: int, places: list[int]) -> None:
        self.side = side
        self.places = places
        self.drawing: list[tuple[int, list[Row]]] | None = None
        self.found: dict[tuple[str, int, int], float] = {}


class Pulls:
    """Sums of how near the units of both sides are to their enemies.

    Each man of a unit draws the enemies near, by the worth of its type and a weight. Most positions
    that are compared differ by the units of one side: those of the other stand as before.
    """

    def __init__(
        self,
        worth: Worth,
        values: Mapping[str, float],
        men: Mapping[str, int],
        weights: Mapping[str, float],
    ) -> None:
        self._worth = worth
        self._values = values
        self._men = men
        hunts = worth.deciding if weights["hunt"] else ()
        self._weights = {word: weights["hunt" if word in hunts else "pull"] for word in values}
        self._few = not weights["pull"]
        places = worth.distances.places
        self._wide = places >= WIDE
        # In figures; a byte for each place, and what the row itself takes.
        self._size = places // 8 + 32 if self._wide else places
        self._figures: dict[tuple[str, int, str], list[float]] = {}
        self._rows: dict[tuple[str, int, str, int], Row] = {}
        self._near: dict[tuple[Roster, int, str, int], list[Row]] = {}
        self._standing: dict[tuple[object, ...], Standing] = {}
        self._hunted: dict[Roster, list[tuple[int, int]]] = {}

    def balance(self, position: Position) -> float:
        """Return how near the sides are to each other's units, for the first side."""
        if self._few:
            return self._to_few(position)
        roster, place, men = position.roster, position.place, position.men
        standing = self._better_known(position)
        found, words, total = standing.found, roster.words, 0.0
        for number, unit in enumerate(roster.units_of[1 - standing.side]):
            at = place[unit]
            if at != GONE:
                key = words[unit], at, men[unit]
                pull = found.get(key)
                if pull is None:
                    pull = found[key] = self._pull(position, number, unit, standing)
                total += pull
        return total

    # Where only types draw whose loss loses the game: one or two units

    def _to_few(self, position: Position) -> float:
        roster, place, men, total = position.roster, position.place, position.men, 0.0
        hunted = self._hunted.get(roster)
        if hunted is None:
            hunted = self._hunted_in(roster)
        for unit, side in hunted:
            at = place[unit]
            if at != GONE:
                near = self._rows_of(roster, side, roster.words[unit], at)
                places = [place[enemy] for enemy in roster.units_of[side]]
                total += men[unit] * fsum(map(getitem, near, places))
        return total

    def _hunted_in(self, roster: Roster) -> list[tuple[int, int]]:
        """Return the units of a roster that draw, each with the side that hunts it."""
        if len(self._hunted) >= MAX_STANDING:
            self._hunted.clear()
        found = self._hunted[roster] = [
            (unit, 1 - side)
            for side in (0, 1)
            for unit in roster.units_of[side]
            if self._weights[roster.words[unit]]
        ]
        return found

    # Where all do

    def _better_known(self, position: Position) -> Standing:
        """Return how the units of that side stand for which more is known."""
        # Before both are looked up: the first must not go while the second is made.
        if len(self._standing) >= MAX_STANDING:
            self._standing.clear()
        first, second = self._stands(position, 0), self._stands(position, 1)
        # The side that stood so more often: only the other one has moved.
        return first if len(first.found) > len(second.found) else second

    def _stands(self, position: Position, side: int) -> Standing:
        roster, place, men = position.roster, position.place, position.men
        units = roster.units_of[side]
        places = [place[unit] for unit in units]
        key = (roster, side, *places, *[men[unit] for unit in units])
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = Standing(side, places)
        return found

    def _pull(self, position: Position, number: int, unit: int, standing: Standing) -> float:
        """Return what the ``number``-th unit of a side adds: its own pull, and those on it."""
        roster, place, men, side = position.roster, position.place, position.men, standing.side
        drawing = standing.drawing
        if drawing is None:
            drawing = standing.drawing = [
                (men[enemy], self._rows_of(roster, 1 - side, roster.words[enemy], place[enemy]))
                for enemy in position.units_of(side)
            ]
        at = place[unit]
        near = self._rows_of(roster, side, roster.words[unit], at)
        own = men[unit] * fsum(map(getitem, near, standing.places))
        return own + fsum([each * rows[number][at] for each, rows in drawing])

    # Tables

    def _rows_of(self, roster: Roster, side: int, word: str, place: int) -> list[Row]:
        """Return what a man of a type on a place adds for each unit of a side, by their place."""
        key = (roster, side, word, place)
        found = self._near.get(key)
        if found is None:
            if (len(self._near) + 1) * len(roster.units_of[side]) > MAX_NEAR:
                self._near.clear()
            cell = place // roster.facings
            found = self._near[key] = [
                self._row(roster.types[unit], side, word, cell) for unit in roster.units_of[side]
            ]
        return found

    def _row(self, unit_type: UnitTypeLike, side: int, word: str, cell: int) -> Row:
        """Return by place what a man of an enemy, ``word``, on a cell adds for a unit of a type."""
        key = (unit_type.word, side, word, cell)
        row = self._rows.get(key)
        if row is None:
            if (len(self._rows) + 1) * self._size > MAX_PULLS:
                self._rows.clear()
                self._near.clear()
                self._standing.clear()
            row = self._rows[key] = self._make_row(unit_type, side, word, cell)
        return row

    def _make_row(self, unit_type: UnitTypeLike, side: int, word: str, cell: int) -> Row:
        actions = self._worth.distances.to_strike(unit_type, side, cell)
        near = self._by_actions(unit_type, side, word)
        if self._wide:
            return WideRow(near, actions)
        return [*map(near.__getitem__, actions[:-1]), 0.0]

    def _by_actions(self, unit_type: UnitTypeLike, side: int, word: str) -> list[float]:
        """Return the figures of a row by the number of actions."""
        key = (unit_type.word, side, word)
        found = self._figures.get(key)
        if found is None:
            share = self._weights[word] * self._values[word] / self._men[word]
            deals = self._worth.exchange(unit_type.word, word).deals if share else 0.0
            whole = (share if side == 0 else -share) * deals
            found = [round(FINE * whole * each) / FINE for each in NEARNESS]
            self._figures[key] = found
        return found
