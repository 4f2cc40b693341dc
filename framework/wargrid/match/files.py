"""Write whole files or none: a save replaces the old one in a single step, and keeps backups."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Final
from uuid import uuid4

from wargrid.engine.game import Game
from wargrid.match.errors import Cause, RecordError
from wargrid.match.header import Header
from wargrid.match.match import Match
from wargrid.match.record_header import MAX_RECORD_BYTES, parse_record
from wargrid.match.record_reader import Record, Replaying, read_record, replay_record
from wargrid.match.record_writer import write_record

BACKUPS: Final = 3
"""How many earlier states of a save are kept, ``name.wargrid.bak1`` the latest."""

BINARY: Final = getattr(os, "O_BINARY", 0)
"""The flag to open a file without translating line ends."""

_OLD: Final = 3600
"""After how many seconds a temporary file is a leftover of a killed process."""


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


def read_bytes(path: Path) -> bytes:
    """Return the content of a regular file of at most 2 MiB; raises RecordError."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise RecordError("no_file", 0, str(path))
        if found.st_size > MAX_RECORD_BYTES:
            raise RecordError("too_big", 0, str(path), limit=MAX_RECORD_BYTES >> 20)
        with path.open("rb") as file:
            return file.read(MAX_RECORD_BYTES + 1)
    except (FileNotFoundError, ValueError):
        raise RecordError("missing", 0, str(path)) from None
    except OSError as error:
        raise RecordError("unreadable", 0, str(path), why=Cause(error)) from None


def write_whole(
    path: Path, data: bytes, *, overwrite: bool = False, most: int = MAX_RECORD_BYTES
) -> None:
    """Replace the content of a file in one step: after a crash it has the old or the new content.

    It may have ``most`` bytes.

    Raises:
        RecordError: as for ``save``.
    """
    try:
        if len(data) > most:
            raise RecordError("too_big", 0, str(path), limit=most >> 20)
        if path.exists() and not overwrite:
            raise RecordError("exists", 0, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{uuid4().hex}.new")
        try:
            _write_durably(temporary, data)
            _remove_leftovers(path, temporary.stat().st_mtime - _OLD)
            if path.exists():
                _back_up(path)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
    except (OSError, ValueError) as error:
        raise RecordError("unwritable", 0, str(path), why=Cause(error)) from None


def backups(path: Path) -> list[Path]:
    """Return the earlier states of a save that can be loaded, the latest first."""
    return [backup for backup in backup_paths(path) if _is_intact(backup)]


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if sys.platform == "win32":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _write_durably(path: Path, data: bytes) -> None:
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o644)
    with os.fdopen(opened, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _back_up(path: Path) -> None:
    """Shift the backups by one and make the file, which stays, the first of them."""
    paths = backup_paths(path)
    for older, newer in zip(reversed(paths), reversed(paths[:-1]), strict=False):
        with contextlib.suppress(FileNotFoundError):
            os.replace(newer, older)
    try:
        os.link(path, paths[0])
    except FileExistsError:
        pass  # another process has just made this backup
    except OSError:  # a file system without links
        shutil.copyfile(path, paths[0])


def backup_paths(path: Path) -> list[Path]:
    """Return the names that the earlier states of a save have, the latest first."""
    numbers = range(1, BACKUPS + 1) if path.name else ()
    return [path.with_name(f"{path.name}.bak{number}") for number in numbers]


def _is_intact(path: Path) -> bool:
    try:
        read_record(read_bytes(path), str(path))
    except RecordError:
        return False
    return True


def _remove_leftovers(path: Path, before: float) -> None:
    """Remove the temporary files of saves of this name that are older than a time."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < before:
                left.unlink()


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 40

    def lock(file: int) -> bool:
        """Lock an open file until it is closed; return False if another process holds it."""
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(file: int) -> bool:
        """Lock an open file until it is closed; return False if another process holds it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
