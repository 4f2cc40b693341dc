"""What is started: frontends, servers and pages of replays, found by their entry points.

The core knows none of them by name, and imports one only when it is started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from wargrid.offers import load_offer, offers
from wargrid.text import InputError, catalog, join_names

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match import Header, Match
    from wargrid.players import Seat

GROUP: Final = "wargrid.frontends"
"""The entry point group of frontends: a name, and a function that takes a ``Start`` and returns an
exit code."""

SERVERS: Final = "wargrid.servers"
"""The entry point group of servers: a name, and a function that takes a ``Serving``, serves, and
returns an exit code."""

REPLAYS: Final = "wargrid.replays"
"""The entry point group of files to send: a name, and a function that takes a film or a report as
JSON and returns a page that shows it."""


PAGES: Final = "wargrid.pages"
"""The entry point group of pages of a record: ``replay``, and a function that takes the file to
write, a match, its header and a language."""


@dataclass(frozen=True, slots=True)
class Start:
    """What to open: a game, a saved game or journal to go on with, or (neither given) the menu.

    ``position`` is where the game begins, if not with the set-up. ``screenshot`` names a PNG file
    to draw the first frame into, after which the frontend ends; ``size`` is the window's in pixels.
    ``seats`` say who plays each side, persons by default. ``language`` is None if the player has
    not named one for this start. ``join`` is the link of a seat on a server, instead of a game.
    """

    game: Game | None = None
    position: Position | None = None
    resume: Path | None = None
    seed: int | None = None
    by_hand: bool = False
    language: str | None = None
    screenshot: Path | None = None
    size: tuple[int, int] | None = None
    seats: tuple[Seat, ...] = ()
    join: str = ""


@dataclass(frozen=True, slots=True)
class Serving:
    """How a server is started: where it listens, and which games it offers.

    ``folder`` is where it keeps its games, ``rulesets`` the names that it offers, all if empty.
    ``names`` are the host names that it answers to. ``proxy``: clients come through a proxy that
    says their addresses. ``shared``: other processes serve the same folder. ``until_eof``: it ends
    with the standard input. Of the ruleset ``game``, which is offered too, a match is begun at
    once, and its links are printed. ``notices`` is the file that says by which ways players are
    told of their turns.
    """

    host: str = "127.0.0.1"
    port: int = 0
    folder: Path | None = None
    rulesets: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    proxy: bool = False
    shared: bool = False
    until_eof: bool = False
    language: str = "en"
    game: str = ""
    notices: Path | None = None


class NoFrontend(InputError, LookupError):
    """No installed package offers what is called ``name``; ``known`` are the names they offer."""

    def __init__(self, name: str, known: Iterable[str] = ()) -> None:
        super().__init__(name)
        self.name, self.known = name, tuple(known)

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """Return what is missing, and what to do, in a language."""
        key = "cli.unknown_frontend" if self.known else "cli.no_frontend"
        return catalog(language).say(key, name=self.name, known=join_names(self.known))


class CannotStart(InputError):
    """A frontend cannot open what it should: the key of the text that says why, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def text(self, language: str = "en") -> str:
        """Return what cannot be opened, and what to do, in a language."""
        return catalog(language).say(self.key, **self.values)


def window(name: str = "pygame") -> Callable[[Start], int]:
    """Return the frontend of that name; it is imported only now.

    Raises:
        NoFrontend: no installed package offers it.
        InputError: the package that does is broken, or lacks another.
    """
    return cast("Callable[[Start], int]", _found(GROUP, name))


def server(name: str = "web") -> Callable[[Serving], int]:
    """Return the server of that name; it is imported only now.

    Raises:
        NoFrontend: no installed package offers it.
        InputError: the package that does is broken, or lacks another.
    """
    return cast("Callable[[Serving], int]", _found(SERVERS, name))


def replay_page(name: str = "web") -> Callable[[bytes], bytes]:
    """Return what makes a page of a film or a report, which needs no network.

    Raises:
        NoFrontend: no installed package offers it.
        InputError: the package that does is broken, or lacks another.
    """
    return cast("Callable[[bytes], bytes]", _found(REPLAYS, name))


def replay_writer() -> Callable[[Path, Match, Header, str], None]:
    """Return what writes a page that replays a match.

    Raises:
        NoFrontend: no installed package offers it.
        InputError: the package that does is broken, or lacks another.
    """
    return cast("Callable[[Path, Match, Header, str], None]", _found(PAGES, "replay"))


def _found(group: str, name: str) -> object:
    try:
        return load_offer(group, name)
    except KeyError:
        raise NoFrontend(name, offers(group)) from None
