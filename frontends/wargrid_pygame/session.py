"""A session: a match in the window, with the journal that follows it and the saves made of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.engine.game import CHANCE
from wargrid.match.errors import RecordError
from wargrid.match.files import load, save
from wargrid.match.header import BY_HAND, FROM_SYSTEM, Header, header_for, match_for, seed
from wargrid.match.journal import RECORD_SUFFIX, SUFFIX, Journal
from wargrid.match.saves import journal_path, save_path
from wargrid_pygame.clock import Clock

if TYPE_CHECKING:
    from wargrid import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Match


class Session:
    """A match being played: every move is in its journal before it is seen.

    ``trouble`` says why there is no journal, or why its last line could not be written; ``dropped``
    is what a resumed journal had to leave out, empty if nothing.
    """

    def __init__(
        self, match: Match, header: Header, journal: Journal | None = None, dropped: str = ""
    ) -> None:
        self.match = match
        self.header = header
        self.dropped = dropped
        self.clock = Clock(header.played)
        self._failed: RecordError | None = None
        self._journal = journal or self._started()

    def _started(self) -> Journal | None:
        try:
            return Journal(journal_path(self.header.ruleset, now()), self.match, self.header)
        except RecordError as error:
            self._failed = error
            return None

    @property
    def trouble(self) -> RecordError | None:
        """Why this match would not survive a crash now, or None."""
        return self._failed if self._journal is None else self._journal.failure

    @property
    def moved(self) -> bool:
        """Whether a side has acted."""
        return any(ply.actor != CHANCE for ply in self.match.plies)

    def tick(self, ms: int) -> bool:
        """Let some milliseconds of play pass, which the journal tells; True when another second has begun."""
        turned = self.clock.tick(ms)
        if turned and self._journal is not None:
            self._journal.seconds = self.clock.seconds
        return turned

    def _header_now(self) -> Header:
        return replace(self.header, played=self.clock.seconds)

    def save(self) -> Path:
        """Write the match into a file that does not exist yet; answers the file. Raises RecordError."""
        name = f"{self.header.ruleset}-{now()}"
        path, number = save_path(name), 2
        while path.exists():
            path, number = save_path(f"{name}-{number}"), number + 1
        save(path, self.match, self._header_now())
        return path

    def leave(self) -> None:
        """Let the match go: one that is over becomes a record, one not begun leaves nothing, others wait."""
        journal, self._journal = self._journal, None
        if journal is None:
            return
        over = self.match.result is not None
        if not over and self.moved:
            journal.leave()
            return
        try:
            journal.close(journal.path.with_suffix(RECORD_SUFFIX) if over else None)
        except RecordError:
            journal.leave()

    def under(self, match: Match) -> Session:
        """Return a session of this match under other rules; its journal replaces this one's."""
        fresh = Session(match, header_for(match.game, like=self._header_now()))
        journal = self._journal
        if journal is None or fresh.trouble is not None:
            self.leave()
            return fresh
        self._journal = None
        journal.leave()
        with suppress(OSError):
            journal.path.unlink()
        return fresh

    def anew(self, game: Game, start: Position | None = None) -> Session:
        """A new match with the same players and dice, under other rules of the same game, from their set-up or not."""
        header = header_for(game, like=replace(self.header, played=0))
        return Session(match_for(game, header, start), header)

    def again(self) -> Session:
        """A new match of the same game, with dice from the same kind of source."""
        dice = BY_HAND if self.header.by_hand else FROM_SYSTEM
        return _session(self.match.game, dice)


def new_session(
    game: Game, seed_number: int | None = None, by_hand: bool = False, start: Position | None = None
) -> Session:
    """A match that has not begun: dice by hand, from a seed, or from the system; ``start`` is not the set-up's."""
    dice = BY_HAND if by_hand else FROM_SYSTEM if seed_number is None else seed(seed_number)
    return _session(game, dice, start)


def _session(game: Game, dice: str, start: Position | None = None) -> Session:
    header = header_for(game, started=now(), dice=dice)
    return Session(match_for(game, header, start), header)


def resumed(path: Path) -> Session:
    """Go on with a journal, or with a save, which gets a journal of its own; raises RecordError."""
    if path.suffix == SUFFIX:
        found = Journal.resume(path)
        return Session(found.match, found.journal.header, found.journal, found.dropped)
    record = load(path)
    return Session(record.match, header_for(record.match.game, like=record.header))


def now() -> str:
    """Date and time to the second, as they stand in a file's name."""
    return datetime.now().strftime("%Y-%m-%d %H.%M.%S")
