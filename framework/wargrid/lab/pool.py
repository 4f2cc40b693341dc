"""Play games in this process or in several worker processes."""

from __future__ import annotations

import pickle
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import current_thread, main_thread
from typing import Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.lab.play import Row, Terms, play_game
from wargrid.players.processes.garbage import collect_seldom
from wargrid.players.protocol import PlayerError
from wargrid.plugins.local_code import code_file
from wargrid.plugins.trust import trust

_LOOK: Final = 0.2
"""How many seconds pass at most until a pool that is to stop does."""


class Task(NamedTuple):
    """A game to play: the number of its ruleset in the pool, and its own number."""

    ruleset: int
    number: int


@dataclass(frozen=True, slots=True)
class GameSource:
    """What another process makes the same game from: the game, pickled, and trusted code."""

    pickled: bytes
    code: tuple[Path, ...]

    def game(self) -> Game:
        """Make the game. Raises RulesetError."""
        for file in self.code:
            trust(file)
        game: Game = pickle.loads(self.pickled)
        return game


def source_of(game: Game) -> GameSource:
    """Return what another process makes a game from."""
    files = (code_file(plugin) for plugin in game.plugins.listed.values())
    return GameSource(pickle.dumps(game), tuple(file for file in files if file is not None))


def simulate_games(
    game: Game, terms: Terms, games: int, workers: int = 1
) -> Generator[Row, None, None]:
    """Play games 0 to ``games`` - 1, and yield each when it is finished.

    With several workers the order differs, the games do not, unless the budget is in seconds.
    Closing the iterator ends the workers.

    Raises:
        PlayerError: a player fails, or a worker process dies.
        PluginError: a plugin fails.
    """
    with Pool([game], terms, min(workers, games)) as pool:
        for _, row in pool.play(Task(0, number) for number in range(games)):
            yield row


class Pool:
    """Plays games of several rulesets, numbered from 0, in ``workers`` processes.

    One worker means this process, unless it is to play ``apart``. Worker processes start with the
    first games, and end with the block.
    """

    def __init__(
        self,
        games: Sequence[Game],
        terms: Terms,
        workers: int = 1,
        *,
        apart: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._games, self._terms, self._count = tuple(games), terms, workers
        self._here = workers == 1 and not apart
        self._stop = stop
        self._workers: dict[Connection, BaseProcess] = {}
        self._late: set[Connection] = set()
        """The workers that play a game for which no one waits any more."""

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker, process in self._workers.items():
            process.terminate()
            worker.close()
        for process in self._workers.values():
            process.join()
        self._workers.clear()

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Row]]:
        """Play games and yield each when it is finished; none any more once ``stop`` says so.

        Raises:
            PlayerError: a player fails, or a worker process dies.
            PluginError: a plugin fails.
        """
        if not self._here:
            yield from self._play_apart(iter(tasks))
            return
        for task in tasks:
            if self._stop():
                return
            yield task, play_game(self._games[task.ruleset], self._terms, task.number)

    def in_order(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Row]]:
        """Play games as ``play`` does, and yield them in the order of the tasks."""
        waiting: dict[Task, Row] = {}
        due = iter(tasks)
        expected = next(due, None)
        for task, row in self.play(tasks):
            waiting[task] = row
            while expected is not None and expected in waiting:
                yield expected, waiting.pop(expected)
                expected = next(due, None)

    def _play_apart(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Row]]:
        self._start()
        busy = {each for each in self._workers if each in self._late or self._give(each, tasks)}
        try:
            while busy - self._late and not self._stop():
                for each in wait(busy, _LOOK):
                    assert isinstance(each, Connection)
                    received, dropped = self._received(each), each in self._late
                    self._late.discard(each)
                    if not self._give(each, tasks):
                        busy.discard(each)
                    if not dropped:
                        yield received
        finally:
            self._late |= busy

    def _give(self, worker: Connection, tasks: Iterator[Task]) -> bool:
        """Give a worker its next game, and return whether there was one."""
        task = next(tasks, None)
        if task is not None:
            with suppress(OSError):  # a dead worker is found when its answer is received
                worker.send(task)
        return task is not None

    def _start(self) -> None:
        """Start the processes that are missing: all of them, or none."""
        context = get_context("spawn")
        sources = [] if self._workers else [source_of(game) for game in self._games]
        for _ in range(self._count - len(self._workers)):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_work, args=(theirs, sources, self._terms), daemon=True
            )
            with _without_interrupts():
                process.start()
            theirs.close()
            self._workers[ours] = process

    def _received(self, worker: Connection) -> tuple[Task, Row]:
        try:
            received = worker.recv()
        except (EOFError, OSError):
            process = self._workers[worker]
            process.join(1)
            raise PlayerError("worker_died", code=process.exitcode) from None
        if isinstance(received, BaseException):
            raise received
        task, row = received
        return task, row


def _work(connection: Connection, sources: Sequence[GameSource], terms: Terms) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    games: dict[int, Game] = {}
    try:
        while True:
            task = connection.recv()
            if task.ruleset not in games:
                games[task.ruleset] = sources[task.ruleset].game()
            connection.send((task, play_game(games[task.ruleset], terms, task.number)))
    except EOFError:
        return
    except Exception as error:
        error.add_note(traceback.format_exc())
        with suppress(OSError):
            connection.send(error)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let processes begin that ignore Ctrl-C: it reaches their parent, which ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
