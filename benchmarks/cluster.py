"""Compare the CPU time of games on a Dask cluster with that in worker processes.

``python benchmarks/cluster.py [RULESET] [--games N]`` plays the same games in one process of each
kind, after a few that are not counted, and prints CPU seconds, those of the program that waits and
of the scheduler included, and their ratio (extra ``cluster``).
"""

from __future__ import annotations

import argparse
import time

import psutil
from distributed import LocalCluster

from wargrid import load
from wargrid.lab import GamePool, Pool, Row, Task, Terms
from wargrid.lab.games.cluster import Cluster

WARM = 4


def spent() -> float:
    """Return the CPU seconds of this process and of those that it started and that run."""
    own = psutil.Process()
    return sum(sum(each.cpu_times()[:2]) for each in (own, *own.children(recursive=True)))


def measured(pool: GamePool, games: int) -> tuple[float, list[Row]]:
    with pool:
        list(pool.play([Task(0, number) for number in range(WARM)]))
        before, began = spent(), time.monotonic()
        rows = [row._replace(seconds=(0, 0)) for _, row in pool.in_order(
            [Task(0, number) for number in range(games)])]  # fmt: skip
        used = spent() - before
        print(f"{used:.1f} s of CPU, {time.monotonic() - began:.1f} s", flush=True)
    return used, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="lionheart/level1")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--player", default="2")
    parser.add_argument("--nodes", type=int, default=300)
    options = parser.parse_args()
    game = load(options.ruleset)
    terms = Terms((options.player, options.player), nodes=options.nodes, max_moves=500)
    here, rows = measured(Pool([game], terms, apart=True), options.games)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster:
        there, same = measured(Cluster([game], terms, cluster.scheduler_address), options.games)
    print(f"ratio {there / here:.2f}, {'the same' if rows == same else 'OTHER'} games")


if __name__ == "__main__":
    main()
