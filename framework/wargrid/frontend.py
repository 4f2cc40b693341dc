"""The contract with frontends: how one is found, what it opens, and the games it can list and load.

A frontend imports from ``wargrid``, ``wargrid.frontend``, ``wargrid.remote``, ``wargrid.scenes``,
``wargrid.editor``, ``wargrid.table``, ``wargrid.looks``, ``wargrid.match`` and ``wargrid.text``
only.
The framework itself draws nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

from pydantic import BaseModel

from wargrid.loading.library import SUFFIX as RULESET_SUFFIX
from wargrid.loading.library import UnknownRuleset, find, is_ruleset, is_yaml, name_of
from wargrid.loading.library import locate as game_file
from wargrid.loading.library import names as game_names
from wargrid.loading.library import roots as game_folders
from wargrid.loading.loader import Loaded, Recipe, joined, load_named
from wargrid.loading.validation import validate_document
from wargrid.offers import load_point
from wargrid.plugins.local_code import UNTRUSTED, untrusted_files
from wargrid.plugins.trust import trust, trust_folder
from wargrid.source.diagnostics import RulesetError
from wargrid.source.document import Document
from wargrid.source.folders import resolved
from wargrid.source.merge import SETTING
from wargrid.source.yaml_reader import read

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.players import Seat

__all__ = [
    "GROUP", "RULESET_SUFFIX", "SETTING", "UNTRUSTED", "Document", "GameSummary", "Loaded",
    "NoFrontend", "Recipe", "Serving", "Start", "game_file", "game_folders", "game_name",
    "game_names", "game_summary", "game_title", "is_ruleset", "is_yaml", "load_named",
    "read_document", "replay_page", "scenario_title", "server", "stamp_of", "trust", "trust_folder",
    "untrusted_files", "validate_file", "window",
]  # fmt: skip

Model = TypeVar("Model", bound=BaseModel)

GROUP: Final = "wargrid.frontends"
"""The entry point group of frontends: a name, and a function that takes a ``Start`` and returns an
exit code."""

SERVERS: Final = "wargrid.servers"
"""The entry point group of servers: a name, and a function that takes a ``Serving``, serves, and
returns an exit code."""


REPLAYS: Final = "wargrid.replays"
"""The entry point group of files to send: a name, and a function that takes a film or a report as
JSON and returns a page that shows it."""


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
    """How a server is started: where it listens, and what it offers to whom.

    ``folder`` is where it keeps its games, ``rulesets`` the names that it offers, all if empty.
    ``names`` are the host names that it answers to. ``proxy``: clients come through a proxy that
    says their addresses. ``shared``: other processes serve the same folder. ``until_eof``: it ends
    with the standard input. Of the ruleset ``game``, which is offered too, a match is begun at
    once, and its links are printed.
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


class NoFrontend(LookupError):
    """No installed package offers a frontend of this ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """Return what is missing, and what to do, in a language."""
        from wargrid.text import catalog

        return catalog(language).say("cli.no_frontend", name=self.name)


def window(name: str = "pygame") -> Callable[[Start], int]:
    """Return the frontend of that name; it is imported only now.

    Raises:
        NoFrontend: no installed package offers it.
        BrokenEntryPoint: the package that does is broken.
    """
    for point in entry_points(group=GROUP, name=name):
        return cast("Callable[[Start], int]", load_point(point))
    raise NoFrontend(name)


def server(name: str = "web") -> Callable[[Serving], int]:
    """Return the server of that name; it is imported only now.

    Raises:
        NoFrontend: no installed package offers it.
        BrokenEntryPoint: the package that does is broken.
        ImportError: a package that it needs is missing.
    """
    for point in entry_points(group=SERVERS, name=name):
        return cast("Callable[[Serving], int]", load_point(point))
    raise NoFrontend(name)


def replay_page(name: str = "web") -> Callable[[bytes], bytes]:
    """Return what makes a page of a film or a report, which needs no network.

    Raises:
        NoFrontend: no installed package offers it.
        BrokenEntryPoint: the package that does is broken.
    """
    for point in entry_points(group=REPLAYS, name=name):
        return cast("Callable[[bytes], bytes]", load_point(point))
    raise NoFrontend(name)


def game_name(file: Path) -> str:
    """Return the name that lists a ruleset's file, or its whole path if it has none."""
    name = name_of(file)
    try:
        return name if resolved(game_file(name)) == resolved(file) else str(file.absolute())
    except UnknownRuleset:
        return str(file.absolute())


def stamp_of(*folders: Path) -> str:
    """Return a text that changes with any file of the library, of Wargrid or of these folders."""
    found = []
    for folder in (*game_folders(), Path(__file__).resolve().parent, *folders):
        for at, below, files in os.walk(folder):
            below[:] = sorted(one for one in below if one != "__pycache__")
            for file in sorted(files):
                with suppress(OSError):
                    known = Path(at, file).stat()
                    found.append(f"{at}/{file} {known.st_size} {known.st_mtime_ns}")
    return hashlib.sha256("\n".join(found).encode("utf-8", "surrogateescape")).hexdigest()


def game_title(name: str) -> str | dict[str, str]:
    """Return what a ruleset calls itself, without checking it; its name if it cannot be read."""
    try:
        title = find(name).data.get("name", name)
    except RulesetError:
        return name
    return title if isinstance(title, str | dict) else name


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a menu shows of a game, read without checking it.

    ``summary`` is a text or one per language, ``minutes`` how long a game usually lasts (0 if the
    ruleset does not say), ``sides`` the number of sides, ``dice`` whether it has dice. What players
    count is a text's name: ``table.turn``, or ``table.day`` or ``table.move`` where every side has
    a part in one. ``rank`` is its own place in the menu, 0 if it gives none.
    """

    summary: str | dict[str, str] = ""
    minutes: int = 0
    sides: int = 2
    dice: bool = False
    counts: str = "table.turn"
    rank: int = 0


def game_summary(name: str) -> GameSummary:
    """Return what a menu shows of a game; an empty summary if its file cannot be read."""
    try:
        data, own = joined(name).data, find(name).data.get("rank")
    except RulesetError:
        return GameSummary()
    text, minutes, sides = data.get("summary"), data.get("minutes"), data.get("sides")
    return GameSummary(
        text if isinstance(text, str | dict) else "",
        minutes if isinstance(minutes, int) else 0,
        len(sides) if isinstance(sides, dict) else 2,
        bool(data.get("dice")),
        _counted(data),
        own if isinstance(own, int) else 0,
    )


def _counted(data: Mapping[str, object]) -> str:
    victory, turn = data.get("victory"), data.get("turn")
    listed = victory if isinstance(victory, list) else [victory]
    limits = (one.get("limit") for one in listed if isinstance(one, dict))
    if any(isinstance(limit, dict) and "days" in limit for limit in limits):
        return "table.day"
    is_one_move = isinstance(turn, dict) and turn.get("actions") == 1
    return "table.move" if is_one_move else "table.turn"


def scenario_title(loaded: Loaded, board: str) -> str | dict[str, str]:
    """Return the title of one of the scenarios of a ruleset, or an empty text; "" has none."""
    found = read(loaded.scenarios.get(board, Path(board))).data.get("name") if board else ""
    return found if isinstance(found, str | dict) else ""


def read_document(path: Path) -> Document:
    """Read a YAML file with the position of every value; raises RulesetError."""
    return read(path)


def validate_file(path: Path, model: type[Model]) -> tuple[Model, Document]:
    """Read a YAML file and check it against a Pydantic model.

    Raises:
        RulesetError: every error in the file, each with its line.
    """
    document = read(path)
    made, found = validate_document(model, document)
    if made is None:
        raise RulesetError(found)
    return made, document
