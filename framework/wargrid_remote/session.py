"""A session far away: a match on a server, of which the player has one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from wargrid.match import (
    Header,
    Match,
    RecordError,
    free_save_path,
    read_record,
    verify_dice,
    write_record,
    write_whole,
)
from wargrid.text import Catalog
from wargrid_play.looks.loader import Looks
from wargrid_play.table import FRIEND
from wargrid_play.table.lobby.session import Clock
from wargrid_remote.connection import Link, RemoteError
from wargrid_remote.hosting import read_far_games
from wargrid_remote.table import RemoteTable

PATIENCE: float = 12.0
"""How many seconds a server has to show the game."""


class RemoteSession:
    """A match on a server, as the game screen sees it; the server keeps the journal.

    It replaces a ``Session``, which is for a match of this window and can do more.
    """

    local = None
    trouble = None
    told = None
    continued = chooses = False
    used: tuple[int, ...] = ()

    def __init__(self, link: Link, table: RemoteTable) -> None:
        self.link, self.table = link, table
        self._clock = Clock()
        self._kept = self._known()
        self._record: tuple[Match, Header] | None = None

    @property
    def talks(self) -> bool:
        """Whether there is another player to talk to."""
        return self.table.talks

    @property
    def elapsed(self) -> str:
        """The time that the game has been on this screen."""
        return self._clock.text

    @property
    def moved(self) -> bool:
        """Whether a side has acted."""
        return bool(self.table.view().log)

    def sit(self) -> RemoteTable:
        """Return the table that the seat is at."""
        return self.table

    def looks(self) -> Looks:
        """Return the looks of the game that the server sends; raises LooksError."""
        return self.table.looks()

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass; True when a clock shows another time."""
        return self._clock.tick(ms)

    def leave(self) -> None:
        """Let the match go on without this window."""

    def played(self) -> tuple[Match, Header] | None:
        """Return the finished match, read from the server's record; None while it goes on."""
        if self._record is None and (text := self.table.record()):
            found = read_record(text.encode())
            self._record = found.match, found.header
        return self._record

    def dice_note(self, words: Catalog) -> tuple[str, bool] | None:
        """Say whether the record proves the dice, and whether it does; None for other dice."""
        if self._record is None:
            return None
        match, fair = self._record[0], self._record[1].fair
        trouble = self.table.dice_trouble(fair)
        if fair is None and not trouble:
            return None
        if fair is None or verify_dice(match, fair) is not None or trouble not in ("", "unseen"):
            return words.say("remote.dice_wrong"), False
        return words.say("remote.dice_unseen" if trouble else "remote.dice_hold"), not trouble

    def save(self, name: str = "") -> Path:
        """Write the record of a finished match into a new file, and return its path.

        Raises:
            RecordError: the game is not over, or the file cannot be written.
        """
        text = self.table.record()
        if not text:
            raise RecordError("far_away")
        path = free_save_path(name)
        write_whole(path, self._named(text.encode()))
        return path

    def _named(self, record: bytes) -> bytes:
        """Call others without a name friends: in the list of saves they would be “you”."""
        try:
            found = read_record(record)
        except RecordError:  # the game is not installed here
            return record
        own = self.table.view().seats
        players = (
            name or ("" if side in own else FRIEND)
            for side, name in enumerate(found.header.players)
        )
        return write_record(found.match, replace(found.header, players=tuple(players)))

    def keep_news(self) -> None:
        """Remember the game again once others give their names, and when it is over."""
        known = self._known()
        if known != self._kept:
            self._kept = known
            read_far_games().keep_table(self.link, self.table)

    def _known(self) -> tuple[tuple[str, ...], bool]:
        return self.table.person_names, self.table.view().over is not None

    @property
    def following(self) -> Link | None:
        """The link of the match that both players have agreed on after this one."""
        match = self.table.room.rematch
        return self.link._replace(match=match) if match else None

    def rematch(self, *, swapped: bool = False) -> None:
        """Offer to play again; the other side has to agree, and sides are swapped by the server."""
        self.table.press("rematch")


def join(link: Link, language: str, name: str, notify: Callable[[], None]) -> RemoteSession:
    """Take the seat of a link, and wait until there is something to draw.

    Raises:
        RemoteError: there is no such seat, or no server answers.
    """
    table = RemoteTable(link, language, name, notify)
    if table.wait(PATIENCE):
        return RemoteSession(link, table)
    raise refusal(link, table)


def refusal(link: Link, table: RemoteTable) -> RemoteError:
    """Give up a table that has shown nothing, and return the reason."""
    ended, reason = table.ended, table.reason
    table.close()
    return RemoteError(reason) if ended else RemoteError("no_answer", server=link.server)
