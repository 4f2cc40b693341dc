"""Whole files or none: a save is written beside the old one, made durable, then put in its place in one step."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wargrid.match.errors import Cause, RecordError
from wargrid.match.header import Header
from wargrid.match.locks import lock
from wargrid.match.match import Match
from wargrid.match.record_reader import MOST_BYTES, Record, checked_lines, read_record
from wargrid.match.record_writer import write_record

BACKUPS: Final = 3
"""How many earlier states of a save are kept, ``name.wargrid.bak1`` the latest."""

_BINARY: Final = getattr(os, "O_BINARY", 0)


def save(path: str | Path, match: Match, header: Header, *, overwrite: bool = False) -> None:
    """Write the closed record of a match; an earlier file of that name is replaced only when told, and backed up.

    Raises:
        RecordError: the file exists already, or cannot be written; what was there is then untouched.
    """
    write_whole(Path(path), write_record(match, header), overwrite=overwrite)


def load(path: str | Path) -> Record:
    """Read and verify a save; raises RecordError naming the first line that is wrong, and the backups there are."""
    path = Path(path)
    with offering_backups(path):
        return read_record(read_bytes(path), str(path))


@contextlib.contextmanager
def offering_backups(path: Path) -> Iterator[None]:
    """Let an error about this file name its whole backups."""
    try:
        yield
    except RecordError as error:
        error.backups = tuple(str(backup) for backup in backups(path))
        raise


def read_bytes(path: Path) -> bytes:
    """The bytes of an ordinary file of bearable size; raises RecordError."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise RecordError("no_file", 0, str(path))
        if found.st_size > MOST_BYTES:
            raise RecordError("too_big", 0, str(path), limit=MOST_BYTES >> 20)
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise RecordError("missing", 0, str(path)) from None
    except OSError as error:
        raise RecordError("unreadable", 0, str(path), why=Cause(error)) from None
    except ValueError:
        raise RecordError("missing", 0, str(path)) from None


def write_whole(path: Path, data: bytes, *, overwrite: bool = False) -> None:
    """Put these bytes into a file so that at any moment the old or the new state is found, never a part."""
    try:
        if len(data) > MOST_BYTES:
            raise RecordError("too_big", 0, str(path), limit=MOST_BYTES >> 20)
        if path.exists() and not overwrite:
            raise RecordError("exists", 0, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path)
        fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            _write_durably(fresh, data)
            if path.exists():
                _back_up(path)
            os.replace(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise RecordError("unwritable", 0, str(path), why=Cause(error)) from None


def backups(path: Path) -> list[Path]:
    """The earlier states of a save that are whole, the latest first: what to offer when it is damaged itself."""
    return [backup for backup in _backup_paths(path) if _is_whole(backup)]


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
    path.unlink(missing_ok=True)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o644)
    with os.fdopen(opened, "wb") as file:
        lock(file.fileno())
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _back_up(path: Path) -> None:
    """Shift the backups by one and let the first be the file as it is now, which stays in its place."""
    paths = _backup_paths(path)
    for older, newer in zip(reversed(paths), reversed(paths[:-1]), strict=False):
        if newer.exists():
            os.replace(newer, older)
    try:
        os.link(path, paths[0])
    except OSError:  # a file system without links
        shutil.copyfile(path, paths[0])


def _backup_paths(path: Path) -> list[Path]:
    numbers = range(1, BACKUPS + 1) if path.name else ()
    return [path.with_name(f"{path.name}.bak{number}") for number in numbers]


def _is_whole(path: Path) -> bool:
    try:
        checked_lines(read_bytes(path), str(path))
    except RecordError:
        return False
    return True


def _sweep(path: Path) -> None:
    """Remove what a process that was killed while saving has left; one still at work holds a lock."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
        with contextlib.suppress(OSError), left.open("rb") as file:
            if lock(file.fileno()):
                left.unlink()
