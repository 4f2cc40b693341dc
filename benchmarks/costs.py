"""Measure what a million games cost: games that a core plays in an hour, for each shipped game.

``python benchmarks/costs.py [RULESET …] [--levels 1,2] [--games N]`` plays games of level against
level with the budget of ``wargrid fair`` and prints a table of games a core hour, and of core hours
for a million games, by CPU time. ``docs/costs.md`` has the one of its machine.
"""

from __future__ import annotations

import argparse
import time

from wargrid import load
from wargrid.loading import library
from wargrid.players.processes.garbage import collect_seldom
from wargrid_lab import Terms, play_game

HOUR = 3600
MILLION = 1_000_000


def rate(ruleset: str, level: str, games: int, nodes: int) -> float:
    """Return games a core hour; the first game, which makes the tables, is not counted."""
    game, terms = load(ruleset), Terms((level, level), nodes=nodes, max_moves=500)
    play_game(game, Terms(("random", "random"), max_moves=100), 0)
    began = time.process_time()
    for number in range(games):
        play_game(game, terms, number)
    return games * HOUR / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    own = [name for name in library.names() if "/variants/" not in name]
    parser.add_argument("rulesets", nargs="*", default=own)
    parser.add_argument("--levels", default="1,2")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=300)
    options = parser.parse_args()
    collect_seldom()
    levels = options.levels.split(",")
    print(
        "| |", *(f" level {level} |" for level in levels), *(" a million |" for _ in levels), sep=""
    )
    print("|---|", "--:|" * 2 * len(levels), sep="")
    for name in options.rulesets:
        rates = [rate(name, level, options.games, options.nodes) for level in levels]
        cells = [f"{each:,.0f}" for each in rates] + [f"{MILLION / each:,.0f} h" for each in rates]
        print(f"| {name} |", *(f" {cell} |" for cell in cells), sep="", flush=True)


if __name__ == "__main__":
    main()
