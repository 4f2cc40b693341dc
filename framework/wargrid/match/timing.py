"""Durations and time controls, as records write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final, NamedTuple

DAY: Final = 24 * 60 * 60
"""The seconds of a day."""

_DAYS: Final = re.compile(r"([0-9]{1,3})d")
_INSTANT: Final = "%Y-%m-%dT%H:%M:%SZ"
_DURATION: Final = re.compile(r"([0-9]{1,5}):([0-5][0-9]):([0-5][0-9])")
_TURN: Final = " a turn"
_PLUS: Final = " + "


class TimeControl(NamedTuple):
    """How much time each side has, in seconds.

    With a ``bank`` a side has that for the whole game, and ``turn`` more after each of its turns
    (Fischer). Without one it has ``turn`` for each turn, and what is left of it is lost.
    """

    bank: int
    turn: int

    @property
    def by_days(self) -> bool:
        """Whether a side has a day or more, so that no player sits at the board all the time."""
        return max(self) >= DAY

    def text(self) -> str:
        """Write it as ``0:10:00 + 0:00:05 a turn``, ``0:00:30 a turn`` or ``3d a turn``."""
        bank = f"{_write(self.bank)}{_PLUS}" if self.bank else ""
        return f"{bank}{_write(self.turn)}{_TURN}"


def read_control(text: str) -> TimeControl | None:
    """Return the time control that ``TimeControl.text`` wrote, or None if the text is not one."""
    if not text.endswith(_TURN):
        return None
    bank, plus, turn = text.removesuffix(_TURN).rpartition(_PLUS)
    seconds = _read(bank) if plus else 0
    added = _read(turn)
    if seconds is None or added is None or not (seconds or added) or (plus and not seconds):
        return None
    return TimeControl(seconds, added)


def _write(seconds: int) -> str:
    days, rest = divmod(seconds, DAY)
    return f"{days}d" if days and not rest else write_duration(seconds)


def _read(text: str) -> int | None:
    found = _DAYS.fullmatch(text)
    return read_duration(text) if found is None else int(found[1]) * DAY


def write_instant(seconds: int) -> str:
    """Write the seconds since 1970 as ``2026-11-23T19:24:10Z``."""
    return datetime.fromtimestamp(seconds, UTC).strftime(_INSTANT)


def read_instant(text: str) -> int | None:
    """Return the seconds since 1970 of an instant, or None if the text is not one."""
    try:
        read = datetime.strptime(text, _INSTANT).replace(tzinfo=UTC)
    except ValueError:
        return None
    seconds = int(read.timestamp())
    return seconds if seconds >= 0 and write_instant(seconds) == text else None


def write_duration(seconds: int) -> str:
    """Write a playing time as hours, minutes and seconds, ``0:12:05``."""
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def read_duration(text: str) -> int | None:
    """Return the seconds of a playing time, or None if the text is not one."""
    found = _DURATION.fullmatch(text)
    return None if found is None else (int(found[1]) * 60 + int(found[2])) * 60 + int(found[3])
