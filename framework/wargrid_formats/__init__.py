"""Game files of other programs, read and written."""

from __future__ import annotations

from wargrid_formats.exporting import formats_of, write_game
from wargrid_formats.form import Format, Speech, formats
from wargrid_formats.notices import FormatError, Notice
from wargrid_formats.opening import (
    GamesFile,
    format_by_ending,
    is_foreign,
    is_record,
    read_games,
    read_games_at,
)
from wargrid_formats.positions.pasted import looks_like_position, read_pasted
from wargrid_formats.replaying import Opened, open_game
from wargrid_formats.tree import GameFile, Line, Source, Step

__all__ = [
    "Format",
    "FormatError",
    "GameFile",
    "GamesFile",
    "Line",
    "Notice",
    "Opened",
    "Source",
    "Speech",
    "Step",
    "format_by_ending",
    "formats",
    "formats_of",
    "is_foreign",
    "is_record",
    "looks_like_position",
    "open_game",
    "read_games",
    "read_games_at",
    "read_pasted",
    "write_game",
]  # fmt: skip
