"""Errors of files that are read or written, worded for players."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from typing import Final

from wargrid.source.diagnostics import Diagnostic
from wargrid.text import InputError, catalog, printable

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
    errno.EEXIST: "exists",
    errno.EFBIG: "large",
    errno.EILSEQ: "character",
    errno.EIO: "broken",
    errno.EBUSY: "busy",
    errno.ETXTBSY: "busy",
    errno.EMFILE: "many",
    errno.ENFILE: "many",
}

_MAX_FILE: Final = 1000


class RecordError(InputError):
    """A record cannot be read or written.

    ``line`` counts from 1; it is 0 if the error has no line. ``code`` names the text
    (``record.<code>``) that ``values`` fill. ``backups`` are intact earlier states of the file.
    """

    def __init__(self, code: str, line: int = 0, file: str = "", **values: object) -> None:
        super().__init__(code, line, file, values)
        self.code = code
        self.line = line
        self.file = file
        self.values = values
        self.backups: tuple[str, ...] = ()

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What is wrong with the rules of the record; none if something else is."""
        found: Sequence[Diagnostic] = getattr(self.values.get("why"), "diagnostics", ())
        return found

    def text(self, language: str = "en") -> str:
        """Return the reason, the backups, and in brackets file and line, in a language."""
        speak = catalog(language)
        fields = {name: _text_of(value, language) for name, value in self.values.items()}
        sentence = speak.say(f"record.{self.code}", **fields)
        if self.backups:
            sentence += " " + speak.say("record.backups", files=", ".join(self.backups))
        file = printable(self.file, _MAX_FILE)
        place = speak.say("record.place", file=file, line=self.line) if self.line else file
        return f"{sentence} ({place})" if place else sentence

    def __str__(self) -> str:
        return self.text()


class Cause:
    """Why a file cannot be read or written; Python raises ValueError for its name alone."""

    def __init__(self, error: OSError | ValueError) -> None:
        number = error.errno or 0 if isinstance(error, OSError) else errno.EILSEQ
        self.key = _CAUSES.get(number, "other")
        self.words = os.strerror(number) if number else str(error)

    def text(self, language: str = "en") -> str:
        """Return the cause as the second half of a sentence."""
        return catalog(language).say(f"record.cause.{self.key}", words=printable(self.words, 80))


def _text_of(value: object, language: str) -> object:
    say = getattr(value, "text", None)
    if callable(say):
        return say(language)
    return printable(value, 80) if isinstance(value, str) else value
