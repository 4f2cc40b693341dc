"""A cluster of real worker processes: the same games, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("distributed", reason='clusters need pip install "wargrid[cluster]"')

from distributed import LocalCluster

from boxes import BOX
from wargrid import load
from wargrid.cli import main
from wargrid.plugins.base import PluginError
from wargrid.plugins.trust import trusting
from wargrid_lab import LabError, Pool, Row, Task, Terms
from wargrid_lab.games.cluster import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]
TERMS = Terms(("random", "random"), seed=3)
TASKS = [Task(0, number) for number in range(12)]

FAILING = """\
from wargrid import Plugin, hookimpl


class Failing(Plugin):
    @hookimpl
    def after_move(self, position, move):
        if position.turn > 300:
            raise RuntimeError("too long")
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as made:
        yield made


def same(row: Row) -> Row:
    return row._replace(seconds=(0, 0))


def test_the_results_are_the_same_to_the_byte(cluster: LocalCluster, tmp_path: Path) -> None:
    """Commands play on it as in this process; a second run finds its games."""
    game = ("simulate", "breakthrough/standard", "--players", "random,random", "--max-moves", "50")
    written = []
    for name, more in (("here", ()), ("there", ("--scheduler", cluster.scheduler_address))):
        file = tmp_path / name
        for games in ("3", "8"):
            assert main([*game, "--games", games, "--results", str(file), *more]) == 0
        written.append(file.read_bytes())
    assert written[0] == written[1]


def test_a_killed_worker_loses_nothing(cluster: LocalCluster) -> None:
    game = load("breakthrough/standard")
    alone = [same(row) for _, row in Pool([game], TERMS).in_order(TASKS)]
    rows = []
    with Cluster([game], TERMS, cluster.scheduler_address) as pool:
        for _, row in pool.in_order(TASKS):
            if not rows:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
            rows.append(same(row))
    assert rows == alone


def test_a_failing_plugin_costs_no_game_before_the_one_in_which_it_fails(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    """The plugin is a file beside the ruleset, trusted here, of which the workers know nothing."""
    (tmp_path / "failing.py").write_text(FAILING)
    (tmp_path / "box.yaml").write_text(BOX + "plugins: {./failing.py:Failing: {}}\n")
    with trusting():
        game = load(tmp_path / "box.yaml")
    ends = []
    for pool in (Pool([game], TERMS), Cluster([game], TERMS, cluster.scheduler_address)):
        rows = []
        with pool, pytest.raises(PluginError, match="too long") as caught:
            rows.extend(same(row) for _, row in pool.in_order(TASKS))
        ends.append((rows, str(caught.value)))
    assert ends[0] == ends[1]
    assert ends[0][0] != []


def test_a_worker_with_other_code_is_refused_by_name(cluster: LocalCluster) -> None:
    pool = Cluster([load("breakthrough/standard")], TERMS, cluster.scheduler_address)
    pool._codes["wargrid"] = "0.0.1 (00000000)"
    with pool, pytest.raises(LabError) as caught:
        next(pool.play(TASKS))
    assert caught.value.key == "other_worker"
    assert caught.value.values["worker"] in {
        each.worker_address for each in cluster.workers.values()
    }
    pool._codes = {"package_that_is_not_there": "1.0"}
    with pool, pytest.raises(LabError) as caught:
        next(pool.play(TASKS))
    assert caught.value.key == "no_package"


def test_a_cluster_that_is_not_there_is_a_sentence() -> None:
    game = load("breakthrough/standard")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(LabError) as caught:
            next(Cluster([game], TERMS, address, patience=0.2).play(TASKS))
    assert caught.value.key == "no_scheduler"
    with (
        LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(LabError) as left,
    ):
        next(Cluster([game], TERMS, empty.scheduler_address, patience=0.5).play(TASKS))
    assert left.value.key == "no_worker"
    for address in ("nonsense", "http://127.0.0.1:80"):
        with pytest.raises(LabError) as wrong:
            Cluster([game], TERMS, address)
        assert wrong.value.key == "no_address"
    with pytest.raises(LabError) as bare:
        next(Cluster([game], TERMS, "tls://127.0.0.1:80").play(TASKS))
    assert bare.value.key == "no_certificates"


def test_a_server_that_speaks_no_dask_is_not_waited_for() -> None:
    """It answers, with what is no message of a scheduler."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{other.server_port}"
        with pytest.raises(LabError) as caught:
            next(Cluster([load("breakthrough/standard")], TERMS, address, patience=0.5).play(TASKS))
        other.shutdown()
    assert caught.value.key == "no_scheduler"
