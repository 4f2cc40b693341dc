"""What players say to each other: kept in memory, for as long as the server runs."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final, NamedTuple

from wargrid.text import catalog
from wargrid_remote import MAX_REMARK, Remark
from wargrid_web.limits import Bucket
from wargrid_web.names import clean_line

LINES: Final = 50
"""How many lines of a match are kept."""

MATCHES: Final = 1_000
"""Of how many matches what was said is kept; that of the one that said nothing longest goes."""

RATE: Final = (0.25, 6.0)
"""How many lines a second a player may say, and how many at once."""


class _Line(NamedTuple):
    """What a side has said: a text, or one of the words that readers see in their language."""

    side: int
    text: str
    word: str


class Chat:
    """What is said in one match, by its sides alone; watchers neither read nor write it."""

    def __init__(self) -> None:
        self._lines: deque[_Line] = deque(maxlen=LINES)
        self.count = 0
        """How many lines there have been."""
        self.quiet: set[int] = set()
        """The sides that want nothing to be said."""
        self._rates: dict[int, Bucket] = {}

    def say(self, side: int, text: str = "", word: str = "") -> str:
        """Let a side say something; returns the key of the text that says why not, or nothing."""
        line = clean_line(text, MAX_REMARK)
        if self.quiet:
            return "chat.quiet"
        if not (line or word):
            return "chat.empty"
        if not self.may(side):
            return "chat.too_fast"
        self._lines.append(_Line(side, line, word))
        self.count += 1
        return ""

    def may(self, side: int) -> bool:
        """Return whether a side has not said too much lately."""
        return self._rates.setdefault(side, Bucket(*RATE)).take()

    def wish(self, side: int, *, quiet: bool) -> None:
        """Let a side want that nothing is said, or no longer want that."""
        (self.quiet.add if quiet else self.quiet.discard)(side)

    def since(self, count: int, language: str) -> list[Remark]:
        """Return what was said after so many lines, as far as it is kept, in a language."""
        new, say = min(self.count - count, len(self._lines)), catalog(language).say
        said = [*self._lines][len(self._lines) - new :]
        return [
            Remark(side, say(f"remote.word.{word}") if word else text) for side, text, word in said
        ]


class Chats:
    """What is said in the matches of one process."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Chat] = OrderedDict()

    def of(self, match: str) -> Chat:
        """Return what is said in a match; of those that were never asked for, nothing yet."""
        chat = self._of.pop(match, None) or Chat()
        self._of[match] = chat
        if len(self._of) > MATCHES:
            self._of.popitem(last=False)
        return chat
