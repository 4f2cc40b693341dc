"""Games of other programs at the table: what is dropped or chosen, and what is copied or saved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Header, Match, write_fen, write_whole
from wargrid.match.saves import file_name
from wargrid.text import catalog
from wargrid_formats import (
    FormatError,
    GameFile,
    Opened,
    format_by_ending,
    formats_of,
    is_foreign,
    open_game,
    read_games,
    read_games_at,
    read_pasted,
    write_game,
)

FEN: Final = "fen"
"""The name under which a position is copied."""


class Copy(NamedTuple):
    """What can be copied of a match: a name, its label, and the text."""

    name: str
    label: str
    text: str


def is_game_file(path: Path) -> bool:
    """Return whether a file may have games of another program: it is no record of Wargrid."""
    return is_foreign(path)


def games_in(path: Path) -> Sequence[GameFile]:
    """Return the games of a file of another program; raises FormatError."""
    return read_games_at(path).games


def games_in_text(text: str) -> Sequence[GameFile]:
    """Return the games of a text that was pasted; none if it is no file of games."""
    try:
        return read_games(text.encode("utf-8", "replace")).games
    except FormatError:
        return ()


def pasted_position(game: Game, text: str) -> Position:
    """Return the position of a text that was pasted; raises PositionError."""
    return read_pasted(game, text)


def opened(game: GameFile) -> Opened:
    """Return a game of another program as a match; raises FormatError or RulesetError."""
    return open_game(game)


def told(found: Opened, language: str) -> list[str]:
    """Return what is to be said of a game of another program, a sentence for each."""
    return list(dict.fromkeys(notice.text(language) for notice in found.notices))


def title_of_game(game: GameFile, number: int) -> str:
    """Return the line of a game in a list: its number, its players and its date."""
    event = game.tags.get("Event", "").replace("?", "")
    parts = (game.title, event, game.tags.get("Result", ""))
    return f"{number}. {' · '.join(filter(None, parts))}"


def copies_of(match: Match, header: Header, position: Position, language: str) -> list[Copy]:
    """Return what can be copied of a match: the position shown, and the game in each format."""
    words = catalog(language)
    if match.game.engine.hides(match.position):
        return []
    found = [Copy(FEN, words.say("table.copy.fen"), write_fen(position))]
    for form in formats_of(match):
        try:
            text = write_game(match, header, form)
        except FormatError:
            continue
        label = words.say("table.copy.game", format=form.upper())
        found.append(Copy(form, label, text))
    return found


def save_as(match: Match, header: Header, name: str, folder: Path) -> Path | None:
    """Write a match into a folder, in the format that the ending of a name says.

    None if the ending is that of no format. A number is added to a name that is taken.

    Raises:
        FormatError: the format cannot say this game.
        RecordError: the file cannot be written.
    """
    form = format_by_ending(Path(name))
    if not form:
        return None
    text = write_game(match, header, form)
    stem, ending = Path(file_name(name)).stem, Path(name).suffix.casefold()
    for number in count(1):
        path = folder / (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}")
        if not path.exists():
            break
    data = text.encode("utf-8", "replace")
    write_whole(path, data, most=len(data))
    return path


def downloads() -> Path:
    """Return the folder into which files for other programs go."""
    folder = Path.home() / "Downloads"
    return folder if folder.is_dir() else Path.home()
