"""Games of one ruleset in the background: what a window starts, looks at and stops."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import NamedTuple

from wargrid.engine.game import Game
from wargrid_lab.games.play import Row, Terms
from wargrid_lab.games.pool import Pool, Task
from wargrid_lab.verdicts.figures import Figures
from wargrid_lab.verdicts.verdict import Judge, Verdict

MARGIN = 0.1
"""The advantage that counts unless another is asked for, as a share of points above a half."""


class Progress(NamedTuple):
    """How far games are: ``rate`` is games a second, ``left`` the seconds until all are played."""

    played: int
    games: int
    rate: float
    left: float | None


def progress_of(played: int, games: int, seconds: float) -> Progress:
    """Return the progress after so many seconds."""
    rate = played / seconds if seconds > 0 else 0.0
    return Progress(played, games, rate, (games - played) / rate if rate else None)


class Trial:
    """Plays up to ``games`` games in other processes until the verdict is clear, or ``stop``.

    ``notify`` is called in a thread of the trial after each game, and at the end. ``figures`` and
    ``verdict`` count the games so far in the order of their numbers; ``error`` is what ended the
    trial early, or None.
    """

    def __init__(
        self, game: Game, terms: Terms, games: int = 400, *, margin: float = MARGIN,
        workers: int = 1, notify: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        self.game, self.terms, self.games = game, terms, games
        self.error: Exception | None = None
        self._judge = Judge(margin)
        self._rows: list[Row] = []
        self._workers, self._notify = workers, notify
        self._stopped = Event()
        self._began = self._ended = 0.0
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._began = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """Play no more; what was played stays. The processes end within a moment."""
        self._stopped.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most so long, and return whether it has come."""
        self._thread.join(seconds)
        return not self.is_on

    @property
    def is_on(self) -> bool:
        """Whether games are being played."""
        return bool(self._began) and not self._ended

    @property
    def progress(self) -> Progress:
        """How far the games are."""
        now = self._ended or time.monotonic()
        return progress_of(len(self._rows), self.games, now - self._began if self._began else 0.0)

    @property
    def figures(self) -> Figures:
        """What the games so far add up to."""
        return Figures(tuple(self._rows))

    @property
    def verdict(self) -> Verdict:
        """The verdict so far."""
        return self._judge.verdict

    def _run(self) -> None:
        tasks = [Task(0, number) for number in range(self.games)]
        try:
            with Pool([self.game], self.terms, self._workers, apart=True,
                      stop=self._stopped.is_set) as pool:  # fmt: skip
                for _, row in pool.in_order(tasks):
                    self._rows.append(row)
                    self._judge.add(row)
                    self._notify()
                    if self.verdict.is_clear:
                        break
        except Exception as error:  # of a plugin or a player, for the window to report
            self.error = error
        self._ended = time.monotonic()
        self._notify()
