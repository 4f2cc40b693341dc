"""The index of matches in SQLite: their seats, their players, and the paths of their journals."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from wargrid.match import Damage
from wargrid_web import index
from wargrid_web.seats import SeatKind, SeatRow

_log = logging.getLogger("wargrid")

INDEX: Final = "index.sqlite"
JOURNALS: Final = "matches"

UNKNOWN: Final = -2
"""In place of the side to act: it is known only where the match is open."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS match(
    id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, path TEXT NOT NULL, watch TEXT NOT NULL,
    clock TEXT NOT NULL, made REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0,
    rematch TEXT NOT NULL DEFAULT '', acts INTEGER NOT NULL DEFAULT -2,
    guided INTEGER NOT NULL DEFAULT 0, turn TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS seat(
    match TEXT NOT NULL, side INTEGER NOT NULL, kind TEXT NOT NULL, digest TEXT NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY (match, side)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS offer(match TEXT PRIMARY KEY, offer TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS hintless(match TEXT PRIMARY KEY) STRICT;
CREATE INDEX IF NOT EXISTS open_seats ON seat(kind) WHERE kind = 'open';
"""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of the index; ``path`` is that of its journal or record, below the folder.

    ``watch`` is the digest of the watchers' secret, or empty. ``made`` is in seconds since 1970.
    ``clock`` is the time control as records write it. ``rematch`` is the match that followed.
    ``acts`` is the side to act, -1 for none, or ``UNKNOWN``; where the match is ``over``, the side
    that has won, -1 for none. ``guided``: it began as a guided game. ``turn`` is
    the turn in which it was closed last: the key of its text and its number, ``table.day 3``.
    ``hints``: its players may ask the computer for hints.
    """

    id: str
    ruleset: str
    path: str
    watch: str = ""
    clock: str = ""
    made: float = 0.0
    over: bool = False
    rematch: str = ""
    acts: int = UNKNOWN
    guided: bool = False
    turn: str = ""
    seats: tuple[SeatRow, ...] = ()
    hints: bool = True


class Store:
    """The index of a folder; its methods may be called in any thread.

    They raise ``sqlite3.Error`` where the disk fails.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self.damage: Damage | None = None
        """What became of an index that was damaged when it was opened."""
        try:
            self._open()
        except (sqlite3.Error, ValueError, TypeError) as error:
            if not index.is_damage(error, folder / INDEX):
                raise
            self.damage = index.set_aside(folder / INDEX)
            self._open()
        unfinished = folder / index.UNFINISHED
        if unfinished.exists() or self._db.execute("SELECT 1 FROM match").fetchone() is None:
            unfinished.touch()  # a process that is killed here leaves the rest to the next one
            self._make_anew()
            unfinished.unlink(missing_ok=True)
        if self.damage is not None:
            _log.warning("%s", self.damage.text())

    def _open(self) -> None:
        """Open the index, and check all that is in it."""
        self._db = sqlite3.connect(
            self.folder / INDEX, isolation_level=None, check_same_thread=False, timeout=5
        )
        try:
            plain = index.is_plain(self._db)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            if not plain:
                index.check(self._db)
            self._db.executescript(_SCHEMA)
            self._db.execute(index.SEALS)
            if self._grow() or plain:
                self._seal_all(plain)
            index.seal_tables(self._db)
        except BaseException:
            self._db.close()
            raise

    def _make_anew(self) -> None:
        """Fill an index from the files of its matches, those that it lacks."""
        known = {each.name for each in fields(MatchRow)}
        there = {found[0] for found in self._db.execute("SELECT id FROM match")}
        for found in index.kept(self.folder / JOURNALS, self.folder):
            if found["id"] in there:
                continue
            there.add(found["id"])
            self.damage = self.damage or Damage("rebuilt", INDEX)
            row = MatchRow(**{name: found[name] for name in found if name in known})
            self.add(row)
            if row.over:
                self.finish(row.id, row.path, row.acts, row.turn)
            if row.rematch:
                self.follow(row.id, row.rematch)

    def _keep_beside(self, row: MatchRow) -> None:
        """Write the file of a match; without one the index itself is as sound."""
        try:
            index.keep(self.folder, row)
        except sqlite3.OperationalError as error:
            _log.warning("match %s: %s", row.id, error)

    def _seal_all(self, plain: bool) -> None:
        """Seal what an earlier version wrote, whose values are checked."""
        for found in self._db.execute(_SELECT).fetchall():
            row = self._unchecked(found)
            try:
                index.read_match(asdict(row))
                if plain:
                    self._keep_beside(row)
            except (ValueError, TypeError):
                _log.warning("the match %s is damaged in the index, and left out", row.id)
                for table, column in index.TABLES:
                    self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (row.id,))
            else:
                index.seal(self._db, row.id)

    def _grow(self) -> bool:
        """Add the columns that an index of an earlier version lacks; return whether it did."""
        known = {row[1] for row in self._db.execute("PRAGMA table_info(match)")}
        columns = {
            "acts": f"INTEGER NOT NULL DEFAULT {UNKNOWN}", "guided": "INTEGER NOT NULL DEFAULT 0",
            "turn": "TEXT NOT NULL DEFAULT ''",
        }  # fmt: skip
        missing = {name: kind for name, kind in columns.items() if name not in known}
        for name, kind in missing.items():
            self._db.execute(f"ALTER TABLE match ADD COLUMN {name} {kind}")
        return bool(missing)

    @contextmanager
    def _writing(self, match: str, *, kept: bool = True) -> Iterator[sqlite3.Connection]:
        """Change a match, whose digest follows, and the file beside its journal if it is kept."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._check(match)
                yield self._db
                index.seal(self._db, match)
                found = self._db.execute(f"{_SELECT} WHERE id = ?", (match,)).fetchone()
                if kept and found is not None:
                    index.keep(self.folder, self._unchecked(found))
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def path_for(self, match: str, kind: str = "") -> Path:
        """Return the file of a new journal, of another ``kind`` than the match's first one."""
        name = f"{match}.{kind}.journal" if kind else f"{match}.journal"
        return self.folder / JOURNALS / match[:2].lower() / name

    def want(self, match: str) -> None:
        """Ask the process that has a match open to let it go."""
        self._request_file(match).touch()

    def wanted_elsewhere(self, match: str) -> bool:
        """Return once whether another process has asked for a match."""
        try:
            self._request_file(match).unlink()
        except FileNotFoundError:
            return False
        return True

    def _request_file(self, match: str) -> Path:
        return self.path_for(match).with_suffix(".wanted")

    def add(self, row: MatchRow) -> None:
        """Add a match."""
        with self._writing(row.id) as db:
            db.execute(
                "INSERT INTO match(id, ruleset, path, watch, clock, made, guided) "
                "VALUES (?,?,?,?,?,?,?)",
                (
                    row.id,
                    row.ruleset,
                    row.path,
                    row.watch,
                    row.clock,
                    row.made or time.time(),
                    row.guided,
                ),
            )
            if not row.hints:
                db.execute("INSERT INTO hintless VALUES (?)", (row.id,))
            db.executemany(
                "INSERT INTO seat VALUES (?,?,?,?,?)",
                [(row.id, seat.side, seat.kind, seat.digest, seat.name) for seat in row.seats],
            )

    def find(self, match: str) -> MatchRow | None:
        """Return a match with its seats, or None."""
        with self._lock:
            found = self._db.execute(f"{_SELECT} WHERE id = ?", (match,)).fetchone()
            return None if found is None else self._row(found)

    def waiting(self, since: float, most: int = 100) -> list[MatchRow]:
        """Return the matches made since then of which a seat is open, the latest first."""
        with self._lock:
            found = self._db.execute(
                f"{_SELECT} WHERE over = 0 AND made >= ? AND {_OPEN} ORDER BY made DESC LIMIT ?",
                (since, most),
            ).fetchall()
            return [self._row(each) for each in found]

    def old(self, unplayed: float, untaken: float) -> list[tuple[str, str]]:
        """Return the matches under way that were made so long ago, with the paths of their files.

        ``untaken`` is the time for those of which a seat is still open.
        """
        with self._lock:
            found = self._db.execute(
                "SELECT id, path FROM match WHERE over = 0 "
                f"AND (made < ? OR (made < ? AND {_OPEN}))", (unplayed, untaken),
            )  # fmt: skip
            return found.fetchall()

    def forget(self, match: str) -> None:
        """Delete a match from the index, and what is kept of it beside its journal."""
        with self._writing(match, kept=False) as db:
            found = db.execute("SELECT path FROM match WHERE id = ?", (match,)).fetchone()
            for table, column in index.TABLES:
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", (match,))
        if found is not None:
            index.forget(self.folder, match, found[0])

    def timed(self) -> list[tuple[str, str, str]]:
        """Return the matches under way that have a clock, with that and the paths of files."""
        with self._lock:
            found = self._db.execute(
                "SELECT id, clock, path FROM match WHERE clock != '' AND over = 0"
            )
            return found.fetchall()

    def take(self, match: str, side: int, digest: str, name: str) -> bool:
        """Give an open seat to the secret with this digest; False if somebody else has it."""
        with self._writing(match) as db:
            done = db.execute(
                "UPDATE seat SET kind = 'link', digest = ?, name = ? "
                "WHERE match = ? AND side = ? AND kind = 'open'",
                (digest, name, match, side),
            )
            return done.rowcount == 1

    def rename(self, match: str, side: int, name: str) -> None:
        """Keep the name that the player of a seat wants."""
        with self._writing(match) as db:
            db.execute("UPDATE seat SET name = ? WHERE match = ? AND side = ?", (name, match, side))

    def finish(self, match: str, path: str, winner: int = UNKNOWN, turn: str = "") -> None:
        """Keep that a match is over, its winner and last turn, and the path of its record."""
        with self._writing(match) as db:
            db.execute(
                "UPDATE match SET over = 1, path = ?, acts = ?, turn = ? WHERE id = ?",
                (path, winner, turn, match),
            )

    def note(self, match: str, acts: int, turn: str = "") -> None:
        """Keep which side is to act in a match that is closed, and in which turn; or forget it."""
        with self._writing(match, kept=False) as db:
            db.execute(
                "UPDATE match SET acts = ?1, turn = CASE ?2 WHEN '' THEN turn ELSE ?2 END "
                "WHERE id = ?3 AND acts != ?1",
                (acts, turn, match),
            )

    def move(self, match: str, path: str) -> None:
        """Keep where the journal of a match is now."""
        with self._writing(match) as db:
            db.execute("UPDATE match SET path = ? WHERE id = ?", (path, match))

    def follow(self, match: str, rematch: str) -> None:
        """Keep which match followed one."""
        with self._writing(match) as db:
            db.execute("UPDATE match SET rematch = ? WHERE id = ?", (rematch, match))

    def offer(self, match: str) -> str:
        """Return the offer that waits for an answer in a match, as ``Offers.text`` wrote it."""
        with self._lock:
            self._check(match)
            found = self._db.execute("SELECT offer FROM offer WHERE match = ?", (match,)).fetchone()
        return "" if found is None else str(found[0])

    def keep_offer(self, match: str, offer: str) -> None:
        """Keep the offer that waits for an answer in a match; an empty text if none does."""
        with self._writing(match, kept=False) as db:
            if offer:
                db.execute("INSERT OR REPLACE INTO offer VALUES (?,?)", (match, offer))
            else:
                db.execute("DELETE FROM offer WHERE match = ?", (match,))

    def close(self) -> None:
        """Close the index."""
        with self._lock:
            self._db.close()

    def _row(self, found: _Found) -> MatchRow:
        self._check(found[0])
        return self._unchecked(found)

    def _check(self, match: str) -> None:
        if not index.is_sealed(self._db, match):
            raise sqlite3.DatabaseError(f"the match {match} is damaged in the index")

    def _unchecked(self, found: _Found) -> MatchRow:
        match, ruleset, path, watch, clock, made, over, rematch, acts, guided, turn = found
        seats = self._db.execute(
            "SELECT side, kind, digest, name FROM seat WHERE match = ? ORDER BY side", (match,)
        ).fetchall()
        listed = tuple(
            SeatRow(side, _kind(kind), digest, name) for side, kind, digest, name in seats
        )
        hintless = self._db.execute("SELECT 1 FROM hintless WHERE match = ?", (match,)).fetchone()
        return MatchRow(
            match, ruleset, path, watch, clock, made, bool(over), rematch, acts, bool(guided),
            turn, listed, hintless is None,
        )  # fmt: skip


_Found = tuple[str, str, str, str, str, float, int, str, int, int, str]

_OPEN: Final = "id IN (SELECT match FROM seat WHERE kind = 'open')"

_SELECT: Final = (
    "SELECT id, ruleset, path, watch, clock, made, over, rematch, acts, guided, turn FROM match"
)


def _kind(text: str) -> SeatKind:
    return "open" if text == "open" else "computer" if text == "computer" else "link"
