"""The matches that are open: who is there, what they do, and what is on the disk of it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Final, Protocol
from weakref import WeakValueDictionary

from wargrid import CHANCE, Game, Match, PluginError, RecordError, RulesetError
from wargrid.looks import Looks, LooksError, looks_of
from wargrid.match import (
    JOURNAL_SUFFIX,
    FairSource,
    Header,
    Journal,
    Resumed,
    is_free,
    read_control,
    replay_sharing,
    source_of,
    write_record,
)
from wargrid.remote import RoomView
from wargrid.table import (
    Clocks,
    GuidedMatch,
    Offers,
    Opponents,
    Seat,
    Table,
    Thinker,
    guide_of,
    load_guide,
    read_seat,
)
from wargrid_web.dealing import Dealing
from wargrid_web.disk import Disk
from wargrid_web.limits import Buckets
from wargrid_web.making import Maker, Unwanted
from wargrid_web.settings import Settings
from wargrid_web.store import UNKNOWN, MatchRow, Store
from wargrid_web.words import said

Make = Callable[[Game, Callable[[], None]], Thinker]
"""Makes what thinks for one match."""

LATEST: Final = 10.0
"""After how many seconds the time used is written again while a clock runs."""

_log = logging.getLogger("wargrid.web")


class Sitter(Protocol):
    """A client, as its room knows it: ``side`` is None for a watcher."""

    side: int | None
    table: Table
    wake: asyncio.Event
    """Set when there may be something new for it."""


class Room:
    """One match that is open, with the clients at its tables.

    ``journal`` is None where the match is over and its record is closed. All methods are called in
    the loop's thread.
    """

    def __init__(
        self, row: MatchRow, match: Match, header: Header, journal: Journal | None, disk: Disk,
        make: Make | None = None, rematch: Callable[[Room], None] = lambda room: None,
        deal: Callable[[Room], None] = lambda room: None, offer: str = "",
        keep_offer: Callable[[str, str], None] = lambda match, offer: None,
    ) -> None:  # fmt: skip
        self.row, self.match, self.header, self.journal = row, match, header, journal
        self.clients: list[Sitter] = []
        self.failed = False
        self.left_at = time.monotonic()
        self.rematch = row.rematch
        fair = header.fair
        self.dealing = None if fair is None or fair.complete else Dealing(fair)
        """The numbers for fair dice, as long as one is missing; nobody moves before."""
        self.begins = False
        """Whether the journal with all numbers is being written, or a rematch is made."""
        self._deal = deal
        self._disk = disk
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self.clocks = Clocks(match, header.clock, header.used, since=header.since)
        opponents = Opponents if make is None else partial(Opponents, make=make)
        self.opponents = opponents(match, self._seats(), notify=self._notify, resigns=True)
        alone = len(self.opponents.persons) < 2
        self.offers = Offers(match, lambda: rematch(self), alone=alone)
        self.offers.resume(offer)
        self._offered, self._keep_offer, self._offering = offer, keep_offer, asyncio.Lock()
        if journal is not None:
            journal.deferred = True
            self.clocks.keep(journal)
        self.advance()

    def _seats(self) -> list[Seat]:
        """Return who plays each side: computers of the header, persons with the names they gave."""
        names = {seat.side: seat.name for seat in self.row.seats}
        seats = map(read_seat, self.header.players)
        return [
            Seat(name=names.get(side, "")) if seat.is_person else seat
            for side, seat in enumerate(seats)
        ]

    @cached_property
    def looks(self) -> Looks | None:
        """How the game is drawn; None if its looks cannot be used."""
        try:
            return looks_of(self.match.game, self.header.colours)
        except LooksError as error:
            _log.warning("match %s: %s", self.row.id, error)
            return None

    def report(self, what: str) -> None:
        """Tell the operator what failed, of which the players are told less."""
        _log.warning("match %s: %s", self.row.id, what)

    # Who is there

    def join(self, client: Sitter) -> None:
        """Let a client sit down, or watch."""
        self.clients.append(client)
        self.advance()
        self.wake()

    def part(self, client: Sitter) -> None:
        """Let a client go; the match stays."""
        if client in self.clients:
            self.clients.remove(client)
            self.left_at = time.monotonic()
            self.wake()

    def rename(self, side: int, name: str) -> None:
        """Call the player of a seat by another name."""
        seats = tuple(replace(s, name=name) if s.side == side else s for s in self.row.seats)
        self.row = replace(self.row, seats=seats)
        self.opponents.seat(side, Seat(name=name))
        players = [seat.text() for seat in self.opponents.seats]
        self.header = replace(self.header, players=tuple(players))
        if self.journal is not None:
            self.journal.header = replace(self.journal.header, players=tuple(players))
        self.wake()

    def about(self, language: str) -> RoomView:
        """Return who is there, and what is to be said of the match."""
        persons = {client.side for client in self.clients if client.side is not None}
        return RoomView(
            present=tuple(sorted(persons | self.opponents.computers)),
            watchers=sum(client.side is None for client in self.clients),
            notice=self._notice(language),
            rematch=self.rematch,
            draws=None if self.dealing is None else self.dealing.about(),
        )

    def _notice(self, language: str) -> str:
        failure = None if self.journal is None else self.journal.failure
        if failure is not None:
            return said("at_risk", language)
        return "" if self.dealing is None else said("dealing", language)

    # Fair dice

    def draw(self, side: int, name: str, number: str) -> None:
        """Take the commitment or the number of a side; with the last one the game begins."""
        if self.dealing is None:
            return
        if name == "commit":
            self.dealing.commit(side, number)
        else:
            self.dealing.show(side, number)
        if self.dealing.done and not self.begins:
            self.begins = True
            self._deal(self)
        self.wake()

    def begin(self, header: Header, journal: Journal) -> None:
        """Begin the game with complete dice, under a journal that has their numbers."""
        if self.journal is not None:
            self.journal.leave()
        self.header, self.journal, self.dealing = header, journal, None
        journal.deferred = True
        self.clocks.keep(journal)
        self.match.dice = source_of(header)
        self.match.begin()
        self.changed()

    # What happens

    def rewind(self) -> None:
        """Let the next roll be the one after those of the match.

        A plugin that failed between two rolls has used numbers that no move keeps.
        """
        if isinstance(self.match.dice, FairSource):
            self.match.dice.drawn = sum(ply.actor == CHANCE for ply in self.match.plies)

    def changed(self) -> None:
        """Follow what a client has done: computers answer, clocks go on, all tables look again."""
        self.advance()
        self.wake()

    def advance(self) -> None:
        """Let computer players think and move, and tables take their hints."""
        if self.dealing is not None:
            return
        self.clocks.advance()
        self.rewind()
        moved = True
        while moved:
            moved = self.opponents.advance()
            for client in self.clients:
                moved = client.table.advance() or moved
            if moved:
                self.wake()
        self._set_timer()

    def wake(self) -> None:
        """Let every client look whether there is something new for it."""
        for client in self.clients:
            client.wake.set()

    def _notify(self) -> None:
        """Go on in the loop: a thread of a thinker has an answer."""
        self._loop.call_soon_threadsafe(self._answered)

    def _answered(self) -> None:
        if not self.failed:
            with guarding(self):
                self.advance()
                self.wake()

    def _set_timer(self) -> None:
        """Wake up when the running clock warns or has run out, and to write the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.clocks.due()
        if due is not None:
            after = min(LATEST, due / 1000 + 0.002)
            self._timer = self._loop.call_later(after, self._time_passed)

    def _time_passed(self) -> None:
        with guarding(self):
            self.clocks.advance()
            if self.journal is not None:
                self.journal.keep_time(int(LATEST) - 1)
            if self.match.result is not None:
                self.wake()
            self._set_timer()

    @property
    def acts(self) -> int:
        """The side to act, or that has won; -1 for none."""
        match, result = self.match, self.match.result
        side = match.position.side if result is None else result.winner
        return -1 if side is None else side

    def record(self) -> str | None:
        """Return the record of a match that is over and hides nothing; None for any other."""
        return write_record(self.match, self.written).decode() if self.may_be_seen else None

    @property
    def may_be_seen(self) -> bool:
        """Whether the match is over and hides nothing, so that all of it may be shown."""
        match = self.match
        return match.result is not None and not match.game.hides(match.position)

    @property
    def written(self) -> Header:
        """The header of its journal, or of its record once that is closed."""
        return self.header if self.journal is None else self.journal.header

    # The disk

    async def kept(self) -> None:
        """Return when what has happened is on the disk, or cannot get there."""
        if self.journal is not None and self.journal.unsynced:
            await self._disk.keep(self.journal)
        if self._offering.locked() or self._offered != self.offers.text():
            async with self._offering:
                await self._keep_offers()

    async def _keep_offers(self) -> None:
        offered = self.offers.text()
        if offered != self._offered:
            try:
                await asyncio.to_thread(self._keep_offer, self.row.id, offered)
            except sqlite3.Error as error:  # it is lost if the server ends now, and no move is
                _log.warning("match %s: its offer is not kept: %s", self.row.id, error)
            self._offered = offered

    def retry(self) -> None:
        """Write again what the disk has refused."""
        if self.journal is not None and self.journal.failure is not None:
            self.journal.retry()
            self.wake()

    def is_idle(self, seconds: float, absent: float) -> bool:
        """Return whether nobody has been there for so long, no clock runs, and nobody thinks.

        Where nobody has been for ``absent`` seconds, the clock stands still.
        """
        clock = self.header.clock
        timed = clock is not None and not clock.by_days and self.clocks.due() is not None
        timed = timed and self.dealing is None
        away = time.monotonic() - self.left_at
        timed = timed and away < absent
        failing = self.journal is not None and self.journal.failure is not None
        busy = self.clients or timed or failing or self.opponents.thinking is not None
        return not busy and away >= seconds

    def close(self) -> None:
        """Close the files; the match can be opened again."""
        self.failed = True
        if self._timer is not None:
            self._timer.cancel()
        self.opponents.close()
        if self.journal is not None:
            self.journal.leave()


class guarding:  # noqa: N801 (reads as a word)
    """Keep a failure in one match from every other: the room is closed and opened anew."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        room = self.room
        _log.error("match %s failed", room.row.id, exc_info=error)
        room.failed = True
        for client in room.clients:
            client.wake.set()
        return True


class Rooms:
    """The open matches of one process; each is opened when somebody comes."""

    def __init__(
        self, settings: Settings, store: Store, disk: Disk, maker: Maker, make: Make | None = None
    ) -> None:
        self.settings, self.store, self.disk = settings, store, disk
        self.maker, self.make = maker, make
        self._tasks: set[asyncio.Task[None]] = set()
        limits = settings.limits
        self._rematches = [
            Buckets(*each, limits.addresses) for each in (limits.matches, limits.computers)
        ]
        """What players who go on and on may use; their secrets stay the same."""
        self.open_rooms: dict[str, Room] = {}
        self._look_again = time.monotonic() + settings.idle
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
                with suppress(sqlite3.Error):
                    if not row.over:
                        await asyncio.to_thread(self.store.note, match, UNKNOWN)
                room = self._open(row, *found, offer)
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
        self, row: MatchRow, match: Match, header: Header, journal: Journal | None, offer: str = ""
    ) -> Room:
        room = Room(
            row, match, header, journal, self.disk, self.make, self._rematch, self._deal, offer,
            self.store.keep_offer,
        )  # fmt: skip
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
        match = _guided_again(row, resumed) if row.guided else resumed.match
        return match, resumed.journal.header, resumed.journal

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
        if room.rematch or room.begins or not used.take(key):
            return
        room.begins = True
        try:
            game, header = room.match.game, room.header
            row = await asyncio.to_thread(self.store.find, room.row.id) or room.row
            fresh = await asyncio.to_thread(self.maker.again, game, header, row)
            await asyncio.to_thread(self.store.follow, room.row.id, fresh[0].id)
        except (Unwanted, sqlite3.Error) as error:
            _log.warning("match %s: no rematch: %s", room.row.id, error)
            room.begins = False
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

    async def sweep(self) -> None:
        """Close the rooms that are idle or have failed, and write what the disk has refused.

        Clocks of another process that shares the folder, and has ended, go on here.
        """
        if self.settings.shared and time.monotonic() >= self._look_again:
            self._look_again = time.monotonic() + self.settings.idle
            await self.open_timed(by_days=False)
        for match, room in list(self.open_rooms.items()):
            room.retry()
            if self.settings.shared and self.store.wanted_elsewhere(match):
                room.failed = True  # its clients come back, and the proxy leads them there
                room.wake()
            idle = room.is_idle(self.settings.idle, self.settings.absent)
            if idle or (room.failed and not room.clients):
                async with self._lock(match):
                    if not room.clients and self.open_rooms.get(match) is room:
                        await self._close(room)

    async def _close(self, room: Room) -> None:
        """Close a room; a match that is over becomes a record."""
        journal, over = room.journal, room.match.result is not None
        if journal is None or not over or room.failed:
            with suppress(sqlite3.Error):
                if not room.row.over:
                    await asyncio.to_thread(self.store.note, room.row.id, room.acts)
            self._drop(room)
            return
        try:
            record = await asyncio.to_thread(journal.close)
            path = (record or journal.path).relative_to(self.store.folder).as_posix()
            await asyncio.to_thread(self.store.finish, room.row.id, path, room.acts)
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


def _guided_again(row: MatchRow, resumed: Resumed) -> Match:
    """Return a match with its guide, unless the player has left that."""
    try:
        guide = guide_of(row.ruleset)
        guided = None if guide is None else GuidedMatch.resume(load_guide(guide), resumed.match)
    except RulesetError:
        guided = None
    if guided is None:
        return resumed.match
    resumed.journal.match = guided
    guided.listeners.append(resumed.journal)
    return guided


def below(folder: Path, path: Path) -> str:
    """Return a path as the index keeps it."""
    return path.relative_to(folder).as_posix()
