"""Bytes of a file as text: its size is limited, and its encoding found."""

from __future__ import annotations

import stat
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import Final

from wargrid.match import Cause
from wargrid_formats.notices import FormatError, Worded

MAX_BYTES: Final = 10 << 20
"""The size of the largest file of games; a larger one is refused before it is read whole."""

_JAPANESE: Final = "cp932"
_SIGNS: Final = ("手合割", "先手", "下手", "手数", "開始日時")
"""Words by one of which a Japanese file is told from one in Latin-1."""


def read_file(path: Path) -> bytes:
    """Return the bytes of a file of at most 10 MiB; raises FormatError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FormatError("no_file", file=str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, ValueError):
        raise FormatError("missing", file=str(path)) from None
    except OSError as error:
        why = Worded("", word=Cause(error).text)
        raise FormatError("unreadable", file=str(path), why=why) from None
    if len(data) > MAX_BYTES:
        raise FormatError("too_big", file=str(path), limit=MAX_BYTES >> 20)
    return data


def decoded(data: bytes) -> str:
    """Return a text in UTF-8, UTF-16 with its mark, Shift JIS or Latin-1, with plain ends of lines.

    Raises:
        FormatError: there are more than 10 MiB, or the bytes are no text.
    """
    if len(data) > MAX_BYTES:
        raise FormatError("too_big", limit=MAX_BYTES >> 20)
    text = _decoded(data)
    if "\0" in text:
        raise FormatError("no_text", *_place(text, text.index("\0")))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        japanese = data.decode(_JAPANESE)
    except UnicodeDecodeError:
        return data.decode("latin-1")
    return japanese if any(sign in japanese for sign in _SIGNS) else data.decode("latin-1")


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
