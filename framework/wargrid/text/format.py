"""Write names and values inside a sentence, and find the known names nearest to a given one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from itertools import islice
from typing import Final

MAX_LENGTH: Final = 60
"""The longest piece of foreign text in a sentence, in characters."""

_MAX_KNOWN: Final = 500
"""The most names that a name is compared with."""
_TIED: Final = 3
"""How many more names are compared that may be as near as the last one."""
_ALIKE: Final = ("CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE", "FULLWIDTH", "MATHEMATICAL")
"""How the names of characters begin that look like those of a Latin keyboard."""

_SIGNS: Final = {"\t": "→", "\n": "↵"}
_WORDS: Final = {None: "~", True: "true", False: "false"}


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return the known name nearest to ``name``, or None if none is near."""
    found = near_names(name, known, 1)
    return found[0] if found else None


def near_names(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the known names nearest to ``name``, nearest first, ignoring case.

    Of two names equally near, the one with the same first letter comes first.
    """
    names = (other for other in known if other != name and len(other) <= MAX_LENGTH)
    by_folded = {other.casefold(): other for other in islice(names, _MAX_KNOWN)}
    wanted = name[:MAX_LENGTH].casefold()
    close = get_close_matches(wanted, list(by_folded), most + _TIED, 0.6)
    close = [other for other in close if _edits(wanted, other) <= max(1, len(wanted) // 3)]
    close.sort(key=lambda other: (-likeness(wanted, other), wanted[:1] != other[:1]))
    return [by_folded[folded] for folded in close[:most]]


def _edits(one: str, other: str) -> int:
    """Return the edits between two names: a letter more, less, changed, or two swapped."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one):
        earlier, before, row = before, row, [at + 1]
        for column, wanted in enumerate(other):
            cost = min(before[column] + (letter != wanted), row[column] + 1, before[column + 1] + 1)
            if at and column and (letter, one[at - 1]) == (other[column - 1], wanted):
                cost = min(cost, earlier[column - 1] + 1)
            row.append(cost)
    return row[-1]


def likeness(one: str, other: str) -> float:
    """Return how similar two names are, from 0 to 1."""
    return SequenceMatcher(None, other, one).ratio()


def look_alike(text: str) -> str:
    """Return the first character of another script that looks like a Latin one, or nothing.

    So do dashes that look like a minus sign or a hyphen.
    """
    return next(filter(_looks_alike, text), "")


def _looks_alike(char: str) -> bool:
    if char.isascii():
        return False
    dash = unicodedata.category(char) == "Pd" or char == "\N{MINUS SIGN}"
    return dash or unicodedata.name(char, "").startswith(_ALIKE)


def join_names(names: Iterable[object], most: int = 12) -> str:
    """Join names by commas; write an ellipsis after the first ``most``, without a comma."""
    every = [printable(str(name), 40) for name in names]
    return ", ".join(every[:most]) + " …" * (len(every) > most)


def printable(text: str, longest: int = MAX_LENGTH) -> str:
    """Write ``text`` on one line without control characters; cut the middle of a long one."""
    if len(text) > longest:
        text = f"{text[: longest * 2 // 3]}…{text[-longest // 3 + 1 :]}"
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _SIGNS.get(char, "·") for char in text)


def quote(value: object) -> str:
    """Write a value on one line as YAML, texts in quotes, cut after 40 characters."""
    text = _written(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _written(value: object) -> str:
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        entries = islice(value.items(), 8)
        return "{" + ", ".join(f"{key}: {_written(each)}" for key, each in entries) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value[:8])) + "]"
    return str(value)
