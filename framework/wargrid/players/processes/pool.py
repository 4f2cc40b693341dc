"""Play the games of a simulation, in this process or in several worker processes."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import current_thread, main_thread

from wargrid.engine.game import Game
from wargrid.loading.loader import Recipe, load_recipe, load_text
from wargrid.players.processes.garbage import collect_seldom
from wargrid.players.protocol import PlayerError
from wargrid.players.simulate import SimulatedGame, Terms, play_game
from wargrid.plugins.local_code import code_file
from wargrid.plugins.trust import trust


@dataclass(frozen=True, slots=True)
class GameSource:
    """What another process makes the same game from: files, or a text, and trusted code."""

    name: str
    text: str
    recipe: Recipe | None
    code: tuple[Path, ...]

    def game(self) -> Game:
        """Make the game. Raises RulesetError."""
        for file in self.code:
            trust(file)
        if self.recipe is not None:
            return load_recipe(self.recipe).game()
        return load_text(self.text, self.name, self.name)


def source_of(game: Game) -> GameSource:
    """Return what another process makes a game from."""
    files = (code_file(plugin) for plugin in game.plugins.listed.values())
    code = tuple(file for file in files if file is not None)
    text = "" if game.recipe is not None else game.source_text
    return GameSource(game.name, text, game.recipe, code)


def simulate_games(
    game: Game, terms: Terms, games: int, workers: int = 1
) -> Generator[SimulatedGame, None, None]:
    """Play games 0 to ``games`` - 1, and yield each when it is finished.

    With several workers the order differs, the games do not, unless the budget is in seconds.
    Closing the iterator ends the workers.

    Raises:
        PlayerError: a player fails, or a worker process dies.
        PluginError: a plugin fails.
    """
    if workers == 1 or games == 1:
        for number in range(games):
            yield play_game(game, terms, number)
        return
    pool = _Pool(source_of(game), terms, min(workers, games))
    try:
        yield from pool.play(games)
    finally:
        pool.close()


class _Pool:
    """Worker processes, each at the other end of a connection that carries game numbers."""

    def __init__(self, source: GameSource, terms: Terms, workers: int) -> None:
        context = get_context("spawn")
        self.workers: dict[Connection, BaseProcess] = {}
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, source, terms), daemon=True)
            with _without_interrupts():
                process.start()
            theirs.close()
            self.workers[ours] = process

    def play(self, games: int) -> Iterator[SimulatedGame]:
        numbers = iter(range(games))
        busy = {each for each in self.workers if _give(each, next(numbers, None))}
        while busy:
            for each in wait(busy):
                assert isinstance(each, Connection)
                yield self._received(each)
                if not _give(each, next(numbers, None)):
                    busy.discard(each)

    def _received(self, worker: Connection) -> SimulatedGame:
        try:
            received = worker.recv()
        except (EOFError, OSError):
            process = self.workers[worker]
            process.join(1)
            raise PlayerError("worker_died", code=process.exitcode) from None
        if isinstance(received, BaseException):
            raise received
        assert isinstance(received, SimulatedGame)
        return received

    def close(self) -> None:
        for worker, process in self.workers.items():
            process.terminate()
            worker.close()
        for process in self.workers.values():
            process.join()


def _give(worker: Connection, number: int | None) -> bool:
    """Give a worker its next game, and return whether there was one."""
    if number is not None:
        with suppress(OSError):  # a dead worker is found when its answer is received
            worker.send(number)
    return number is not None


def _work(connection: Connection, source: GameSource, terms: Terms) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    try:
        game = source.game()
        while True:
            connection.send(play_game(game, terms, connection.recv()))
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
