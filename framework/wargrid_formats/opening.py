"""Open files of games: their format is found, their games are listed, one is chosen."""

from __future__ import annotations

from codecs import BOM_UTF8
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wargrid_formats.decoding import decoded, read_file
from wargrid_formats.form import Format, formats, sniffed
from wargrid_formats.notices import FormatError
from wargrid_formats.tree import GameFile, Source

_FIRST_BYTES: Final = 64
_RECORDS: Final = (b"wargrid record ", b"wargrid journal ")


@dataclass(frozen=True, slots=True)
class GamesFile:
    """The games of a file, at least one, and the name of their format."""

    format: str
    games: tuple[GameFile, ...]

    def game(self, number: int = 1) -> GameFile:
        """Return a game by its number from 1; raises FormatError."""
        if not 1 <= number <= len(self.games):
            raise FormatError("no_such_game", number=number, most=len(self.games))
        return self.games[number - 1]


def is_record(data: bytes) -> bool:
    """Return whether bytes begin like a record or a journal of Wargrid."""
    return data.startswith(_RECORDS)


def is_foreign(path: Path) -> bool:
    """Return whether a file exists that does not begin as Wargrid's records do."""
    try:
        with path.open("rb") as file:
            return not is_record(file.read(_FIRST_BYTES).removeprefix(BOM_UTF8))
    except (OSError, ValueError):
        return False


def read_games(data: bytes, file: str = "") -> GamesFile:
    """Read the games of a file, whose name may tell its format where its text does not.

    Raises:
        FormatError: it is too large, no text, of no known format, or without a game.
    """
    try:
        text = decoded(data)
        form = sniffed(text) or _by_ending(file)
        if form is None:
            raise FormatError("unknown", known=", ".join(sorted(formats())))
        games = tuple(form.read(Source(text)))
        if not games:
            raise FormatError("no_games", format=form.name.upper())
    except FormatError as error:
        raise error.named(file) from None
    return GamesFile(form.name, games)


def read_games_at(path: Path) -> GamesFile:
    """Read the games of a file on the disk; raises FormatError."""
    return read_games(read_file(path), str(path))


def _by_ending(file: str) -> Format | None:
    ending = Path(file).suffix.casefold()
    return next((each for each in formats().values() if ending in each.endings), None)


def format_by_ending(path: Path) -> str:
    """Return the name of the format whose files end as a path does, or an empty text."""
    found = _by_ending(path.name)
    return found.name if found is not None else ""
