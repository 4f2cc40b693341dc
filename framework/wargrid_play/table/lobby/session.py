"""A session: a match at hand, with the journal that follows it and the saves made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from random import randrange
from typing import Any, Final

from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.launch import Start
from wargrid.loading.loader import load_named
from wargrid.match import (
    BY_HAND,
    FROM_SYSTEM,
    JOURNAL_SUFFIX,
    RECORD_SUFFIX,
    Header,
    Journal,
    Match,
    Record,
    RecordError,
    TimeControl,
    free_save_path,
    games_folder,
    header_for,
    journal_path,
    load_record,
    match_for,
    save_record,
    seed,
    source_of,
    unfinished,
    unfinished_info,
    verify,
)
from wargrid.match.journal import left_out
from wargrid.players import Seat, read_seat
from wargrid.plugins.base import PluginError
from wargrid.source.folders import resolved
from wargrid.text import Catalog
from wargrid_play.looks import Looks, looks_of
from wargrid_play.table.guide import Guide, GuidedMatch, guided_again
from wargrid_play.table.history.review import Review
from wargrid_play.table.lobby.clock import Clocks, time_text

MAX_SEED: Final = 10**9
"""The bound of the seeds of computer players."""


LONG: Final = 40_960
"""The bytes from which a record is replayed in steps: about 400 moves."""

KEPT: Final = 10
"""The seconds after which the time is written again while a clock runs."""

EASIEST: Final = "1"
"""The computer player against which guided games are played."""

Told = Callable[[str], str]
"""Returns a sentence in a language."""


class Session:
    """A match being played: every move is in its journal before it is seen.

    ``told`` says in a language what a resumed journal had to leave out, if anything. ``replayed``
    is the record that the match was read from just now. ``chooses``: the player makes the next
    move, also for a computer player. ``continued`` is whether it was begun before. A ``journal``
    that was there before is never removed, unless all it holds is in another file.
    """

    talks = False
    """Whether there is a player elsewhere to talk to."""

    def __init__(
        self, match: Match, header: Header, journal: Journal | None = None,
        told: Told | None = None, replayed: Record | None = None, chooses: bool = False,
    ) -> None:  # fmt: skip
        self.match = match
        self.chooses = chooses
        self.header = header
        self.told = told
        self.continued = journal is not None or replayed is not None
        self.clock = Clock(header.played)
        self.clocks = Clocks(match, header.clock, header.used, lambda: self.clock.ms)
        self.branched_at = -1
        """The moves of another match after which it began, -1 if it did not."""
        self._failed: RecordError | None = None
        self._found = journal
        self._journal = journal or self._started(replayed)

    @property
    def local(self) -> Session:
        """The session itself, whose match is at hand; one far away has none."""
        return self

    @property
    def elapsed(self) -> str:
        """The time that the game has been on the screen."""
        return self.clock.text

    @property
    def used(self) -> tuple[int, ...]:
        """The seconds that each side has used."""
        return self.clocks.used

    def looks(self) -> Looks:
        """Return the looks of the game; raises LooksError."""
        return looks_of(self.match.game, self.header.colours)

    def dice_note(self, words: Catalog) -> tuple[str, bool] | None:
        """Return None: the dice of a match at hand have nothing to prove."""
        return None

    def played(self) -> tuple[Match, Header]:
        """Return the match as it can be reviewed."""
        return self.match, self.header_now

    def _started(self, replayed: Record | None = None) -> Journal | None:
        path = journal_path(self.header.ruleset, now())
        try:
            return Journal(path, self.match, self.header, replayed=replayed)
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

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The player of each side."""
        return tuple(map(read_seat, self.header.players))

    @property
    def alone(self) -> int | None:
        """The side of the only person who plays, or None."""
        persons = [side for side, seat in enumerate(self.seats) if seat.is_person]
        return persons[0] if len(persons) == 1 else None

    def seen_flipped(self, flipped: bool) -> bool:
        """Return whether the board is seen from its north edge, ``flipped`` by choice.

        A player alone against the computer sees it from the own edge.
        """
        game, side = self.match.game, self.alone
        return flipped if side is None else game.grid.facing_name(game.engine.forward[side]) == "S"

    def seat(self, seats: Sequence[Seat]) -> None:
        """Keep new players; the journal begins again with their names."""
        self._keep(players=tuple(seat.text() for seat in seats))

    def leave_guide(self) -> None:
        """Keep that the player has left the guide of the match: it is gone on with without one."""
        self._keep(guided=False)

    def _keep(self, **facts: Any) -> None:
        """Change facts of the header; the journal begins again with them."""
        self.header = replace(self.header_now, **facts)
        journal = self._journal
        if journal is None:
            return
        self._journal = self._started()
        if self._journal is None:
            self._journal = journal
            return
        journal.leave()
        with suppress(OSError):
            journal.path.unlink()

    def tick(self, ms: int) -> bool:
        """Let some milliseconds of play pass; True when a clock shows another time."""
        turned, shown = self.clock.tick(ms), self.clocks.advance()
        journal = self._journal
        if turned and journal is not None:
            journal.seconds, journal.used = self.clock.seconds, self.clocks.used
            if self.header.clock is not None:
                journal.keep_time(KEPT)
        return turned or shown

    @property
    def header_now(self) -> Header:
        """The header with the times used so far."""
        return replace(self.header, played=self.clock.seconds, used=self.clocks.used)

    def save(self, name: str = "") -> Path:
        """Write the match into a new file, and return its path; raises RecordError.

        Without a ``name`` the file is named after the ruleset and the time.
        """
        path = free_save_path(name or f"{self.header.ruleset}-{now()}")
        save_record(path, self.match, self.header_now)
        return path

    def leave(self) -> None:
        """Let the match go: a finished one becomes a record, an unplayed one leaves nothing.

        So does a match tried out after another one: a player does not go on with it.
        """
        journal, self._journal = self._journal, None
        if journal is None:
            return
        over = self.match.result is not None
        if not over and len(self.match.plies) == self.branched_at:
            _discard(journal)
            return
        if not over and (journal is self._found or (self.moved and not self.chooses)):
            journal.leave()
            return
        try:
            journal.close(journal.path.with_suffix(RECORD_SUFFIX) if over else None)
        except RecordError:
            journal.leave()

    def under(self, match: Match) -> Session:
        """Return a session of this match under other rules; its journal replaces this one's."""
        fresh = Session(match, header_for(match.game, like=self.header_now))
        journal = self._journal
        if journal is None or fresh.trouble is not None:
            self.leave()
            return fresh
        self._journal = None
        _discard(journal)
        return fresh

    def restart(self, game: Game, start: Position | None = None) -> Session:
        """Return a new match with the same players and dice under other rules of the same game."""
        header = header_for(game, like=replace(self.header, played=0, used=(), guided=False))
        return Session(match_for(game, header, start), header)

    def again(self, *, swapped: bool = False) -> Session:
        """Return a new match with the same players, their sides ``swapped`` if wanted."""
        dice = BY_HAND if self.header.by_hand else FROM_SYSTEM
        seats, header = self.seats[::-1] if swapped else self.seats, self.header
        game, clock = self.match.game, header.clock
        return _session(game, dice, seats=seats, clock=clock, colours=header.colours)

    def against(self, level: int) -> Session:
        """Return a new match against computer players of a level; after a lesson, a whole game.

        Raises:
            RulesetError: the ruleset of the lesson cannot be read any more.
        """
        game, header = self.match.game, self.header
        if isinstance(self.match, GuidedMatch):
            game = load_named(header.ruleset).game()  # one read from a record knows no files
        seats = [seat if seat.is_person else seeded(Seat(f"{level}")) for seat in self.seats]
        dice = BY_HAND if header.by_hand else FROM_SYSTEM
        return _session(game, dice, seats=seats, clock=header.clock, colours=header.colours)


def new_session(
    game: Game, seed_number: int | None = None, by_hand: bool = False,
    start: Position | None = None, seats: Sequence[Seat] = (), clock: TimeControl | None = None,
    colours: Sequence[str] = (),
) -> Session:  # fmt: skip
    """Begin a match, with dice by hand, from a seed or from the system, and a clock if wanted.

    ``colours`` are those that sides have instead of their own, as ``Looks`` takes them.

    Computer players without a seed get one, that of the dice if there is one.
    """
    dice = BY_HAND if by_hand else FROM_SYSTEM if seed_number is None else seed(seed_number)
    return _session(
        game, dice, start, [seeded(seat, seed_number) for seat in seats], clock, colours
    )


def session_of(start: Start, colours: Sequence[str] = ()) -> Session | None:
    """Return the match that a start names, begun or gone on with; None if it names none.

    Raises:
        RecordError: what should be gone on with is no record.
        RulesetError: its ruleset cannot be read.
    """
    if start.resume is not None:
        return resume(start.resume)
    if start.game is None:
        return None
    dice = start.seed, start.by_hand
    return new_session(start.game, *dice, start.position, start.seats, colours=colours)


def lesson_under_way(name: str) -> Path | None:
    """Return the journal of the guided game of a ruleset that the player has left in its middle."""
    for path in unfinished():
        if is_long(path) or unfinished_info(path).ruleset != name:
            continue
        with suppress(RecordError, PluginError):
            record = verify(path)
            guided = guided_again(record.match, name) if record.header.guided else None
            if guided is not None and guided.step is not None:
                return path
    return None


def guided_session(guide: Guide) -> Session:
    """Begin a guided game against the easiest computer player."""
    match, game = GuidedMatch(guide), guide.game
    own = match.position.side
    seats = [Seat() if side == own else seeded(Seat(EASIEST)) for side in range(len(game.sides))]
    players = tuple(seat.text() for seat in seats)
    header = header_for(game, started=now(), players=players)
    return Session(match, replace(header, guided=True))


def seeded(seat: Seat, number: int | None = None) -> Seat:
    """Return a seat with a seed, the one it has, a given one or any."""
    if seat.is_person or seat.seed:
        return seat
    return seat._replace(seed=randrange(1, MAX_SEED) if number is None else number)


def _session(
    game: Game, dice: str, start: Position | None = None, seats: Sequence[Seat] = (),
    clock: TimeControl | None = None, colours: Sequence[str] = (),
) -> Session:  # fmt: skip
    players = tuple(seat.text() for seat in seats)
    header = header_for(game, started=now(), dice=dice, players=players)
    header = replace(header, clock=clock, colours=tuple(colours) if any(colours) else ())
    return Session(match_for(game, header, start), header)


def branched(review: Review, header: Header, *, chooses: bool = False) -> Session:
    """Return a session that goes on from the position of a review, as a separate match."""
    match = review.branch()
    dice = header.dice if header.by_hand else FROM_SYSTEM
    fresh = replace(header, dice=dice, played=0, used=(), campaign="", guided=False)
    header = header_for(match.game, like=fresh)
    session = Session(match, header, chooses=chooses)
    session.branched_at = len(match.plies)
    return session


def _discard(journal: Journal) -> None:
    journal.leave()
    with suppress(OSError):
        journal.path.unlink()


def is_long(path: Path) -> bool:
    """Return whether a record is so large that it is replayed in steps."""
    try:
        return path.stat().st_size >= LONG
    except (OSError, ValueError):
        return False


def resume(path: Path, replayed: Record | None = None) -> Session:
    """Go on with a journal of the player, or with a copy of another file; raises RecordError.

    A guided game goes on at the step where it was left.

    A save, and a journal from elsewhere such as a server's, stays as it stands: the match gets a
    new journal. A record ``replayed`` before is not replayed again.
    """
    if path.suffix != JOURNAL_SUFFIX:
        record = replayed or load_record(path)
        header = header_for(record.match.game, like=record.header)
        guided = guided_again(record.match, header.ruleset) if header.guided else None
        told = record.spoiled.text if record.spoiled is not None else None
        return Session(guided or record.match, header, told=told, replayed=record)
    if resolved(path).parent == resolved(games_folder()):
        found = Journal.resume(path, replayed)
        told, header = found.told if found.dropped else None, found.journal.header
        guided = guided_again(found.match, header.ruleset) if header.guided else None
        if guided is not None:
            found.journal.follow(guided)
        return Session(guided or found.match, header, found.journal, told)
    return _copied(replayed or verify(path), path)


def _copied(record: Record, path: Path) -> Session:
    """Return a session that goes on from a journal of somebody else, as far as it is intact."""
    header = header_for(record.match.game, like=record.header)
    if header.fair is not None:  # what is rolled from now on is proved by no numbers
        header = replace(header, fair=None, dice=FROM_SYSTEM)
        record.match.dice = source_of(header)
    rest = record.end.data[record.end.length :]
    dropped = rest.decode("utf-8", "replace").rstrip("\n")
    told = partial(left_out, dropped, rest.count(b"\n"), path) if dropped else None
    session = Session(record.match, header, told=told, replayed=record)
    session.match.begin()
    return session


def now() -> str:
    """Date and time to the second, as a file's name has them."""
    return datetime.now().strftime("%Y-%m-%d %H.%M.%S")


class Clock:
    """Counts the time that a game is on the screen, from some ``seconds`` on."""

    def __init__(self, seconds: int = 0) -> None:
        self.ms = seconds * 1000

    @property
    def seconds(self) -> int:
        """The whole seconds that have passed."""
        return self.ms // 1000

    @property
    def text(self) -> str:
        """The time as players read it: ``4:05``, or ``1:04:05``."""
        return time_text(self.ms // 1000)

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass; True when another second is shown."""
        before = self.ms // 1000
        self.ms += ms
        return self.ms // 1000 != before
