"""Tune the opponent of a ruleset: ``python benchmarks/tune.py RULESET > opponent.yaml``.

Greedy plays with one weight or value changed against greedy as it is best so far, in pairs of games
with equal dice or openings and swapped sides. A change is kept if it wins clearly. At the end, all
changes together play new games against greedy without them; the section is written if they win more
than half of the points with 95 % confidence. Only numbers of games end the tuning, so that the same
seed gives the same section on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping

from wargrid import Game, load
from wargrid.lab import Figures, Row, Terms, play_game
from wargrid.players import evaluation_of

FACTORS = {"weights": (2.0, 0.5, 0.0), "values": (1.4, 0.7)}
"""By what a weight or a value is multiplied in turn; the first change that wins is kept."""

FIRST = {"place": 0.05, "pull": 0.03, "hunt": 0.03, "threat": 0.25, "danger": 0.35, "tempo": 0.1}
"""What is tried for a weight of 0."""

HOPELESS = 0.4
"""The share of points below which a trial ends at half of its games."""

CLEARLY = 0.575
"""The share of points from which a change is kept."""


def option(changes: Mapping[str, float]) -> str:
    """Return greedy's name with changed weights and values."""
    changed = "+".join(f"{name}={number:g}" for name, number in changes.items())
    return f"greedy:{changed}" if changed else "greedy"


class Tuning:
    """The changes found so far, and the games that tell."""

    def __init__(self, game: Game, options: argparse.Namespace) -> None:
        self.game = game
        self.games: int = options.games
        self.moves: int = options.moves
        self.seed: int = options.seed
        self.changes: dict[str, float] = {}
        evaluation = evaluation_of(game)
        self.weights, self.values = dict(evaluation.weights), dict(evaluation.values)

    def tune(self, names: list[str]) -> None:
        """Try changes of each weight or value once."""
        for name in names:
            for number in self.tries(name):
                self.seed += 1
                score = self.match({**self.changes, name: number}, self.changes, self.games)
                kept = score.share(0).value >= CLEARLY
                report(f"{name} {number:g}", score, "kept" if kept else "")
                if kept:
                    self.changes[name] = number
                    break

    def tries(self, name: str) -> Iterator[float]:
        """Return the numbers to try for a weight or value."""
        kind = "weights" if name in self.weights else "values"
        now = self.changes.get(name, {**self.values, **self.weights}[name])
        if not now:
            yield from (FIRST[name],) if name in FIRST else ()
            return
        yield from (float(f"{now * factor:.3g}") for factor in FACTORS[kind])

    def match(self, mine: Mapping[str, float], other: Mapping[str, float], games: int) -> Figures:
        """Play a match; it ends at half of its games if it is hopeless."""
        terms = Terms((option(mine), option(other)), self.seed, max_moves=self.moves)
        played: list[Row] = []
        for number in range(games):
            played.append(play_game(self.game, terms, number))
            half = number + 1 == games // 2
            if half and Figures(tuple(played)).share(0).value < HOPELESS:
                break
        return Figures(tuple(played))

    def section(self, score: Figures) -> str:
        """Write the section with what was found, and the games that support it."""
        low, high = (round(100 * bound) for bound in score.share(0).interval)
        share, count = round(100 * score.share(0).value), len(score.games)
        weights = {n: x for n, x in self.changes.items() if n in self.weights}
        values = {n: x for n, x in self.changes.items() if n in self.values}
        lines = [
            f"opponent:  # wins {share} % [{low}, {high}] of {count} games of greedy without it"
        ]
        for key, numbers in (("weights", weights), ("values", values)):
            if numbers:
                inside = ", ".join(f"{name}: {number:g}" for name, number in numbers.items())
                lines.append(f"  {key}: {{{inside}}}")
        return "\n".join(lines)


def report(what: str, score: Figures, more: str = "") -> None:
    """Print one match to the error output."""
    low, high = score.share(0).interval
    line = f"{what:24} {100 * score.share(0).value:5.1f} % [{100 * low:.0f}, {100 * high:.0f}]"
    print(f"{line} of {len(score.games)} {more}", file=sys.stderr, flush=True)


def main() -> None:
    """Tune, and print the section if it is an improvement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", help="a name or the path of a file")
    parser.add_argument("--names", nargs="*", help="weights and types to try (default all)")
    parser.add_argument("--games", type=int, default=40, help="games of a trial (default 40)")
    parser.add_argument("--final", type=int, default=100, help="games at the end (default 100)")
    parser.add_argument("--rounds", type=int, default=1, help="how often all are tried (default 1)")
    parser.add_argument("--moves", type=int, default=400, help="moves of a game (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (default 1)")
    options = parser.parse_args()
    tuning = Tuning(load(options.ruleset), options)
    names = options.names or [*tuning.weights, *tuning.values]
    for _ in range(options.rounds):
        tuning.tune([name for name in names if name != "material"])
    tuning.seed += 1
    score = tuning.match(tuning.changes, {}, options.final) if tuning.changes else Figures(())
    report("all changes", score)
    if score.share(0).interval[0] > 0.5:
        print(tuning.section(score))
    else:
        print("No change is an improvement for certain.", file=sys.stderr)


if __name__ == "__main__":
    main()
