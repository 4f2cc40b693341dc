"""Whom a board favours: games of two equal computer players on it, in the background."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from wargrid.core.state import Result
from wargrid.engine.game import Game
from wargrid.players.processes.pool import simulate_games
from wargrid.players.protocol import PlayerError
from wargrid.players.simulate import Score, SimulatedGame, Terms
from wargrid.plugins.base import PluginError
from wargrid.table.wording import Wording, result_text

GAMES: Final = 40
LEVEL: Final = "2"
"""How many games are played, and by which computer player on both sides."""

NODES: Final = 400
"""What each may look at in a turn, so that the games are the same on every computer."""

FEWEST: Final = 10
"""Of fewer games nothing is said."""

WORKERS: Final = 2
"""In how many processes they are played; the window keeps its own."""


@dataclass(frozen=True, slots=True)
class FavourView:
    """What is known so far: lines to read, how many of how many games are played, if it goes on."""

    lines: tuple[str, ...]
    done: int
    games: int
    running: bool
    verdict: str


class Favour:
    """Plays games on a board in a thread of its own, and counts who wins.

    ``wake`` is called in that thread after every game.
    """

    def __init__(
        self, game: Game, wake: Callable[[], object] = lambda: None, games: int = GAMES,
        workers: int = WORKERS,
    ) -> None:  # fmt: skip
        self.game, self.games = game, games
        self._wake, self._workers = wake, workers
        self._found: list[SimulatedGame] = []
        self._stopped = Event()
        self.failure = ""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        terms = Terms((LEVEL, LEVEL), nodes=NODES)
        try:
            with closing(simulate_games(self.game, terms, self.games, self._workers)) as played:
                for each in played:
                    self._found.append(each)
                    self._wake()
                    if self._stopped.is_set():
                        return
        except (PlayerError, PluginError) as error:
            self.failure = error.text()
        finally:
            self._stopped.set()
            self._wake()

    @property
    def running(self) -> bool:
        """Whether games are still played."""
        return not self._stopped.is_set()

    def stop(self) -> None:
        """Play no more games; those that were played count."""
        self._stopped.set()

    def wait(self) -> None:
        """Wait until no game is played any more."""
        self._thread.join()

    @property
    def score(self) -> Score:
        """The games played so far."""
        return Score(tuple(sorted(self._found)))

    def view(self, language: str) -> FavourView:
        """Return what is known so far in words."""
        score, wording = self.score, Wording(self.game, language)
        say, done = wording.texts.say, len(score.games)
        lines = [say("editor.favour.running", done=done, games=self.games)]
        best = ""
        for side in range(len(self.game.sides)) if done else ():
            low, high = score.interval_of_side(side)
            share = round(100 * score.share_of_side(side))
            values = {"low": round(100 * low), "high": round(100 * high), "share": share}
            name = wording.side(side)
            lines.append(say("editor.favour.share", side=name[:1].upper() + name[1:], **values))
            best = name if low > 0.5 else best
        if done:
            lines.append(say("editor.favour.draws", count=score.draws))
            lines.append(say("editor.favour.moves", moves=round(score.moves / done)))
            ends = Counter((each.side, each.ending) for each in score.games if each.ending)
            for (winner, reason), count in ends.most_common():
                text = result_text(self.game, Result(winner, reason), language)
                lines.append(say("editor.favour.ending", reason=text, count=count))
        verdict = say("editor.favour.few")
        if done >= FEWEST:
            verdict = say("editor.favour.side", side=best) if best else say("editor.favour.even")
        lines += [self.failure] if self.failure else []
        return FavourView(tuple(lines), done, self.games, self.running, verdict)
