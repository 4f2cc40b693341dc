"""Do ``fair`` and ``compare`` say the same on a cluster whose processes are killed? See below.

``python benchmarks/cluster_kills.py [--port P]`` starts a scheduler of Dask and two workers on
loopback (extra ``cluster``), and runs each command to its end: with one process here, with two, on
the cluster, with a worker killed by -9 in the middle and another one started, and with scheduler
and workers killed and started again. In the last command a plugin fails in one game. Prints whether
output, exit code and the file of results are the same to the byte, and the seconds of each run.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

HONEST = """\
extends: breakthrough/standard
name: Honest
first: {player: random}
victory: {limit: {turns: 400}}
"""

FAILING = """\
from wargrid import Plugin, hookimpl


class Failing(Plugin):
    @hookimpl
    def after_move(self, position, move):
        if position.turn > 88:
            raise RuntimeError("too long")
"""

COMMANDS = {
    "fair": ("fair", "honest.yaml", "--player", "random"),
    "compare": ("compare", "lionheart/level1", "--set", "turn.actions=3", "--games", "12",
                "--nodes", "20"),
    "a failing plugin": ("fair", "failing.yaml", "--player", "random", "--trust"),
}  # fmt: skip


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, port: int) -> None:
        self._port, self.address = port, f"tcp://127.0.0.1:{port}"
        self._scheduler = self._started("scheduler", "--port", str(port), "--no-dashboard")
        self._workers = [self._worker() for _ in range(2)]

    def _started(self, *words: str) -> subprocess.Popen[bytes]:
        dask = str(Path(sys.executable).with_name("dask"))
        return subprocess.Popen(
            [dask, *words, "--host", "127.0.0.1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def _worker(self) -> subprocess.Popen[bytes]:
        return self._started("worker", self.address, "--nthreads", "1", "--no-dashboard")

    def kill_worker(self) -> None:
        """Kill a worker with its nanny, and start another one."""
        _kill(self._workers.pop())
        self._workers.append(self._worker())

    def restart(self) -> None:
        """Kill the scheduler and its workers, which end without it, and start them again."""
        self.end()
        time.sleep(2)
        self._scheduler = self._started("scheduler", "--port", str(self._port), "--no-dashboard")
        self._workers = [self._worker() for _ in self._workers]

    def end(self) -> None:
        """Kill all."""
        for each in (*self._workers, self._scheduler):
            _kill(each)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Ran(NamedTuple):
    """What a command said: its exit code, its output, and the file of results."""

    code: int
    said: bytes
    results: bytes

    @property
    def games(self) -> int:
        """The games kept."""
        return self.results.count(b"\n")


def ran(words: Sequence[str], games: int = 0, then: Callable[[], None] | None = None) -> Ran:
    """Run a command to its end, and do something once it has kept so many games."""
    with tempfile.TemporaryDirectory() as folder:
        for name, more in (("honest", ""), ("failing", "plugins: {./failing.py:Failing: {}}\n")):
            Path(folder, f"{name}.yaml").write_text(HONEST + more)
        Path(folder, "failing.py").write_text(FAILING)
        results = Path(folder, "games.jsonl")
        process = subprocess.Popen(
            [sys.executable, "-m", "wargrid", *words, "--results", results.name],
            cwd=folder, stdout=subprocess.PIPE, env={**os.environ, "WARGRID_LANGUAGE": "en"},
        )  # fmt: skip
        while then is not None and process.poll() is None:
            if results.is_file() and results.read_bytes().count(b"\n") >= games:
                then()
                break
            time.sleep(0.1)
        said, _ = process.communicate()
        return Ran(process.returncode, said, results.read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8786)
    options = parser.parse_args()
    cluster = Cluster(options.port)
    there = ("--scheduler", cluster.address)
    wrong = 0
    try:
        for name, words in COMMANDS.items():
            first = None
            for how, more, then in (
                ("1 worker", (), None), ("2 workers", ("--workers", "2"), None),
                ("cluster", there, None), ("a worker killed", there, cluster.kill_worker),
                ("the scheduler killed", there, cluster.restart),
            ):  # fmt: skip
                began = time.monotonic()
                found = ran((*words, *more), 0 if first is None else first.games // 3, then)
                first = first or found
                wrong += found != first
                equal = "the same" if found == first else "OTHER"
                print(
                    f"{name}, {how}: exit code {found.code}, {found.games} games, {equal}, "
                    f"{time.monotonic() - began:.0f} s", flush=True,
                )  # fmt: skip
    finally:
        cluster.end()
    print(f"{wrong} runs differ")


if __name__ == "__main__":
    main()
