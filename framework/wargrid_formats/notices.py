"""What is said of a file of games: errors that end its reading, and notices that do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from wargrid.text import InputError, Message, catalog, printable

MAX_QUOTED: Final = 60
"""How much of a foreign text is repeated in a sentence, in characters."""

_MAX_FILE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Worded(Message):
    """A text that something else words: the end of a match, a refusal."""

    word: Callable[[str], str] = str

    def text(self, language: str = "en") -> str:
        """Return the text in a language."""
        return self.word(language)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something said of a file: the text ``formats.<code>``, and the line and column it is about.

    Both count from 1; a ``line`` of 0 is no place.
    """

    code: str
    line: int = 0
    column: int = 0
    file: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> Message:
        """The sentence without its place."""
        return Message(f"formats.{self.code}", self.values)

    def text(self, language: str = "en") -> str:
        """Return the sentence, and in brackets file, line and column."""
        sentence, place = self.message.text(language), printable(self.file, _MAX_FILE)
        if self.line:
            key = "formats.place" if place else "formats.place_alone"
            values = {"file": place, "line": self.line, "column": self.column}
            place = catalog(language).say(key, **values)
        return f"{sentence} ({place})" if place else sentence

    def named(self, file: str) -> Notice:
        """Return the same notice of a file."""
        return replace(self, file=file)


class FormatError(InputError, ValueError):
    """A file of games cannot be read or written; its ``notice`` says why."""

    def __init__(
        self, code: str, line: int = 0, column: int = 0, file: str = "", **values: object
    ) -> None:
        self.notice = Notice(code, line, column, file, values)
        super().__init__(str(self))

    @property
    def code(self) -> str:
        """The name of the text that says why."""
        return self.notice.code

    def text(self, language: str = "en") -> str:
        """Return the sentence with its place, in a language."""
        return self.notice.text(language)

    def named(self, file: str) -> FormatError:
        """Return the same error of a file."""
        error, old = FormatError(self.code), self.notice
        error.notice = old.named(file)
        return error

    def __str__(self) -> str:
        return self.text()


def quoted(text: str) -> str:
    """Return the beginning of a foreign text as a sentence repeats it."""
    return printable(text, MAX_QUOTED)
