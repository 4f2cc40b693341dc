"""Clocks for tests, whose time passes when they are told."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.match import Match, TimeControl
from wargrid_play.table import Clocks


class Ticked(Clocks):
    """Clocks with a source of time and a calendar; ``ms`` and ``today`` may be set."""

    def __init__(
        self, match: Match, control: TimeControl | None = None, used: Sequence[int] = (), *,
        since: int = 0, today: float = 0, waits: bool = False,
    ) -> None:  # fmt: skip
        self.ms, self.today = 0, today
        super().__init__(
            match, control, used, lambda: self.ms, since=since, wall=lambda: self.today, waits=waits
        )

    def tick(self, ms: int) -> bool:
        """Let time pass; True when a clock shows another time."""
        self.ms += ms
        self.today += ms / 1000
        return self.advance()
