"""The clock: how long a match has been played."""

from __future__ import annotations


class Clock:
    """Counts the time that passes while the game is seen, on from some ``seconds``; the engine knows nothing of it."""

    def __init__(self, seconds: int = 0) -> None:
        self._ms = seconds * 1000

    @property
    def seconds(self) -> int:
        """The whole seconds that have passed."""
        return self._ms // 1000

    @property
    def text(self) -> str:
        """The time as players read it: ``4:05``, or ``1:04:05``."""
        minutes, seconds = divmod(self._ms // 1000, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass; True when another second is shown."""
        before = self._ms // 1000
        self._ms += ms
        return self._ms // 1000 != before
