"""What all tables of a match show alike in one language, made once for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from wargrid.match import Match
from wargrid_play.table.dice import LastDice
from wargrid_play.table.history.log import LossLine, MatchLog
from wargrid_play.table.view import DiceView, LogView
from wargrid_play.table.wording import Wording

Made = TypeVar("Made")

MOST_KEPT: Final = 4
"""The most languages and names of persons for which the parts of a match are kept."""


class Common:
    """The parts of views that follow from a match and a wording alone.

    It keeps no match, so that a match without tables is forgotten with it.
    """

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self._log, self._dice = MatchLog(), LastDice()
        self._at: tuple[object, ...] = ()
        self._made: dict[Hashable, object] = {}

    def log(self, match: Match) -> tuple[LogView, ...]:
        """Return the whole log, oldest line first."""
        return self._log.lines(match, self.wording)

    def losses(self, match: Match) -> tuple[LossLine, ...]:
        """Return all losses of both sides, one after the other."""
        return self._log.losses(match, self.wording)

    def dice(self, match: Match) -> DiceView | None:
        """Return the dice of the last roll, or None before the first."""
        return self._dice.view(match.plies, self.wording)

    def cached(self, match: Match, name: Hashable, make: Callable[[], Made]) -> Made:
        """Return what ``make`` makes of the match as it stands, made once for a name."""
        now = (match.plies[-1] if match.plies else match.start, match.ending)
        if not self._at or self._at[0] is not now[0] or self._at[1] != now[1]:
            self._at, self._made = now, {}
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]  # type: ignore[return-value]


_shared: WeakKeyDictionary[Match, dict[tuple[str, tuple[str, ...]], Common]] = WeakKeyDictionary()


def common_of(match: Match, wording: Wording) -> Common:
    """Return what the tables of a match have in common that word it alike."""
    known, key = _shared.setdefault(match, {}), (wording.texts.language, wording.names)
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KEPT:
            known.clear()
        found = known[key] = Common(wording)
    return found
