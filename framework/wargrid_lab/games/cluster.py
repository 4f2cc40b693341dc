"""Play games on the workers of a Dask cluster: as many as there are, even if they come and go."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from distributed import CancelledError, Client, Future, KilledWorker, Security

from wargrid.engine.game import Game
from wargrid_lab.games.errand import Played, codes_of, packages_of, packed, play_there
from wargrid_lab.games.play import Row, Terms
from wargrid_lab.games.pool import Died, GamePool, Run, Task
from wargrid_lab.games.store import LabError

PATIENCE: Final = 30.0
"""How many seconds a scheduler that was there, or a first worker, is waited for."""

_FIRST: Final = 10.0
"""How many seconds a scheduler that has not answered yet is waited for."""

_BATCH: Final = 2.0
"""How many seconds the games take that a worker is given at once."""

_MOST: Final = 64
"""The games of a batch at most."""

_AHEAD: Final = 2
"""The batches for each thread of the cluster: one that it plays, and the next."""

_ADDRESS: Final = re.compile(r"(tcp|tls)://.+:\d+")

_LOOK: Final = 0.2
_COUNT: Final = 1.0
"""How many seconds pass until the threads of the cluster are counted again."""


class Cluster(GamePool):
    """Plays games on a cluster whose scheduler has an address, such as ``tcp://10.0.0.1:8786``.

    Games are the same as those of a ``Pool``. A worker has to have the same code of Wargrid and of
    installed plugins; code beside a ruleset, which ran here since it is trusted, goes with it.

    Raises:
        LabError: it is no address.
    """

    def __init__(
        self, games: Sequence[Game], terms: Terms, address: str, *, patience: float = PATIENCE
    ) -> None:
        if not _ADDRESS.fullmatch(address):
            raise LabError("no_address", text=address)
        self._games, self._terms = tuple(games), terms
        self._address, self._patience = address, patience
        self._codes = codes_of(packages_of(games, terms.players))
        self._packed: dict[int, bytes] = {}
        self._client: Any = None
        self._finished: SimpleQueue[Future] = SimpleQueue()
        self._alone: set[Task] = set()
        """Games of batches that were on workers which ended: each is played while no other is."""
        self._seconds = _BATCH
        """How long a game takes, from the games so far."""
        self._threads = 0
        self._counted = 0.0

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def play(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Row]]:
        """Play games and yield each when it is finished.

        What a worker or a scheduler that ends has not told is played again.

        Raises:
            LabError: there is no scheduler or worker for too long, a worker has other code, or a
                game ends one worker after the other.
            PlayerError: a player fails.
            PluginError: a plugin fails.
        """
        run = Run(tasks, self._games)
        flying: dict[Future, list[Task]] = {}
        try:
            while run.due or flying:
                self._send(run, flying)
                future = self._next()
                if future is not None and future in flying:
                    yield from self._received(run, flying.pop(future), future)
        finally:
            if flying and self._client is not None and self._client.status == "running":
                self._client.cancel([*flying])
        run.end()

    # Out and back

    def _send(self, run: Run, flying: dict[Future, list[Task]]) -> None:
        """Give out batches until each thread has some."""
        client, threads = self._connected(), self._counted_threads()
        while run.due and len(flying) < _AHEAD * threads:
            if flying and self._alone & {run.due[0], *(each[0] for each in flying.values())}:
                return
            batch = self._batch(run, threads)
            sent = {task.ruleset: self._packed_game(task.ruleset) for task in batch}
            future = client.submit(
                play_there, self._codes, sent, self._terms, batch, pure=False, key=None
            )
            flying[future] = batch
            future.add_done_callback(self._finished.put)

    def _batch(self, run: Run, threads: int) -> list[Task]:
        size = min(_MOST, _BATCH / self._seconds, ceil(len(run.due) / (_AHEAD * threads)))
        batch = [run.due.popleft()]
        while run.due and len(batch) < size and not {batch[0], run.due[0]} & self._alone:
            batch.append(run.due.popleft())
        return batch

    def _packed_game(self, ruleset: int) -> bytes:
        if ruleset not in self._packed:
            self._packed[ruleset] = packed(self._games[ruleset])
        return self._packed[ruleset]

    def _next(self) -> Future | None:
        try:
            return self._finished.get(timeout=_LOOK)
        except Empty:
            return None

    def _received(self, run: Run, batch: list[Task], future: Future) -> Iterator[tuple[Task, Row]]:
        """Yield the games of a batch; those that were lost are due again."""
        answer = self._answer(future)
        if answer is None:
            run.due.extendleft(reversed(batch))
        elif isinstance(answer, Died):
            if batch[0] in self._alone:
                run.take(batch[0], LabError("deadly", game=batch[0].number + 1))
            else:
                self._alone.update(batch)
                run.due.extendleft(reversed(batch))
        else:
            self._seconds = max(0.001, answer.seconds / len(batch))
            for task, received in zip(batch, answer.rows, strict=True):
                row = run.take(task, received)
                if row is not None:
                    yield task, row

    def _answer(self, future: Future) -> Played | Died | None:
        """Return what a batch came to; None if its games have to be played again."""
        try:
            answer: Played | None = future.result(timeout=self._patience)
        except KilledWorker:
            return Died()
        except (CancelledError, OSError):  # a scheduler ended, or a worker with what it had played
            return None
        except Exception:
            self._check()  # a worker that does not know what it is sent
            raise
        if answer is None:
            self._check()
        return answer

    # The cluster

    def _connected(self) -> Any:
        """Return a client; wait while it looks for a scheduler that is gone."""
        while self._client is not None and self._client.status == "connecting":
            time.sleep(_LOOK)
        if self._client is None or self._client.status != "running":
            self._client = self._connect()
            self._threads, self._counted = 0, 0.0
        return self._client

    def _connect(self) -> Any:
        for name in ("client", "core", "comm", "batched", "utils"):  # it says what it needs itself
            logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
        seconds = min(self._patience, _FIRST if self._client is None else self._patience)
        self._client = _client(self._address, seconds)
        self._check()
        return self._client

    def _counted_threads(self) -> int:
        """Return the threads of the cluster; wait for the first. Raises LabError."""
        if self._threads and time.monotonic() - self._counted < _COUNT:
            return self._threads
        deadline = time.monotonic() + self._patience
        while not (threads := self._count()):
            if time.monotonic() > deadline:
                raise LabError("no_worker", address=self._address)
            time.sleep(_LOOK)
        self._threads, self._counted = threads, time.monotonic()
        return threads

    def _count(self) -> int:
        try:
            return sum(self._connected().nthreads().values())
        except OSError:
            return 0

    def _check(self) -> None:
        """Refuse workers with other code, by name. Raises LabError."""
        try:
            found = self._client.run(partial(codes_of, [*self._codes]), on_error="return")
        except OSError:
            return
        for worker, codes in sorted(found.items()):
            if isinstance(codes, OSError):
                continue
            theirs = codes if isinstance(codes, dict) else dict.fromkeys(self._codes, "")
            for package, code in self._codes.items():
                if theirs[package] != code:
                    key = "other_worker" if theirs[package] else "no_package"
                    raise LabError(
                        key, worker=worker, package=package, own=code, version=theirs[package]
                    )


def _client(address: str, seconds: float) -> Any:
    """Return a client of a scheduler. Raises LabError if none answers, or it has no certificates.

    It connects in a thread: what is there and speaks no Dask, a client would wait for without end.
    """
    made: SimpleQueue[Any] = SimpleQueue()
    if address.startswith("tls") and not Security().get_connection_args("client")["ssl_context"]:
        raise LabError("no_certificates", address=address)

    def connect() -> None:
        try:
            made.put(Client(address, timeout=seconds, set_as_default=False))
        except (OSError, ValueError, RuntimeError):
            made.put(None)

    Thread(target=connect, daemon=True).start()
    try:
        client = made.get(timeout=seconds + _COUNT)
    except Empty:
        client = None
    if client is None:
        raise LabError("no_scheduler", address=address)
    return client
