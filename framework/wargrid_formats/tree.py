"""A game as a file tells it: tags, a tree of moves as text, comments and marks, an outcome."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, Literal

from wargrid_formats.notices import FormatError, Notice

MAX_DEPTH: Final = 50
"""How many variations may be inside one another; deeper ones are left out, which is said."""

MAX_GAMES: Final = 1_000
"""How many games of a file are read; that it has more is said."""

MAX_STEPS: Final = 30_000
"""How many moves of a game are read, those of variations included; what follows is passed over."""

MAX_NOTICES: Final = 50
"""How many notices a game has; more are not made."""

Winner = Literal["first", "second", "draw", ""]
"""Who won by the file: the side that comes first in the ruleset, the second, or unknown."""


class Source:
    """The text of a file, which knows the line and column of each place in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = [0]
        self._counted = 0

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of a place, both from 1."""
        while self._counted <= at:
            end = self.text.find("\n", self._counted)
            self._counted = len(self.text) + 1 if end < 0 else end + 1
            if end >= 0:
                self._lines.append(end + 1)
        line = bisect_right(self._lines, at)
        return line, at - self._lines[line - 1] + 1

    def error(self, code: str, at: int, **values: object) -> FormatError:
        """Return an error at a place."""
        line, column = self.place(at)
        return FormatError(code, line, column, "", **values)

    def notice(self, code: str, at: int, **values: object) -> Notice:
        """Return a notice of a place."""
        return Notice(code, *self.place(at), values=values)


@dataclass(slots=True)
class Step:
    """A move as text, ``at`` a place of the source; what is said of it, and what else was possible.

    ``number`` is written before it: ``12.``, ``12...`` or ``12``. ``marks`` are numeric annotation
    glyphs. ``variations`` begin in the position before the move.
    """

    text: str
    at: int = 0
    comments: list[str] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)
    number: str = ""


@dataclass(slots=True)
class Line:
    """Moves one after the other; ``comments`` are said before the first one."""

    steps: list[Step] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    name: str = ""


@dataclass(slots=True)
class GameFile:
    """One game of a file.

    ``format`` is the name of its format, ``variant`` what it calls the game, ``start`` its start
    position as the format writes positions; both may be empty. ``players`` are the names of the
    sides in the order of the ruleset. ``reason`` says how the game ended where no move ended it:
    ``resign``, ``time`` or ``agreed``. ``at`` is where it begins in the ``source``.
    """

    format: str
    source: Source
    at: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    line: Line = field(default_factory=Line)
    variant: str = ""
    start: str = ""
    players: tuple[str, ...] = ()
    date: str = ""
    winner: Winner = ""
    reason: str = ""
    notices: list[Notice] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Names of the players and the date, to be chosen by in a list."""
        players = " – ".join(name or "?" for name in self.players)
        return " · ".join(part for part in (players, self.date) if part)

    def note(self, code: str, at: int, **values: object) -> None:
        """Add a notice of a place, unless there are many already."""
        if len(self.notices) < MAX_NOTICES:
            self.notices.append(self.source.notice(code, at, **values))
