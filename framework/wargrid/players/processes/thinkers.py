"""Several workers for many matches: questions wait until one is free, moves before hints."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.processes.worker import News, Thinking, Worker
from wargrid.players.thoughts import Decision

PATIENCE: Final = 8
"""How many questions may pass hints before these wait among moves."""


class Thinkers:
    """At most ``processes`` workers, shared by all who think through ``thinker``.

    A player's move comes before hints, and of both the match that was served least lately before
    others, so that no client gets more by asking in several places. ``notify`` stands for a match.

    Everything is called in one thread, but for the ``notify`` of a thinker, which a thread of a
    worker calls.
    """

    def __init__(
        self,
        processes: int = 2,
        make: Callable[[Game, Callable[[], None]], Worker] = Worker,
    ) -> None:
        self._make, self._places = make, processes
        self._free: list[_Place] = []
        self._busy: list[_Place] = []
        self._waiting: list[PooledThinker] = []
        self._matches: dict[Callable[[], None], _Match] = {}
        self._served = 0

    def thinker(self, game: Game, notify: Callable[[], None] = lambda: None) -> PooledThinker:
        """Return what answers questions about a game, one at a time."""
        match = self._matches.setdefault(notify, _Match())
        match.thinkers += 1
        return PooledThinker(self, game, notify, match)

    def forget(self, thinker: PooledThinker) -> None:
        """Let go of a thinker that asks no more, and with the last one of its match."""
        thinker.match.thinkers -= 1
        if not thinker.match.thinkers:
            del self._matches[thinker.notify]

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._waiting)

    def close(self) -> None:
        """End all workers; questions that wait are never answered."""
        self._waiting.clear()
        for place in (*self._free, *self._busy):
            place.worker.close()
        self._free, self._busy = [], []

    def enqueue(self, thinker: PooledThinker) -> None:
        """Let a question wait for its turn."""
        self._waiting.append(thinker)
        self._serve()

    def drop(self, thinker: PooledThinker) -> None:
        """Forget a question that waits."""
        if thinker in self._waiting:
            self._waiting.remove(thinker)

    def release(self, place: _Place) -> None:
        """Take back a worker that has answered, or whose question was dropped."""
        place.notify = _nobody
        if place in self._busy:
            self._busy.remove(place)
            self._free.append(place)
        self._serve()

    def _serve(self) -> None:
        while self._waiting and (self._free or len(self._busy) < self._places):
            thinker = self._next()
            place = self._place_for(thinker.game)
            self._busy.append(place)
            thinker.begin(place)

    def _next(self) -> PooledThinker:
        """Take the question that is due."""
        due = min(self._waiting, key=lambda one: (one.yields, one.match.served))
        self._waiting.remove(due)
        for passed in self._waiting:
            passed.passed += 1
        self._served += 1
        due.match.served = self._served
        return due

    def _place_for(self, game: Game) -> _Place:
        """Take a free worker, if possible one that was asked about the game last; or make one."""
        if not self._free:
            return _Place(self._make, game)
        knows = (place for place in self._free if place.worker.game is game)
        place = next(knows, self._free[0])
        self._free.remove(place)
        place.worker.game = game
        return place


class _Match:
    """A match that thinks here: with how many thinkers, and when it was ``served`` last."""

    def __init__(self) -> None:
        self.thinkers = self.served = 0


class _Place:
    """A worker, and the function to call when there is news."""

    def __init__(self, make: Callable[[Game, Callable[[], None]], Worker], game: Game) -> None:
        self.notify: Callable[[], None] = _nobody
        self.worker = make(game, lambda: self.notify())


def _nobody() -> None:
    """Do nothing: there is no listener."""


class PooledThinker:
    """Thinks for one match, or for the hints of one seat, when a worker is free.

    It has the methods of a ``Worker``. ``poll`` counts the time of waiting as thinking.
    """

    def __init__(
        self, pool: Thinkers, game: Game, notify: Callable[[], None], match: _Match
    ) -> None:
        self.game, self.notify, self.match = game, notify, match
        self.passed = 0
        """How many questions were put while this one waited."""
        self._pool = pool
        self._for_hints = self._closed = False
        self._question: Callable[[Worker], None] | None = None
        self._place: _Place | None = None
        self._since = 0.0
        self._stops = False

    @property
    def yields(self) -> bool:
        """Whether moves of others come before this question."""
        return self._for_hints and self.passed < PATIENCE

    def start(self) -> None:
        """Do nothing: workers start when they are needed."""

    def ask(
        self, position: Position, player: str, seed: int = 0, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        """Ask for a move, as ``Worker.ask`` does, as soon as a worker is free."""
        self._ask(
            lambda worker: worker.ask(
                position, player, seed, seconds=seconds, nodes=nodes, language=language
            ),
            for_hints=False,
        )

    def ask_hints(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None,
        language: str = "en", made: Move | None = None,
    ) -> None:  # fmt: skip
        """Ask for hints, as ``Worker.ask_hints`` does, as soon as a worker is free."""
        self._ask(
            lambda worker: worker.ask_hints(
                position, seconds=seconds, nodes=nodes, language=language, made=made
            ),
            for_hints=True,
        )

    def ask_thoughts(
        self, decision: Decision, made: Sequence[Move], now: Position, *,
        seconds: float | None = None, nodes: int | None = None, language: str = "en",
    ) -> None:  # fmt: skip
        """Ask how a player thought, as ``Worker.ask_thoughts`` does, once a worker is free."""
        self._ask(
            lambda worker: worker.ask_thoughts(
                decision, made, now, seconds=seconds, nodes=nodes, language=language
            ),
            for_hints=True,
        )

    def _ask(self, question: Callable[[Worker], None], *, for_hints: bool) -> None:
        self.cancel()
        self._for_hints, self.passed = for_hints, 0
        self._question, self._since = question, time.monotonic()
        self._pool.enqueue(self)

    def begin(self, place: _Place) -> None:
        """Put the question to a worker that is free now."""
        assert self._question is not None
        self._place = place
        place.notify = self.notify
        self._question(place.worker)
        if self._stops:
            place.worker.stop()

    def poll(self) -> News | None:
        """Return the answer once, or how long it has been waited for; None if not asked."""
        if self._question is None:
            return None
        news = None if self._place is None else self._place.worker.poll()
        if news is None or isinstance(news, Thinking):
            return Thinking(time.monotonic() - self._since)
        self._leave()
        return news

    def stop(self) -> None:
        """Let the player answer now, or as soon as it is asked."""
        self._stops = True
        if self._place is not None:
            self._place.worker.stop()

    def cancel(self) -> None:
        """Drop the question."""
        if self._place is not None:
            self._place.worker.cancel()
        self._leave()

    def close(self) -> None:
        """Drop the question; the workers go on for others."""
        self.cancel()
        if not self._closed:
            self._closed = True
            self._pool.forget(self)

    def _leave(self) -> None:
        place, self._place, self._question, self._stops = self._place, None, None, False
        if place is None:
            self._pool.drop(self)
        else:
            self._pool.release(place)
