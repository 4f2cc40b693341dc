"""Whom a game or a board favours: two equal computer players play it in the background."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wargrid.core.state import Result
from wargrid.engine.game import Game
from wargrid.lab import Figures, Terms, Trial
from wargrid.players import PlayerError
from wargrid.plugins.base import PluginError
from wargrid.table.wording import Wording, result_text
from wargrid.text import catalog

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
    """What is known so far: lines to read, how many of how many games are played, if it goes on.

    ``moves`` are, by cell, how often units went there.
    """

    lines: tuple[str, ...]
    done: int
    games: int
    running: bool
    verdict: str
    moves: tuple[int, ...]


class Favour:
    """Plays games in other processes until it is clear who wins, and counts.

    ``wake`` is called in another thread after every game.
    """

    def __init__(
        self, game: Game, wake: Callable[[], object] = lambda: None, games: int = GAMES,
        workers: int = WORKERS,
    ) -> None:  # fmt: skip
        self.game, self.games = game, games
        terms = Terms((LEVEL, LEVEL), nodes=NODES)
        self._trial = Trial(game, terms, games, workers=workers, notify=wake)
        self._trial.start()

    @property
    def running(self) -> bool:
        """Whether games are still played."""
        return self._trial.is_on

    def failure(self, language: str = "en") -> str:
        """Return why the games ended early, as a sentence, or ""."""
        error = self._trial.error
        if isinstance(error, PlayerError) and error.key == "worker_died":
            return catalog(language).say("lobby.favour.died")  # a window has no workers to lessen
        if isinstance(error, PlayerError | PluginError):
            return error.text(language)
        return str(error or "")

    def stop(self) -> None:
        """Play no more games; those that were played count."""
        self._trial.stop()

    def wait(self) -> None:
        """Wait until no game is played any more."""
        self._trial.wait()

    @property
    def score(self) -> Figures:
        """The games played so far."""
        return self._trial.figures

    def view(self, language: str) -> FavourView:
        """Return what is known so far in words."""
        score, wording = self.score, Wording(self.game, language)
        say, done = wording.texts.say, len(score.games)
        lines = [say("lobby.favour.running", done=done, games=self.games)]
        best = ""
        for side in range(len(self.game.sides)) if done else ():
            found = score.of_side(side)
            low, high = found.interval
            values = {"low": round(100 * low), "high": round(100 * high),
                      "share": round(100 * found.value)}  # fmt: skip
            name = wording.side(side)
            lines.append(say("lobby.favour.share", side=name[:1].upper() + name[1:], **values))
            best = name if low > 0.5 else best
        if done:
            lines.append(say("lobby.favour.draws", count=score.draws))
            lines.append(say("lobby.favour.moves", moves=round(score.moves / done)))
            ends = Counter((each.side, each.ending) for each in score.games if each.ending)
            for (winner, reason), count in ends.most_common():
                text = result_text(self.game, Result(winner, reason), language)
                lines.append(say("lobby.favour.ending", reason=text, count=count))
        verdict = say("lobby.favour.few" if done or not self.running else "lobby.favour.begun")
        if done >= FEWEST:
            verdict = say("lobby.favour.side", side=best) if best else say("lobby.favour.even")
        if done:
            lines.append(say("lobby.favour.heat"))
        failure = self.failure(language)
        lines += [failure] if failure else []
        return FavourView(tuple(lines), done, self.games, self.running, verdict, self._moves(score))

    def _moves(self, score: Figures) -> tuple[int, ...]:
        grid, found = self.game.grid, Counter[str]()
        for side in self.game.ruleset.sides:
            found.update(score.cells("moves", side))
        return tuple(found[grid.name(cell)] for cell in range(grid.cells))
