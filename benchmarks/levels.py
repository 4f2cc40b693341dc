"""Print a table of how strong the levels are, with a row for each game.

``python benchmarks/levels.py --reference PLACE [RULESET ...]`` lets every level play the levels 2
and 3 of the reference of ``benchmarks/strength.py``, and the level below it; in games that the
reference does not know so, ``random`` and this version's level 2. Each cell has the points of the
first, and the interval of 95 %. Pairs of games end early, once that interval lies beyond a half by
the margin; a draw or a cut game is half a point.

``--of`` names where the levels come from, such as an environment with the compiled engine of this
commit. ``--results FOLDER`` keeps the games: a row goes on where it stopped. A ruleset whose
weights have changed begins again, as all do after a change of the code. Two commands may share the
folder if they play different rulesets.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import speed
from strength import (
    GAMES,
    REFERENCE,
    Contender,
    Limits,
    Pair,
    Terms,
    check_reference,
    commit,
    figures_of,
    played,
)
from versions import Differs, Failed

if TYPE_CHECKING:
    from wargrid import Game
    from wargrid_lab import Row

LEAST = 16
"""The games before which no pair ends early."""

THEN = tuple((level, other) for other in ("2", "3") for level in ("2", "3", "4"))
"""The pairs of a level of this version and one of the reference."""

OTHERWISE = (("2", "random"), ("3", "random"), ("4", "random"), ("4", "2"))
"""The pairs of this version that are played in place of those."""

BELOW = (("3", "2"), ("4", "3"))
"""The pairs of a level of this version and the one below it."""


def by_interval(margin: float) -> Callable[[Sequence[Row]], str]:
    """Return a test that ends once the interval of pairs lies beyond a half by the margin."""
    from wargrid_lab import Figures

    def finding(rows: Sequence[Row]) -> str:
        if len(rows) < LEAST or len(rows) % 2:
            return "open"
        low, high = Figures(tuple(rows)).share(0).interval
        return "more" if low > 0.5 + margin else "less" if high < 0.5 - margin else "open"

    return finding


class Table:
    """The rows of some rulesets: of those that the reference knows so, and of the others."""

    def __init__(self, of: Path, reference: Path, limits: Limits, terms: Terms) -> None:
        self._of, self._reference, self._limits, self._terms = of, reference, limits, terms

    def differs(self, game: Game) -> str:
        """Return why the reference cannot play a game, or nothing."""
        try:
            with Pair(game, (self._now("2"), self._then("2"))) as pair:
                check_reference(pair)
        except Differs as error:
            return str(error)
        return ""

    def columns(self, *, known: bool) -> list[tuple[str, Contender, Contender]]:
        """Return the heading and both contenders of each column."""
        then = [(f"{a} against {b} then", self._now(a), self._then(b)) for a, b in THEN]
        pairs = BELOW if known else (*OTHERWISE, *BELOW)
        now = [(f"{a} against {b}", self._now(a), self._now(b)) for a, b in pairs]
        return [*(then if known else ()), *now]

    def head(self, *, known: bool) -> str:
        """Return the first two lines of a table."""
        headings = [heading for heading, *_ in self.columns(known=known)]
        return f"| | {' | '.join(headings)} |\n|---|{'--:|' * len(headings)}"

    def row(self, game: Game, *, known: bool) -> str:
        """Play the games of a row that are not kept, and return it."""
        cells = [self._cell(game, *pair) for _, *pair in self.columns(known=known)]
        return f"| `{game.name}` | {' | '.join(cells)} |"

    def _cell(self, game: Game, one: Contender, other: Contender) -> str:
        with Pair(game, (one, other)) as pair:
            rows, _ = played(pair, self._terms)
        points, interval = figures_of(rows)
        cut = sum(row.ending is None for row in rows)
        return f"{points} ({interval}{f', {cut} cut' if cut else ''})"

    def _now(self, player: str) -> Contender:
        return Contender(player, self._of, self._limits)

    def _then(self, player: str) -> Contender:
        return Contender(player, self._reference, self._limits)


def main() -> None:
    """Print the rows of rulesets, those that the reference knows so first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=GAMES, help="names of rulesets")
    parser.add_argument("--of", type=Path, default=speed.ROOT, help="of the levels")
    parser.add_argument("--reference", type=Path, required=True, help=f"of version {REFERENCE}")
    parser.add_argument("--nodes", type=int, default=6000, help="a turn (default 6000)")
    parser.add_argument("--seconds", type=float, help="CPU seconds a turn, instead of nodes")
    parser.add_argument("--games", type=int, default=40, help="of a pair at most (default 40)")
    parser.add_argument("--margin", type=float, default=0.1, help="share above a half that counts")
    parser.add_argument("--moves", type=int, default=1000, help="moves of a game (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (default 1)")
    parser.add_argument("--results", type=Path, help="a folder that keeps the games")
    options = parser.parse_args()
    from wargrid import UnknownRuleset, load
    from wargrid.players import PlayerError
    from wargrid_lab import LabError

    limits = Limits(options.seconds, None if options.seconds else options.nodes)
    ends = partial(by_interval, options.margin)
    terms = Terms(options.seed, options.games, options.moves, ends, options.results)
    table = Table(options.of.absolute(), options.reference.absolute(), limits, terms)
    print(
        f"Version {commit()} against {REFERENCE} (“then”), {limits} a turn, seed {options.seed}, "
        f"{options.games} games at most.\n"
    )
    try:
        games = {name: load(name) for name in options.rulesets}
        why = {name: table.differs(game) for name, game in games.items()}
        for known in (True, False):
            named = [name for name in games if (why[name] == "") == known]
            if named:
                print(table.head(known=known), flush=True)
            for name in named:
                print(table.row(games[name], known=known), flush=True)
            if named:
                print()
    except (PlayerError, LabError, UnknownRuleset, Differs, Failed, OSError) as error:
        sys.exit(str(error))
    for name, reason in why.items():
        if reason:
            print(f"{name}: {reason}.")


if __name__ == "__main__":
    main()
