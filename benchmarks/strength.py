"""Compare how strong players are: ``python benchmarks/strength.py 4 greedy [RULESET ...]``.

Two players play pairs of games with equal dice or openings and swapped sides, until a sequential
test knows whether one of them is better by the margin, or the games are over. Each thinks in a
process of its own and has the same CPU seconds a turn, so that a busy machine favours neither.

A player is a name as in ``wargrid simulate``, or a Python file with a factory ``player`` for one in
the making. ``--of`` and ``--against`` name where the first and the second one come from: the folder
of a checkout, or the Python of an environment in which Wargrid is installed, such as one with the
compiled engine. ``--share 0.1`` gives the second player a tenth of the time. ``--results`` names a
folder that keeps the games, so that a run goes on where it stopped; a player that has changed
begins again. The rows are those of a Markdown table.

``--reference PLACE`` plays against a player of the version that never changes, so that the figures
of years compare: ``python benchmarks/strength.py 4 2 --reference PLACE``. First
``python benchmarks/reference.py FOLDER`` makes it, and prints the place. A game that this version
cannot load, or that has had other rules then (``benchmarks/versions.py``), is played against
``random`` and this version's level 2 instead, and its rows say why.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

import speed
from versions import Differs, Failed, Follower, add_limits, check_same, legal_in

if TYPE_CHECKING:
    from wargrid import Game, Move, Position
    from wargrid.players import Answer, Budget, Player
    from wargrid_lab import Row

GAMES = (
    "lionheart/level1", "lionheart/level2", "lionheart/hexes", "hill/209", "skirmish/ford",
    "battle/default", "battle/conquest", "halberd/default", "tafl/brandubh", "xiangqi/standard",
    "chess/standard", "breakthrough/standard", "draughts/english",
)  # fmt: skip
"""The games that are compared by default; those with dice or many actions come first."""

REFERENCE, REFERENCE_CODE = "6abca79c", "abf26d59"
"""The version against which others are measured, and the digest of its code."""

INSTEAD = ("random", "2")
"""Against whom games are played that the reference does not know so."""


class Limits:
    """What a player may spend on a turn: CPU seconds, nodes, or both; None for no limit."""

    def __init__(self, seconds: float | None, nodes: int | None) -> None:
        self.seconds, self.nodes = seconds, nodes

    @property
    def arguments(self) -> list[str]:
        """The arguments with which the script gets the same limits."""
        pairs = (("--seconds", self.seconds), ("--nodes", self.nodes))
        return [word for name, number in pairs if number for word in (name, str(number))]

    def part(self, share: float) -> Limits:
        """Return a share of the limits."""
        return Limits(
            None if self.seconds is None else self.seconds * share,
            None if self.nodes is None else max(1, int(self.nodes * share)),
        )

    def __str__(self) -> str:
        words = [f"{self.seconds:g} s"] if self.seconds else []
        return ", ".join(words + ([f"{self.nodes:,} nodes"] if self.nodes else []))


class Contender(NamedTuple):
    """A player by its name, where it comes from, and what it may spend on a turn."""

    player: str
    place: Path
    limits: Limits


class Terms(NamedTuple):
    """What the games of two contenders share; ``ends`` says from the rows what has been found."""

    seed: int
    games: int
    moves: int
    ends: Callable[[], Callable[[Sequence[Row]], str]]
    results: Path | None = None


class Pair:
    """Two contenders at one game, each in a process that follows it."""

    def __init__(self, game: Game, contenders: tuple[Contender, Contender]) -> None:
        self.game, self.contenders = game, contenders
        self.texts: list[str] = []
        self.differs: Differs | None = None
        self._followers = {
            name: Follower(each.place, game.name, each.limits.arguments)
            for name, each in zip(self.names, contenders, strict=True)
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for follower in self._followers.values():
            follower.stop()

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, which differ where a player plays itself."""
        one, other = self.contenders
        return f"{one.player} ({one.limits})", f"{other.player} ({other.limits}) "

    @property
    def version(self) -> str:
        """The versions of code and rules of both. Raises Differs if one cannot load the game."""
        return " ".join("-".join(each.begin()) for each in self._followers.values())

    def check_same(self) -> None:
        """Raise Differs where the second contender plays by other rules."""
        check_same(self.game, self._followers[self.names[1]])

    def seat(self, _: Game, name: str, seed: int) -> Player:
        """Return the player of a name for a new game."""
        self.texts.clear()
        player = self.contenders[self.names.index(name)].player
        self._followers[name].begin(player, seed)
        return Seat(self, name, self._followers[name])

    def watch(self, moves: Sequence[Move]) -> None:
        """Write the moves that were made since a player was asked."""
        from wargrid.match import write_move

        new = moves[len(self.texts) :]
        self.texts += (write_move(self.game, move, apart=True) for move in new)


class Seat:
    """A player of one game that thinks in another process, as the protocol of players asks."""

    def __init__(self, pair: Pair, name: str, follower: Follower) -> None:
        self.name = name
        self._pair, self._follower = pair, follower

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Ask the other process, which knows what is left of the turn."""
        from wargrid.match import read_move
        from wargrid.players import Answer

        game = self._pair.game
        try:
            text, nodes = self._follower.choose(self._pair.texts, legal_in(game, position))
        except Differs as error:
            self._pair.differs = error
            raise
        budget.spend(nodes)
        return Answer(read_move(game, position, text), nodes=nodes)

    def close(self) -> None:
        """Leave the process to the next game."""


def match(pair: Pair, terms: Terms) -> Iterator[Row]:
    """Yield games: those kept, then new ones. Raises Differs, PlayerError, LabError."""
    import wargrid_lab as lab
    from wargrid.players import PlayerError

    game, version = pair.game, pair.version
    shared = lab.Terms(pair.names, terms.seed, max_moves=terms.moves)
    run = lab.run_digest(game, shared, version)
    file = None
    if terms.results is not None:
        terms.results.mkdir(parents=True, exist_ok=True)
        file = terms.results / f"{game.name.replace('/', '.')}.{run}.jsonl"
    store = lab.Store(file, [game], shared, version)
    play = partial(lab.play_game, make=pair.seat, watch=pair.watch)
    for number in range(terms.games):
        try:
            row = store.rows[run].get(number) or play(game, shared, number)
        except PlayerError:
            if pair.differs is not None:
                raise pair.differs from None
            raise
        store.add(run, row)
        yield row


def sequential(margin: float) -> Callable[[Sequence[Row]], str]:
    """Return a test of pairs of games that ends once it knows whether one player is better."""
    from wargrid_lab import SequentialTest

    test = SequentialTest(margin)

    def finding(rows: Sequence[Row]) -> str:
        if len(rows) % 2 == 0:
            test.add(points_of(rows[-2:]) / 2 - 0.5)
        return test.finding

    return finding


def played(pair: Pair, terms: Terms) -> tuple[list[Row], str]:
    """Play the games of two contenders, and return them with what they show."""
    rows: list[Row] = []
    ends, finding = terms.ends(), "open"
    for row in match(pair, terms):
        rows.append(row)
        finding = ends(rows)
        print(f"{pair.game.name} {len(rows)} {points_of(rows):g}", file=sys.stderr, flush=True)
        if finding != "open":
            break
    return rows, finding


def figures_of(rows: Sequence[Row]) -> tuple[str, str]:
    """Return the points of the first player with the number of games, and their interval."""
    from wargrid_lab import Figures

    low, high = (round(100 * bound) for bound in Figures(tuple(rows)).share(0).interval)
    return f"{points_of(rows):g} of {len(rows)}", f"{low} to {high} %"


def points_of(rows: Sequence[Row]) -> float:
    """Return the points of the first player; a draw or a cut game is half a point."""
    return sum(0.5 if row.winner is None else 1.0 - row.winner for row in rows)


def reports(
    game: Game, one: Contender, other: Contender, terms: Terms, *, reference: bool
) -> Iterator[str]:
    """Yield the row of one game, or those against others than a reference that differs."""
    try:
        with Pair(game, (one, other)) as pair:
            if reference:
                check_reference(pair)
            yield report(game.name, pair, terms)
    except Differs as error:
        if not reference:
            raise
        for name in INSTEAD:
            with Pair(game, (one, other._replace(player=name, place=one.place))) as pair:
                yield report(f"{game.name} against {name} instead ({error})", pair, terms)


def check_reference(pair: Pair) -> None:
    """Raise Differs where the reference has other rules; end if it is another version."""
    code = pair.version.split()[1].partition("-")[0]
    if code != REFERENCE_CODE:
        sys.exit(
            f"{pair.contenders[1].place}: this is not version {REFERENCE}. "
            "Make it with: python benchmarks/reference.py FOLDER"
        )
    pair.check_same()


def report(name: str, pair: Pair, terms: Terms) -> str:
    """Play the games of two contenders, and return their row."""
    rows, finding = played(pair, terms)
    points, interval = figures_of(rows)
    cut = sum(row.ending is None for row in rows)
    return f"| {name} | {points} | {interval} | {finding} | {cut} |"


def commit() -> str:
    """Return the commit of this checkout."""
    command = ["git", "-C", str(speed.ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    """Print a row for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs=2, help="names of players, or Python files")
    parser.add_argument("rulesets", nargs="*", default=GAMES, help="names of rulesets")
    parser.add_argument("--of", type=Path, default=speed.ROOT, help="of the first player")
    second = parser.add_mutually_exclusive_group()
    second.add_argument("--against", type=Path, default=speed.ROOT, help="of the second")
    second.add_argument("--reference", type=Path, help=f"of the second: version {REFERENCE}")
    add_limits(parser)
    parser.add_argument("--share", type=float, default=1.0, help="of it, for the second player")
    parser.add_argument("--games", type=int, default=200, help="at most (default 200)")
    parser.add_argument("--margin", type=float, default=0.1, help="share above a half that counts")
    parser.add_argument("--moves", type=int, default=2500, help="moves of a game (default 2500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (default 1)")
    parser.add_argument("--results", type=Path, help="a folder that keeps the games")
    options = parser.parse_args()
    if options.seconds is None and options.nodes is None:
        options.seconds = 0.25
    from wargrid import UnknownRuleset, load
    from wargrid.players import PlayerError
    from wargrid_lab import LabError

    whole = Limits(options.seconds, options.nodes)
    place = options.reference or options.against
    one = Contender(options.players[0], options.of.absolute(), whole)
    other = Contender(options.players[1], place.absolute(), whole.part(options.share))
    ends = partial(sequential, options.margin)
    terms = Terms(options.seed, options.games, options.moves, ends, options.results)
    against = f"{other.player}{f' of {REFERENCE}' if options.reference else ''}"
    title = f"{one.player} against {against}, {whole}, {commit()}"
    print(f"| {title} | points | 95 % | finding | cut |\n|---|--:|--:|---|--:|", flush=True)
    try:
        for name in options.rulesets:
            rows = reports(load(name), one, other, terms, reference=options.reference is not None)
            for row in rows:
                print(row, flush=True)
    except (PlayerError, LabError, UnknownRuleset, Differs, Failed, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
