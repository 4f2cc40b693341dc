"""Matches that wait for a player: those with open seats are listed, those never played found."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from wargrid.match import DAY, is_free, read_control
from wargrid_web.room import Room
from wargrid_web.store import MatchRow, Store

COMING: Final = 60.0
"""The seconds for which a new match is listed before its player has come."""

LISTED: Final = 100
"""How many matches are listed at most."""

_HEAD: Final = 1 << 18
_MOVED: Final = re.compile(rb"^moves:.*^[1-9]\d*\. ", re.MULTILINE | re.DOTALL)
_BEGUN: Final = re.compile(rb"^moves:", re.MULTILINE)


def waits(row: MatchRow) -> bool:
    """Return whether a seat of a match is open."""
    return any(seat.kind == "open" for seat in row.seats)


def present(rooms: Iterable[Room]) -> list[MatchRow]:
    """Return the matches with an open seat whose player is there, the latest first."""
    here = [
        room.row
        for room in rooms
        if waits(room.row) and room.match.result is None
        and any(client.side is not None for client in room.clients)
    ]  # fmt: skip
    return sorted(here, key=lambda row: -row.made)


def listed(
    here: list[MatchRow], store: Store, now: float, coming: float = COMING
) -> list[tuple[MatchRow, bool]]:
    """Return the matches to be listed, and whether somebody waits there now; these come first.

    Others were made in the last ``coming`` seconds, or have days for each turn and are not older
    than one.
    """
    known = {row.id for row in here}
    away = [
        row
        for row in store.waiting(now - DAY, 10 * LISTED)
        if row.id not in known and (now - row.made < coming or _by_days(row))
    ]
    return [*((row, True) for row in here), *((row, False) for row in away)][:LISTED]


def _by_days(row: MatchRow) -> bool:
    control = read_control(row.clock) if row.clock else None
    return control is not None and control.by_days


class Makers:
    """Which addresses have made matches with seats that are still open; of ``most`` addresses."""

    def __init__(self, each: int, most: int) -> None:
        self.each, self._most = each, most
        self._made: OrderedDict[str, list[str]] = OrderedDict()

    def may(self, address: str, find: Callable[[str], MatchRow | None]) -> bool:
        """Return whether an address may make another one; ``find`` returns a match."""
        rows = map(find, self._made.get(address, ()))
        still = [row.id for row in rows if row is not None and not row.over and waits(row)]
        self._made[address] = still
        return len(still) < self.each

    def note(self, address: str, match: str) -> None:
        """Note a match that an address has made."""
        self._made.setdefault(address, []).append(match)
        self._made.move_to_end(address)
        if len(self._made) > self._most:
            self._made.popitem(last=False)


def unplayed(store: Store, unplayed_for: float, untaken_for: float) -> list[str]:
    """Return the matches that were made so many seconds ago, and have no move.

    What is being written, or cannot be read, is none.
    """
    now, found = time.time(), []
    for match, path in store.old(now - unplayed_for, now - untaken_for):
        file = store.folder / path
        if not file.exists() or (is_free(file) and not _has_moves(file)):
            found.append(match)
    return found


def _has_moves(journal: Path) -> bool:
    """Return whether a journal has a move, or cannot be read so far."""
    try:
        with journal.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return True
    return _BEGUN.search(head) is None or _MOVED.search(head) is not None
