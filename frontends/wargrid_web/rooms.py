"""The open matches of one process: opened for the first client, closed after the last."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

from wargrid import Game, Match, PluginError, RecordError
from wargrid.match import (
    JOURNAL_SUFFIX,
    Header,
    Journal,
    is_free,
    read_control,
    replay_sharing,
)
from wargrid_play.table import Awake, guided_again
from wargrid_web.chat import Chats
from wargrid_web.disk import Disk
from wargrid_web.limits import Buckets
from wargrid_web.making import BadRequest, Maker
from wargrid_web.notices.desk import Desk
from wargrid_web.notices.turns import read_ways
from wargrid_web.notices.ways import Way
from wargrid_web.room import Make, Room, guarding
from wargrid_web.settings import Settings
from wargrid_web.store import UNKNOWN, MatchRow, Store
from wargrid_web.waiting import unplayed

TIDY: Final = 3600.0
"""The seconds between two looks for matches that are not played."""

_log = logging.getLogger("wargrid.web")


class Rooms:
    """The open matches of one process; each is opened for its first client."""

    def __init__(
        self, settings: Settings, store: Store, disk: Disk, maker: Maker, desk: Desk,
        make: Make | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.store, self.disk = settings, store, disk
        self.maker, self.desk, self.make = maker, desk, make
        self.awake = Awake()
        self._tasks: set[asyncio.Task[None]] = set()
        limits = settings.limits
        self._rematches = [
            Buckets(*each, limits.addresses) for each in (limits.matches, limits.computers)
        ]
        """The limits of one match after another; secrets stay the same."""
        self.open_rooms: dict[str, Room] = {}
        self._chats = Chats()
        self._look_again = time.monotonic() + settings.idle
        self._tidy_again = time.monotonic() + TIDY
        self.games: MutableMapping[str, Game] = WeakValueDictionary()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def _lock(self, match: str) -> asyncio.Lock:
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock

    async def find(self, match: str) -> Room | None:
        """Return the room of a match, opened if need be; None if there is no such match.

        Raises:
            RecordError: the match is open in another process, or cannot be read.
            PluginError: one of its plugins failed.
        """
        room = self.open_rooms.get(match)
        if room is not None and not room.failed:
            return room
        async with self._lock(match):
            room = self.open_rooms.get(match)
            if room is not None and room.failed:
                self._drop(room)
                room = None
            if room is None:
                row = await asyncio.to_thread(self.store.find, match)
                if row is None:
                    return None
                found = await asyncio.to_thread(self._read_or_ask, row)
                offer = await asyncio.to_thread(self.store.offer, match)
                ways = await asyncio.to_thread(read_ways, self.store.folder / row.path, match)
                with suppress(sqlite3.Error):
                    if not row.over:
                        await asyncio.to_thread(self.store.note, match, UNKNOWN)
                room = self._open(row, *found, offer, ways)
            return room

    def _read_or_ask(self, row: MatchRow) -> tuple[Match, Header, Journal | None]:
        """Read a match; one that another process has open is asked for, to be tried again."""
        try:
            return self._read(row)
        except RecordError as error:
            if self.settings.shared and error.code == "in_use":
                self.store.want(row.id)
            raise

    def _open(
        self, row: MatchRow, match: Match, header: Header, journal: Journal | None,
        offer: str = "", ways: dict[int, Way] | None = None,
    ) -> Room:  # fmt: skip
        room = Room(
            row, match, header, journal, self.disk, self.awake, self.make, self._rematch,
            self._deal, offer, self.store.keep_offer,
            draft_path=lambda side: self.store.path_for(row.id, f"side{side}"),
            chat=self._chats.of(row.id),
        )  # fmt: skip
        if header.clock is not None and header.clock.by_days:
            place = self.store.folder / row.path
            room.notices = self.desk.open(row.id, place, ways or {})
            room.tell()
        room.lesson = self.maker.offered.lesson(row.ruleset)
        self.open_rooms[row.id] = room
        return room

    def _read(self, row: MatchRow) -> tuple[Match, Header, Journal | None]:
        path = self.store.folder / row.path
        if not path.exists() and path.with_suffix(".wargrid").exists():
            path = path.with_suffix(".wargrid")  # the index was not told before the power failed
        record = replay_sharing(path, self.games)
        if path.suffix != JOURNAL_SUFFIX:
            return record.match, record.header, None
        resumed = Journal.resume(path, record)
        if resumed.dropped:
            _log.warning("match %s: %s", row.id, resumed.told())
        target = self.maker.offered.target(row.ruleset) or row.ruleset
        guided = guided_again(resumed.match, target) if row.guided else None
        if guided is not None:
            resumed.journal.follow(guided)
        return guided or resumed.match, resumed.journal.header, resumed.journal

    def add(self, row: MatchRow, match: Match, journal: Journal) -> None:
        """Keep a new match open, unless another process may be asked for it."""
        if self.settings.shared:
            journal.leave()
        else:
            self._open(row, match, journal.header, journal)

    def _rematch(self, room: Room) -> None:
        """Begin the match that both players want after this one."""
        task = asyncio.create_task(self._begin_rematch(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin_rematch(self, room: Room) -> None:
        key = " ".join(sorted(seat.digest for seat in room.row.seats))
        used = self._rematches[bool(room.opponents.computers)]
        if room.rematch or room.begins:
            return
        room.refuses = not used.take(key)
        if room.refuses:
            room.wake()
            return
        room.begins = True
        try:
            game, header = room.match.game, room.header
            row = await asyncio.to_thread(self.store.find, room.row.id) or room.row
            fresh = await asyncio.to_thread(self.maker.again, game, header, row)
            await asyncio.to_thread(self.store.follow, room.row.id, fresh[0].id)
        except (BadRequest, sqlite3.Error) as error:
            _log.warning("match %s: no rematch: %s", room.row.id, error)
            room.begins, room.refuses = False, True
            room.wake()
            return
        self.add(*fresh)
        room.rematch = fresh[0].id
        room.wake()

    def _deal(self, room: Room) -> None:
        """Begin a match whose numbers are all known."""
        task = asyncio.create_task(self._begin(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin(self, room: Room) -> None:
        """Write a journal with all numbers beside the first one, which is then forgotten.

        If that fails, the match waits: its players show their numbers again when they come back.
        """
        if room.dealing is None or not room.dealing.done or room.failed:
            return
        first, header = room.journal, replace(room.header, fair=room.dealing.dice)
        path = self.store.path_for(room.row.id, "dice")
        try:
            path.unlink(missing_ok=True)  # left by a server that was killed just here
            journal = await asyncio.to_thread(self._with_numbers, path, room, header)
        except (RecordError, sqlite3.Error, OSError) as error:
            _log.warning("match %s cannot begin: %s", room.row.id, error)
            room.begins = False
            return
        with guarding(room):
            room.begin(header, journal)
        if first is not None:
            first.path.unlink(missing_ok=True)

    def _with_numbers(self, path: Path, room: Room, header: Header) -> Journal:
        """Write a journal in place of the first one; nothing is left of it if that fails."""
        journal = Journal(path, room.match, header)
        try:
            if journal.failure is not None:
                raise journal.failure
            self.store.move(room.row.id, below(self.store.folder, path))
        except (RecordError, sqlite3.Error):
            journal.leave()
            path.unlink(missing_ok=True)
            raise
        return journal

    async def open_timed(self, *, by_days: bool = True) -> None:
        """Open the matches whose clocks run, and that no other process has open.

        By days they run in any case; by minutes only while somebody is there, or was lately.
        """
        for match in await asyncio.to_thread(self._timed, by_days):
            try:
                await self.find(match)
            except (RecordError, PluginError) as error:
                _log.warning("match %s cannot be opened: %s", match, error)

    def _timed(self, by_days: bool) -> list[str]:
        return [
            match
            for match, clock, path in self.store.timed()
            if match not in self.open_rooms and self._runs(clock, self.store.folder / path, by_days)
        ]

    def _runs(self, clock: str, path: Path, by_days: bool) -> bool:
        """Return whether a match that may be opened has a clock which does not stand still."""
        control = read_control(clock)
        if control is None or not path.exists():
            return False
        lately = time.time() - path.stat().st_mtime < self.settings.absent
        return (by_days if control.by_days else lately) and is_free(path)

    async def beat(self) -> None:
        """Notice for ever whether this process has stood still; then send all clocks again."""
        while True:
            slept = self.awake.slept
            self.awake()
            if self.awake.slept != slept:
                for room in self.open_rooms.values():
                    room.clocks.stood += 1
                    room.wake()
            await asyncio.sleep(Awake.BEAT / 1000)

    async def sweep(self) -> None:
        """Close the rooms that are idle or have failed, and write what the disk has refused.

        Clocks of another process that shares the folder, and has ended, go on here.
        """
        if self.settings.shared and time.monotonic() >= self._look_again:
            self._look_again = time.monotonic() + self.settings.idle
            await self.open_timed(by_days=False)
        if time.monotonic() >= self._tidy_again:
            self._tidy_again = time.monotonic() + TIDY
            await self.tidy()
        for match, room in list(self.open_rooms.items()):
            room.retry()
            with guarding(room):
                room.tell()
            if self.settings.shared and self.store.wanted_elsewhere(match):
                room.failed = True  # its clients come back, and the proxy leads them there
                room.wake()
            idle = room.is_idle(self.settings.idle, self.settings.absent)
            if idle or (room.failed and not room.clients):
                async with self._lock(match):
                    if not room.clients and self.open_rooms.get(match) is room:
                        await self._close(room)

    async def tidy(self) -> None:
        """Delete old matches that were never played."""
        settings, store = self.settings, self.store
        for match in await asyncio.to_thread(
            unplayed, store, settings.unplayed, settings.untaken
        ):  # fmt: skip
            async with self._lock(match):
                row = await asyncio.to_thread(store.find, match)
                if row is None or match in self.open_rooms:
                    continue
                await asyncio.to_thread(store.forget, match)
                for path in (store.folder / row.path).parent.glob(f"{match}.*"):
                    path.unlink(missing_ok=True)
                _log.info("match %s is deleted: nobody has played it", match)

    async def _close(self, room: Room) -> None:
        """Close a room; a match that is over becomes a record."""
        journal, over = room.journal, room.match.result is not None
        if journal is None or not over or room.failed:
            with suppress(sqlite3.Error):
                if not room.row.over:
                    await asyncio.to_thread(self.store.note, room.row.id, room.acts, room.turn)
            self._drop(room)
            return
        try:
            record = await asyncio.to_thread(journal.close)
            path = (record or journal.path).relative_to(self.store.folder).as_posix()
            await asyncio.to_thread(self.store.finish, room.row.id, path, room.acts, room.turn)
        except (RecordError, sqlite3.Error) as error:
            _log.warning("match %s cannot be closed: %s", room.row.id, error)
            journal.leave()
        room.journal = None
        self._drop(room)

    def _drop(self, room: Room) -> None:
        self.open_rooms.pop(room.row.id, None)
        try:
            room.close()
        except Exception:
            _log.exception("match %s cannot be closed", room.row.id)

    def close(self) -> None:
        """Close every room."""
        for task in self._tasks:
            task.cancel()
        for room in list(self.open_rooms.values()):
            self._drop(room)


def below(folder: Path, path: Path) -> str:
    """Return a path as the index keeps it."""
    return path.relative_to(folder).as_posix()
