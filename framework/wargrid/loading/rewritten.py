"""Values written as they should be: a name as one word, several values in brackets, a whole number as a word."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_NO_SIGN_OF_WORDS: Final = re.compile(r"[^a-z0-9]+")
_PARTING: Final = re.compile(r"[\s,;/|]+")
_NUMBERS: Final = re.compile(r"\d{1,4}(\s*(-|\.\.|–|,|;|/|\s|to|x)\s*\d{1,4})+")
_DIGITS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)


def as_word(text: str) -> str:
    """A name in small letters, digits and ``_``; empty if it does not begin with a letter."""
    plain = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
    )
    word = _NO_SIGN_OF_WORDS.sub("_", plain.casefold()).strip("_")
    return word if word[:1].isalpha() else ""


def as_list(text: str) -> str:
    """What stands in one text as the list it was meant for: its numbers, or its words in small letters."""
    stripped = text.strip(" \t()[]{}")
    if _NUMBERS.fullmatch(stripped):
        return f"[{', '.join(re.findall(r'[0-9]+', stripped))}]"
    parts = [part for part in _PARTING.split(stripped) if part]
    return (
        f"[{', '.join(part.lower() if part.isalpha() else part for part in parts)}]"
        if parts
        else "[a, b]"
    )


def number_as_word(number: object) -> str:
    """A whole number in letters, up to ten; else as one sign of a word."""
    known = isinstance(number, int) and 0 <= number < len(_DIGITS)
    return _DIGITS[number] if known and isinstance(number, int) else f"n{as_word(f'n{number}')[1:]}"
