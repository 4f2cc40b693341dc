"""How good a position is for a side, from the rules alone; 100 is an average unit.

Most terms depend on one unit and its place, or on one unit and the cell of an enemy. They are kept
in lists by place, so that a position is a sum of look-ups. ``Threats`` lists moves and is dearer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum
from operator import getitem
from typing import Final, NamedTuple

from wargrid.core.compiling import mypyc_attr
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.engine.game import Game
from wargrid.players.evaluation.cargo import Cargo
from wargrid.players.evaluation.economy import Economy
from wargrid.players.evaluation.goals import Escape, Goal, Goals
from wargrid.players.evaluation.pulls import Pulls
from wargrid.players.evaluation.stranded import Stranded
from wargrid.players.evaluation.threats import Threats
from wargrid.players.evaluation.turning import Turning
from wargrid.players.evaluation.windows import Windows
from wargrid.players.evaluation.worth import (
    strikes_the_deciding,
    takes_by_jumping,
    takes_by_moving,
    wants_to_lose,
    worth_of,
)
from wargrid.players.evaluation.zones import Zones
from wargrid.players.protocol import PlayerError

WIN: Final = 100_000.0
"""The score of a game won: so many hundredths of an average unit are given for a sure win."""

BALANCE: Final = 25.0
CLEAR: Final = 75.0
LARGE: Final = 200.0
"""From which scores on a side is ahead, clearly, and far; an average unit is 100."""

AVERAGE: Final = 100.0
"""What an average unit is worth."""

LEAST: Final = 40.0
"""What the cheapest unit counts at least, where differences are measured by it."""

MAX_ROSTERS: Final = 256
"""For how many rosters tables are kept; positions set up by hand may have their own."""

MAX_DIGITS: Final = 15
"""The most signs of a weight; of infinite ones, nothing could be added up."""

DEFAULTS: Final = {
    "material": 1.0, "place": 0.05, "pull": 0.06, "hunt": 0.0, "goal": 1.0, "threat": 0.5,
    "danger": 0.7, "tempo": 0.1,
}  # fmt: skip
"""The weights of the terms for a game never seen."""

OF_TAKERS: Final = {"pull": 0.0, "hunt": 0.03, "threat": 0.0, "danger": 0.0}
"""Other weights for games where one unit a turn takes by moving; search sees what it may take."""

OF_JUMPERS: Final = {"pull": 0.1}
"""Other weights for games in which units are taken only by jumping over them."""

OF_HUNTERS: Final = {"hunt": 0.3}
"""Other weights for games in which units attack, and a type's loss loses the game for each side.

Where one side alone can lose so, its unit often has to escape, and to hunt it has lost games.
"""

OF_TURNING: Final = {"material": -0.05, "place": 0.0, "pull": 0.0, "hunt": 0.0}
"""Other weights for games in which flanked units join the other side.

Before the end, fewer units are a little better: those of a side are what the other may turn over.
"""

OF_LOSERS: Final = {"material": -1.0, "place": 0.0, "goal": 0.0, "hunt": 0.0}
"""Other weights for games that a side wins by having nothing left to move."""


class Rows(NamedTuple):
    """The values of one type and side by place, by number of men, and by place of a full unit."""

    places: list[float]
    men: list[float]
    worth: list[float]


class Tables(NamedTuple):
    """The rows of the units of one roster, by unit id; positive for the first side.

    ``places`` hold values by place, ``men`` by number of men. Where all units have one man, ``men``
    is empty and the places hold what a unit is worth.
    """

    places: tuple[list[float], ...]
    men: tuple[list[float], ...]
    goals: tuple[Goal | Escape, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """Scores positions of one game.

    ``weights`` are those of the terms, by the names of ``DEFAULTS``; terms left out have the
    weights of the ruleset's ``opponent`` section, or the defaults. ``values`` are the worth of full
    units by type; types left out have that of the section, or what the rules suggest. ``least`` is
    the worth of the cheapest. ``deciding`` are the types whose loss loses the game.
    """

    def __init__(
        self,
        game: Game,
        weights: Mapping[str, float] | None = None,
        values: Mapping[str, float] | None = None,
    ) -> None:
        opponent = game.ruleset.opponent
        written = opponent.weights.model_dump(exclude_none=True)
        self._game = game
        self.weights: dict[str, float] = {**default_weights(game), **written, **(weights or {})}
        self._worth = worth_of(game)
        self._distances = self._worth.distances
        self.deciding = self._worth.deciding
        given = {**opponent.values, **(values or {})}
        suggested = self._worth.suggested
        self.values = {word: given.get(word, suggested[word]) for word in suggested}
        self.least = max(LEAST, min(self.values.values()))
        self._takes = takes_by_moving(game)
        self._goals = Goals(game, self._distances, self.weights["goal"])
        self.economy = Economy(game, self._distances, self.values, self.weights["goal"])
        self.windows = Windows(game, self.weights["goal"])
        self.turning = Turning(game, self.weights["goal"])
        self.stranded = Stranded(game, self.values, self.weights["material"], self.weights["goal"])
        self.threats = Threats(game, self._worth, self.values, self._goals.rows)
        self._cargo = Cargo(game)
        self._carries = self._cargo.carrying is not None
        self._zones = Zones(game, self._worth, self.threats, self.values, self._goals.rows)
        # A unit may come to any cell from a hand: it is worth what it is on a usual one.
        self._held = [
            (marker.number, self.weights["material"] * self.values[word])
            for word, marker in game.engine.markers.hands
        ]
        men = {word: unit.men for word, unit in game.ruleset.units.items()}
        self._pulls = Pulls(self._worth, self.values, men, self.weights)
        self._tables: dict[Roster, Tables] = {}
        self._rows_of: dict[tuple[str, int], Rows] = {}
        self._nothing = [0.0] * (self._distances.places + 1)

    def score(self, position: Position, side: int, fear: float = 1.0) -> float:
        """Return how good a position is for a side, higher for better, ``WIN`` for a win.

        The scores of both sides add up to 0. ``position`` is what the side sees: units hidden from
        it are in no term. ``fear`` is the share of the weight of danger that counts.
        """
        threat, danger = self.weights["threat"], fear * self.weights["danger"]
        total = self.still(position, side)
        acts = position.result is None and position.pending is None and position.turn > 0
        if acts and (threat or danger):
            threats = self.threats.balance(position, threat, danger)
            total += threats if position.side == side else -threats
        if acts and self.windows.exist:
            danger = self.windows.danger(position)
            total += danger if position.side == side else -danger
        return total

    def sketch(self, position: Position, side: int) -> float:
        """Return about what ``score`` is once the side's turn has ended; quicker, for searches.

        Strikes are those of the empty board: nothing stands in the way of a unit.
        """
        total = self.still(position, side)
        if position.result is None and (self.weights["threat"] or self.weights["danger"]):
            total += self.weights["threat"] * self._zones.gain(position, side)
            total -= self.weights["danger"] * self._zones.gain(position, 1 - side)
        return total

    def still(self, position: Position, side: int) -> float:
        """Return the score without what the sides could strike: quicker, for searches."""
        if position.result is not None:
            winner = position.result.winner
            return 0.0 if winner is None else WIN if winner == side else -WIN
        seen = self._cargo.landed(position) if self._carries else position
        total = self.fixed(seen) + self._pulls.balance(seen)
        if position.pending is None and position.turn > 0:
            tempo = 100 * self.weights["tempo"]
            total += tempo if position.side == 0 else -tempo
        return total if side == 0 else -total

    def fixed(self, position: Position) -> float:
        """Return the sum of the terms of single units for the first side: the quickest score."""
        tables = self._tables.get(position.roster)
        if tables is None:
            if len(self._tables) >= MAX_ROSTERS:
                self._tables.clear()
            tables = self._tables[position.roster] = self._make_tables(position.roster)
        place = position.place
        # In C throughout: the place of a unit off the board is -1, the last entry, 0.
        total = fsum(map(getitem, tables.places, place))
        if tables.men:
            total += fsum(map(getitem, tables.men, position.men))
        for goal in tables.goals:
            total += goal.value(position)
        if self._goals.counts:
            total += self._goals.earned(position)
        if self.economy.exists:
            total += self.economy.worth(position)
        if self._held:
            total += self._in_hands(position)
        if self.windows.exist:
            total += self.windows.worth(position)
        if self.turning.exists:
            total += self.turning.worth(position)
        if self.stranded.exists:
            total += self.stranded.worth(position)
        return total

    def _in_hands(self, position: Position) -> float:
        """Return what the units in hands are worth, for the first side."""
        marks, total = position.marks, 0.0
        for number, worth in self._held:
            mine, others = marks[number]
            total += worth * (mine - others)
        return total

    # Tables

    def _make_tables(self, roster: Roster) -> Tables:
        units = zip(roster.types[1:], roster.owners[1:], strict=True)
        rows = [self._rows(unit_type, owner) for unit_type, owner in units]
        goals = self._goals.of(roster)
        # One sum instead of two where no unit has several men.
        if all(unit_type.men == 1 for unit_type in roster.types):
            return Tables((self._nothing, *(row.worth for row in rows)), (), goals)
        places = (self._nothing, *(row.places for row in rows))
        return Tables(places, ([0.0], *(row.men for row in rows)), goals)

    def _rows(self, unit_type: UnitTypeLike, side: int) -> Rows:
        key = (unit_type.word, side)
        found = self._rows_of.get(key)
        if found is None:
            found = self._rows_of[key] = self._make_rows(unit_type, side)
        return found

    def _make_rows(self, unit_type: UnitTypeLike, side: int) -> Rows:
        """Return a type's values by place, and by men."""
        sign, facings = (1 if side == 0 else -1), self._game.grid.facings
        value = self.values[unit_type.word]
        mobility, typical = self._worth.mobility[unit_type.word, side], self._worth.typical
        share = (
            sign * self.weights["place"] * self._placed(unit_type.word) / typical[unit_type.word]
        )
        promotion = self._goals.promotion(unit_type, side, self.values)
        places = [
            share * (mobility[place // facings] - typical[unit_type.word]) + sign * near
            for place, near in enumerate(promotion)
        ]
        each = sign * self.weights["material"] * value / unit_type.men
        men = [each * number for number in range(unit_type.men + 1)]
        return Rows([*places, 0.0], men, [*(here + men[-1] for here in places), 0.0])

    def _placed(self, word: str) -> float:
        """Return what counts of a type's value for the freedom of its place.

        Where one unit a turn takes by moving, a dear unit or one that may not be lost would
        otherwise come out first, for nothing but more moves.
        """
        value = self.values[word]
        if not self._takes:
            return value
        return 0.0 if word in self.deciding else min(value, AVERAGE)


def lead_of(score: float) -> str:
    """Return how a score is said: ``even``, or ``ahead`` or ``behind``, ``_little`` or ``_far``."""
    if abs(score) < BALANCE:
        return "even"
    how = "_little" if abs(score) < CLEAR else "_far" if abs(score) >= LARGE else ""
    return f"{'ahead' if score > 0 else 'behind'}{how}"


@lru_cache(maxsize=8)
def evaluation_of(game: Game, option: str = "") -> Evaluation:
    """Return the evaluation of a game, made once.

    ``option`` changes weights and values: ``pull=0.1+knight=150``.

    Raises:
        PlayerError: it names neither a weight nor a type, or gives no number.
    """
    weights: dict[str, float] = {}
    values: dict[str, float] = {}
    for part in filter(None, option.split("+")):
        name, _, number = part.partition("=")
        if name not in DEFAULTS and name not in game.ruleset.units:
            known = ", ".join((*DEFAULTS, *game.ruleset.units))
            raise PlayerError("no_weight", name=name, known=known)
        if len(number) > MAX_DIGITS or not number.replace(".", "", 1).isdecimal():
            raise PlayerError("weight_number", name=name, text=number)
        (weights if name in DEFAULTS else values)[name] = float(number)
    return Evaluation(game, weights, values)


def default_weights(game: Game) -> dict[str, float]:
    """Return the weights of a game without an ``opponent`` section, by its figures."""
    weights = {**DEFAULTS, **OF_TAKERS} if takes_by_moving(game) else dict(DEFAULTS)
    if takes_by_jumping(game):
        weights |= OF_JUMPERS
    if strikes_the_deciding(game):
        weights |= OF_HUNTERS
    if Turning(game, 1.0).exists:
        weights |= OF_TURNING
    return weights | OF_LOSERS if wants_to_lose(game) else weights
