"""Play games in this process or in several worker processes."""

from __future__ import annotations

import pickle
import signal
import traceback
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import current_thread, main_thread
from typing import Final, NamedTuple, Self

from wargrid.engine.game import Game
from wargrid.players.processes.garbage import collect_seldom
from wargrid.players.protocol import PlayerError
from wargrid.plugins.base import PluginError
from wargrid.plugins.local_code import code_file
from wargrid.plugins.trust import trust
from wargrid.source.yaml_reader import shown_path
from wargrid_lab.games.play import Row, Terms, play_game

_LOOK: Final = 0.2
"""How many seconds pass at most until a pool that is to stop does."""

_SPAWNING: Final = get_context("spawn")

TRIES: Final = 3
"""How often a game is played again because its worker died, before the game is to blame."""


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


class Died(NamedTuple):
    """A worker ended while it played, with this code if it is known."""

    code: int | None = None


class Run:
    """Tasks that are played somewhere: which are ``due``, and why some failed."""

    def __init__(self, tasks: Sequence[Task], games: Sequence[Game]) -> None:
        self.due = deque(tasks)
        self._games = games
        self._place = {task: place for place, task in enumerate(tasks)}
        self._died = Counter[Task]()
        self._failed: dict[Task, Exception] = {}

    def take(self, task: Task, received: Row | Exception | Died) -> Row | None:
        """Return the game of a task, or None if it failed or is to be played again.

        After a failure only those tasks before it are due that are to be played again.
        """
        if isinstance(received, Row):
            return received
        if isinstance(received, Died):
            self._died[task] += 1
            if self._died[task] < TRIES:
                self.due.appendleft(task)
                return None
            received = PlayerError("worker_died", code=received.code)
        self._failed[task] = _placed(received, self._games[task.ruleset])
        self.due = deque(each for each in self.due if self._place[each] < self._place[task])
        return None

    def end(self) -> None:
        """Raise why the first of the tasks that failed did, if one did."""
        if self._failed:
            raise self._failed[min(self._failed, key=self._place.__getitem__)]


def _placed(error: Exception, game: Game) -> Exception:
    """Name the lines here of a plugin that failed elsewhere, where rules are one text.

    Code beside a ruleset was in another folder there.
    """
    if isinstance(error, PluginError):
        error.where = game.plugins.where(error.plugin) or error.where
        plugin = game.plugins.listed.get(error.plugin)
        file, _, line = error.place.rpartition(":")
        own = None if plugin is None else code_file(plugin)
        if own is not None and own.name == Path(file).name:
            error.place = f"{shown_path(own)}:{line}"
    return error


def simulate_games(
    game: Game, terms: Terms, games: int, workers: int = 1
) -> Generator[Row, None, None]:
    """Play games 0 to ``games`` - 1, and yield each when it is finished.

    With several workers the order differs, the games do not, unless the budget is in seconds.
    Closing the iterator ends the workers.

    Raises:
        PlayerError: a player fails, or a game ends one worker process after the other.
        PluginError: a plugin fails.
    """
    with Pool([game], terms, min(workers, games)) as pool:
        for _, row in pool.play([Task(0, number) for number in range(games)]):
            yield row


class GamePool(ABC):
    """Plays games somewhere, until the end of a block."""

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *_: object) -> None: ...

    @abstractmethod
    def play(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Row]]:
        """Play games and yield each when it is finished."""

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


class Pool(GamePool):
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
        self._packed: list[GameSource] | None = None
        self._workers: dict[Connection, BaseProcess] = {}
        self._playing: dict[Connection, Task] = {}
        self._late: set[Connection] = set()
        """The workers that play a game for which no one waits any more."""

    def __exit__(self, *_: object) -> None:
        for worker, process in self._workers.items():
            process.terminate()
            worker.close()
        for process in self._workers.values():
            process.join()
        self._workers.clear()

    def play(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Row]]:
        """Play games and yield each when it is finished; none any more once ``stop`` says so.

        The game of a worker that dies is played again by another one. If a game fails, those before
        it are finished first, so that as many count as if one worker had played them.

        Raises:
            PlayerError: a player fails, or a game ends one worker process after the other.
            PluginError: a plugin fails.
        """
        if not self._here:
            yield from self._play_apart(tasks)
            return
        for task in tasks:
            if self._stop():
                return
            yield task, play_game(self._games[task.ruleset], self._terms, task.number)

    def _play_apart(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Row]]:
        self._start()
        run = Run(tasks, self._games)
        busy = {each for each in self._workers if each in self._late or self._give(each, run.due)}
        try:
            while (run.due or busy - self._late) and not self._stop():
                for each in wait(busy, _LOOK):
                    assert isinstance(each, Connection)
                    busy.discard(each)
                    task, dropped = self._playing[each], each in self._late
                    self._late.discard(each)
                    worker, received = self._received(each)
                    row = None if dropped else run.take(task, received)
                    if self._give(worker, run.due):
                        busy.add(worker)
                    if row is not None:
                        yield task, row
        finally:
            self._late |= busy
        run.end()

    def _give(self, worker: Connection, due: deque[Task]) -> bool:
        """Give a worker its next game, and return whether there was one."""
        if not due:
            return False
        self._playing[worker] = due.popleft()
        with suppress(OSError):  # a dead worker is found when its answer is received
            worker.send(self._playing[worker])
        return True

    def _start(self) -> None:
        """Start the processes that are missing."""
        sources = self._sources()
        for _ in range(self._count - len(self._workers)):
            self._begin(sources)

    def _sources(self) -> list[GameSource]:
        if self._packed is None:
            self._packed = [source_of(game) for game in self._games]
        return self._packed

    def _begin(self, sources: Sequence[GameSource]) -> Connection:
        ours, theirs = _SPAWNING.Pipe()
        process = _SPAWNING.Process(target=_work, args=(theirs, sources, self._terms), daemon=True)
        with _without_interrupts():
            process.start()
        theirs.close()
        self._workers[ours] = process
        return ours

    def _received(self, worker: Connection) -> tuple[Connection, Row | Exception | Died]:
        """Return what a worker answers, and the worker, or the one that replaces it if it died."""
        try:
            return worker, worker.recv()
        except (EOFError, OSError):
            process = self._workers.pop(worker)
            process.join(1)
            worker.close()
            return self._begin(self._sources()), Died(process.exitcode)


def _work(connection: Connection, sources: Sequence[GameSource], terms: Terms) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    games: dict[int, Game] = {}
    try:
        while True:
            task = connection.recv()
            if task.ruleset not in games:
                games[task.ruleset] = sources[task.ruleset].game()
            connection.send(played(games[task.ruleset], terms, task.number))
    except EOFError:
        return
    except Exception as error:
        error.add_note(traceback.format_exc())
        with suppress(OSError):
            connection.send(error)


def played(game: Game, terms: Terms, number: int) -> Row | Exception:
    """Play a game and return it, or why it failed, with where."""
    try:
        return play_game(game, terms, number)
    except Exception as error:
        error.add_note(traceback.format_exc())
        return error


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
