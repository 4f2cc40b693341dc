"""Compare the CPU time of games on a Dask cluster, and in two processes, with that in one.

``python benchmarks/cluster.py [RULESET] [--games N] [--repeats N]`` plays the same games in one
worker process, in two, and on one worker of a cluster, after a few that are not counted. It prints
seconds, and CPU seconds, those of the program that waits and of the scheduler included, and their
ratios (extra ``cluster``). Two processes on cores that are theirs are as many times as fast as one
as twice its CPU time is of theirs. ``cluster_kills.py`` asks whether all say the same.
"""

from __future__ import annotations

import argparse
import time

import psutil
from distributed import LocalCluster

from wargrid import Game, load
from wargrid_lab import GamePool, Pool, Row, Task, Terms
from wargrid_lab.games.cluster import Cluster

WARM = 4


def spent() -> float:
    """Return the CPU seconds of this process and of those that it started and that run."""
    own = psutil.Process()
    return sum(sum(each.cpu_times()[:2]) for each in (own, *own.children(recursive=True)))


def measured(pool: GamePool, games: int) -> tuple[float, float, list[Row]]:
    with pool:
        list(pool.play([Task(0, number) for number in range(WARM)]))
        before, began = spent(), time.monotonic()
        rows = [row._replace(seconds=(0, 0)) for _, row in pool.in_order(
            [Task(0, number) for number in range(games)])]  # fmt: skip
        used, passed = spent() - before, time.monotonic() - began
        print(f"{used:.1f} s of CPU, {passed:.1f} s", flush=True)
    return used, passed, rows


def compared(game: Game, terms: Terms, games: int) -> tuple[float, float, float, float, float]:
    """Return CPU seconds in one process and on a cluster, seconds in one, and both in two."""
    here, passed, rows = measured(Pool([game], terms, apart=True), games)
    two, shorter, equal = measured(Pool([game], terms, 2), games)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster:
        there, _, same = measured(Cluster([game], terms, cluster.scheduler_address), games)
    print("the same games" if rows == equal == same else "OTHER games")
    return here, there, passed, two, shorter


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="lionheart/level1")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--player", default="2")
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=1, help="measure N times, and add up")
    options = parser.parse_args()
    game = load(options.ruleset)
    terms = Terms((options.player, options.player), nodes=options.nodes, max_moves=500)
    each = [compared(game, terms, options.games) for _ in range(options.repeats)]
    here, there, passed, two, shorter = (sum(numbers) for numbers in zip(*each, strict=True))
    print(f"two processes: {2 * here / two:.2f} times by CPU, {passed / shorter:.2f} by the clock")
    print(f"cluster: {there / here:.2f} of the CPU time")


if __name__ == "__main__":
    main()
