"""The names that players may have: visible letters, and no computer player's name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import MAX_NAME, read_seat

BLANK: Final = re.compile(
    "[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f\u180b-\u180f\ufe00-\ufe0f]"
)
"""Invisible letters, marks and signs."""

ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһԛԝкмтвн" "αεορυχικμτβνηζ" "i10|", "aeopcyxljsdhqwkmtbh" "aeopyxlkmtbnhz" "llol"
)  # fmt: skip
"""Letters of other alphabets, and digits, that look like a Latin one, large or small."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_MARKS_IN_A_ROW: Final = re.compile("([\u0300-\u036f]{2})[\u0300-\u036f]+")


def clean_line(text: str, most: int) -> str:
    """Return what a player writes as one line of visible letters, or an empty text."""
    plain = BLANK.sub("", unicodedata.normalize("NFKC", text))
    letters = "".join(letter if letter.isprintable() else " " for letter in plain)
    short = " ".join(_MARKS_IN_A_ROW.sub(r"\1", letters).split())[:most].strip()
    seen = any(unicodedata.category(letter)[0] in "LNPS" for letter in short)
    return short if seen else ""


def clean_name(name: str) -> str:
    """Return the name that a player wants, not too long.

    A name that a record, or a reader, would take for a computer player's is none.
    """
    short = clean_line(name, MAX_NAME)
    return short if read_seat(short).is_person and not _is_computers(short) else ""


def _is_computers(name: str) -> bool:
    """Return whether a page calls a computer player so, in any language."""
    known = (
        catalog(language).say(f"table.player.{kind}", level="", name="", skill="")
        for language in LANGUAGES
        for kind in ("level", "other", "engine")
    )
    return not _first_words(name).isdisjoint(set().union(*map(_first_words, known)))


def _first_words(text: str) -> set[str]:
    """Return what the first word of a text looks like, its digits taken for letters or not."""
    found = [_WORD.search(each) for each in (text, seen_as(text))]
    return {seen_as(each[0]) for each in found if each}


def seen_as(name: str) -> str:
    """Return what a name looks like: the same for two that a reader takes for one another."""
    return name.casefold().translate(ALIKE)


def name_among(name: str, others: Iterable[str]) -> str:
    """Return a name by which a player is told from others: a number follows one that is taken."""
    taken, number, shown = set(map(seen_as, others)), 1, name
    while name and seen_as(shown) in taken:
        number += 1
        end = f" {number}"
        shown = name[: MAX_NAME - len(end)].rstrip() + end
    return shown
