"""Whether campaigns can be won and lost: shares by battle and ending, between computer players.

    python benchmarks/campaigns.py [--players 2,2] [--games 40] [--nodes N] [--workers 1] NAME…

The first player leads the side of the campaign, and buys the dearest units that there is room for.
Without names all campaigns are played. ``--nodes`` limits what each player may spend on a turn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

from wargrid_campaign.checks import load_campaign
from wargrid_campaign.loader import Campaign, names
from wargrid_campaign.playing import Fought, simulated
from wargrid_lab import wilson


@cache
def loaded(name: str) -> Campaign:
    return load_campaign(name)


def played(
    name: str, players: tuple[str, str], nodes: int | None, seed: int
) -> tuple[list[tuple[str, str]], str]:
    """Return the battles of one campaign with their results, and its ending."""
    steps = [*simulated(loaded(name), players, seed, nodes)]
    battles = [(each.battle, each.report.result) for each in steps if isinstance(each, Fought)]
    return battles, next(each for each in steps if isinstance(each, str))


def report(name: str, games: list[tuple[list[tuple[str, str]], str]]) -> Iterator[str]:
    """Yield a line for each battle: how often it was fought, and the share of victories."""
    ends = Counter(ending for _, ending in games)
    yield f"{name}: " + ", ".join(f"{ending or 'none'} {ends[ending]}" for ending in sorted(ends))
    for word in loaded(name).file.battles:
        found = Counter(result for battles, _ in games for each, result in battles if each == word)
        number = sum(found.values())
        if number:
            share = found["victory"] / number
            low, high = (100 * end for end in wilson(share, number))
            yield f"  {word}: {number} fought, {100 * share:.0f} % won [{low:.0f} to {high:.0f}]"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=names())
    parser.add_argument("--players", default="2,2")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    one, other = given.players.split(",")
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.names:
            play = partial(played, name, (one, other), given.nodes)
            print("\n".join(report(name, [*pool.map(play, range(given.games))])), flush=True)


if __name__ == "__main__":
    main()
