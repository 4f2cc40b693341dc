"""A worker: computer players think in another process, and the caller never waits for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from typing import Any, Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import (
    NotationError,
    code_of,
    read_move,
    read_position,
    write_move,
    write_position,
)
from wargrid.players.processes.process import READY, Message, game_message
from wargrid.players.protocol import Answer
from wargrid.players.thoughts import Decision, Thought
from wargrid.text import Message as Sentence

GRACE: Final = 2.0
"""How many seconds a player has to answer after it was stopped; then its process is killed.

The time in which the process starts and loads the game does not count.
"""

MOST_GAMES: Final = 8
"""How many games a process keeps loaded; the one asked about longest ago is forgotten first."""

FAREWELL: Final = 0.3
"""How many seconds a process has to end after its input has ended."""

_PROGRAM: Final = "from wargrid.players.processes.process import serve; serve()"


class Thinking(NamedTuple):
    """A player thinks, for so many ``seconds`` until now."""

    seconds: float


class Failed(NamedTuple):
    """There is no answer: the process ``died``, or the player gave none, and ``why`` says why."""

    died: bool
    why: str = ""


class Advice(NamedTuple):
    """A good move, why in each language, and what the same unit does ``then`` in the turn."""

    move: Move
    why: Mapping[str, str]
    then: Move | None = None


class Hints(NamedTuple):
    """The answer to a question for hints: good moves, the best first.

    ``regret`` is by how much the best is better than the move that was made, as in ``regret_of``;
    None if none was given, it is among them, or they do not compare. ``reply`` is the answer to
    the move that was made which shows why, where one is known. ``chances`` are those of the enemy
    to win at once, after the turn with the move that was made and after that with the best one;
    None where turns are one action without dice.
    """

    advice: tuple[Advice, ...]
    regret: float | None = None
    reply: Move | None = None
    chances: tuple[float, float] | None = None


class Thoughts(NamedTuple):
    """The answer to how a player thought: the turn that it made first, then others."""

    thoughts: tuple[Thought, ...]


News = Thinking | Answer | Hints | Thoughts | Failed
"""What is heard from a worker."""


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    position: Position
    since: float
    message: Message


class Worker:
    """A process that answers one question at a time, about one game after another.

    ``game`` is the one that questions are about; it may be changed between two questions. The
    process starts with the first question, and again after it has died. ``notify`` is called
    in a thread of the worker when ``poll`` has news. ``seconds`` and ``nodes`` of a question are
    limits for its answer; None is no limit. When a process is killed because a dropped question
    did not end, another one is asked the question that waited.
    """

    def __init__(self, game: Game, notify: Callable[[], None] = lambda: None) -> None:
        self.game = game
        self._notify = notify
        self._news: SimpleQueue[tuple[_Process, Message | None]] = SimpleQueue()
        self._process: _Process | None = None
        self._asked: _Question | None = None
        self._last = self._stopped = 0
        self._timers: dict[int, Timer] = {}

    @property
    def process_id(self) -> int | None:
        """The number of the process, or None if there is none now."""
        return None if self._process is None else self._process.id

    def start(self) -> None:
        """Start the process if there is none, so that the first answer comes sooner."""
        if self._process is None:
            self._process = _Process(self._deliver)
            self._process.tell(self.game)

    def ask(
        self, position: Position, player: str, seed: int = 0, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        """Ask a player, by its name, for a move of the side to act; drop the question before.

        The player sees what its side sees. ``language`` is that of what goes wrong.
        """
        what = {"player": player, "seed": seed, "hints": False}
        self._ask(position, what, seconds, nodes, language)

    def ask_hints(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
        language: str = "en", made: Move | None = None,
    ) -> None:  # fmt: skip
        """Ask for hints for the side to act; drop the question before.

        The best of them is compared to the move that was ``made``, with as much again to spend.
        """
        written = None if made is None else write_move(self.game, made, apart=True)
        what = {"seed": 0, "hints": True, "made": written}
        self._ask(position, what, seconds, nodes, language)

    def ask_thoughts(
        self, decision: Decision, made: Sequence[Move], now: Position, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        """Ask how a player thought as it decided on the moves ``made``; drop the question before.

        They led to the position ``now``.
        """
        end = write_position(self.game.view(now, decision.before.side))
        notation = [write_move(self.game, move) for move in made]
        move = write_move(self.game, decision.move, apart=True)
        what = {
            "player": decision.player, "seed": decision.seed,
            "decided": [move, decision.score, notation, end],
        }  # fmt: skip
        self._ask(decision.before, what, seconds, nodes, language)

    def _ask(
        self, position: Position, what: Message, seconds: float | None, nodes: int | None,
        language: str,
    ) -> None:  # fmt: skip
        self.cancel()
        self.start()
        assert self._process is not None
        self._last += 1
        view = self.game.view(position, position.side)
        question = {
            "id": self._last, "position": write_position(view), **what,
            "seconds": seconds, "nodes": nodes, "language": language,
        }  # fmt: skip
        self._asked = _Question(self._last, position, time.monotonic(), question)
        self._process.send(question, self.game)

    def poll(self) -> News | None:
        """Return the answer once, or how long the player has been thinking; None if not asked."""
        while True:
            try:
                process, message = self._news.get_nowait()
            except Empty:
                break
            if process is not self._process:
                continue
            if message is None:
                self._process = None
            asked = self._asked
            if message is None and asked is not None and process.overdue not in (0, asked.number):
                self._ask_again(asked)
                continue
            if asked is not None and (message is None or message["id"] == asked.number):
                self._asked = None
                if message is None:
                    return Failed(True, process.why(str(asked.message["language"])))
                return self._answer(asked, message)
        asked = self._asked
        return None if asked is None else Thinking(time.monotonic() - asked.since)

    def _ask_again(self, asked: _Question) -> None:
        """Ask another process what waited behind a dropped question when that one was killed."""
        self.start()
        assert self._process is not None
        self._process.send(asked.message, self.game)
        if self._stopped == asked.number:
            self._stopped = 0
            self.stop()

    def _answer(self, asked: _Question, message: Message) -> Answer | Hints | Thoughts | Failed:
        if "failed" in message:
            return Failed(died=False, why=message["failed"])
        try:
            if "hints" in message:
                advised = tuple(self._advice(asked.position, *one) for one in message["hints"])
                reply = self._reply(asked, message["reply"])
                chances = message.get("chances")
                return Hints(advised, message["regret"], reply, chances and tuple(chances))
            if "thoughts" in message:
                return Thoughts(tuple(self._thought(one) for one in message["thoughts"]))
            move = read_move(self.game, asked.position, message["move"])
        except NotationError as error:
            return Failed(died=False, why=str(error))
        figures = (message[name] for name in ("nodes", "depth", "seconds"))
        return Answer(move, message["score"], (move,), *figures)

    def _advice(
        self, position: Position, written: str, why: Mapping[str, str], then: str | None
    ) -> Advice:
        """Read a hint; its second move is made in the position after the first."""
        move = read_move(self.game, position, written)
        if then is None:
            return Advice(move, why)
        return Advice(move, why, read_move(self.game, self.game.step(position, move), then))

    def _reply(self, asked: _Question, written: str | None) -> Move | None:
        """Read the reply to the move that was made, which no dice came after."""
        if written is None:
            return None
        made = read_move(self.game, asked.position, asked.message["made"])
        return read_move(self.game, self.game.step(asked.position, made), written)

    def _thought(self, told: Sequence[Any]) -> Thought:
        """Read a thought; its positions are what the player sees."""
        at, move, score, reply = told
        before = read_position(self.game, at)
        made = read_move(self.game, before, move)
        if reply is None:
            return Thought(before, made, score)
        then = read_position(self.game, reply[0])
        return Thought(before, made, score, read_move(self.game, then, reply[1]), then)

    def stop(self) -> None:
        """Let the player answer now, with its best move so far."""
        if self._asked is not None and self._process is not None:
            number, process = self._asked.number, self._process
            if number != self._stopped:
                self._stopped = number
                process.send({"stop": number})
                self._expect(number, process)

    def _expect(self, number: int, process: _Process) -> None:
        """Kill a process that has not answered a question when the grace is over."""
        loaded = process.ready

        def overdue() -> None:
            if loaded:
                process.overdue = number
                process.kill()
            elif number in self._timers:
                self._expect(number, process)

        timer = self._timers[number] = Timer(GRACE, overdue)
        timer.daemon = True
        timer.start()

    def cancel(self) -> None:
        """Drop the question: its answer is never returned."""
        self.stop()
        self._asked = None

    def close(self) -> None:
        """End the process, at once or after a moment, and wait for its end."""
        self._asked = None
        process, self._process = self._process, None
        if process is not None:
            process.close()
        for timer in list(self._timers.values()):
            timer.cancel()
        self._timers.clear()

    def _deliver(self, process: _Process, message: Message | None) -> None:
        """Take a reply, in the thread that reads it; None is the end of the process."""
        if message is not None and message["id"] == READY:
            process.loading -= 1
            return
        numbers = list(self._timers) if message is None else [message["id"]]
        for timer in (self._timers.pop(number, None) for number in numbers):
            if timer is not None:
                timer.cancel()
        self._news.put((process, message))
        self._notify()


class _Process:
    """One process, with a thread that starts it and reads from it, and one that writes to it.

    ``loading`` counts the games that it still has to load. ``overdue`` is the number of the stopped
    question for which it was killed, or 0.
    """

    def __init__(self, deliver: Callable[[_Process, Message | None], None]) -> None:
        self._games: dict[Game, int] = {}  # the one asked about longest ago first
        self._told = 0
        self._deliver = deliver
        self._questions: SimpleQueue[Message | None] = SimpleQueue()
        self._lock = Lock()
        self._killed = False
        self.loading = 0
        self.overdue = 0
        self._cause = Sentence("players.worker_killed")
        self._program: subprocess.Popen[str] | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def id(self) -> int | None:
        """The number of the process, or None before it has started."""
        return None if self._program is None else self._program.pid

    @property
    def ready(self) -> bool:
        """Whether it has loaded all games that it was told of."""
        return self.loading == 0

    def why(self, language: str) -> str:
        """Return why it has ended, as a sentence."""
        return self._cause.text(language)

    def tell(self, game: Game) -> int:
        """Let the process load a game, if it has not, and return the number of the game there."""
        number = self._games.pop(game, None)
        if number is None:
            number = self._told = self._told + 1
            self.loading += 1
            self._questions.put(_described(game, number))
        self._games[game] = number
        if len(self._games) > MOST_GAMES:
            self._questions.put({"forget": self._games.pop(next(iter(self._games)))})
        return number

    def send(self, message: Message, game: Game | None = None) -> None:
        """Write a message as soon as the process reads, one about a ``game`` with its number."""
        self._questions.put(message if game is None else {**message, "game": self.tell(game)})

    def kill(self) -> None:
        """End the process at once."""
        with self._lock:
            self._killed = True
            if self._program is not None:
                self._program.kill()

    def close(self) -> None:
        """End the process by the end of its input, or else kill it."""
        self._questions.put(None)
        self._thread.join(FAREWELL)
        if self._thread.is_alive():
            self.kill()
            self._thread.join(FAREWELL)

    def _run(self) -> None:
        try:
            program = self._started()
        except OSError as error:
            why = {"path": sys.executable, "why": error.strerror or str(error)}
            self._cause = Sentence("players.worker_missing", why)
            self._deliver(self, None)
            return
        writer = Thread(target=self._write, args=(program,), daemon=True)
        writer.start()
        assert program.stdout is not None
        with program.stdout as replies, suppress(ValueError):  # cut off by the end
            for line in replies:
                self._deliver(self, json.loads(line))
        if not self._killed and (code := _code_of(program)):
            self._cause = Sentence("players.worker_ended", {"code": code})
        self.kill()
        program.wait()
        self._questions.put(None)
        writer.join()
        self._deliver(self, None)

    def _started(self) -> subprocess.Popen[str]:
        path = os.pathsep.join(filter(None, sys.path))
        program = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path}, start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # on Windows
        )  # fmt: skip
        with self._lock:
            self._program = program
            if self._killed:
                program.kill()
        return program

    def _write(self, program: subprocess.Popen[str]) -> None:
        assert program.stdin is not None
        with suppress(OSError), program.stdin as questions:
            while (message := self._questions.get()) is not None:
                questions.write(json.dumps(message) + "\n")
                questions.flush()


def _code_of(program: subprocess.Popen[str]) -> int:
    """Return the code with which a program whose output has ended ends itself; 0 if it does not."""
    try:
        return program.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        return 0


def _described(game: Game, number: int) -> Message:
    file = "" if game.recipe is None else str(game.recipe.file.absolute())
    code = [str(path) for path in code_of(game)]
    return game_message(number, game.name, game.source_text, file, code)
