"""Print any text to any terminal, pipe or file, in any encoding."""

from __future__ import annotations

import codecs
import errno
import os
import sys
import unicodedata
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, TextIO

_OF_STREAMS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE)

_HANDLER: Final = "wargrid.substitute"

_SUBSTITUTES: Final = {
    "→": "->", "←": "<-", "↵": "\\n", "−": "-", "–": "-", "—": "-", "×": "x", "·": ".", "≥": ">=",
    "≤": "<=", "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "œ": "oe", "Œ": "OE",
}  # fmt: skip
"""What stands in ASCII for signs that Unicode does not compose of ASCII."""


def accept_any_text() -> None:
    """Let the standard streams replace what their encodings lack, such as → by ->."""
    codecs.register_error(_HANDLER, _substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def write_document() -> None:
    """Let the output be UTF-8 unless it is a terminal: a file that Wargrid and editors read."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", errors=_HANDLER)


def flush() -> None:
    """Write what was printed so far. Raises OSError, as where the disk is full."""
    if sys.stdout is not None:  # as for a program without a console
        sys.stdout.flush()


def is_of_output(error: Exception) -> bool:
    """Return whether an error is of writing to a stream: it names no file, as others do."""
    known = isinstance(error, OSError) and error.filename is None
    return known and getattr(error, "errno", None) in _OF_STREAMS


def drop_output(stream: TextIO) -> None:
    """Send what was printed and cannot be written nowhere, or Python would try again at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _substitute(error: UnicodeError) -> tuple[str | bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(map(_in_ascii, lacking)), error.end


def _in_ascii(char: str) -> str:
    """Return an accented letter without its accent, a sign by its parts, others as an escape."""
    parts = unicodedata.normalize("NFKD", char)
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    if plain.isascii() and plain:
        return plain
    return _SUBSTITUTES.get(char) or char.encode("ascii", "backslashreplace").decode()
