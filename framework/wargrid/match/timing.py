"""Durations and time controls, as records write them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

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

    def text(self) -> str:
        """Write it as ``0:10:00 + 0:00:05 a turn`` or ``0:00:30 a turn``."""
        bank = f"{write_duration(self.bank)}{_PLUS}" if self.bank else ""
        return f"{bank}{write_duration(self.turn)}{_TURN}"


def read_control(text: str) -> TimeControl | None:
    """Return the time control that ``TimeControl.text`` wrote, or None if the text is not one."""
    if not text.endswith(_TURN):
        return None
    bank, plus, turn = text.removesuffix(_TURN).rpartition(_PLUS)
    seconds = read_duration(bank) if plus else 0
    added = read_duration(turn)
    if seconds is None or added is None or not (seconds or added) or (plus and not seconds):
        return None
    return TimeControl(seconds, added)


def write_duration(seconds: int) -> str:
    """Write a playing time as hours, minutes and seconds, ``0:12:05``."""
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def read_duration(text: str) -> int | None:
    """Return the seconds of a playing time, or None if the text is not one."""
    found = _DURATION.fullmatch(text)
    return None if found is None else (int(found[1]) * 60 + int(found[2])) * 60 + int(found[3])
