"""Find weights and values with which a ruleset's computer player beats itself without them.

One number is changed at a time, at scales that can matter, and a sequential test of pairs of games
says whether it helps. Changes that do are kept together, and play new games at the end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.players import PlayerError, evaluation_of
from wargrid_lab.games.store import LabError
from wargrid_lab.verdicts.figures import Figures
from wargrid_lab.verdicts.verdict import LEAST, Finding, SequentialTest

FACTORS: Final = {"weights": (2.0, 4.0, 0.5, 0.25), "values": (1.4, 0.7)}
"""By what a weight or a value is multiplied in turn."""

SCALES: Final = {
    "hunt": (0.1, 0.3, 0.03), "pull": (0.1, 0.3, 0.03), "goal": (1.0, 4.0, 0.25),
    "place": (0.05, 0.1, 0.02), "threat": (0.5, 1.0, 0.25), "danger": (0.5, 1.0, 0.25),
    "tempo": (0.1,),
}  # fmt: skip
"""What is tried in turn for a weight of 0, and in which order the weights are tried."""

MARGIN: Final = 0.08
"""The share of points above a half that a change is worth keeping for."""

MISS: Final = 0.2
"""How often a change of that worth would be dropped if games were no end: surer tests are dear."""

TRIAL: Final = 240
"""The games of a trial at most, and of the end with the player that was tuned.

Without draws, a change that wins 62 % is kept in nine trials of ten, one of 58 % in every second.
"""

SHORTEST: Final = 2 * LEAST
"""The games without which no trial decides."""

LONGER: Final = 60
"""The new games at the end with level 4, which thinks longer."""

DEEPER: Final = 10
"""How many times as much level 4 may look at then."""


class Match(NamedTuple):
    """Games between a player with other weights and values and one that has those kept so far.

    ``name`` is what is tried; None at the end, when all changes play against none.
    """

    name: str | None
    mine: dict[str, float]
    other: dict[str, float]
    games: int
    player: str
    times: int = 1
    """How many times as many nodes as the tuning was given."""

    def players(self) -> tuple[str, str]:
        """Return the names of both players."""
        return named(self.player, self.mine), named(self.player, self.other)

    def seed(self, first: int) -> int:
        """Return the seed of its games: equal matches have equal ones, whatever came before."""
        content = json.dumps([first, self.name, self.players(), self.times])
        return int(hashlib.sha256(content.encode()).hexdigest()[:8], 16)

    def test(self) -> SequentialTest:
        """Return what reads its games in pairs, until it knows whether the change is better."""
        return SequentialTest(MARGIN, miss=MISS, only_more=True)


class Outcome(NamedTuple):
    """What a match showed: ``finding`` is ``more`` if the change is better."""

    match: Match
    score: Figures
    finding: Finding


class Tuning:
    """The changes found so far, ``changes``, and the ``matches`` that tell.

    ``names`` are the weights and types to try, by default all that can matter; ``untried`` are
    those for which no games were left. Of the ``games``, the end takes a quarter at most.

    Raises:
        LabError: so few games call no player stronger.
        PlayerError: a name is neither a weight nor a type, or the player's own numbers are wrong.
    """

    def __init__(self, game: Game, games: int, player: str, names: Sequence[str] = ()) -> None:
        if games < FEWEST:
            raise LabError("opponent.few", games=games, least=FEWEST)
        option = player.partition(":")[2]
        now = evaluation_of(game, option)
        self.weights, self.values = dict(now.weights), dict(now.values)
        known = {**self.weights, **self.values}
        for name in names:
            if name not in known:
                raise PlayerError("no_weight", name=name, known=", ".join(known))
        given = (part.partition("=")[0] for part in filter(None, option.split("+")))
        self._own = {name: known[name] for name in given}
        weights = [name for name in SCALES if name != "hunt" or now.deciding]
        self._names = names or [*weights, *self.values]
        self._player, self._deeper = player, named("4", self._own)
        self._ending = _ending(games)
        self._left = games - sum(self._ending)
        self.changes: dict[str, float] = {}
        self.untried: list[str] = []
        self.ends: list[Outcome] = []

    def matches(self) -> Iterator[Match]:
        """Yield the matches to play; the outcome of each is to be added before the next."""
        for name in self._names:
            for number in self._scales(name):
                games = min(TRIAL, self._left & ~1)
                if not self._is_beyond(name, number):
                    continue
                if games < SHORTEST:
                    self.untried.append(name)
                    break
                mine = {**self.changes, name: number}
                yield Match(name, mine, dict(self.changes), games, self._player)
        if self.changes:
            games, longer = self._ending
            yield Match(None, dict(self.changes), {}, games, self._player)
            confirmed = bool(self.ends) and self.ends[-1].finding == "more"
            if confirmed and self._player != self._deeper and longer:
                yield Match(None, dict(self.changes), {}, longer, self._deeper, DEEPER)

    def add(self, outcome: Outcome) -> bool:
        """Take a match into account; return whether what it tried is kept."""
        if outcome.match.name is None:
            self.ends.append(outcome)
            return False
        self._left -= len(outcome.score.games)
        if outcome.finding == "more":
            self.changes = outcome.match.mine
        return outcome.finding == "more"

    @property
    def is_stronger(self) -> bool:
        """Whether new games confirm all changes: those of level 4 at least do not deny them."""
        if not self.ends:
            return False
        first, *longer = self.ends
        return first.finding == "more" and all(end.score.share(0).value >= 0.5 for end in longer)

    def _scales(self, name: str) -> Sequence[float]:
        """Return the numbers to try for a weight or value."""
        now = self._now(name)
        if not now:
            return SCALES.get(name, ())
        kind = "weights" if name in self.weights else "values"
        return [float(f"{now * factor:.3g}") for factor in FACTORS[kind]]

    def _is_beyond(self, name: str, number: float) -> bool:
        """Return whether a number lies beyond the one kept, in the direction that helped."""
        kept = self.changes.get(name)
        return kept is None or (number - kept) * (kept - self._now(name)) > 0

    def _now(self, name: str) -> float:
        return {**self.values, **self.weights}[name]

    def section(self) -> dict[str, dict[str, float]]:
        """Return the player's own numbers and the changes as the section of a ruleset."""
        parts = {"weights": self.weights, "values": self.values}
        numbers = {**self._own, **self.changes}
        found = {
            key: {name: number for name, number in numbers.items() if name in known}
            for key, known in parts.items()
        }
        return {key: numbers for key, numbers in found.items() if numbers}


def named(player: str, changes: Mapping[str, float]) -> str:
    """Return a player's name with changed weights and values: ``2:goal=2+man=70``."""
    changed = "+".join(f"{name}={number:g}" for name, number in changes.items())
    return f"{player}{'+' if ':' in player else ':'}{changed}" if changed else player


def _ending(games: int) -> tuple[int, int]:
    """Return how many of the games all changes play together at the end, and then at level 4."""
    return min(TRIAL, games // 4 & ~1), min(LONGER, games // 16 & ~1)


def _decides(games: int) -> bool:
    """Return whether a player that wins all of so many games is surely stronger."""
    test = Match(None, {}, {}, games, "").test()
    for _ in range(games // 2):
        test.add(0.5)
    return test.finding == "more"


FEWEST: Final = next(games for games in count(4, 4) if _decides(_ending(games)[0]))
"""The games of a tuning below which even a player that wins all is not surely stronger."""
