"""What is wrong with a record, a save or a journal: which file, which line, and why, in the reader's language."""

from __future__ import annotations

import errno
from typing import Final

from wargrid.text.catalog import catalog
from wargrid.text.format import printable

_CAUSES: Final = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOENT: "gone",
    errno.ENOTDIR: "gone",
    errno.EISDIR: "folder",
    errno.ENAMETOOLONG: "name",
}

_LONGEST_FILE: Final = 1000


class RecordError(Exception):
    """A record cannot be read or written; ``line`` counts from 1, 0 where none is to blame.

    ``code`` names the text (``record.<code>``) that ``values`` fill; a value that has a
    ``text(language)`` of its own says itself. ``backups`` are whole earlier states of the same
    file.
    """

    def __init__(self, code: str, line: int = 0, file: str = "", **values: object) -> None:
        super().__init__(code, line, file, values)
        self.code = code
        self.line = line
        self.file = file
        self.values = values
        self.backups: tuple[str, ...] = ()

    def text(self, language: str = "en") -> str:
        """Place and reason in one sentence or two, and the backups there are."""
        speak = catalog(language)
        sentence = speak.say(f"record.{self.code}", **self._fields(language))
        if self.backups:
            sentence += " " + speak.say("record.backups", files=", ".join(self.backups))
        file = printable(self.file, _LONGEST_FILE)
        place = speak.say("record.place", file=file, line=self.line) if self.line else file
        return f"{place}: {sentence}" if place else sentence

    def _fields(self, language: str) -> dict[str, object]:
        return {name: _said(value, language) for name, value in self.values.items()}

    def __str__(self) -> str:
        return self.text()


class Cause:
    """Why the system refused to read or write a file."""

    def __init__(self, error: OSError) -> None:
        self.key = _CAUSES.get(error.errno or 0, "other")
        self.code = errno.errorcode.get(error.errno or 0, "?")

    def text(self, language: str = "en") -> str:
        """The cause as the second half of a sentence."""
        return catalog(language).say(f"record.cause.{self.key}", code=self.code)


def _said(value: object, language: str) -> object:
    say = getattr(value, "text", None)
    if callable(say):
        return say(language)
    return printable(value, 80) if isinstance(value, str) else value
