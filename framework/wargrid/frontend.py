"""How a frontend is found and what it is asked to open; the framework itself draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

GROUP: Final = "wargrid.frontends"
"""The entry point group of frontends: a name, and a function that takes a ``Start`` and returns an
exit code."""


@dataclass(frozen=True, slots=True)
class Start:
    """What to open: a game, a saved game or journal to go on with, or (neither given) the menu.

    ``position`` is where the game begins, if not with the set-up. ``screenshot`` names a PNG file
    to draw the first frame into, after which the frontend ends; ``size`` is the window's in pixels.
    """

    game: Game | None = None
    position: Position | None = None
    resume: Path | None = None
    seed: int | None = None
    by_hand: bool = False
    language: str | None = None
    screenshot: Path | None = None
    size: tuple[int, int] | None = None


class NoFrontend(LookupError):
    """No installed package offers a frontend of this ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """What is missing, and what to do, in a language."""
        from wargrid.text.catalog import catalog

        return catalog(language).say("cli.no_frontend", name=self.name)


def window(name: str = "pygame") -> Callable[[Start], int]:
    """The frontend of that name; it is imported only now.

    Raises:
        NoFrontend: no installed package offers it.
    """
    for point in entry_points(group=GROUP, name=name):
        return cast("Callable[[Start], int]", point.load())
    raise NoFrontend(name)
