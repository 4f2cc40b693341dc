"""Compare how strong players are: ``python benchmarks/strength.py 4 greedy [RULESET ...]``.

Two players play pairs of games with equal dice or openings and swapped sides, until a sequential
test knows whether one of them is better by the margin, or the games are over. Each thinks in a
process of its own and has the same CPU seconds a turn, so that a busy machine favours neither.

A player is a name as in ``wargrid simulate``, or a Python file with a factory ``player`` for one in
the making. ``--of`` and ``--against`` name where the first and the second one come from: the folder
of a checkout, or the Python of an environment in which Wargrid is installed, such as one with the
compiled engine. ``--share 0.1`` gives the second player a tenth of the time. ``--results`` keeps
the games, so that a run goes on where it stopped. The rows are those of a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import speed

if TYPE_CHECKING:
    from wargrid import Game, Position
    from wargrid.players import Answer, Budget, Player
    from wargrid_lab import Row, Store, Terms

GAMES = (
    "lionheart/level1", "lionheart/level2", "lionheart/hexes", "hill/209", "skirmish/ford",
    "battle/default", "battle/conquest", "halberd/default", "tafl/brandubh", "xiangqi/standard",
    "chess/standard", "breakthrough/standard", "draughts/english",
)  # fmt: skip
"""The games that are compared by default; those with dice or many actions come first."""


class Seat(speed.Player):
    """A player of one game that thinks in another process, as the protocol of players asks."""

    def __init__(self, place: Path, game: Game, name: str, seed: int, limits: Limits) -> None:
        super().__init__(place, Path(__file__), [name, str(seed), game.name, *limits.arguments])
        self.name = name
        self._game = game

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Ask the other process, which knows what is left of the turn."""
        from wargrid.match import read_move, write_position
        from wargrid.players import Answer

        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(write_position(position)), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline() or "{}")
        if "move" not in answer:
            raise RuntimeError(answer.get("error", "the process has ended"))
        budget.spend(answer["nodes"])
        return Answer(read_move(self._game, position, answer["move"]), nodes=answer["nodes"])

    def close(self) -> None:
        """End the process."""
        self.stop()


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


def made(game: Game, name: str, seed: int) -> Player:
    """Make a player by its name, or by the factory of a file."""
    from wargrid.players import make_player

    if not name.endswith(".py"):
        return make_player(game, name, seed)
    player: Player = runpy.run_path(name)["player"](game, seed, "")
    return player


def serve(name: str, seed: int, ruleset: str, limits: Limits) -> None:
    """Answer each position, a line of JSON, with a move; spend the limits turn by turn."""
    from wargrid import load
    from wargrid.match import read_position, write_move
    from wargrid.players import Budget
    from wargrid.players.allowance import Allowance

    game = load(ruleset)
    player, allowance = made(game, name, seed), Allowance(limits.seconds, limits.nodes)
    for asked, line in enumerate(sys.stdin):
        if not line.strip():
            return
        position = read_position(game, json.loads(line))
        left = allowance.left(position, asked)
        budget = Budget(*left, clock=time.process_time)
        began = time.process_time()
        try:
            answer = player.choose(position, budget)
        except Exception as error:  # of a player in the making
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
            return
        allowance.spend(time.process_time() - began, budget.nodes)
        move = write_move(game, answer.move, apart=True)
        print(json.dumps({"move": move, "nodes": budget.nodes}), flush=True)


def seats(options: argparse.Namespace, terms: Terms) -> Any:
    """Return what makes both players, each in its place with its limits."""
    whole = Limits(options.seconds, options.nodes)
    places = {terms.players[0]: (options.of, whole)}
    places[terms.players[1]] = (options.against, whole.part(options.share))

    def make(game: Game, name: str, seed: int) -> Player:
        place, limits = places[name]
        return Seat(place, game, name.partition(" ")[0], seed, limits)

    return make


def match(
    game: Game, terms: Terms, options: argparse.Namespace, store: Store, commit: str
) -> Iterator[Row]:
    """Yield the games of one ruleset: those of the store, then new ones."""
    from wargrid_lab import play_game, run_digest

    run = run_digest(game, terms, commit)
    play = partial(play_game, make=seats(options, terms))
    for number in range(options.games):
        row = store.rows[run].get(number) or play(game, terms, number)
        store.add(run, row)
        yield row


def report(game: Game, terms: Terms, options: argparse.Namespace, store: Store, commit: str) -> str:
    """Play the games of one ruleset, and return its row."""
    from wargrid_lab import Figures, SequentialTest

    test, rows = SequentialTest(options.margin), []
    for row in match(game, terms, options, store, commit):
        rows.append(row)
        points = sum(0.5 if each.winner is None else 1 - each.winner for each in rows[-2:])
        if len(rows) % 2 == 0:
            test.add(points / 2 - 0.5)
        print(f"{game.name} {len(rows)} {points_of(rows):g}", file=sys.stderr, flush=True)
        if test.finding != "open":
            break
    share = Figures(tuple(rows)).share(0)
    low, high = (round(100 * bound) for bound in share.interval)
    cut = sum(row.ending is None for row in rows)
    figures = f"{points_of(rows):g} of {len(rows)} | {low} to {high} % | {test.finding} | {cut}"
    return f"| {game.name} | {figures} |"


def points_of(rows: list[Row]) -> float:
    """Return the points of the first player; a draw or a cut game is half a point."""
    return sum(0.5 if row.winner is None else 1.0 - row.winner for row in rows)


def version() -> str:
    """Return the commit of this checkout."""
    command = ["git", "-C", str(speed.ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    """Print a row for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs=2, help="names of players, or Python files")
    parser.add_argument("rulesets", nargs="*", default=GAMES, help="names of rulesets")
    parser.add_argument("--of", type=Path, default=speed.ROOT, help="of the first player")
    parser.add_argument("--against", type=Path, default=speed.ROOT, help="of the second")
    parser.add_argument("--seconds", type=float, help="CPU seconds a turn (default 0.25)")
    parser.add_argument("--nodes", type=int, help="nodes a turn, instead or besides")
    parser.add_argument("--share", type=float, default=1.0, help="of it, for the second player")
    parser.add_argument("--games", type=int, default=200, help="at most (default 200)")
    parser.add_argument("--margin", type=float, default=0.1, help="share above a half that counts")
    parser.add_argument("--moves", type=int, default=2500, help="moves of a game (default 2500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (default 1)")
    parser.add_argument("--results", type=Path, help="a file that keeps the games")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    if "--serve" in sys.argv:
        options = parser.parse_args()
        name, seed = options.players
        serve(name, int(seed), options.rulesets[0], Limits(options.seconds, options.nodes))
        return
    options = parser.parse_args()
    if options.seconds is None and options.nodes is None:
        options.seconds = 0.25
    from wargrid import load
    from wargrid.players import PlayerError
    from wargrid_lab import LabError, Store, Terms

    one, other = options.players
    whole = Limits(options.seconds, options.nodes)
    names = (
        f"{one} ({options.of}, {whole})",
        f"{other} ({options.against}, {whole.part(options.share)}) ",
    )
    terms = Terms(names, options.seed, max_moves=options.moves)
    games = [load(name) for name in options.rulesets]
    commit = version()  # once: the checkout may move on while games are played
    try:
        store = Store(options.results, games, terms, commit)
    except LabError as error:
        sys.exit(str(error))
    print(
        f"| {one} against {other}, {whole} | points | 95 % | finding | cut |\n|---|--:|--:|---|--:|"
    )
    try:
        for game in games:
            print(report(game, terms, options, store, commit), flush=True)
    except PlayerError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
