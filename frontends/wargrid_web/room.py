"""One open match: its clients, their intents, and its journal on the disk."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Final, Protocol, TypeVar
from weakref import ref

from wargrid import CHANCE, Game, Match
from wargrid.match import (
    FairSource,
    Header,
    Journal,
    source_of,
    write_record,
)
from wargrid_play.looks import Looks, LooksError, looks_of
from wargrid_play.table import (
    Awake,
    Clocks,
    Offers,
    Opponents,
    Seat,
    Table,
    Thinker,
    Wording,
    monotonic,
    read_seat,
)
from wargrid_remote import RoomView
from wargrid_web.chat import Chat
from wargrid_web.disk import Disk
from wargrid_web.drafts import Drafts
from wargrid_web.fair_dice import Dealing
from wargrid_web.notices.turns import MatchNotices, Now
from wargrid_web.store import MatchRow
from wargrid_web.texts import said

Make = Callable[[Game, Callable[[], None]], Thinker]
"""Makes the thinker of one match."""

LATEST: Final = 10.0
"""The seconds after which the time used is written again while a clock runs."""

MOST_PLIES: Final = 12_000
"""How many moves and rolls a match may have, as each is kept in memory; few games have 3,000."""

GRACE: Final = 15.0
"""For how many seconds a player who has left is taken for one who comes back: pages and windows try
again every ten seconds at least."""

Found = TypeVar("Found")

_log = logging.getLogger("wargrid.web")


class RoomClient(Protocol):
    """A client, as its room knows it: ``side`` is None for a watcher."""

    side: int | None
    wake: asyncio.Event
    """Set when there may be something new for it."""
    learns: bool
    """Whether its player learns the game elsewhere first."""
    here: bool
    """Whether its player sees it: a page may be hidden."""

    @property
    def table(self) -> Table:
        """The table that it is at now."""


class Room:
    """One match that is open, with the clients at its tables.

    ``journal`` is None where the match is over and its record is closed. All methods are called in
    the loop's thread.
    """

    def __init__(
        self, row: MatchRow, match: Match, header: Header, journal: Journal | None, disk: Disk,
        awake: Awake, make: Make | None = None, rematch: Callable[[Room], None] = lambda room: None,
        deal: Callable[[Room], None] = lambda room: None, offer: str = "",
        keep_offer: Callable[[str, str], None] = lambda match, offer: None,
        *, draft_path: Callable[[int], Path], chat: Chat | None = None,
    ) -> None:  # fmt: skip
        self.row, self.match, self.header, self.journal = row, match, header, journal
        this = ref(self)  # nothing that it holds holds it: then it is freed when it is closed
        self.drafts = Drafts(match, header, draft_path, lambda: _of(this, Room._saved) is not False)
        self.clients: list[RoomClient] = []
        self.chat = chat or Chat()
        self.notices: MatchNotices | None = None
        """The notices of a match by days."""
        self._left = dict.fromkeys(range(len(match.game.sides)), time.monotonic())
        """When each player was here last; all may come back to a server that was started again."""
        self.lesson = ""
        """The ruleset whose guided game teaches this one."""
        self.failed = False
        self.left_at = time.monotonic()
        self.rematch = row.rematch
        fair = header.fair
        self.dealing = None if fair is None or fair.complete else Dealing(fair)
        """The numbers for fair dice, as long as one is missing; no side moves before."""
        self.begins = False
        """Whether the journal with all numbers is being written, or a rematch is made."""
        self.refuses = False
        """Whether a rematch that all want cannot begin yet."""
        self._deal = deal
        self._disk = disk
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        by_days = header.clock is not None and header.clock.by_days
        self.clocks = Clocks(
            match, header.clock, header.used, monotonic if by_days else awake,
            since=header.since, waits=True,
        )  # fmt: skip
        opponents = Opponents if make is None else partial(Opponents, make=make)
        self.opponents = opponents(
            match, self._seats(), notify=lambda: _of(this, Room._notify), resigns=True
        )
        self._write_names()
        alone = len(self.opponents.persons) < 2
        self.offers = Offers(match, lambda: _of(this, rematch), alone=alone)
        self.offers.resume(offer)
        self._offered, self._keep_offer, self._offering = offer, keep_offer, asyncio.Lock()
        if journal is not None:
            journal.deferred = True
            self.clocks.keep(journal)
        self.advance()

    def _seats(self) -> list[Seat]:
        """Return the player of each side: computers of the header, persons by their names."""
        names = {seat.side: seat.name for seat in self.row.seats}
        seats = map(read_seat, self.header.players)
        return [
            Seat(name=names.get(side, "")) if seat.is_person else seat
            for side, seat in enumerate(seats)
        ]

    @cached_property
    def looks(self) -> Looks:
        """How the game is drawn: by letters on plain colours if its looks cannot be used."""
        try:
            return looks_of(self.match.game, self.header.colours)
        except LooksError as error:
            _log.warning("match %s: %s", self.row.id, error)
            return Looks(sides=tuple(self.match.game.ruleset.sides))

    def report(self, what: str) -> None:
        """Log a failure for the operator; players are told less of it."""
        _log.warning("match %s: %s", self.row.id, what)

    # Who is there

    def join(self, client: RoomClient) -> None:
        """Let a client sit down, or watch; clocks of minutes begin once every player is there."""
        self.clients.append(client)
        self._start_clocks()
        self.advance()
        self.wake()

    def _start_clocks(self) -> None:
        """Let clocks of minutes begin, if every player is there and nobody learns the game."""
        here = {client.side for client in self.clients}
        if self.opponents.persons <= here and not self.learning:
            self.clocks.start()

    @property
    def learning(self) -> tuple[int, ...]:
        """The sides whose players are there only to learn the game."""
        learn = {one.side for one in self.clients if one.learns and one.side is not None}
        return tuple(sorted(learn - {one.side for one in self.clients if not one.learns}))

    def learn(self) -> None:
        """Follow a player who begins, or ends, to learn the game first: clocks wait meanwhile."""
        if self.learning:
            self.clocks.wait()
        else:
            self._start_clocks()
        self.changed()

    def part(self, client: RoomClient) -> None:
        """Let a client go; the match stays."""
        if client in self.clients:
            self.clients.remove(client)
            self.left_at = time.monotonic()
            if client.side is not None:
                self._left[client.side] = self.left_at
            self._start_clocks()
            self.wake()

    def rename(self, side: int, name: str) -> None:
        """Rename the player of a seat."""
        seats = tuple(replace(s, name=name) if s.side == side else s for s in self.row.seats)
        self.row = replace(self.row, seats=seats)
        self.opponents.seat(side, Seat(name=name))
        self._write_names()
        self.wake()

    def _write_names(self) -> None:
        """Name the players in the header, too, which reviews and the record read."""
        players = tuple(seat.text() for seat in self.opponents.seats)
        self.header = replace(self.header, players=players)
        if self.journal is not None:
            self.journal.header = replace(self.journal.header, players=players)

    def apart(self, side: int | None) -> Match | None:
        """Return the board on which a side sets up in secret while it waits; None for none."""
        return None if side is None or self.dealing is not None else self.drafts.board(side)

    def about(self, language: str, side: int | None = None) -> RoomView:
        """Return who is there, and the notice about the match for the player of a side."""
        persons = {client.side for client in self.clients if client.side is not None}
        return RoomView(
            present=tuple(sorted(persons | self.opponents.computers)),
            watchers=sum(client.side is None for client in self.clients),
            notice=self._notice(language, side),
            rematch=self.rematch,
            draws=None if self.dealing is None else self.dealing.about(),
            learning=self.learning,
            quiet=tuple(sorted(self.chat.quiet)),
        )

    def _notice(self, language: str, side: int | None) -> str:
        failure = None if self.journal is None else self.journal.failure
        if failure is not None:
            return said("at_risk", language)
        if self.is_full:
            return said("too_many_moves", language)
        if self.dealing is not None:
            return said("dealing", language)
        if self.refuses:
            return said("no_rematch", language)
        if side is not None and self.drafts.is_ready(side):
            return said("army_ready", language)
        return said("clock_waits", language) if self.clocks.waits else ""

    @property
    def is_full(self) -> bool:
        """Whether the match has become too long to go on; its sides can still end it."""
        full = len(self.match.plies) >= MOST_PLIES
        full = full or (self.journal is not None and self.journal.is_full)
        return full and self.match.result is None

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
        self.begins = False
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
        self.drafts.take()
        moved = True
        while moved:
            moved = self.opponents.advance()
            for client in self.clients:
                moved = client.table.advance() or moved
            if moved:
                self.wake()
        self.tell()
        self._set_timer()

    def tell(self) -> None:
        """Tell the player whose turn has begun, if they are not here, and want that."""
        if self.notices is None or not self.notices.ways:
            return
        match, position = self.match, self.match.position
        if match.result is not None:
            self.notices.forget()
            return
        now = time.monotonic()
        here = {client.side for client in self.clients if client.here}
        here |= {side for side, left in self._left.items() if now - left < GRACE}
        self.notices.look(Now(
            None if self.dealing is not None else position.side, position.turn,
            frozenset(here), match.game.ruleset.name,
            {seat.side: seat.name for seat in self.row.seats if seat.kind != "computer"},
            Wording(match.game, "en").numbered(position.turn),
        ))  # fmt: skip

    def look(self, side: int | None) -> None:
        """Follow a player who looks elsewhere, or here again."""
        if side is not None:
            self._left[side] = time.monotonic()
        self.tell()

    def has_acted(self, side: int) -> bool:
        """Return whether a side has moved, so that its player knows the game."""
        return any(ply.actor == side for ply in self.match.plies)

    def seen(self, side: int | None) -> None:
        """Note that the player of a side does something here, and needs no notice of this turn."""
        if self.notices is not None and side is not None and side == self.match.position.side:
            self.notices.seen(side, self.match.position.turn)

    def wake(self) -> None:
        """Wake the sender of every client: there may be news."""
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

    @property
    def turn(self) -> str:
        """The turn under way, as the index keeps it."""
        key, number = Wording(self.match.game, "en").numbered(self.match.position.turn)
        return f"{key} {number}"

    def record(self) -> str | None:
        """Return the record of a match that is over and hides nothing; None for any other."""
        return write_record(self.match, self.written).decode() if self.may_be_seen else None

    @property
    def may_be_seen(self) -> bool:
        """Whether the match is over and hides nothing, so that all of it may be shown."""
        match = self.match
        return match.result is not None and not match.game.engine.hides(match.position)

    @property
    def written(self) -> Header:
        """The header of its journal, or of its record once that is closed."""
        return self.header if self.journal is None else self.journal.header

    # The disk

    async def kept(self) -> None:
        """Return when what has happened is on the disk, or cannot get there."""
        if self.journal is not None and self.journal.unsynced:
            await self._disk.keep(self.journal)
        for journal in list(self.drafts.unsynced):
            await self._disk.keep(journal)
        if self._offering.locked() or self._offered != self.offers.text():
            async with self._offering:
                await self._keep_offers()

    def _saved(self) -> bool:
        """Write to the disk what has been done; returns whether it is there."""
        if self.journal is not None:
            self.journal.sync()
        return self.journal is None or not (self.journal.unsynced or self.journal.failure)

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
        """Return whether it was empty for so long, no clock runs, and no computer player thinks.

        Where no client has been for ``absent`` seconds, the clock stands still.
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
        self.match.listeners.clear()
        self.drafts.close()
        if self.journal is not None:
            self.journal.leave()


def _of(this: ref[Room], act: Callable[[Room], Found]) -> Found | None:
    """Let a room act, unless it is gone."""
    room = this()
    return None if room is None else act(room)


class guarding:  # noqa: N801 (reads as a word)
    """Keep a failure in one match from every other: the room is closed and opened again."""

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
