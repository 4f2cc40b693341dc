"""Clocks: the time that each side has used, and what a time control leaves it.

The frontend passes the time; a side whose clock runs out loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wargrid.match import OUT_OF_TIME, Match, TimeControl
from wargrid.table.view import ClockView
from wargrid.text import catalog

CONTROLS: Final = (
    None,
    *(TimeControl(0, seconds) for seconds in (30, 60, 180)),
    *(TimeControl(60 * minutes, more) for minutes, more in ((5, 5), (10, 10), (30, 30))),
)
"""The time controls that are offered: none, a time for each turn, and banks that grow (Fischer)."""

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
        return texts.say("table.clock.turn", time=time_text(control.turn))
    more = f" + {control.turn}" if control.turn else ""
    return time_text(control.bank) + more


def control_name(control: TimeControl | None) -> str:
    """Return the text by which a setting names a time control."""
    return "none" if control is None else control.text()


def stakes_text(control: TimeControl | None, language: str = "en") -> str:
    """Word what happens to a side that runs out of time; empty without a time control."""
    return "" if control is None else catalog(language).say("table.clock.stakes")


def time_text(seconds: int) -> str:
    """Write a time as clocks show it: ``4:05``, or ``1:04:05``."""
    minutes, seconds = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def counted(clock: ClockView, ms: int) -> ClockView:
    """Return a clock as it is some milliseconds after its view was made."""
    if not clock.runs:
        return clock
    left = max(0, clock.left - ms)
    text = time_text(-(-left // 1000))
    return replace(clock, text=text, left=left, low=left <= clock.low_at)


class Clocks:
    """The clocks of one match; ``used`` are the seconds that each side has used before.

    Armies are set up without a clock. The turn in which a match is resumed begins with its full
    time where each turn has its own.
    """

    def __init__(
        self, match: Match, control: TimeControl | None = None, used: Sequence[int] = ()
    ) -> None:
        self.match, self.control = match, control
        sides = len(match.game.sides)
        self._used = [1000 * seconds for seconds in (*used, *(0 for _ in range(sides)))[:sides]]
        self._turn = match.position.turn
        self._in_turn = 0
        self._warned: int | None = None

    @property
    def used(self) -> tuple[int, ...]:
        """The whole seconds that each side has used."""
        return tuple(ms // 1000 for ms in self._used)

    @property
    def running(self) -> int | None:
        """The side whose clock runs, or None."""
        match = self.match
        return match.position.side if match.result is None and match.position.turn > 0 else None

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass for the side to act; True when a clock shows another time.

        A side whose time has run out loses the match.
        """
        side = self.running
        if side is None:
            return False
        self._begin_turn()
        before = self._left(side)
        self._used[side] += ms
        self._in_turn += ms
        left = self._left(side)
        if before is None or left is None:
            return False
        if left <= 0:
            self.match.resign(side, OUT_OF_TIME)
        elif left <= self._warning < before:
            self._warned = side
        return -left // 1000 != -before // 1000

    def pop_warning(self, language: str = "en") -> tuple[int, str] | None:
        """Return once, when little time is left, the side and what to tell its player."""
        side, self._warned = self._warned, None
        if side is None:
            return None
        texts, game = catalog(language), self.match.game
        name = texts.of(game.ruleset.side_name(side))
        return side, texts.say("table.clock.warning", side=name)

    @property
    def _warning(self) -> int:
        """At how many milliseconds left a player is warned."""
        assert self.control is not None
        whole = self.control.bank or self.control.turn
        return 1000 * min(MOST_WARNING, max(LEAST_WARNING, whole // SHARE))

    def _begin_turn(self) -> None:
        if self._turn != self.match.position.turn:
            self._turn, self._in_turn = self.match.position.turn, 0

    def _left(self, side: int) -> int | None:
        """Return the milliseconds that a side has left, or None without a time control."""
        if self.control is None:
            return None
        bank, turn = self.control
        if bank:
            return 1000 * (bank + turn * self._turns(side)) - self._used[side]
        return 1000 * turn - (self._in_turn if side == self.match.position.side else 0)

    def _turns(self, side: int) -> int:
        """Return how many turns a side has ended; sides take turns in their order."""
        position, sides = self.match.position, len(self.match.game.sides)
        ago = (position.side - side) % sides
        return max(0, position.turn - 1 + (sides - ago if ago else 0)) // sides

    def views(self) -> tuple[ClockView, ...]:
        """Return the clock of each side; none without a time control."""
        if self.control is None:
            return ()
        self._begin_turn()
        made = []
        for side in range(len(self._used)):
            left = self._left(side) or 0
            text, low_at = time_text(-(-left // 1000)), self._warning
            made.append(ClockView(text, side == self.running, left <= low_at, left, low_at))
        return tuple(made)
