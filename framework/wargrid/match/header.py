"""The header of a record: ruleset, where it was read from, versions, players and dice."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NamedTuple

from wargrid.core.dice import ChanceSource, entropy, seeded
from wargrid.core.moves import ROLL, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.loading.library import SUFFIX, UnknownRuleset, locate
from wargrid.loading.loader import Recipe
from wargrid.match.fair import FairDice
from wargrid.match.match import Match
from wargrid.match.timing import TimeControl
from wargrid.plugins.base import Plugin
from wargrid.plugins.discovery import installed
from wargrid.plugins.local_code import code_digest
from wargrid.source.folders import named_path, resolved
from wargrid.text import printable

FROM_SYSTEM: Final = "system"
BY_HAND: Final = "hand"
FAIR: Final = "fair"

_SEED: Final = re.compile(r"seed (-?[0-9]{1,40})")
_MAX_NAME: Final = 60
_MAX_PLAYER: Final = 300  # the path of an engine may be long
_MAX_PLUGINS_SHOWN: Final = 50

MAX_VALUE: Final = 1_000
"""The most characters of a value in a header."""

MAX_PLUGINS: Final = 100_000
"""The most characters of the value that lists the plugins."""

_UNKNOWN: Final = "?"
"""The file of an origin that does not fit on a header line."""

_HOME: Final = "~/"
_MAX_PATH_PART: Final = 255


class Origin(NamedTuple):
    """Where a ruleset was read from: its file, its scenario, and settings as ``KEY=VALUE``.

    ``file`` is empty if the ruleset's name leads to it. Files are absolute or begin with ``~/``, so
    that a record does not give away the name of the player.
    """

    file: str = ""
    scenario: str = ""
    settings: tuple[str, ...] = ()

    def recipe(self, ruleset: str) -> Recipe | None:
        """Return what the ruleset can be read from again, or None if that is unknown here."""
        file = _path(self.file) if self.file else _find(ruleset)
        scenario = _path(self.scenario) if self.scenario.endswith(SUFFIX) else self.scenario or None
        if file is None or (self.scenario and scenario is None):
            return None
        pairs = (setting.partition("=") for setting in self.settings)
        return Recipe(file, {key: value for key, _, value in pairs}, scenario)


NO_ORIGIN: Final = Origin()


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about a match that its moves do not show.

    ``plugins`` are names with the package that provides each, ``game.rule (package 1.0)``;
    ``started`` is any text, usually date and time; ``dice`` is ``system``, ``hand``, ``seed N`` or
    ``fair``, whose numbers ``fair`` has;
    ``players`` has a name for each side; ``colours`` the word of the colour that each side has
    instead of its own, or nothing; ``played`` is the playing time in seconds, and ``used`` that of
    each side. ``campaign`` says of which campaign it is a battle. ``clock`` limits the time of each
    side, if there is one. ``since`` is when the turn
    began that goes on, in seconds since 1970, where a journal has it, else 0; ``used`` is then
    without that turn. ``guided``: it is a guided game that its player has not left.
    """

    ruleset: str
    wargrid: str
    plugins: tuple[str, ...] = ()
    started: str = ""
    dice: str = FROM_SYSTEM
    players: tuple[str, ...] = ()
    origin: Origin = NO_ORIGIN
    played: int = 0
    clock: TimeControl | None = None
    colours: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    fair: FairDice | None = None
    campaign: str = ""
    since: int = 0
    guided: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether the players roll real dice and enter the results."""
        return self.dice == BY_HAND

    def versions(self) -> str:
        """Return the versions of Wargrid and of the first 50 plugins, on one line."""
        names = (f"wargrid {self.wargrid}", *self.plugins[:_MAX_PLUGINS_SHOWN])
        more = ["…"] * (len(self.plugins) > _MAX_PLUGINS_SHOWN)
        return ", ".join([*(printable(name, 100) for name in names), *more])


def header_for(
    game: Game,
    *,
    started: str = "",
    dice: str = FROM_SYSTEM,
    players: Sequence[str] = (),
    like: Header | None = None,
) -> Header:
    """Return the header of a new match, with the versions now installed.

    ``like`` is a header whose other facts are kept.
    """
    if like is not None:
        started, dice, players = like.started, like.dice, like.players
    names = (*players, *("" for _ in game.sides))[: len(game.sides)]
    made = Header(
        plain(game.name, 200),
        _version("wargrid"),
        tuple(_with_package(name, plugin) for name, plugin in game.plugins.listed.items()),
        plain(started),
        dice,
        tuple(plain(name, _MAX_PLAYER) for name in names),
        origin_of(game) if like is None else like.origin,
        *(
            ()
            if like is None
            else (like.played, like.clock, like.colours, like.used, like.fair, like.campaign)
        ),
    )
    return replace(made, guided=like is not None and like.guided)


def seed(number: int) -> str:
    """Return the ``dice`` of a header whose dice come from a seed."""
    return f"seed {number}"


def is_dice(text: str) -> bool:
    """Return whether a text is a valid ``dice`` of a header."""
    return text in (FROM_SYSTEM, BY_HAND, FAIR) or _SEED.fullmatch(text) is not None


def match_for(game: Game, header: Header, start: Position | None = None) -> Match:
    """Return a match before its first move, with the dice its header names."""
    return Match(game, dice=source_of(header), by_hand=header.by_hand, start=start)


def source_of(header: Header, drawn: int = 0) -> ChanceSource:
    """Return the source of chance; one with a seed continues after ``drawn`` rolls."""
    if header.fair is not None and header.fair.complete:
        return header.fair.source(drawn)
    found = _SEED.fullmatch(header.dice)
    if found is None:
        return entropy()
    source = seeded(int(found[1]))
    anything = ((Fraction(1), Move(ROLL)),)
    for _ in range(drawn):
        source(anything)
    return source


def plain(text: str, max_length: int = _MAX_NAME) -> str:
    """Return a text that fits on a header line: printable, single-spaced, not too long."""
    spaced = " ".join(text.encode("utf-8", "replace").decode().split())
    return "".join(letter for letter in spaced if letter.isprintable())[:max_length].strip()


def _with_package(name: str, plugin: Plugin) -> str:
    """Return a plugin with the package that provides it, or with the digest of its file."""
    name, digest = plain(name, MAX_VALUE), code_digest(plugin)
    if digest is not None:
        return f"{name} ({digest})"
    point = installed().get(name)
    if point is None or point.dist is None:
        return name
    return f"{name} ({point.dist.name} {point.dist.version})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def origin_of(game: Game) -> Origin:
    """Return where the ruleset of a game was read from."""
    recipe = game.recipe
    if recipe is None:
        return NO_ORIGIN
    named = _find(game.name)
    by_name = named is not None and resolved(named) == resolved(recipe.file)
    scenario = str(recipe.scenario or "")
    if scenario.endswith(SUFFIX):
        scenario = _below_home(Path(scenario))
    file = "" if by_name else _below_home(recipe.file)
    origin = Origin(file, scenario, recipe.setting_texts())
    fits = all(_fits(text) for text in (origin.file, origin.scenario, *origin.settings))
    return origin if fits else Origin(_UNKNOWN)


def _fits(text: str) -> bool:
    """Return whether a header line gives back the text that was written into it."""
    return text.isprintable() and text == text.strip() and len(text) <= MAX_VALUE


def _find(ruleset: str) -> Path | None:
    """Return the file that the name of a ruleset leads to; a path is not a name."""
    try:
        return None if ruleset.endswith(SUFFIX) else locate(ruleset)
    except UnknownRuleset:
        return None


def _below_home(file: Path) -> str:
    whole, home = file.absolute(), named_path("~")
    below = home.is_absolute() and home != Path(home.anchor) and whole.is_relative_to(home)
    return _HOME + whole.relative_to(home).as_posix() if below else whole.as_posix()


def _path(text: str) -> Path | None:
    """Return the YAML file that a header names, or None if it is not one on this computer."""
    path = named_path(text) if text.startswith(_HOME) else Path(text)
    is_remote = text.startswith(("//", "\\\\"))
    fits = _fits(text) and all(len(os.fsencode(part)) <= _MAX_PATH_PART for part in path.parts)
    local = path.is_absolute() and path.suffix == SUFFIX and not is_remote
    return path if fits and local else None
