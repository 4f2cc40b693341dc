"""What commands ask of game files: records of them, their text in a format, positions, errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.match import (
    Header,
    Match,
    PositionError,
    Record,
    read_record,
    verify,
    write_record,
)
from wargrid.source.diagnostics import Diagnostic, RulesetError, diagnostic
from wargrid.text import InputError, catalog
from wargrid_formats.decoding import decoded, read_file
from wargrid_formats.exporting import left_out, write_game
from wargrid_formats.form import sniffed
from wargrid_formats.notices import FormatError, Notice
from wargrid_formats.opening import is_foreign, read_games
from wargrid_formats.positions.pasted import looks_like_position as is_position
from wargrid_formats.positions.pasted import read_pasted
from wargrid_formats.replaying import Loaded, Opened, open_game
from wargrid_formats.tree import GameFile, Source

__all__ = ["is_foreign"]

WARGRID: Final = "wargrid"
"""The name under which a record is written."""

_MOVES: Final = re.compile(r"\s*1\s*\.\s*[A-Za-z0-9]+\s")
"""How the moves of a game begin."""

_STOPPING: Final = ("illegal", "ambiguous", "chance", "too_long", "null_move", "after_end")
"""The codes of notices after which no more moves of a game are made."""

_WRONG: Final = ("illegal", "ambiguous", "illegal_branch", "ambiguous_branch", "after_end")
"""The codes of notices that are errors of a file."""


def titles(path: Path, language: str = "en") -> list[str]:
    """Return a line for each game of a file; raises FormatError."""
    games = read_games(read_file(path), str(path)).games
    say = catalog(language).say
    return [
        say("formats.title", number=number, title=game.title)
        for number, game in enumerate(games, 1)
    ]


def record_of(path: Path, number: int = 1) -> tuple[Record, tuple[Notice, ...]]:
    """Return a game of a file as a record, and what there is to say of it.

    Raises:
        FormatError: the file cannot be read, or has no such game.
        RulesetError: the ruleset of the game is broken.
    """
    opened = _opened(read_games(read_file(path), str(path)).game(number), str(path))
    return read_record(write_record(opened.match, opened.header), str(path)), opened.notices


def _opened(game: GameFile, file: str, known: dict[Loaded, Game] | None = None) -> Opened:
    try:
        opened = open_game(game, games=known)
    except FormatError as error:
        raise error.named(file) from None
    notices = tuple(notice.named(file) for notice in opened.notices)
    return Opened(opened.match, opened.header, notices)


def texts_of(path: Path, form: str, number: int = 0) -> Iterator[tuple[bytes, tuple[Notice, ...]]]:
    """Yield a game of a file in a format, or all of them, each with what there is to say of it.

    Raises:
        InputError: the file cannot be read, or a game cannot be written so.
    """
    if not is_foreign(path):
        record = verify(path)
        yield text_of(record.match, record.header, form), left_out(record.match, form)
        return
    found, known = read_games(read_file(path), str(path)), dict[Loaded, Game]()
    for game in [found.game(number)] if number else found.games:
        opened = _opened(game, str(path), known)
        notices = (*opened.notices, *left_out(opened.match, form))
        yield text_of(opened.match, opened.header, form), notices


def text_of(match: Match, header: Header, form: str) -> bytes:
    """Return a match in a format, or as a record; raises FormatError."""
    if form == WARGRID:
        return write_record(match, header)
    return write_game(match, header, form).encode("utf-8", "replace")


def looks_like_position(text: str) -> bool:
    """Return whether a text is a position or the moves of a game, not the name of a file."""
    return is_position(text) or _MOVES.match(text) is not None


def position_of(game: Game, text: str) -> Position:
    """Return the position that a text describes, or the last one of the game that it holds.

    Raises:
        PositionError: it describes no position of this game.
    """
    if is_position(text) and "\n" not in text.strip():
        return read_pasted(game, text)
    form = sniffed(text)
    if form is None:
        return read_pasted(game, text)
    try:
        games = form.read(Source(decoded(text.encode("utf-8", "replace"))))
        if games:
            return read_pasted_game(game, games[0])
    except PositionError:
        raise
    except InputError as error:
        raise PositionError(1, Refusal("position.no_game", {"why": str(error)})) from None
    return read_pasted(game, text)


def read_pasted_game(game: Game, file: GameFile) -> Position:
    """Return the last position of a game that is of this ruleset; raises InputError."""
    opened = open_game(file)
    if opened.match.game.name != game.name:
        values = {"why": f"{opened.match.game.name}, not {game.name}"}
        raise PositionError(1, Refusal("position.no_game", values))
    for notice in opened.notices:
        if notice.code in _STOPPING:
            raise PositionError(1, Refusal("position.no_game", {"why": notice.message}))
    return opened.match.position


def diagnose(path: Path) -> list[Diagnostic]:
    """Return what is wrong with the games of a file, and what is to be said of them."""
    try:
        games = read_games(read_file(path), str(path)).games
    except FormatError as error:
        return [_diagnostic("game_file", str(path), error.notice)]
    known: dict[Loaded, Game] = {}
    return [each for game in games for each in _diagnosed(game, str(path), known)]


def _diagnosed(game: GameFile, file: str, known: dict[Loaded, Game]) -> Iterator[Diagnostic]:
    try:
        notices = open_game(game, games=known).notices
    except FormatError as error:
        yield _diagnostic("game_file", file, error.notice)
    except RulesetError as error:
        yield error.diagnostics[0]
    else:
        for notice in notices:
            name = "game_wrong" if notice.code in _WRONG else "game_notice"
            yield _diagnostic(name, file, notice)


def _diagnostic(name: str, file: str, notice: Notice) -> Diagnostic:
    line, column = max(1, notice.line), max(1, notice.column)
    values = {"what": notice.message}
    return diagnostic(name, file=file, line=line, column=column, values=values)
