"""Which side a game or a board favours: two equal computer players play it in the background."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from wargrid.core.state import Result
from wargrid.engine.game import Game
from wargrid.match import result_text
from wargrid.players import PlayerError
from wargrid.plugins.base import PluginError
from wargrid.ruleset.verbs import capital
from wargrid.text import catalog
from wargrid_lab.games.play import Terms
from wargrid_lab.trial import Trial
from wargrid_lab.verdicts.figures import Figures
from wargrid_lab.verdicts.sentences import percent, side_name
from wargrid_play.table.lobby.favour import GAMES, FavourView

LEVEL: Final = "2"
"""Which computer player plays both sides."""

NODES: Final = 400
"""What each may look at in a turn, so that the games are the same on every computer."""

WORKERS: Final = 2
"""In how many processes they are played; the window keeps its own."""


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
        score, say = self.score, catalog(language).say
        done = len(score.games)
        lines = [say("lobby.favour.running", done=done, games=self.games, level=LEVEL)]
        if done:
            shares = [(side_name(self.game, n, language), score.of_side(n)) for n in (0, 1)]
            first = say("lobby.favour.first"), score.of_first()
            shares += [first] * (score.always_first is None)
            lines += [say("lobby.favour.share", of=capital(name), share=percent(share, language))
                      for name, share in shares]  # fmt: skip
            lines.append(say("lobby.favour.draws", count=score.draws))
            lines.append(say("lobby.favour.moves", moves=round(score.moves / done)))
            ends = Counter((each.side, each.ending) for each in score.games if each.ending)
            for (winner, reason), count in ends.most_common():
                text = result_text(self.game, Result(winner, reason), language)
                lines.append(say("lobby.favour.ending", reason=text, count=count))
            lines.append(say("lobby.favour.heat"))
        failure = self.failure(language)
        lines += [failure] if failure else []
        verdict, moves = self._verdict(done, language), self._moves(score)
        return FavourView(tuple(lines), done, self.games, self.running, verdict, moves)

    def _verdict(self, done: int, language: str) -> str:
        """Say which side the game favours; nothing that more games might change."""
        found, say = self._trial.verdict, catalog(language).say
        if found.side == "open":
            waits = "open" if done else "begun"
            return say(f"lobby.favour.{waits if self.running else 'few'}")
        if found.side == "even":
            return say("lobby.favour.even", limit=round(100 * (0.5 + found.margin)))
        ahead = 0 if found.side == "more" else 1
        return say("lobby.favour.side", side=side_name(self.game, ahead, language))

    def _moves(self, score: Figures) -> tuple[int, ...]:
        grid, found = self.game.grid, Counter[str]()
        for side in self.game.ruleset.sides:
            found.update(score.cells("moves", side))
        return tuple(found[grid.name(cell)] for cell in range(grid.cells))
