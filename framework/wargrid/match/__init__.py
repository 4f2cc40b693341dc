"""One game over time: the match, notation, records, the journal and saved games."""

from __future__ import annotations

from wargrid.match.errors import Cause, NotationError, PositionError, RecordError
from wargrid.match.fair import (
    DrawnNumber,
    FairDice,
    FairSource,
    Unfair,
    commitment,
    draw_number,
    verify_dice,
)
from wargrid.match.files import (
    backups,
    begin_replay,
    load_record,
    replay_sharing,
    save_record,
    verify,
    write_whole,
)
from wargrid.match.header import (
    BY_HAND,
    FAIR,
    FROM_SYSTEM,
    Header,
    header_for,
    match_for,
    seed,
    source_of,
)
from wargrid.match.journal import JOURNAL_SUFFIX, RECORD_SUFFIX, Journal, Resumed, is_free
from wargrid.match.match import (
    AGREED,
    OUT_OF_TIME,
    RESIGN,
    Ending,
    Match,
    Ply,
    UndoLockedError,
    UndoRefusal,
)
from wargrid.match.notation.fen import WALL_SIGN, looks_like_fen, read_fen, write_fen
from wargrid.match.notation.marker_text import (
    read_cell,
    read_place,
    read_value,
    write_place,
    write_value,
)
from wargrid.match.notation.moves import read_move, write_move
from wargrid.match.notation.position_text import (
    digest,
    lost_in_fen,
    picture,
    read_position,
    write_position,
)
from wargrid.match.record_reader import Record, Replaying, read_record
from wargrid.match.record_writer import write_record
from wargrid.match.reload import Replay, Watch, code_of, files_of, read_again, replay
from wargrid.match.saves import (
    SaveInfo,
    counter_example_path,
    delete_save,
    free_save_path,
    journal_path,
    list_saves,
    rename_save,
    restore_save,
    save_path,
    unfinished,
    unfinished_info,
)
from wargrid.match.timing import DAY, TimeControl, read_control, write_duration
from wargrid.source.folders import data_folder

__all__ = [
    "AGREED", "BY_HAND", "DAY", "FAIR", "FROM_SYSTEM", "JOURNAL_SUFFIX", "OUT_OF_TIME",
    "RECORD_SUFFIX", "RESIGN", "WALL_SIGN", "Cause", "DrawnNumber", "Ending", "FairDice",
    "FairSource", "Header", "Journal", "Match", "NotationError", "Ply", "PositionError", "Record",
    "RecordError", "Replay", "Replaying", "Resumed", "SaveInfo", "TimeControl", "UndoLockedError",
    "UndoRefusal", "Unfair", "Watch", "backups", "begin_replay", "code_of", "commitment",
    "counter_example_path", "data_folder", "delete_save", "digest", "draw_number", "files_of",
    "free_save_path", "header_for", "is_free", "journal_path", "list_saves", "load_record",
    "looks_like_fen", "lost_in_fen", "match_for", "picture", "read_again", "read_cell",
    "read_control", "read_fen", "read_move", "read_place", "read_position", "read_record",
    "read_value", "rename_save", "replay", "replay_sharing", "restore_save", "save_path",
    "save_record", "seed", "source_of", "unfinished", "unfinished_info", "verify", "verify_dice",
    "write_duration", "write_fen", "write_move", "write_place", "write_position", "write_record",
    "write_value", "write_whole",
]  # fmt: skip
