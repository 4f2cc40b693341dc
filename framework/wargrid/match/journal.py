"""A journal: the record of a match under way, with every move on the disk before the next one."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

from wargrid.engine.flow import CHANCE
from wargrid.match.errors import Cause, RecordError
from wargrid.match.header import Header, header_for
from wargrid.match.match import Ending, Match, Ply
from wargrid.match.notation.position_text import digest
from wargrid.match.record_header import MAX_RECORD_BYTES, parse_record
from wargrid.match.record_reader import Record, replay_record
from wargrid.match.record_writer import (
    JOURNAL,
    Checksum,
    Lines,
    ending_line,
    header_lines,
    move_lines,
    time_line,
    write_record,
)
from wargrid.source.files import BINARY, lock, read_bytes, sync_folder, write_whole
from wargrid.text import catalog, printable

JOURNAL_SUFFIX: Final = ".journal"
RECORD_SUFFIX: Final = ".wargrid"

RESERVED: Final = 64 << 10
"""How many bytes of a journal are left for the last turn of a match, and for what ends it."""


class Journal:
    """Listens to a match and appends a line for every move, undo, redo and resignation.

    Lines are on the disk when the change has been received. Where many matches share a disk,
    ``deferred`` hands them to the system alone until ``sync``, which another thread may call, so
    that one wait for the disk serves all that happened before it.

    A failing disk does not stop the match: ``failure`` then says why, and the lines are written
    with the next line that succeeds. ``seconds`` is the playing time and ``used`` that of each
    side, set by the frontend; they are written with the first move of another minute, or of
    another second where a clock runs, and at the end. So is ``since``, when the turn began that
    goes on, in seconds since 1970; 0 for nothing.
    """

    def __init__(
        self, path: Path, match: Match, header: Header, *, found: JournalContents | None = None,
        replayed: Record | None = None,
    ) -> None:  # fmt: skip
        """Begin a journal in a new file with the moves made so far; raises RecordError.

        With ``found`` the file is open and has the match already: see ``resume``. The lines of a
        record just ``replayed`` to this match are not made again.
        """
        self.path = path
        self.match = match
        self.header = header if found else header_for(match.game, like=header)
        self.failure: RecordError | None = None
        self.deferred = False
        self._unsynced = bytearray()
        """The bytes at the end of the file that the system may not have put on the disk yet."""
        self._lost = False
        self.seconds = self._written_seconds = self.header.played
        self.used = self.header.used
        self.since = self._written_since = self.header.since
        self._waiting = bytearray()
        self._file, self._checksum, self._length = found or JournalContents(
            _open(path, os.O_CREAT | os.O_EXCL), Checksum(), 0
        )
        if found is None:
            self._write(header_lines(match.game, self.header, match.start, JOURNAL))
            if replayed is not None:
                self._write(zip(replayed.lines, replayed.digests, strict=True))
            else:
                self._write(move_lines(match.game, match.plies))
            if match.ending is not None and replayed is None:
                self.ended(match.ending)
            with contextlib.suppress(OSError):
                sync_folder(path.parent)
        match.listeners.append(self)

    @classmethod
    def resume(cls, path: Path, replayed: Record | None = None) -> Resumed:
        """Continue a journal after its last intact line.

        A journal that is still what it was when it was ``replayed`` is not replayed again.

        What follows is cut off; ``NAME.journal.damaged`` keeps a copy of the file, with a number
        where there is one already. A roll that is due is made, unless dice are by hand.

        Raises:
            RecordError: the file is not a journal, is in use, breaks off before its first move,
                was written under other rules, or cannot be copied before it is cut.
            PluginError: a plugin failed.
        """
        file = _open(path, 0)
        try:
            resumed = cls._resumed(path, file, replayed)
            fair = resumed.journal.header.fair
            if fair is None or fair.complete:
                resumed.match.begin()
        except OSError as error:
            os.close(file)
            raise RecordError("unwritable", 0, str(path), why=Cause(error)) from None
        except BaseException:
            os.close(file)
            raise
        return resumed

    @classmethod
    def _resumed(cls, path: Path, file: int, replayed: Record | None) -> Resumed:
        data = read_bytes(path)
        parsed = parse_record(data, str(path))
        if parsed.kind != JOURNAL:
            raise RecordError("no_journal", 1, str(path))
        record = replayed
        if record is None or record.end.data != data:
            record = replay_record(parsed)
        dropped = data[record.end.length :]
        marked = os.fstat(file).st_size - len(data)  # by an editor, before the first line
        kept = _keep_copy(path, path.read_bytes()) if dropped or marked else None
        if dropped or marked:
            if marked:
                _write_at(file, 0, data)
            os.ftruncate(file, record.end.length)
            os.fsync(file)
        found = JournalContents(file, record.end.checksum, record.end.length)
        journal = cls(path, record.match, record.header, found=found)
        text = dropped.decode("utf-8", "replace").rstrip("\n")
        return Resumed(journal, record.match, text, dropped.count(b"\n"), kept)

    def played(self, plies: Sequence[Ply]) -> None:
        """Write moves just made."""
        least = 60 if self.header.clock is None else 1
        self._write(chain(move_lines(self.match.game, plies), self._time(least)))

    def undone(self, plies: Sequence[Ply]) -> None:
        """Write that moves were undone."""
        lines = ((f"{ply.number}. undo", digest(ply.before)) for ply in plies)
        self._write(chain(lines, self._time(60)))

    def redone(self, plies: Sequence[Ply]) -> None:
        """Write that moves were redone."""
        lines = ((f"{ply.number}. redo", digest(ply.after)) for ply in plies)
        self._write(chain(lines, self._time(60)))

    def ended(self, ending: Ending) -> None:
        """Write how the match ended without a move."""
        self._write(iter([(ending_line(self.match, ending), digest(self.match.position))]))

    @property
    def is_full(self) -> bool:
        """Whether there is room only for what ends the match; more lines may be refused."""
        return self._length + len(self._waiting) > MAX_RECORD_BYTES - RESERVED

    @property
    def unsynced(self) -> bool:
        """Whether a line may not be on the disk: it waits for ``sync`` or could not be written."""
        return bool(self._unsynced or self._waiting)

    def sync(self) -> None:
        """Wait until all lines written so far are on the disk; ``failure`` says if that fails."""
        covered = len(self._unsynced)  # lines written meanwhile are not surely covered
        if not covered or self._file < 0:
            return
        try:
            os.fsync(self._file)
        except OSError as error:
            # The system may forget what it could not write, so that a second try would succeed
            # without it: everything is written again.
            self._lost = True
            self.failure = RecordError("unwritable", 0, str(self.path), why=Cause(error))
        else:
            del self._unsynced[:covered]

    def retry(self) -> None:
        """Write again what could not be written, if anything."""
        self._write(iter(()))

    def leave(self) -> None:
        """Close the file; the match can be resumed from it."""
        if self._file >= 0:
            self._write(self._time(1))
            self.sync()
        self._detach()

    def close(self, record: Path | None = None) -> Path | None:
        """Write the closed record of the match, remove the journal, and return the record's path.

        The record has the name of the journal with ``.wargrid``, unless another path is given. A
        match without a move of a side leaves no record: the result is None.

        Raises:
            RecordError: the record cannot be written; the journal stays.
        """
        target = record or self.path.with_suffix(RECORD_SUFFIX)
        match = self.match
        keep = match.result is not None or any(ply.actor != CHANCE for ply in match.plies)
        if keep:
            header = replace(self.header, played=self.seconds, used=self.used)
            write_whole(target, write_record(match, header), overwrite=True)
        self._detach()
        with contextlib.suppress(OSError):
            self.path.unlink()
        return target if keep else None

    def _time(self, least: int) -> Lines:
        """Write the playing time if it is that many seconds later, or of another turn by days."""
        if self.seconds - self._written_seconds >= least or self.since != self._written_since:
            self._written_seconds, self._written_since = self.seconds, self.since
            line = time_line(self.seconds, *self.used, since=self.since)
            yield line, digest(self.match.position)

    def keep_time(self, least: int) -> None:
        """Write the playing time if it is so many seconds later than the last one written."""
        self._write(self._time(least))

    def follow(self, match: Match) -> None:
        """Listen to another match instead, which has the same moves."""
        self.match.listeners.remove(self)
        self.match = match
        match.listeners.append(self)

    def _detach(self) -> None:
        if self in self.match.listeners:
            self.match.listeners.remove(self)
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, lines: Lines) -> None:
        """Append lines after the last complete one, over the remains of a write that failed."""
        self._waiting += b"".join(self._checksum.line(*line) for line in lines)
        if self._lost:
            self._waiting[:0] = self._unsynced
            self._length -= len(self._unsynced)
            self._unsynced.clear()
            self._lost = False
        if not self._waiting:
            return
        try:
            if self._length + len(self._waiting) > MAX_RECORD_BYTES:
                raise RecordError("too_big", 0, str(self.path), limit=MAX_RECORD_BYTES >> 20)
            _write_at(self._file, self._length, bytes(self._waiting))
            if self.deferred:
                self._unsynced += self._waiting
            else:
                os.fsync(self._file)
        except OSError as error:
            self.failure = RecordError("unwritable", 0, str(self.path), why=Cause(error))
        except RecordError as error:
            self.failure = error
        else:
            self.failure = None
            self._length += len(self._waiting)
            self._waiting.clear()


class JournalContents(NamedTuple):
    """The file of a journal, open and locked, the checksum of its lines, and their bytes."""

    file: int
    checksum: Checksum
    length: int


class Resumed(NamedTuple):
    """A resumed journal, its match, and the text cut off from its end, mostly empty.

    ``lines`` of that text were whole, so that they are damaged or do not fit; ``kept`` is the copy
    of the file before.
    """

    journal: Journal
    match: Match
    dropped: str
    lines: int = 0
    kept: Path | None = None

    def told(self, language: str = "en") -> str:
        """Return what was cut off and where it is kept, in a language; empty if nothing was."""
        if not self.dropped or self.kept is None:
            return ""
        return left_out(self.dropped, self.lines, self.kept, language)


def left_out(dropped: str, lines: int, kept: Path, language: str) -> str:
    """Return what a journal had to leave out, in a language: of ``lines`` whole ones, or a part.

    ``kept`` is the file in which it still stands.
    """
    key = "record.left_out" if lines else "record.half_line"
    text = printable(dropped.split("\n")[0].partition(" #")[0].strip(), 80)
    return catalog(language).say(key, lines=lines, file=str(kept), text=text)


def _open(path: Path, flags: int) -> int:
    try:
        if flags:
            path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | BINARY | flags, 0o644)
    except FileExistsError:
        raise RecordError("exists", 0, str(path)) from None
    except FileNotFoundError:
        raise RecordError("missing", 0, str(path)) from None
    except OSError as error:
        code = "unwritable" if flags else "unreadable"
        raise RecordError(code, 0, str(path), why=Cause(error)) from None
    if not lock(file):
        os.close(file)
        raise RecordError("in_use", 0, str(path))
    return file


def is_free(path: Path) -> bool:
    """Return whether no process is writing this journal."""
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


def _keep_copy(path: Path, data: bytes) -> Path:
    """Write a copy of a journal beside it, under a name that no file has, and return its path."""
    for number in count(1):
        ending = ".damaged" if number == 1 else f".damaged-{number}"
        copy = path.with_name(path.name + ending)
        if copy.exists() and copy.read_bytes() == data:
            return copy
        if not copy.exists():
            break
    try:
        with open(copy, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:  # a part of a copy would be there at every later try
        copy.unlink(missing_ok=True)
        raise
    return copy
