"""Files of games of other programs: each stays in its visitor’s browser, and is sent with requests.

Nothing of them is kept here. A visitor shares one as a page, or by a match that goes on from it.
"""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from wargrid import RulesetError
from wargrid.text import InputError, printable
from wargrid_formats import FormatError, GameFile, Opened, open_game
from wargrid_formats import read_games as read_games_of
from wargrid_play.table import title_of_game, told
from wargrid_web.lines import MOVES, Change, Kept, Lines
from wargrid_web.making import BadRequest
from wargrid_web.offered import Games


class FileWish(Kept):
    """The request to look at a game of a file: its text, and the number of the game from 1.

    A number of 0 asks for the list of games; of a single one it shows it.
    """

    text: str
    name: str = Field(default="", max_length=200)
    number: int = Field(default=0, ge=0, le=1_000)


class FileBranch(FileWish):
    """The request to play on from where the game of a file was after so many plies."""

    at: int = Field(ge=0, le=10**6)


class FileLine(FileWish, Change):
    """The request to try another move in the game of a file, or to write about it."""


class FileLook(BaseModel):
    """The request for the verdicts on a game that is looked at, by its key."""

    model_config = ConfigDict(extra="forbid", strict=True)
    key: str = Field(pattern=r"^file-[0-9a-f]{32}$")


class Looked(NamedTuple):
    """A game of a file that this server offers: its match, its ruleset here, and its key."""

    opened: Opened
    ruleset: str
    key: str


def games_of(wish: FileWish, language: str) -> tuple[GameFile, ...]:
    """Return the games of a file. Raises BadRequest."""
    try:
        return read_games_of(wish.text.encode("utf-8", "replace"), wish.name).games
    except FormatError as error:
        raise _refused(error, language) from None


def titles_of(games: tuple[GameFile, ...]) -> list[str]:
    """Return a line for each game."""
    return [title_of_game(game, number) for number, game in enumerate(games, 1)]


def look(wish: FileWish, offered: Games, language: str) -> Looked:
    """Return the game that a request names.

    Raises:
        BadRequest: it cannot be read, or its ruleset is not offered here.
    """
    games = games_of(wish, language)
    number = max(1, wish.number)
    if number > len(games):
        raise BadRequest(422, "no_game")
    try:
        found = open_game(games[number - 1], MOVES)
    except (FormatError, RulesetError) as error:
        raise _refused(error, language) from None
    names = [name for name, _ in offered if name == found.match.game.name]
    if not names:
        raise BadRequest(422, "no_game")
    key = hashlib.sha256(f"{number} {wish.text}".encode("utf-8", "replace")).hexdigest()[:32]
    return Looked(found, names[0], f"file-{key}")


def answer(looked: Looked, film: bytes, language: str) -> bytes:
    """Return a film with what is said of the game, and its branches and comments, as JSON."""
    about = {
        "key": looked.key,
        "told": told(looked.opened, language),
        "line": Lines(looked.opened, Kept(), language).shown(0),
    }
    return b'{"film":' + film + b"," + json.dumps(about).encode()[1:]


def _refused(error: InputError, language: str) -> BadRequest:
    return BadRequest(422, "text", text=printable(error.text(language), 500))
