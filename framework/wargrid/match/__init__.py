"""One game over time: the match, notation, positions as text, records, journals and saves."""

from wargrid.match.errors import PositionError, RecordError
from wargrid.match.fen import looks_like_fen, read_fen, write_fen
from wargrid.match.files import backups, load, save, verify
from wargrid.match.header import BY_HAND, FROM_SYSTEM, Header, header_for, match_for, seed
from wargrid.match.journal import RECORD_SUFFIX, SUFFIX, Journal, Resumed
from wargrid.match.match import Match, Ply, UndoLockedError
from wargrid.match.notation import NotationError, read_move, write_move
from wargrid.match.position_text import picture, read_position, write_position
from wargrid.match.record_reader import Record, read_record
from wargrid.match.record_writer import write_record
from wargrid.match.reload import Replay, Watch, code_of, files_of, read_again, replay
from wargrid.match.saves import (
    SaveInfo,
    data_folder,
    journal_path,
    list_saves,
    save_path,
    unfinished,
    unfinished_info,
)

__all__ = [
    "BY_HAND", "FROM_SYSTEM", "RECORD_SUFFIX", "SUFFIX", "Header", "Journal", "Match",
    "NotationError", "Ply", "PositionError", "Record", "RecordError", "Replay", "Resumed", "SaveInfo",
    "UndoLockedError", "Watch", "backups", "code_of", "data_folder", "files_of", "header_for",
    "journal_path", "list_saves", "load", "looks_like_fen", "match_for", "picture", "read_again",
    "read_fen", "read_move", "read_position", "read_record", "replay", "save", "save_path", "seed",
    "unfinished", "unfinished_info", "verify", "write_fen", "write_move", "write_position", "write_record",
]  # fmt: skip
