"""Compare how fast computer players think: ``python benchmarks/players.py [RULESET ...]``.

``--with`` names other places beside this checkout: the folder of a checkout, or the Python of an
environment in which Wargrid is installed, such as one with the compiled engine. All of them search
the same positions of random games in alternation, each in a process of its own, warm and with the
same number of nodes. Prints nodes per CPU second, medians of rounds, and how many times as fast the
other places are. The figures depend on the machine and fail no check.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from speed import ROOT, Player

if TYPE_CHECKING:
    from wargrid import Game, Position

APART = 9
"""How many moves of sides lie between two positions that are searched: an odd number."""

MAX_MOVES = 200
"""How many moves of sides are made of one game."""

GAMES = (
    "battle/default", "lionheart/level1", "lionheart/level2", "lionheart/hexes", "battle/conquest",
    "hill/209", "halberd/default", "skirmish/ford", "tafl/brandubh", "xiangqi/terrains",
    "xiangqi/standard", "chess/standard", "breakthrough/standard", "draughts/english",
)  # fmt: skip


def positions(game: Game, wanted: int) -> Iterator[Position]:
    """Yield positions of random games in which a side has a choice."""
    from wargrid.engine.flow import CHANCE

    number = random.Random(1).random
    while True:
        position, made = game.start(), 0
        while made < MAX_MOVES and position.result is None:
            if game.to_act(position) == CHANCE:
                position = game.step(position, game.engine.draw(position, number()))
                continue
            moves = game.moves(position)
            if position.turn and made % APART == APART // 2 and len(moves) > 1:
                yield game.view(position, position.side)
                wanted -= 1
                if not wanted:
                    return
            position, made = game.step(position, moves[int(number() * len(moves))]), made + 1


def serve(ruleset: str, level: str, nodes: int, wanted: int) -> None:
    """Search the next position for each line of input, and print its nodes and its CPU seconds."""
    from wargrid import load
    from wargrid.players import Budget, make_player

    game = load(ruleset)
    searched = list(positions(game, wanted))
    for number in range(-wanted, sys.maxsize):  # the first time makes the tables
        if number >= 0 and not sys.stdin.readline():
            return
        player = make_player(game, level, seed=1)
        began = time.process_time()
        answer = player.choose(searched[number % wanted], Budget(nodes=nodes))
        if number >= 0:
            print(answer.nodes, time.process_time() - began, flush=True)


def rates(places: list[Path], what: list[str], rounds: int, positions: int) -> list[list[float]]:
    """Return the nodes per CPU second of each place in each round."""
    players = [Player(place, Path(__file__), what) for place in places]
    found: list[list[float]] = [[] for _ in places]
    for _ in range(rounds):
        sums = [[0.0, 0.0] for _ in places]
        for _ in range(positions):
            for player, each in zip(players, sums, strict=True):
                searched, spent = player.play()
                each[0] += searched
                each[1] += spent
        for rate, (searched, spent) in zip(found, sums, strict=True):
            rate.append(searched / spent)
    for player in players:
        player.stop()
    return found


def main() -> None:
    """Print a table of the rulesets named, or of the games that are compared by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=GAMES, help="names of rulesets")
    parser.add_argument("--with", dest="others", type=Path, action="append", default=[])
    parser.add_argument("--of", type=Path, default=ROOT, help="in place of this checkout")
    parser.add_argument("--level", default="4", help="1 to 4, or the name of a player")
    parser.add_argument("--nodes", type=int, default=600, help="nodes of a search (default 600)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each (default 5)")
    parser.add_argument("--positions", type=int, default=6, help="how many (default 6)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.rulesets[0], options.level, options.nodes, options.positions)
        return
    places = [options.of.absolute(), *(other.absolute() for other in options.others)]
    for name in options.rulesets:
        what = [name, "--level", options.level, "--nodes", str(options.nodes)]
        what += ["--positions", str(options.positions)]
        figures = [median(each) for each in rates(places, what, options.rounds, options.positions)]
        line = "".join(f"{figure:10,.0f}" for figure in figures)
        line += "".join(f"{figure / figures[0]:8.2f}" for figure in figures[1:])
        print(f"{name:24}{line}", flush=True)


if __name__ == "__main__":
    main()
