"""Records: a match as text that a person can read and nobody can damage unseen; saves, journals, replay."""

from __future__ import annotations

from wargrid.record.errors import RecordError
from wargrid.record.files import backups, load, save
from wargrid.record.header import BY_HAND, FROM_SYSTEM, Header, header_for, match_for, seed
from wargrid.record.journal import Journal, Resumed
from wargrid.record.reading import Record, read_record
from wargrid.record.replay import replay, verify
from wargrid.record.writing import write_record

__all__ = [
    "BY_HAND", "FROM_SYSTEM", "Header", "Journal", "Record", "RecordError", "Resumed", "backups", "header_for", "load",
    "match_for", "read_record", "replay", "save", "seed", "verify", "write_record",
]  # fmt: skip
