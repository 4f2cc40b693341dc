"""The side that a game or a board favours, shown by games in the background.

Another package plays them, found by its entry point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, cast

from wargrid.engine.game import Game
from wargrid.offers import load_offer, offers

GROUP: Final = "wargrid.favour"
"""The entry point group of what plays such games: under ``games``, what takes a game, a function
to call after each, and how many games at most, and returns a ``Favour`` that has begun."""

NAME: Final = "games"

GAMES: Final = 40
"""How many games are played at most, unless a frontend asks for more."""


@dataclass(frozen=True, slots=True)
class FavourView:
    """What is known so far: lines to read, games played and to be played, and whether it goes on.

    ``moves`` are, by cell, how often units went there.
    """

    lines: tuple[str, ...]
    done: int
    games: int
    running: bool
    verdict: str
    moves: tuple[int, ...]


class Favour(Protocol):
    """Games of two equal computer players, counted until the favoured side is clear."""

    game: Game

    @property
    def running(self) -> bool:
        """Whether games are still played."""

    def stop(self) -> None:
        """Play no more games; those that were played count."""

    def view(self, language: str) -> FavourView:
        """Return what is known so far in words."""


def can_weigh() -> bool:
    """Return whether a package is installed that plays such games."""
    return NAME in offers(GROUP)


def weigh(game: Game, wake: Callable[[], object] = lambda: None, games: int = GAMES) -> Favour:
    """Begin to play a game; ``wake`` is called in another thread after every one.

    Raises:
        InputError: the package that plays them is broken.
    """
    return cast("Favour", load_offer(GROUP, NAME)(game, wake, games))
