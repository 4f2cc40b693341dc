"""A journal: the record of a match while it is played, every line on the disk before the match goes on."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.engine.game import CHANCE
from wargrid.match.chain import Chain
from wargrid.match.errors import Cause, RecordError
from wargrid.match.files import read_bytes, sync_folder, write_whole
from wargrid.match.header import Header, header_for
from wargrid.match.locks import lock
from wargrid.match.position_text import digest
from wargrid.match.record_reader import MOST_BYTES, checked_lines, play_again, take_apart
from wargrid.match.record_writer import (
    JOURNAL,
    head,
    move_lines,
    resigning,
    time_line,
    write_record,
)

if TYPE_CHECKING:
    from wargrid.match.match import Match, Ply

SUFFIX: Final = ".journal"
RECORD_SUFFIX: Final = ".wargrid"

_BINARY: Final = getattr(os, "O_BINARY", 0)


class Journal:
    """Writes down a match as it goes on: a listener that appends a line for every move, undo, redo and resignation.

    A disk that fails does not stop the match: ``failure`` then says why, the lines wait and are
    written with the next one that succeeds. ``seconds`` is how long the match has been played, for
    the frontend to say: it is written down with the first move of another minute, and at the end.
    """

    def __init__(
        self, path: Path, match: Match, header: Header, *, found: Found | None = None
    ) -> None:
        """Begin a journal in a file that does not exist yet, with the moves made so far; raises RecordError.

        With ``found`` the file is there and open, and holds the match already: see ``resume``.
        """
        self.path = path
        self.match = match
        self.header = header if found else header_for(match.game, like=header)
        self.failure: RecordError | None = None
        self.seconds = self._told = self.header.played
        self._waiting = bytearray()
        self._file, self._chain, self._length = found or Found(
            _open(path, os.O_CREAT | os.O_EXCL), Chain(), 0
        )
        if found is None:
            self._write(head(match.game, self.header, match.start, JOURNAL))
            self._write(move_lines(match.game, match.plies))
            if match.resigned is not None:
                self.resigned(match.resigned)
            with contextlib.suppress(OSError):
                sync_folder(path.parent)
        match.listeners.append(self)

    @classmethod
    def resume(cls, path: Path) -> Resumed:
        """Go on with a journal from its last whole line; what follows it is dropped, kept in a copy, and told.

        Raises:
            RecordError: the file is no journal, is in use, breaks off before its first move, or holds a line that the
                rules do not allow (any more).
        """
        file = _open(path, 0)
        try:
            return cls._resumed(path, file)
        except OSError as error:
            os.close(file)
            raise RecordError("unwritable", 0, str(path), why=Cause(error)) from None
        except BaseException:
            os.close(file)
            raise

    @classmethod
    def _resumed(cls, path: Path, file: int) -> Resumed:
        data = read_bytes(path)
        lines = checked_lines(data, str(path))
        sheet = take_apart(lines.texts, str(path))
        if sheet.kind != JOURNAL:
            raise RecordError("no_journal", 1, str(path))
        record = play_again(sheet)
        dropped = data[lines.length :]
        if dropped:
            _keep_copy(path)
            os.ftruncate(file, lines.length)
            os.fsync(file)
        journal = cls(
            path, record.match, record.header, found=Found(file, lines.chain, lines.length)
        )
        return Resumed(journal, record.match, dropped.decode("utf-8", "replace").rstrip("\n"))

    def played(self, plies: Sequence[Ply]) -> None:
        """Write down moves just made."""
        self._write(chain(move_lines(self.match.game, plies), self._time(60)))

    def undone(self, plies: Sequence[Ply]) -> None:
        """Write down that moves were taken back."""
        self._write((f"{ply.number}. undo", digest(ply.before)) for ply in plies)

    def redone(self, plies: Sequence[Ply]) -> None:
        """Write down that moves were made again."""
        self._write((f"{ply.number}. redo", digest(ply.after)) for ply in plies)

    def resigned(self, side: int) -> None:
        """Write down that a side gave up."""
        self._write([(resigning(self.match, side), digest(self.match.position))])

    def leave(self) -> None:
        """Let go of the file; the match can be resumed from it."""
        if self._file >= 0:
            self._write(self._time(1))
        self._detach()

    def close(self, record: Path | None = None) -> Path | None:
        """End the journal: write the closed record of the match, then remove the journal; answer the record's path.

        The record has the journal's own name and ends in ``.wargrid`` unless another path is given.
        A match in which nobody has acted leaves nothing behind: None. Raises RecordError if the
        record cannot be written; the journal then stays.
        """
        target = record or self.path.with_suffix(RECORD_SUFFIX)
        kept = self._is_worth_keeping()
        if kept:
            header = replace(self.header, played=self.seconds)
            write_whole(target, write_record(self.match, header), overwrite=True)
        self._detach()
        with contextlib.suppress(OSError):
            self.path.unlink()
        return target if kept else None

    def _is_worth_keeping(self) -> bool:
        return self.match.result is not None or any(ply.actor != CHANCE for ply in self.match.plies)

    def _time(self, least: int) -> Iterator[tuple[str, str]]:
        """The line that tells the time, if it is that many seconds later than the last one said."""
        if self.seconds - self._told >= least:
            self._told = self.seconds
            yield time_line(self.seconds), digest(self.match.position)

    def _detach(self) -> None:
        if self in self.match.listeners:
            self.match.listeners.remove(self)
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, lines: Iterable[tuple[str, str]]) -> None:
        """Append lines where the last whole one ended, over the remains of a write that failed."""
        self._waiting += b"".join(self._chain.line(*line) for line in lines)
        if not self._waiting:
            return
        try:
            if self._length + len(self._waiting) > MOST_BYTES:
                raise RecordError("too_big", 0, str(self.path), limit=MOST_BYTES >> 20)
            _write_at(self._file, self._length, bytes(self._waiting))
        except OSError as error:
            self.failure = RecordError("unwritable", 0, str(self.path), why=Cause(error))
        except RecordError as error:
            self.failure = error
        else:
            self.failure = None
            self._length += len(self._waiting)
            self._waiting.clear()


class Found(NamedTuple):
    """A journal's file, open and locked, the chain of its lines, and their length in bytes."""

    file: int
    chain: Chain
    length: int


class Resumed(NamedTuple):
    """A journal that goes on, its match, and the text that was dropped from its end, empty if nothing was."""

    journal: Journal
    match: Match
    dropped: str


def _open(path: Path, how: int) -> int:
    """Open a journal for this process alone; raises RecordError."""
    try:
        if how:
            path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | _BINARY | how, 0o644)
    except FileExistsError:
        raise RecordError("exists", 0, str(path)) from None
    except FileNotFoundError:
        raise RecordError("missing", 0, str(path)) from None
    except OSError as error:
        code = "unwritable" if how else "unreadable"
        raise RecordError(code, 0, str(path), why=Cause(error)) from None
    if not lock(file):
        os.close(file)
        raise RecordError("in_use", 0, str(path))
    return file


def is_free(path: Path) -> bool:
    """Whether no process is writing this journal."""
    try:
        os.close(_open(path, 0))
    except RecordError:
        return False
    return True


def _write_at(file: int, start: int, data: bytes) -> None:
    os.lseek(file, start, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]
    os.ftruncate(file, start + len(data))
    os.fsync(file)


def _keep_copy(path: Path) -> None:
    """Keep the journal as it was found beside it, ``name.journal.damaged``."""
    with contextlib.suppress(OSError):
        shutil.copyfile(path, path.with_name(path.name + ".damaged"))
