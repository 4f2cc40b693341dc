"""Write whole files or none: a file is replaced in a single step, and keeps backups."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import Final
from uuid import uuid4

from wargrid.source.file_errors import Cause, RecordError

MAX_FILE_BYTES: Final = 2 << 20
"""The size of the largest file; a larger one is refused unread."""

BACKUPS: Final = 3
"""How many earlier states of a file are kept, ``name.wargrid.bak1`` the latest."""

BINARY: Final = getattr(os, "O_BINARY", 0)
"""The flag to open a file without translating line ends."""

_OLD: Final = 5
"""After how many seconds a temporary file without a writer is a leftover of a killed process."""

_TEMPORARY: Final = re.compile(r"\..+\.[0-9a-f]{32}\.new")


def read_bytes(path: Path, most: int = MAX_FILE_BYTES) -> bytes:
    """Return the content of a regular file of at most 2 MiB, or ``most`` bytes.

    The mark of byte order that some editors put first is left out. Raises RecordError.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise RecordError("no_file", 0, str(path))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (FileNotFoundError, ValueError):
        raise RecordError("missing", 0, str(path)) from None
    except OSError as error:
        raise RecordError("unreadable", 0, str(path), why=Cause(error)) from None
    if len(data) > most:
        raise RecordError("too_big", 0, str(path), limit=most >> 20)
    return data.removeprefix(BOM_UTF8)


def write_whole(
    path: Path, data: bytes, *, overwrite: bool = False, most: int = MAX_FILE_BYTES,
    private: bool = False, backed_up: bool = True,
) -> None:  # fmt: skip
    """Replace the content of a file in one step: after a crash it has the old or the new content.

    It may have ``most`` bytes. Where it is ``private``, only its owner may read it. The former
    content becomes a backup, unless it is not to be ``backed_up``.

    Raises:
        RecordError: as for ``save``.
    """
    try:
        if len(data) > most:
            raise RecordError("too_big", 0, str(path), limit=most >> 20)
        if path.exists() and not overwrite:
            raise RecordError("exists", 0, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _temporary(path)
        try:
            _write_durably(temporary, data, 0o600 if private else 0o644)
            _remove_leftovers(path.parent, temporary.stat().st_mtime - _OLD)
            if backed_up and path.exists():
                _back_up(path)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
    except (OSError, ValueError) as error:
        raise RecordError("unwritable", 0, str(path), why=Cause(error)) from None


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.{uuid4().hex}.new")


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if sys.platform == "win32":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _write_durably(path: Path, data: bytes, mode: int) -> None:
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode)
    with os.fdopen(opened, "wb") as file:
        lock(opened)  # while it is held, the file is no leftover
        file.write(data)
        file.flush()
        os.fsync(opened)


def _back_up(path: Path) -> None:
    """Make the file, which stays, the first of its backups, and shift the others by one.

    The new one is complete before an old one goes: on a full disk none is lost.
    """
    fresh, paths = _temporary(path), backup_paths(path)
    try:
        try:
            os.link(path, fresh)
        except OSError:  # a file system without links
            shutil.copy(path, fresh)
        for older, newer in zip(reversed(paths), reversed(paths[:-1]), strict=False):
            with contextlib.suppress(FileNotFoundError):
                os.replace(newer, older)
        os.replace(fresh, paths[0])
    finally:
        fresh.unlink(missing_ok=True)


def backup_paths(path: Path) -> list[Path]:
    """Return the names that the earlier states of a save have, the latest first."""
    numbers = range(1, BACKUPS + 1) if path.name else ()
    return [path.with_name(f"{path.name}.bak{number}") for number in numbers]


def _remove_leftovers(folder: Path, before: float) -> None:
    """Remove the temporary files of killed processes that are older than a time."""
    for left in folder.glob(".*.new"):
        with contextlib.suppress(OSError):
            if _TEMPORARY.fullmatch(left.name) and left.stat().st_mtime < before:
                _remove_unused(left)


def _remove_unused(path: Path) -> None:
    opened = os.open(path, os.O_RDWR | BINARY)
    try:
        unused = lock(opened)
    finally:
        os.close(opened)
    if unused:
        path.unlink()


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
