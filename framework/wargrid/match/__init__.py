"""One game over time: the match, notation, records, the journal and saved games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.match.errors import PositionError, RecordError
    from wargrid.match.fen import read_fen, write_fen
    from wargrid.match.files import backups, load, save
    from wargrid.match.header import BY_HAND, FROM_SYSTEM, Header, header_for, match_for, seed
    from wargrid.match.journal import Journal, Resumed
    from wargrid.match.match import Match, UndoLockedError
    from wargrid.match.notation import NotationError, read_move, write_move
    from wargrid.match.position_text import picture, read_position, write_position
    from wargrid.match.record_reader import Record, read_record
    from wargrid.match.record_writer import write_record

_HOMES = {
    "BY_HAND": "header",
    "FROM_SYSTEM": "header",
    "Header": "header",
    "Journal": "journal",
    "UndoLockedError": "match",
    "Match": "match",
    "NotationError": "notation",
    "PositionError": "errors",
    "Record": "record_reader",
    "RecordError": "errors",
    "Resumed": "journal",
    "backups": "files",
    "header_for": "header",
    "load": "files",
    "match_for": "header",
    "picture": "position_text",
    "read_fen": "fen",
    "read_move": "notation",
    "read_position": "position_text",
    "read_record": "record_reader",
    "save": "files",
    "seed": "header",
    "write_fen": "fen",
    "write_move": "notation",
    "write_position": "position_text",
    "write_record": "record_writer",
}

__all__ = [
    "BY_HAND",
    "FROM_SYSTEM",
    "Header",
    "Journal",
    "Match",
    "NotationError",
    "PositionError",
    "Record",
    "RecordError",
    "Resumed",
    "UndoLockedError",
    "backups",
    "header_for",
    "load",
    "match_for",
    "picture",
    "read_fen",
    "read_move",
    "read_position",
    "read_record",
    "save",
    "seed",
    "write_fen",
    "write_move",
    "write_position",
    "write_record",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid.match' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.match.{home}"), name)
    globals()[name] = found
    return found
