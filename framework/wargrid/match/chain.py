"""Lines that vouch for each other: each ends with a tag, a hash over its own text and that of every line before it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from wargrid.match.errors import RecordError

CLOSING: Final = "end: "
"""How the closing line begins; its tag is the whole hash, every other line's is the first 8 digits
of it."""

_TAG: Final = 8
_WIDTH: Final = 56


class Chain:
    """A running SHA-256 over the lines of a record."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def tag(self, body: bytes) -> bytes:
        """Take in the next line without its tag, and answer the tag."""
        self._hash.update(body + b"\n")
        whole = self._hash.hexdigest().encode()
        return whole if body.startswith(CLOSING.encode()) else whole[:_TAG]

    def line(self, text: str, seen: str = "") -> bytes:
        """The next line as it is written; ``seen`` is the digest of the position it leads to, if it leads to one."""
        text = text.rstrip()
        padded = f"{text:<{_WIDTH}} @{seen[:_TAG]}" if seen else f"{text:<{_WIDTH + _TAG + 2}}"
        body = padded.encode("utf-8", "replace")
        return body + b" #" + self.tag(body) + b"\n"


@dataclass(frozen=True, slots=True)
class Lines:
    """What a file holds up to its first line that is not whole.

    ``texts`` are the lines without tags and padding; ``chain`` has taken them in and ``length``
    counts their bytes. ``broken`` is the code of what is wrong with the next line, empty if the
    file ends there; ``closed`` says whether the last of them is a closing line.
    """

    texts: list[str]
    chain: Chain
    length: int
    broken: str
    closed: bool

    def broken_line(self, file: str) -> RecordError:
        """The error that names the first line that is not whole."""
        return RecordError(self.broken or "cut", len(self.texts) + 1, file)


def read_lines(data: bytes) -> Lines:
    """Read lines for as long as each is whole and its tag is right; a program may have given them a carriage return."""
    chain = Chain()
    texts: list[str] = []
    start = 0
    closed = False
    while start < len(data):
        end = data.find(b"\n", start)
        line = data[start:end].removesuffix(b"\r")
        broken = "after_end" if closed else "cut" if end < 0 else _fault(chain, line, texts)
        if broken:
            return Lines(texts, chain, start, broken, closed)
        closed = texts[-1].startswith(CLOSING)
        start = end + 1
    return Lines(texts, chain, start, "", closed)


def _fault(chain: Chain, line: bytes, texts: list[str]) -> str:
    """Take in one line; answer what is wrong with it, or an empty string."""
    body, _, tag = line.rpartition(b" #")
    if chain.tag(body) != tag:
        return "altered"
    try:
        texts.append(body.decode("utf-8").rstrip(" "))
    except UnicodeDecodeError:
        return "altered"
    return ""
