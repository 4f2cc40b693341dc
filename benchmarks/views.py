"""Measure what a view costs: ``python benchmarks/views.py [--before FOLDER] [--parts]``.

Every ruleset is played at random by two tables of one seat each, as on a server: after each move
both make a view, while the pointer of each rests where that side moved last. Prints the CPU time of
a view by ruleset, and the mean. ``--before`` is a checkout of other sources: the two take turns,
and the ratio of their times is printed, since the times depend on the machine. ``--parts`` prints
where the time is spent instead.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import random
import subprocess
import sys
from pathlib import Path
from statistics import mean, median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
MOVES = 60
"""How many moves are made in each ruleset."""

ROUNDS = 3
"""How often all rulesets are played by each of the sources, which take turns."""


def play(name: str, profile: cProfile.Profile | None = None) -> float:
    """Play one ruleset, and return the milliseconds of a view."""
    import wargrid
    from wargrid.core.dice import seeded
    from wargrid.match import Match
    from wargrid_play.table import Table

    game, choose = wargrid.load(name), random.Random(1)
    match = Match(game, dice=seeded(1))
    match.begin()
    tables = [Table(match, seats=[side]) for side in range(len(game.sides))]
    spent, made = 0.0, 0
    for _ in range(MOVES):
        if match.to_act is None:
            break
        move, side = choose.choice(game.moves(match.position)), match.position.side
        tables[side].hover(move.target if move.target >= 0 else None)
        match.play(move)
        if profile is not None:
            profile.enable()
        begun = process_time()
        for table in tables:
            table.view()
        spent, made = spent + process_time() - begun, made + len(tables)
        if profile is not None:
            profile.disable()
    return 1000 * spent / made


def measure(profile: cProfile.Profile | None = None) -> dict[str, float]:
    """Return the milliseconds of a view by ruleset."""
    from wargrid.loading import library

    return {name: play(name, profile) for name in library.names()}


def measure_in(folder: Path) -> dict[str, float]:
    """Return what the sources in a folder need, in a process of their own."""
    paths = [str(folder / part) for part in ("framework", "plugins", "frontends")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, __file__, "--plain"]
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    lines = (line.split() for line in text.stdout.splitlines())
    return {name: float(figure) for name, figure in lines}


def main() -> None:
    """Print a line for each ruleset, and the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="the folder of other sources")
    parser.add_argument("--parts", action="store_true", help="print where the time is spent")
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.plain:
        for name, figure in measure().items():
            print(name, figure)
        return
    if asked.parts:
        profile = cProfile.Profile()
        measure(profile)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(45)
        return
    folders = [ROOT, *([asked.before] if asked.before else [])]
    rounds = [[measure_in(folder) for folder in folders] for _ in range(ROUNDS)]
    now, *then = [
        {name: median(each[at][name] for each in rounds) for name in rounds[0][at]}
        for at in range(len(folders))
    ]
    for name, figure in now.items():
        old = f"  before {then[0][name]:5.2f}  x {figure / then[0][name]:4.2f}" if then else ""
        print(f"{name:32} {figure:5.2f} ms{old}")
    print(f"{'mean':32} {mean(now.values()):5.2f} ms", end="")
    if then:
        before = mean(then[0].values())
        print(f"  before {before:5.2f}  x {mean(now.values()) / before:4.2f}")
    else:
        print()


if __name__ == "__main__":
    main()
