"""The index of matches as a file: its rows are sealed, and it is made again if it is damaged.

Each match has a digest in the index over all its rows, and a file beside its journal that says the
same, but for what is known from the journal.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, fields
from math import isfinite
from pathlib import Path
from typing import Any, Final, get_args

from wargrid.match import RECORD_SUFFIX, Damage, Kept, RecordError, digest_of, put_aside
from wargrid_web.seats import SeatKind, SeatRow

TABLES: Final = (("match", "id"), ("seat", "match"), ("offer", "match"), ("hintless", "match"))
"""The tables that a match has rows in, and the column that names the match."""

SEALS: Final = (
    "CREATE TABLE IF NOT EXISTS seal(match TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT"
)

UNFINISHED: Final = "index.unfinished"
"""The file that is there while an index is made again."""

SUFFIX: Final = ".match"
"""The ending of the file of a match beside its journal."""

_OF_THE_DISK: Final = (3, 5, 6, 7, 9, 10, 13, 23)
"""The codes of SQLite for what is wrong with the disk, or busy; not with the file."""

_OF_ACCESS: Final = (8, 14)
"""Its codes for a file that cannot be written or opened, as where the version in it is damaged."""


_NOTHING: Final = digest_of(repr({}))
"""The digest of a match without rows."""


def is_damage(error: Exception, path: Path) -> bool:
    """Return whether an error says that the index itself is damaged."""
    code = (getattr(error, "sqlite_errorcode", None) or 1) & 0xFF
    may = os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK)
    return code not in _OF_THE_DISK and (code not in _OF_ACCESS or may)


def seal_of(db: sqlite3.Connection, match: str) -> str:
    """Return the digest of all that an index has of a match."""
    found = {}
    for table, column in TABLES:
        rows = db.execute(f"SELECT * FROM {table} WHERE {column} = ?", (match,))
        names = [name for name, *_ in rows.description]
        if listed := [dict(zip(names, row, strict=True)) for row in rows]:
            found[table] = sorted(listed, key=repr)
    return digest_of(repr(found))


def seal(db: sqlite3.Connection, match: str) -> None:
    """Keep the digest of a match after a change; none of one that has no rows any more."""
    digest = seal_of(db, match)
    if digest == _NOTHING:
        db.execute("DELETE FROM seal WHERE match = ?", (match,))
    else:
        db.execute("INSERT OR REPLACE INTO seal VALUES (?,?)", (match, digest))


def is_sealed(db: sqlite3.Connection, match: str) -> bool:
    """Return whether the rows of a match are those that were written, none if it has none."""
    with _at_once(db):
        found = db.execute("SELECT digest FROM seal WHERE match = ?", (match,)).fetchone()
        return (_NOTHING if found is None else found[0]) == seal_of(db, match)


def check(db: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError for an index of which anything is damaged."""
    with _at_once(db):
        whole = db.execute("PRAGMA integrity_check(1)").fetchone()
        known = {row[0] for table, column in (*TABLES, ("seal", "match"))
                 for row in db.execute(f"SELECT {column} FROM {table}")}  # fmt: skip
        tables = db.execute("SELECT digest FROM seal WHERE match = ''").fetchone()
        if whole != ("ok",) or tables != (_tables(db),):
            raise sqlite3.DatabaseError("damaged")
        if not all(is_sealed(db, match) for match in known - {""}):
            raise sqlite3.DatabaseError("damaged")


def seal_tables(db: sqlite3.Connection) -> None:
    """Keep the digest of the tables' definitions, under an empty name of a match."""
    db.execute("INSERT OR REPLACE INTO seal VALUES ('', ?)", (_tables(db),))
    db.execute("PRAGMA user_version = 1")


def _tables(db: sqlite3.Connection) -> str:
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    return digest_of(repr(rows.fetchall()))


@contextmanager
def _at_once(db: sqlite3.Connection) -> Iterator[None]:
    """Read several times what the index has at one time: another process may write to it."""
    if db.in_transaction:
        yield
        return
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def is_plain(db: sqlite3.Connection) -> bool:
    """Return whether an index is from before there were digests."""
    if db.execute("PRAGMA user_version").fetchone() != (0,):
        return False
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("damaged")
    return True


def set_aside(path: Path) -> Damage:
    """Rename a damaged index with the files that belong to it, and return a sentence about it."""
    aside = put_aside(path)
    for ending in ("-wal", "-shm"):
        with suppress(OSError):
            beside = path.with_name(path.name + ending)
            beside.replace(path.with_name((aside or path).name + ending))
    return Damage("rebuilt", path.name, aside.name if aside else "")


# The files beside journals


def read_match(found: Any) -> dict[str, Any]:
    """Read what is kept of a match, by the names of its row. Raises the errors of ``Kept``."""
    texts = ("id", "ruleset", "path", "watch", "clock", "rematch", "turn")
    kinds = dict.fromkeys(texts, str) | {"over": bool, "guided": bool, "acts": int, "hints": bool}
    found = {"hints": True, **found}
    seats = tuple(SeatRow(**seat) for seat in found["seats"])
    for seat in seats:
        whole = all(isinstance(each, str) for each in (seat.digest, seat.name))
        if type(seat.side) is not int or seat.kind not in get_args(SeatKind) or not whole:
            raise ValueError(seat)
    for name, kind in kinds.items():
        if type(found[name]) is not kind:
            raise ValueError(name)
    place = Path(found["path"])
    if place.is_absolute() or ".." in place.parts or not isfinite(found["made"]):
        raise ValueError(found["path"])
    return {**found, "seats": seats}


KEPT: Final = Kept("match", read_match, private=True, backed_up=False)
"""How a match is kept beside its journal."""


def keep(folder: Path, row: Any) -> None:
    """Write the file of a match. Raises sqlite3.OperationalError where the disk fails."""
    known = {each.name for each in fields(row)}
    content = {name: value for name, value in asdict(row).items() if name in known}
    try:
        KEPT.keep((folder / row.path).parent / f"{row.id}{SUFFIX}", content)
    except RecordError as error:
        wrong = sqlite3.OperationalError(str(error))
        wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR  # or the index would be taken for damaged
        raise wrong from error


def kept(below: Path, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what is kept of the matches below a folder whose journals or records are there.

    Their paths are those below ``folder``. A journal may have become a record that no index knew.
    """
    for path in sorted(below.rglob(f"*{SUFFIX}")):
        found = KEPT.find(path).content
        if found is None or path.stem != found["id"]:
            continue
        place = folder / found["path"]
        if place.is_file() or place.with_suffix(RECORD_SUFFIX).is_file():
            yield found


def forget(folder: Path, match: str, path: str) -> None:
    """Delete the file of a match that is not kept any more."""
    with suppress(OSError):
        ((folder / path).parent / f"{match}{SUFFIX}").unlink(missing_ok=True)
