"""What a record says before its moves: which ruleset, which versions, who plays, with which dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from wargrid.core.dice import Source, entropy, seeded
from wargrid.core.moves import ROLL, Move
from wargrid.match.match import Match
from wargrid.match.origin import UNTOLD, Origin, origin_of
from wargrid.plugins.host import installed
from wargrid.plugins.local_code import digest_of
from wargrid.text.format import printable

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.plugins.host import Plugin

FROM_SYSTEM: Final = "system"
BY_HAND: Final = "hand"

_SEED: Final = re.compile(r"seed (-?[0-9]{1,40})")
_SPENT: Final = re.compile(r"([0-9]{1,5}):([0-5][0-9]):([0-5][0-9])")
_LONGEST_NAME: Final = 60
_MOST_TOLD: Final = 50

LONGEST_FACT: Final = 1_000
"""The most characters that a line of a header says of one thing."""

LONGEST_LINE: Final = 100_000
"""The most characters of the line that lists the plugins."""


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about a match that no move tells.

    ``plugins`` are names with the package that provides each, ``game.rule (package 1.0)``;
    ``started`` is any text, usually date and time; ``dice`` is ``system``, ``hand`` or ``seed N``;
    ``players`` has a name per side; ``origin`` tells what the ruleset was read from, ``played`` how
    many seconds the players have spent on the match.
    """

    ruleset: str
    wargrid: str
    plugins: tuple[str, ...] = ()
    started: str = ""
    dice: str = FROM_SYSTEM
    players: tuple[str, ...] = ()
    origin: Origin = UNTOLD
    played: int = 0

    @property
    def by_hand(self) -> bool:
        """Whether the players roll real dice and type in what they show."""
        return self.dice == BY_HAND

    def versions(self) -> str:
        """Wargrid's version and those of the first plugins, on one line."""
        every = [
            printable(name, 100) for name in (f"wargrid {self.wargrid}", *self.plugins[:_MOST_TOLD])
        ]
        return ", ".join(every + ["…"] * (len(self.plugins) > _MOST_TOLD))


def header_for(
    game: Game,
    *,
    started: str = "",
    dice: str = FROM_SYSTEM,
    players: Sequence[str] = (),
    like: Header | None = None,
) -> Header:
    """The header of a new match, with the versions now installed; ``like`` is one whose other facts are kept."""
    origin = origin_of(game) if like is None else like.origin
    played = 0 if like is None else like.played
    if like is not None:
        started, dice, players = like.started, like.dice, like.players
    named = (*players, *("" for _ in game.sides))[: len(game.sides)]
    plugins = tuple(_with_package(name, plugin) for name, plugin in game.plugins.listed.items())
    told = tuple(plain(name) for name in named)
    return Header(
        plain(game.name, 200),
        _version("wargrid"),
        plugins,
        plain(started),
        dice,
        told,
        origin,
        played,
    )


def seed(number: int) -> str:
    """How a header says that dice come from a seed."""
    return f"seed {number}"


def spent(seconds: int) -> str:
    """How a time is written, ``0:12:05``: hours, minutes, seconds."""
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def seconds_in(text: str) -> int | None:
    """The seconds of a time that is written like that, or None."""
    found = _SPENT.fullmatch(text)
    return None if found is None else (int(found[1]) * 60 + int(found[2])) * 60 + int(found[3])


def is_fact(text: str, longest: int = LONGEST_FACT) -> bool:
    """Whether a header may say this on a line: nothing that a terminal obeys or that hides what stands beside it."""
    return len(text) <= longest and text.isprintable()


def is_dice(text: str) -> bool:
    """Whether a header may say this about its dice."""
    return text in (FROM_SYSTEM, BY_HAND) or _SEED.fullmatch(text) is not None


def match_for(game: Game, header: Header, start: Position | None = None) -> Match:
    """A match that has not begun, with the dice its header names."""
    return Match(game, dice=source_of(header), by_hand=header.by_hand, start=start)


def source_of(header: Header, drawn: int = 0) -> Source:
    """Where chance comes from; a seeded source goes on after so many rolls."""
    found = _SEED.fullmatch(header.dice)
    if found is None:
        return entropy()
    source = seeded(int(found[1]))
    _skip(source, drawn)
    return source


def _skip(source: Source, drawn: int) -> None:
    anything = ((Fraction(1), Move(ROLL)),)
    for _ in range(drawn):
        source(anything)


def plain(text: str, longest: int = _LONGEST_NAME) -> str:
    """A text that fits on a header line: printable, single-spaced, not too long."""
    spaced = " ".join(text.encode("utf-8", "replace").decode().split())
    return "".join(letter for letter in spaced if letter.isprintable())[:longest].strip()


def _with_package(name: str, plugin: Plugin) -> str:
    """A plugin with the package that provides it and its version, or with what its own file's code was."""
    name, digest = plain(name, LONGEST_FACT), digest_of(plugin)
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
