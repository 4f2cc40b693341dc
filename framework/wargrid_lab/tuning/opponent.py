"""Find weights and values with which a ruleset's computer player beats itself without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.players import evaluation_of
from wargrid_lab.games.store import LabError
from wargrid_lab.verdicts.figures import Figures, Share

FACTORS: Final = {"weights": (2.0, 0.5, 0.0), "values": (1.4, 0.7)}
"""By what a weight or a value is multiplied in turn; the first change that wins is kept."""

FIRST: Final = {
    "place": 0.05, "pull": 0.03, "hunt": 0.03, "threat": 0.25, "danger": 0.35, "tempo": 0.1,
}  # fmt: skip
"""What is tried for a weight of 0."""

TRIAL: Final = 40
"""The games of a trial at most."""

FINAL: Final = 100
"""The new games at most that all changes play together at the end."""

HOPELESS: Final = 0.4
"""The share of points below which a trial ends at half of its games."""

CLEARLY: Final = 0.575
"""The share of points from which a change is kept."""


class Match(NamedTuple):
    """Games between a player with other weights and values and one that has those kept so far.

    ``name`` is what is tried; None at the end, when all changes play against none.
    """

    name: str | None
    mine: dict[str, float]
    other: dict[str, float]
    games: int

    def is_hopeless(self, so_far: Figures) -> bool:
        """Return whether a trial need not go on after half of its games."""
        half = self.name is not None and len(so_far.games) == self.games // 2
        return half and so_far.share(0).value < HOPELESS


class Tuning:
    """The changes found so far, ``changes``, and the ``matches`` that tell.

    ``names`` are the weights and types to try, by default all. Of the ``games``, a trial takes a
    tenth at most, and the end a quarter.

    Raises:
        LabError: so few games call no player stronger.
        PlayerError: a name is neither a weight nor a type.
    """

    def __init__(self, game: Game, games: int, names: Sequence[str] = ()) -> None:
        if games < FEWEST:
            raise LabError("opponent.few", games=games, least=FEWEST)
        evaluation = evaluation_of(game, "+".join(f"{name}=1" for name in names))
        now = evaluation_of(game) if names else evaluation
        self.weights, self.values = dict(now.weights), dict(now.values)
        every = [name for name in (*self.weights, *self.values) if name != "material"]
        self._names = names or every
        self._final = _final(games)
        self._trial = min(TRIAL, max(2, games // 10 & ~1))
        self._left = games - self._final
        self.changes: dict[str, float] = {}

    def matches(self) -> Iterator[Match]:
        """Yield the matches to play; the result of each is to be added before the next."""
        for name in self._names:
            for number in self._tries(name):
                games = min(self._trial, self._left & ~1)
                if not games or name in self.changes:
                    break
                yield Match(name, {**self.changes, name: number}, dict(self.changes), games)
        if self.changes and self._final:
            yield Match(None, dict(self.changes), {}, self._final)

    def add(self, match: Match, score: Figures) -> bool:
        """Take a match into account; return whether what it tried is kept."""
        self._left -= len(score.games)
        kept = match.name is not None and score.share(0).value >= CLEARLY
        if kept:
            self.changes = match.mine
        return kept

    def _tries(self, name: str) -> Iterator[float]:
        """Yield the numbers to try for a weight or value."""
        now = {**self.values, **self.weights}[name]
        if not now:
            yield from (FIRST[name],) if name in FIRST else ()
            return
        kind = "weights" if name in self.weights else "values"
        yield from (float(f"{now * factor:.3g}") for factor in FACTORS[kind])

    def section(self) -> dict[str, dict[str, float]]:
        """Return the changes as the section ``opponent`` of a ruleset."""
        parts = {"weights": self.weights, "values": self.values}
        found = {
            key: {name: number for name, number in self.changes.items() if name in known}
            for key, known in parts.items()
        }
        return {key: numbers for key, numbers in found.items() if numbers}


def named(player: str, changes: Mapping[str, float]) -> str:
    """Return a player's name with changed weights and values: ``2:goal=2+man=70``."""
    changed = "+".join(f"{name}={number:g}" for name, number in changes.items())
    return f"{player}:{changed}" if changed else player


def is_stronger(score: Figures) -> bool:
    """Return whether the first player surely wins more than half of the points."""
    return _is_sure(score.share(0))


def _is_sure(share: Share) -> bool:
    return share.interval[0] > 0.5


def _final(games: int) -> int:
    """Return how many of the games all changes play together at the end."""
    return min(FINAL, games // 4 & ~1)


FEWEST: Final = next(games for games in count(1) if _is_sure(Share(1.0, _final(games))))
"""The games of a tuning below which even a player who wins all is not surely stronger."""
