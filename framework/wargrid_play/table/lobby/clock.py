"""Clocks: the time that each side has used, what a time control leaves it, and deadlines.

A side whose clock runs out loses. Time is that of a source: the time that a window was open, or the
time of a server.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from wargrid.match import (
    DAY,
    OUT_OF_TIME,
    Ending,
    Journal,
    Match,
    Ply,
    TimeControl,
    read_control,
)
from wargrid.text import LANGUAGES, InputError, catalog, printable
from wargrid_play.table.view import ClockView, SideView


class ClockError(InputError):
    """A text is no time control that can be played with; ``table.clock.<code>`` says why."""

    def __init__(self, code: str, typed: str) -> None:
        super().__init__(code, typed)
        self.code, self.typed = code, typed

    def text(self, language: str = "en") -> str:
        """Say what is wrong, and what can be typed."""
        say = catalog(language).say
        return say(f"table.clock.{self.code}", text=printable(self.typed, 40), days=MOST_DAYS)


CONTROLS: Final = (
    None,
    *(TimeControl(0, seconds) for seconds in (30, 60, 180)),
    *(TimeControl(60 * minutes, more)
      for minutes, more in ((3, 2), (5, 3), (10, 5), (15, 10), (30, 20))),
)  # fmt: skip
"""The time controls that are offered: none, a time for each turn, and banks that grow (Fischer)."""

FAR_CONTROLS: Final = (*CONTROLS, *(TimeControl(0, days * DAY) for days in (1, 3, 7)))
"""Those of games far apart: days for each turn, too."""

BANK: Final = re.compile(r"(?:(\d{1,4})|(\d{1,3})[.,]([05])) *\+ *(\d{1,4})")
"""What players type for minutes in all and seconds more a turn: ``5+3``, ``0.5+1``."""

ONE: Final = re.compile(r"(\d{1,7}) *([^\W\d]+)[.]?")
"""What players type for one length: ``30 min`` in all, ``30 s``, ``1 day`` or ``1 min a turn``."""

UNITS: Final = {"days": DAY, "minutes": 60, "seconds": 1}

MOST: Final = TimeControl(24 * 3600, 3600)
MOST_DAYS: Final = 30
"""The longest bank and increment that can be typed, and the most days a turn."""

HOURS: Final = 24
LEAST_WARNING: Final = 10
MOST_WARNING: Final = 60
SHARE: Final = 6
"""A player is warned when a sixth of the time is left, but 10 to 60 seconds before the end."""


def control_text(control: TimeControl | None, language: str = "en") -> str:
    """Word a time control for players, in few letters."""
    texts = catalog(language)
    if control is None:
        return texts.say("table.clock.none")
    if not control.bank:
        return texts.say("table.clock.turn", time=_length(control.turn, language))
    bank, more = _length(control.bank, language), control.turn
    if not more:
        return bank
    if more < DAY:
        return texts.say("table.clock.seconds_more", bank=bank, more=more)
    return f"{bank} + {_length(more, language)}"


def _length(seconds: int, language: str) -> str:
    """Word the length of a bank or a turn, whole days, whole minutes and seconds as such."""
    texts = catalog(language)
    days, rest = divmod(seconds, DAY)
    if days and not rest:
        return texts.say(f"table.clock.whole_days.{'one' if days == 1 else 'many'}", n=days)
    minutes, rest = divmod(seconds, 60)
    if minutes and not rest:
        return texts.say("table.clock.whole_minutes", n=minutes)
    return time_text(seconds, language) if minutes else texts.say("table.clock.whole", n=rest)


def read_clock(text: str) -> TimeControl | None:
    """Return the time control that a player has typed, or one as records write it.

    Nothing, or the word for it, is none.

    Raises:
        ClockError: the text is no time control, or one that nobody could play with.
    """
    typed = text.strip().casefold()
    known = read_control(text.strip())
    nothing = [catalog(language).say("table.clock.none").casefold() for language in LANGUAGES]
    if typed in ("", *nothing):
        return None
    if known is None:
        known = _typed_bank(typed) or _typed_length(typed)
    if known is None:
        raise ClockError("wrong", text)
    most = TimeControl(0, MOST_DAYS * DAY) if not known.bank else MOST
    if not max(known) or any(here > least for here, least in zip(known, most, strict=True)):
        raise ClockError("range", text)
    return known


def _typed_bank(typed: str) -> TimeControl | None:
    found = BANK.fullmatch(typed)
    if found is None:
        return None
    whole, part, tenths, more = found.groups()
    return TimeControl(60 * int(whole or part) + 6 * int(tenths or 0), int(more))


def _typed_length(typed: str) -> TimeControl | None:
    ends = [catalog(language).say("table.clock.turn", time="").strip() for language in LANGUAGES]
    length = next((typed.removesuffix(end) for end in ends if typed.endswith(end)), typed)
    found = ONE.fullmatch(length.strip())
    words = {
        word: seconds
        for language in LANGUAGES
        for unit, seconds in UNITS.items()
        for word in catalog(language).say(f"table.clock.typed.{unit}").split()
    }
    if found is None or found[2] not in words:
        return None
    unit = words[found[2]]
    in_all = unit == UNITS["minutes"] and length == typed
    seconds = int(found[1]) * unit
    return TimeControl(seconds, 0) if in_all else TimeControl(0, seconds)


def typed_clock(control: TimeControl | None, language: str = "en") -> str:
    """Write a time control as a player would type it, so that ``read_clock`` reads the same."""
    if control is None:
        return ""
    bank, turn = control
    if bank:
        return control.text() if bank % 30 else f"{bank // 60}{'.5' if bank % 60 else ''}+{turn}"
    if turn % 60:
        length = catalog(language).say("table.clock.whole", n=turn)
        return catalog(language).say("table.clock.turn", time=length)
    return control_text(control, language)


def control_name(control: TimeControl | None) -> str:
    """Return the text by which a setting names a time control."""
    return "none" if control is None else control.text()


def stakes_text(control: TimeControl | None, language: str = "en") -> str:
    """Word what happens to a side that runs out of time; empty without a time control."""
    return "" if control is None else catalog(language).say("table.clock.stakes")


def low_text(name: str, language: str = "en") -> str:
    """Word that a side has little time left."""
    return catalog(language).say("table.clock.warning", side=name)


def time_text(seconds: int, language: str = "en") -> str:
    """Write a time as clocks show it: ``4:05``, ``1:04:05``, or ``2d 3:04`` without seconds."""
    minutes, seconds = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= HOURS:
        days, hours = divmod(hours, HOURS)
        return catalog(language).say("table.clock.days", days=days, time=f"{hours}:{minutes:02}")
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def next_control(now: TimeControl | None, step: int = 1) -> TimeControl | None:
    """Return the time control offered some steps after this one, round and round."""
    known = [*CONTROLS, *([] if now in CONTROLS else [now])]
    return known[(known.index(now) + step) % len(known)]


def times_text(sides: Iterable[SideView], used: Iterable[int], language: str = "en") -> str:
    """Word the seconds that each side has used; empty if none were counted."""
    named = [(side.name, seconds) for side, seconds in zip(sides, used, strict=False)]
    if not any(seconds for _, seconds in named):
        return ""
    listed = " · ".join(f"{name} {time_text(seconds)}" for name, seconds in named)
    return catalog(language).say("lobby.times", times=listed)


def counted(clock: ClockView, ms: int, language: str = "en") -> ClockView:
    """Return a clock some milliseconds after its view was made."""
    if not clock.runs:
        return clock
    left = max(0, clock.left - ms)
    text = time_text(-(-left // 1000), language)
    return replace(clock, text=text, left=left, low=left <= clock.low_at)


def monotonic() -> int:
    """Return the milliseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


class Awake:
    """A source of milliseconds that leaves out the time in which this process stood still.

    It stood still where it was not asked for longer than ``ASLEEP``: the computer slept, or the
    process was stopped. So ask it every ``BEAT``, which is all that is counted then.
    """

    BEAT: Final = 1_000
    ASLEEP: Final = 3_000

    def __init__(self, source: Callable[[], int] = monotonic) -> None:
        self._source = source
        self._last = source()
        self.slept = 0
        """The milliseconds left out so far."""

    def __call__(self) -> int:
        """Return the milliseconds, from any beginning."""
        now = self._source()
        passed, self._last = now - self._last, now
        if passed > self.ASLEEP:
            self.slept += passed - self.BEAT
        return now - self.slept


class Clocks:
    """The clocks of one match; ``used`` are the seconds that each side has used before.

    ``now`` says the milliseconds of a source that never goes back: time passes with it, for the
    side to act, and what passed before a move is that side's. ``due`` says when to ``advance``
    next, which lets a side lose whose time is over. Armies are set up without a clock.

    A match that is resumed charges no side for the time in between: players by minutes cannot help
    that a server was down; nor does it where ``now`` leaves out what a process has slept through,
    as ``Awake`` does. The turn in which it is resumed begins with its full time where each turn has
    its own. Games by days (``TimeControl.by_days``) go on whether or not a server runs: there
    ``since`` is when the turn began in which the match is resumed, in seconds since 1970 and from
    the header of its journal, and ``used`` is without that turn. So a side has exactly what was
    agreed, and a server that is started again and again gives no side more time; ``keep`` puts both
    into a journal. ``wall`` says the seconds since 1970.

    Clocks of minutes that ``waits`` says begin to run with ``start``, if none has run before.
    """

    def __init__(
        self, match: Match, control: TimeControl | None = None, used: Sequence[int] = (),
        now: Callable[[], int] = monotonic, *, since: int = 0,
        wall: Callable[[], float] = time.time, waits: bool = False,
    ) -> None:  # fmt: skip
        self.match, self.control = match, control
        timed = control is not None and not control.by_days
        self.waits = waits and timed and not any(used)
        """Whether no clock has begun to run yet."""
        self._holders: set[int] = set()
        self.stood = 0
        """How often the source stood still: views count on, and are then made again."""
        self._now, self._wall = now, wall
        sides = len(match.game.sides)
        self._used = [1000 * seconds for seconds in (*used, *(0 for _ in range(sides)))[:sides]]
        self._before = tuple(self._used)
        """What each side had used when the turn began."""
        self._turn, self._side = match.position.turn, self.running
        self._in_turn = 0
        self._began, self._last = wall(), now()
        self._journal: Journal | None = None
        if since and control is not None and control.by_days and self._side is not None:
            passed = max(0, round(1000 * (self._began - since)))
            self._began, self._last = since, self._last - passed
        self._shown = self._seconds_left()
        match.listeners.insert(0, self)  # before a journal writes the times

    @property
    def used(self) -> tuple[int, ...]:
        """The whole seconds that each side has used."""
        return tuple(ms // 1000 for ms in self._used)

    @property
    def running(self) -> int | None:
        """The side whose clock runs, or None."""
        match = self.match
        runs = match.result is None and match.position.turn > 0
        return match.position.side if runs and not (self.waits or self.held) else None

    @property
    def held(self) -> bool:
        """Whether all clocks stand still for now."""
        return bool(self._holders)

    def hold(self, holder: int, *, still: bool) -> None:
        """Let clocks of minutes stand still until the same holder wants that no more."""
        by_days = self.control is not None and self.control.by_days
        if not by_days and still is not (holder in self._holders):
            self._charge()
            self._holders ^= {holder}
            self._charge()

    def start(self) -> None:
        """Let the clock of the side to act begin, if it has waited."""
        if self.waits:
            self._charge()
            self.waits = False
            self._charge()

    def wait(self) -> None:
        """Let clocks of minutes wait for ``start`` again, if no side has moved."""
        if self.control is None or self.control.by_days or self.match.result is not None:
            return
        if not any(ply.actor >= 0 for ply in self.match.plies):
            self.waits, self._side, self._in_turn = True, None, 0
            self._used = [0] * len(self._used)
            self._before = tuple(self._used)
            self._note()

    def keep(self, journal: Journal) -> None:
        """Keep the times in a journal, with every move from now on.

        In a game by days a line says at once when its turn began.
        """
        self._journal = journal
        self._note()
        if journal.since:
            journal.keep_time(0)

    def _note(self) -> None:
        journal, control = self._journal, self.control
        if journal is None:
            return
        by_days = control is not None and control.by_days and self._side is not None
        journal.used = tuple(ms // 1000 for ms in self._before) if by_days else self.used
        journal.since = round(self._began) if by_days else 0
        journal.seconds = max(journal.seconds, sum(self.used))

    # What a match tells its listeners

    def played(self, plies: Sequence[Ply]) -> None:
        """Charge the side that moved."""
        self._charge()

    undone = redone = played

    def ended(self, ending: Ending) -> None:
        """Stop."""
        self._charge()

    def _charge(self) -> None:
        """Let the time since the last call pass for the side that was to act in it."""
        now, turn, side = self._now(), self.match.position.turn, self._side
        passed, self._last = max(0, now - self._last), now
        if side is not None:
            self._used[side] += passed
            self._in_turn += passed
        self._side = self.running
        if turn != self._turn:
            self._turn, self._in_turn, self._began = turn, 0, self._wall()
            self._before = tuple(self._used)
        self._note()

    def advance(self) -> bool:
        """Let time pass for the side to act; True when a clock shows another time.

        A side whose time has run out loses the match.
        """
        self._charge()
        side = self._side
        left = None if side is None else self._left(side)
        if side is not None and left is not None and left <= 0:
            self.match.resign(side, OUT_OF_TIME)
        before, self._shown = self._shown, self._seconds_left()
        return self._shown != before

    def due(self) -> int | None:
        """Return the milliseconds until a side loses, so as to ``advance`` then.

        None where no time control runs.
        """
        self._charge()
        left = None if self._side is None else self._left(self._side)
        return None if left is None else max(0, left)

    def _seconds_left(self) -> tuple[int, ...]:
        if self.control is None:
            return ()
        return tuple(-(-(self._left(side) or 0) // 1000) for side in range(len(self._used)))

    @property
    def _warning(self) -> int:
        """The milliseconds left at which a player is warned."""
        assert self.control is not None
        whole = self.control.bank or self.control.turn
        return 1000 * min(MOST_WARNING, max(LEAST_WARNING, whole // SHARE))

    def _left(self, side: int) -> int | None:
        """Return the milliseconds that a side has left, or None without a time control."""
        if self.control is None:
            return None
        bank, turn = self.control
        if bank:
            return 1000 * (bank + turn * self._turns(side)) - self._used[side]
        return 1000 * turn - (self._in_turn if side == self.match.position.side else 0)

    def _turns(self, side: int) -> int:
        """Return the number of turns that a side has ended; sides take turns in their order."""
        position, sides = self.match.position, len(self.match.game.sides)
        ago = (position.side - side) % sides
        return max(0, position.turn - 1 + (sides - ago if ago else 0)) // sides

    def views(self, language: str = "en") -> tuple[ClockView, ...]:
        """Return the clock of each side now; none without a time control."""
        if self.control is None:
            return ()
        self._charge()
        made = []
        for side in range(len(self._used)):
            left = self._left(side) or 0
            text, low_at = time_text(-(-left // 1000), language), self._warning
            made.append(ClockView(text, side == self.running, left <= low_at, left, low_at))
        return tuple(made)
