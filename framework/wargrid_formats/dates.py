"""The dates of games as files have them: ``1999.06.04``, ``1999/06/04 10:30``, ``June 4, 1999``."""

from __future__ import annotations

import re
from typing import Final

_NUMBERS: Final = re.compile(r"(?<![0-9])([0-9]{4})(?:[./-]([0-9]{1,2})(?:[./-]([0-9]{1,2}))?)?")
_WORDS: Final = re.compile(
    r"(?:([0-9]{1,2})(?:st|nd|rd|th)?\s+)?([A-Za-z]{3})[a-z]*\.?\s+"
    r"(?:([0-9]{1,2})(?:st|nd|rd|th)?\s*,?\s+)?([0-9]{4})(?![0-9])"
)
_MONTHS: Final = [
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
]
_LAST: Final = (12, 31)
_MAX_LENGTH: Final = 100


def date_of(text: str) -> str:
    """Return a date as ``2026-11-30``, without day or month where a text does not tell them."""
    text = text[:_MAX_LENGTH]
    words = _WORDS.search(text)
    if words is not None and words[2].casefold() in _MONTHS:
        month = str(_MONTHS.index(words[2].casefold()) + 1)
        return _written(words[4], month, words[1] or words[3])
    found = _NUMBERS.search(text)
    return "" if found is None else _written(*found.groups())


def _written(year: str, *others: str | None) -> str:
    parts = [year]
    for part, last in zip(others, _LAST, strict=True):
        if part is None or not 1 <= int(part) <= last:
            break
        parts.append(f"{int(part):02}")
    return "-".join(parts)
