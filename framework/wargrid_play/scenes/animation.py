"""A short animation of the last events: the table already shows their result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from wargrid_play.table import AnimationEvent, UnitView

LASTS: Final = {
    "move": 240, "turn": 90, "attack": 110, "lost": 260, "eliminated": 300, "dice": 560
}  # fmt: skip
"""How many milliseconds each kind of news takes; the others take none."""

PANIC: Final = 240
"""How many milliseconds a unit shakes that a rule turns."""

SOUNDS: Final = {
    "move": "move", "turn": "turn", "attack": "turn", "lost": "hit", "eliminated": "loss",
    "dice": "dice",
}  # fmt: skip
"""The sound with which each kind of news begins."""

REST: Final = 200
DICE_REST: Final = 800
LAST_REST: Final = 800
AGAIN_REST: Final = 1000
"""How many milliseconds pass between two moves of a computer player's turn, after one with dice,
after a game, and after each action that is shown again."""

MAX_MS: Final = 800
"""The longest time an animation takes, in milliseconds, however much happened at once."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is visible now: the units, and the news of which a ``share`` has passed.

    ``flying`` are the units that it takes on, on the cells where they were; ``attack`` is the one
    under way, until the animation ends or another begins.
    """

    units: dict[int, UnitView]
    news: AnimationEvent | None = None
    share: float = 1.0
    flying: tuple[UnitView, ...] = ()
    attack: AnimationEvent | None = None


def lasts(news: AnimationEvent) -> int:
    """Return the milliseconds that news takes."""
    return PANIC if news.kind == "turn" and news.forced else LASTS[news.kind]


class Animation:
    """Plays news, beginning with the units before it; skipping shows the end at once.

    ``heard`` is called with the name of a sound when a piece of news begins.
    """

    def __init__(
        self, speed: float = 1.0, heard: Callable[[str], None] = lambda name: None
    ) -> None:
        self.speed = speed
        self._heard = heard
        self._units: dict[int, UnitView] = {}
        self._attack: AnimationEvent | None = None
        self._left: deque[AnimationEvent] = deque()
        self._passed = self._rest = 0.0
        self._pace = 1.0

    @property
    def playing(self) -> bool:
        """Whether there is something left to see, or the rest after it lasts."""
        return bool(self._left) or self._rest > 0

    @property
    def rests(self) -> bool:
        """Whether a rest comes before the next move, or lasts now."""
        return self._rest > 0

    @property
    def waits_for_dice(self) -> bool:
        """Whether dice are still to fall."""
        return any(news.kind == "dice" for news in self._left)

    def show(
        self, before: Iterable[UnitView], news: Iterable[AnimationEvent], rest: float = 0.0,
        dropped: int | None = None,
    ) -> None:  # fmt: skip
        """Play this news, from these units on; what was still playing is skipped.

        It ends where a unit is placed, joins a side or becomes another: then all is redrawn.
        For ``rest`` milliseconds after it nothing moves, longer after dice, which are to be read.
        The unit ``dropped``, dragged from this cell, is already where its first moves lead.
        """
        self._units = {unit.cell: unit for unit in before}
        until = takewhile(lambda one: one.kind != "placed", news) if self.speed else ()
        self._left = deque(one for one in until if one.kind in LASTS)
        self._attack = None
        while self._left and self._left[0].kind == "move" and self._left[0].cell == dropped:
            dropped = self._left[0].target
            self._sound()
            self._apply(self._left.popleft())
        whole = sum(map(lasts, self._left))
        self._pace = max(1.0, whole / MAX_MS) * self.speed
        self._passed = 0.0
        fell = any(one.kind == "dice" for one in self._left)
        self._rest = (max(rest, DICE_REST) if fell and rest else rest) if self._left else 0.0
        self._sound()

    def show_again(self, before: Iterable[UnitView], news: Iterable[AnimationEvent]) -> None:
        """Play news once more, without haste, and rest after it; where units come, only rest."""
        self._units = {unit.cell: unit for unit in before}
        self._left = deque(one for one in news if one.kind in LASTS)
        self._attack = None
        self._pace, self._passed, self._rest = self.speed or 1.0, 0.0, AGAIN_REST
        self._sound()

    def skip(self) -> None:
        """Go to the end."""
        self._left.clear()
        self._rest = 0.0

    def update(self, ms: float) -> None:
        """Let time pass."""
        self._passed += ms * self._pace
        while self._left and self._passed >= lasts(self._left[0]):
            news = self._left.popleft()
            self._passed -= lasts(news)
            self._apply(news)
            self._sound()
        if not self._left and self._passed >= self._rest:
            self._rest = 0.0

    def _sound(self) -> None:
        if self._left:
            news = self._left[0]
            self._heard("panic" if news.forced else SOUNDS[news.kind])
            if news.kind == "attack":
                self._attack = news

    def frame(self) -> Frame:
        """Return what is visible now; call it only while it plays."""
        if not self._left:
            return Frame(dict(self._units))
        news = self._left[0]
        share = min(1.0, self._passed / lasts(news))
        units = dict(self._units)
        apart = news.kind in ("move", "eliminated") or (news.kind == "turn" and news.forced)
        away = (news.cell, *(cell for cell, _ in news.along)) if apart else ()
        flying = tuple(units.pop(cell) for cell in away if cell in units)
        return Frame(units, news, share, flying, self._attack)

    def _apply(self, news: AnimationEvent) -> None:
        unit = self._units.pop(news.cell, None)
        pushed = [(self._units.pop(cell, None), target) for cell, target in news.along]
        for other, target in pushed:
            if other is not None:
                self._units[target] = replace(other, cell=target)
        if unit is None or news.kind == "eliminated":
            return
        facing = unit.facing if news.facing is None else news.facing
        cell = news.target if news.kind == "move" else news.cell
        men, numbers = unit.men - news.men, news.numbers or unit.numbers
        self._units[cell] = replace(unit, cell=cell, facing=facing, men=men, numbers=numbers)
