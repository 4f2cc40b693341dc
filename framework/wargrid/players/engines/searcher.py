"""A search for another program, in a thread: it reports what it finds depth by depth."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import WIN, evaluation_of
from wargrid.players.hints import only
from wargrid.players.levels import Level
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.alphabeta import CERTAIN, MOST_DEPTH

HUNDRED: Final = 100.0


class Asked(NamedTuple):
    """A question: a position with the moves to choose among, and the limits.

    ``lines`` is for how many moves the best line is wanted; ``waits``: the answer waits for
    ``stop``.
    """

    position: Position
    moves: list[Move]
    seconds: float | None
    nodes: int | None
    depth: int | None
    lines: int = 1
    waits: bool = False


class Told(NamedTuple):
    """What a search has found: the line numbered ``rank``, its score and what it took.

    ``score`` is ``cp 35`` or ``mate -2``.
    """

    rank: int
    depth: int
    score: str
    nodes: int
    seconds: float
    line: tuple[Move, ...]


class Searcher:
    """Searches one game at a level, one question at a time."""

    def __init__(self, game: Game, level: int, seed: int = 1) -> None:
        self.game = game
        self._level = Level(level, game, seed)
        worth = evaluation_of(game).values.values()
        self._unit = min((value for value in worth if value > 0), default=HUNDRED)
        self._stop = Event()
        self._ended = Event()
        self._thread: Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a search goes on that has not told its move yet."""
        return self._thread is not None and self._thread.is_alive() and not self._ended.is_set()

    def start(
        self, asked: Asked, tell: Callable[[Told], None], end: Callable[[Move, str], None]
    ) -> None:
        """Begin to search; ``tell`` and ``end`` are called in a thread.

        ``end`` gets the move, and why the search has failed, if it has: the first move then.
        """
        self._stop.clear()
        self._ended.clear()
        self._thread = Thread(target=self._run, args=(asked, tell, end), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let the search end now."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end of the search, for so long at most."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(
        self, asked: Asked, tell: Callable[[Told], None], end: Callable[[Move, str], None]
    ) -> None:
        move, why = asked.moves[0], ""
        try:
            move = self._searched(asked, tell)
        except Exception as error:  # a plugin of the game may fail
            why = f"{type(error).__name__}: {error}"
        if asked.waits:
            self._stop.wait()
        self._ended.set()  # before the report: the next question may come at once
        end(move, why)

    def _searched(self, asked: Asked, tell: Callable[[Told], None]) -> Move:
        began = time.monotonic()
        budget = Budget(asked.seconds, asked.nodes, self._stop.is_set)
        lines = min(asked.lines, len(asked.moves))
        if lines == 1:
            return self._best(asked, asked.moves, budget, began, tell)
        found: list[Move] = []
        for depth in range(1, (asked.depth or MOST_DEPTH) + 1):
            ranked = self._ranked(asked, depth, lines, budget, began, tell)
            if len(ranked) == lines or not found:
                found = ranked or found
            if budget.exhausted():
                break
        return found[0] if found else asked.moves[0]

    def _ranked(
        self,
        asked: Asked,
        depth: int,
        lines: int,
        budget: Budget,
        began: float,
        tell: Callable[[Told], None],
    ) -> list[Move]:
        """Search the best line, then the best without its first move, and so on, to a depth."""
        found: list[Move] = []
        while len(found) < lines and not (found and budget.exhausted()):
            others = [move for move in asked.moves if move not in found]
            answer = self._asked(asked.position, others, budget, depth)
            found.append(answer.move)
            tell(self._told(answer, len(found), budget.nodes, began))
        return found

    def _best(
        self,
        asked: Asked,
        moves: list[Move],
        budget: Budget,
        began: float,
        tell: Callable[[Told], None],
    ) -> Move:
        told: list[Answer] = []

        def report(answer: Answer) -> None:
            told.append(answer)
            tell(self._told(answer, 1, answer.nodes, began))

        answer = self._asked(asked.position, moves, budget, asked.depth, report)
        if not told or told[-1].move != answer.move:
            tell(self._told(answer, 1, max(answer.nodes, 1), began))
        return answer.move

    def _asked(
        self,
        position: Position,
        moves: list[Move],
        budget: Budget,
        depth: int | None,
        report: Callable[[Answer], None] | None = None,
    ) -> Answer:
        self._level.follow(report, depth)
        return self._level.choose(only(position, moves), budget)

    def _told(self, answer: Answer, rank: int, nodes: int, began: float) -> Told:
        seconds, line = time.monotonic() - began, answer.line or (answer.move,)
        return Told(rank, max(answer.depth, 1), self._score(answer), nodes, seconds, line)

    def _score(self, answer: Answer) -> str:
        """Write a score in hundredths of the least unit, or in moves until the game is won."""
        score = answer.score or 0.0
        if abs(score) < CERTAIN:
            return f"cp {round(HUNDRED * score / self._unit)}"
        moves = (round(WIN - abs(score)) + 1) // 2
        return f"mate {moves if score > 0 else -moves}"
