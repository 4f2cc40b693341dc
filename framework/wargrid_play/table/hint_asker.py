"""The hints of one table, and how a computer thought: when asked for, and how long they last."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from wargrid.core.position import Position
from wargrid.match import Match
from wargrid.players import Advice, Allowance, Decision, Failed, Hints, Thought, Thoughts
from wargrid_play.table.opponents import Opponents, Thinker, Trouble

MOST_KEPT: Final = 50
"""How many of the hints that were shown a match remembers."""


class _Asked(NamedTuple):
    position: Position
    since: float
    decision: Decision | None = None


class HintAsker:
    """Asks for hints for the person to act at one table, or how the computer thought before.

    No other table learns of them.

    ``make`` makes the thinker, at the first question. A table where all persons sit may give the
    thinker of its computer players: a person asks while none of these is to act. ``trouble`` says
    why there are no hints.
    """

    def __init__(self, match: Match, make: Callable[[], Thinker], allowance: Allowance) -> None:
        self.match = match
        self.trouble: Trouble | None = None
        self._make = make
        self._thinker: Thinker | None = None
        self._allowance = allowance
        self._asked: _Asked | None = None
        self._found: tuple[Position, tuple[Advice, ...]] | None = None
        self._thoughts: tuple[Position, tuple[Thought, ...]] | None = None
        self._decision: Decision | None = None
        self._recalled: tuple[Thought, ...] = ()

    @property
    def thinking(self) -> float | None:
        """How many seconds hints have been sought, or None while none are."""
        return None if self._asked is None else time.monotonic() - self._asked.since

    @property
    def hints(self) -> tuple[Advice, ...]:
        """The hints found for the position there is now, until they are dropped."""
        found = self._found
        return found[1] if found is not None and found[0] is self.match.position else ()

    @property
    def seeks_thoughts(self) -> bool:
        """Whether it asks how the computer thought, not for hints."""
        return self._asked is not None and self._asked.decision is not None

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """How the computer thought before the position there is now, until it is dropped."""
        found = self._thoughts
        return found[1] if found is not None and found[0] is self.match.position else ()

    @property
    def shown(self) -> str:
        """The command of the hints or thoughts shown or sought; empty if there are none."""
        if self.seeks_thoughts or self.thoughts:
            return "thoughts"
        return "hint" if self.hints or self._asked is not None else ""

    def ask_thoughts(self, opponents: Opponents, language: str) -> None:
        """Ask how the computer thought before its last turn; it remembers what it has told."""
        decision, now = opponents.decision, self.match.position
        if decision is not None and decision is self._decision:
            # Thinking again for so many seconds would tell something else each time.
            self._thoughts = now, self._recalled
        elif self._asked is None and decision is not None:
            self._thinker = self._thinker or self._make()
            self._asked = _Asked(now, time.monotonic(), decision)
            (seconds, nodes), made = self._allowance.full, opponents.made()
            self._thinker.ask_thoughts(
                decision, made, now, seconds=seconds, nodes=nodes, language=language
            )

    def ask(self, language: str) -> None:
        """Ask for hints for the side to act; ``language`` is that of what goes wrong."""
        if self._asked is None:
            self._thinker = self._thinker or self._make()
            position = self.match.position
            self._asked = _Asked(position, time.monotonic())
            seconds, nodes = self._allowance.full
            self._thinker.ask_hints(position, seconds=seconds, nodes=nodes, language=language)

    def answer_now(self) -> None:
        """Let the search end with what it has found."""
        if self._asked is not None and self._thinker is not None:
            self._thinker.stop()

    def drop(self) -> None:
        """Forget the hints and thoughts, and seek none."""
        self._found = self._thoughts = None
        if self._asked is not None and self._thinker is not None:
            self._thinker.cancel()
        self._asked = None

    def drop_stale(self, *, wanted: bool) -> None:
        """Drop what is about a position that the match has left, or all that is not ``wanted``."""
        left = self._asked is not None and self._asked.position is not self.match.position
        if left or not wanted:
            self.drop()

    def advance(self) -> None:
        """Take the answer, if there is one."""
        answer = self._thinker.poll() if self._asked is not None and self._thinker else None
        if isinstance(answer, Hints):
            self._found, self._asked = (self.match.position, answer.advice), None
            self.match.hinted.append(self._found)
            del self.match.hinted[:-MOST_KEPT]
        elif isinstance(answer, Thoughts):
            self._decision = self._asked.decision if self._asked else None
            self._recalled = answer.thoughts
            self._thoughts, self._asked = (self.match.position, answer.thoughts), None
        elif isinstance(answer, Failed):
            self._asked = None
            self.trouble = Trouble("hints", self.match.position.side, answer.why)

    def close(self) -> None:
        """End the search, and the thinker."""
        self._asked = None
        if self._thinker is not None:
            self._thinker.close()
