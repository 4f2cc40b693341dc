"""Saved games as files: written, read again and replayed, with the backups of each."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, MutableMapping
from pathlib import Path

from wargrid.engine.game import Game
from wargrid.match.errors import RecordError
from wargrid.match.header import Header
from wargrid.match.match import Match
from wargrid.match.record_header import parse_record
from wargrid.match.record_reader import Record, Replaying, read_record, replay_record
from wargrid.match.record_writer import write_record
from wargrid.source.files import backup_paths, read_bytes, write_whole


def save_record(path: str | Path, match: Match, header: Header, *, overwrite: bool = False) -> None:
    """Write the closed record of a match; with ``overwrite`` an existing file becomes a backup.

    Raises:
        RecordError: the file exists already, or cannot be written. An existing file is unchanged.
    """
    write_whole(Path(path), write_record(match, header), overwrite=overwrite)


def load_record(path: str | Path) -> Record:
    """Read and replay a save; raises RecordError with the first wrong line and the backups."""
    path = Path(path)
    with _naming_backups(path):
        return read_record(read_bytes(path), str(path))


def verify(path: str | Path) -> Record:
    """Read and replay a save, or a journal as far as it is intact; raises RecordError."""
    path = Path(path)
    with _naming_backups(path):
        return replay_record(parse_record(read_bytes(path), str(path)))


def begin_replay(path: str | Path) -> Replaying:
    """Read a save or a journal that is to be replayed in steps; raises RecordError."""
    return Replaying(parse_record(read_bytes(Path(path)), str(path)))


def replay_sharing(path: Path, games: MutableMapping[str, Game]) -> Record:
    """Read and replay a save or a journal, with the game of another one where their rules agree.

    ``games`` are those known, by the digest of their rules; a new one is added. Raises RecordError.
    """
    parsed = parse_record(read_bytes(path), str(path))
    rules = (parsed.header.ruleset, parsed.header.plugins, parsed.header.origin, parsed.rules.texts)
    key = hashlib.sha256(repr(rules).encode("utf-8", "backslashreplace")).hexdigest()
    record = replay_record(parsed, games.get(key))
    games[key] = record.match.game
    return record


@contextlib.contextmanager
def _naming_backups(path: Path) -> Iterator[None]:
    try:
        yield
    except RecordError as error:
        error.backups = tuple(str(backup) for backup in backups(path))
        raise


def backups(path: Path) -> list[Path]:
    """Return the earlier states of a save that can be loaded, the latest first."""
    return [backup for backup in backup_paths(path) if _is_intact(backup)]


def _is_intact(path: Path) -> bool:
    try:
        read_record(read_bytes(path), str(path))
    except RecordError:
        return False
    return True
