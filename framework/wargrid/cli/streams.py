"""Print any text to any terminal, pipe or file, whatever its encoding is."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

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
