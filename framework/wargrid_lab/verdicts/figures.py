"""What the games of one ruleset add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, inf, sqrt
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

from wargrid.core.patterns import cannot_enter
from wargrid.engine.game import Game
from wargrid_lab.games.play import Row
from wargrid_lab.games.tally import UNIT_COUNTS

Z: Final = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, for intervals of 95 %."""


class Estimate(NamedTuple):
    """A number that games show, with its 95 % interval."""

    value: float
    low: float
    high: float

    def __neg__(self) -> Estimate:
        """Return the same of the other side, where it is a difference of points."""
        return Estimate(-self.value, -self.high, -self.low)

    @property
    def is_certain(self) -> bool:
        """Whether it is not 0: the interval leaves that out."""
        return self.is_certain_of(1)

    def is_certain_of(self, tests: int) -> bool:
        """Return whether 0 is left out by an interval that is wider, for one of so many tests.

        All of them together then err as seldom as one (Bonferroni).
        """
        return self.strength > NormalDist().inv_cdf(1 - 0.025 / max(1, tests)) / Z

    @property
    def strength(self) -> float:
        """How many times its interval would have to be as wide to reach 0."""
        half = max(self.high - self.value, self.value - self.low)  # the end that is not clipped
        return abs(self.value) / half if half else inf if self.value else 0.0


class Share(NamedTuple):
    """A share of points from 0 to 1, where a draw counts half, of so many games."""

    value: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.value, self.games)


class UnitFigures(NamedTuple):
    """The units of a side and type in all games: ``counts`` as in ``Tally``, and what they did."""

    side: str
    type: str
    counts: dict[str, int]
    does: dict[str, int]

    @property
    def survival(self) -> float:
        """The share of its units that were there at the end; 0 if there were none."""
        return self.counts["left"] / max(1, self.counts["begun"] + self.counts["gained"])


class DiceFigures(NamedTuple):
    """How often a side rolled a face, and how often it would on average."""

    side: str
    die: str
    face: str
    rolled: int
    expected: float


class Unused(NamedTuple):
    """What no game used, of a ``kind``: type, verb, ability, terrain, or ending (its victory)."""

    kind: str
    word: str
    verb: str = ""


@dataclass(frozen=True)
class Figures:
    """The games of a simulation in the order of their numbers, finished ones only."""

    games: tuple[Row, ...]

    @property
    def wins(self) -> tuple[int, int]:
        """The games that each player won."""
        first, second = (sum(game.winner == player for game in self.games) for player in (0, 1))
        return first, second

    @property
    def draws(self) -> int:
        """The games without a winner, those cut included."""
        return sum(game.side is None for game in self.games)

    @property
    def cut(self) -> int:
        """The games cut because they went on too long."""
        return sum(game.ending is None for game in self.games)

    @property
    def endings(self) -> dict[str, int]:
        """The games that ended for each reason, the most frequent first; those cut are left out."""
        counted = Counter(game.ending for game in self.games if game.ending is not None)
        return dict(sorted(counted.items(), key=lambda each: (-each[1], each[0])))

    def typical(self, most: int = 3) -> list[Row]:
        """Return games of a middling length, first one for each of the most frequent ends."""
        ends: dict[tuple[int | None, str | None], list[Row]] = {}
        for game in sorted(self.games, key=lambda game: (game.moves, game.number)):
            ends.setdefault((game.side, game.ending), []).append(game)
        frequent = sorted(ends.values(), key=len, reverse=True)
        found = (like[len(like) * part // 4] for part in (2, 1, 3) for like in frequent)
        return list({game.number: game for game in found}.values())[:most]

    @property
    def moves(self) -> int:
        """The moves of both sides in all games."""
        return sum(game.moves for game in self.games)

    @property
    def turns(self) -> int:
        """The turns of both sides in all games."""
        return sum(game.length for game in self.games)

    def mean(self, what: Literal["moves", "turns"]) -> Estimate:
        """Return the moves or turns of a game on average."""
        numbers = [float(game.moves if what == "moves" else game.length) for game in self.games]
        count = max(1, len(numbers))
        mean = fsum(numbers) / count
        half = Z * sqrt(fsum((number - mean) ** 2 for number in numbers)) / count
        return Estimate(mean, max(0.0, mean - half), mean + half)

    def share(self, player: int) -> Share:
        """Return the share of points of a player."""
        return _share([game.winner for game in self.games], [player] * len(self.games))

    def of_side(self, side: int) -> Share:
        """Return the share of points of a side."""
        return _share([game.side for game in self.games], [side] * len(self.games))

    def of_first(self) -> Share:
        """Return the share of points of the side that began, in games that had a first turn."""
        begun = [game for game in self.games if game.first is not None]
        return _share([game.side for game in begun], [game.first for game in begun])

    @property
    def always_first(self) -> int | None:
        """The side that began every game, or None."""
        firsts = {game.first for game in self.games}
        return min(firsts, key=str) if len(firsts) == 1 else None

    def ms_per_turn(self, player: int) -> float:
        """Return the milliseconds that a player took for a turn on average."""
        turns = sum(game.turns[player] for game in self.games)
        return 1_000 * sum(game.seconds[player] for game in self.games) / max(1, turns)

    @cached_property
    def _summed(self) -> Counter[tuple[str, str, str, str]]:
        """Every count of all games, by what was counted, side, and the two words below."""
        summed: Counter[tuple[str, str, str, str]] = Counter()
        for game in self.games:
            for what, sides in game.counts.items():
                for side, ones in sides.items():
                    for one, others in ones.items():
                        for other, number in others.items():
                            summed[what, side, one, other] += number
        return summed

    def _below(self, what: str, side: str, one: str) -> dict[str, int]:
        return {key[3]: n for key, n in self._summed.items() if key[:3] == (what, side, one)}

    def units(self, game: Game) -> list[UnitFigures]:
        """Return the figures of each type of each side that was ever on the board."""
        found = []
        for side in game.ruleset.sides:
            for word in game.ruleset.units:
                counts = dict.fromkeys(UNIT_COUNTS, 0) | self._below("units", side, word)
                if counts["begun"] or counts["gained"]:
                    found.append(UnitFigures(side, word, counts, self._below("does", side, word)))
        return found

    def dice(self, game: Game) -> list[DiceFigures]:
        """Return how often each side rolled each face, beside what its dice promise."""
        found = []
        for side in game.ruleset.sides:
            for die, faces in game.ruleset.dice.items():
                rolled = self._below("dice", side, die)
                total = sum(rolled.values())
                for face in dict.fromkeys(faces) if total else ():
                    expected = total * faces.count(face) / len(faces)
                    found.append(DiceFigures(side, die, face, rolled.get(face, 0), expected))
        return found

    def cells(self, what: str, side: str) -> dict[str, int]:
        """Return ``stays``, ``moves`` or ``losses`` of a side in all games, by cell."""
        return self._below("cells", side, what)

    def unused(self, game: Game) -> list[Unused]:
        """Return what no game used; nothing if none was played."""
        if not self.games:
            return []
        units = self.units(game)
        seen = {each.type for each in units}
        found = [Unused("type", word) for word in game.ruleset.units if word not in seen]
        for word in game.ruleset.units:
            did = {verb for each in units if each.type == word for verb in each.does}
            verbs = game.engine.costs[word] if word in seen else ()
            found += [Unused("verb", word, verb) for verb in verbs if verb not in did]
        did = {other for what, _, _, other in self._summed if what == "does"}
        abilities = [ability.word for ability in game.ruleset.abilities if ability.is_on]
        found += [Unused("ability", word) for word in abilities if word not in did]
        found += [Unused("terrain", word) for word in self._terrains_unused(game)]
        endings = dict.fromkeys(victory.ends_as for victory in game.ruleset.victory)
        return found + [Unused("ending", word) for word in endings if word not in self.endings]

    def _terrains_unused(self, game: Game) -> Iterable[str]:
        ground, ways = game.engine.grounds[0], [unit.move for unit in game.ruleset.units.values()]
        on = {ground.terrain[game.grid.cell(key[3])] for key in self._summed if key[0] == "cells"}
        open_cells = (
            cell
            for cell in range(game.grid.cells)
            if cell not in ground.walls
            and any(move and not cannot_enter(move, ground, cell) for move in ways)
        )
        terrain = dict.fromkeys(ground.terrain[cell] for cell in open_cells)
        return [word for word in terrain if word and word not in on]


def _share(winners: Sequence[int | None], of: Sequence[int | None]) -> Share:
    points = sum(
        0.5 if winner is None else float(winner == one)
        for winner, one in zip(winners, of, strict=True)
    )
    return Share(points / len(of) if of else 0.5, len(of))


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share observed in ``number`` trials (Wilson, 1927)."""
    if not number:
        return 0.0, 1.0
    square = Z * Z
    middle = share + square / (2 * number)
    spread = Z * sqrt(share * (1 - share) / number + square / (4 * number * number))
    below = 1 + square / number
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
