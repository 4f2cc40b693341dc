"""Words of typed moves in the player's language: ``fin`` and ``c1>O`` in French."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from wargrid.core.moves import CLAIM, END, READY, TURN
from wargrid.match.notation.moves import SIGNS


def folded(word: str) -> str:
    """Return a word without case and accents, which not every keyboard has."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def for_records(say: Callable[[str], str], text: str) -> str:
    """Return a typed text with the words and the west of records, ``c1>W`` for ``c1>O``.

    ``say`` returns a text in the player's language.
    """
    known = {folded(say(f"table.typed.{word}")): word for word in (END, READY, CLAIM)}
    head, sign, facing = text.partition(SIGNS[TURN])
    west = say("table.typed.west")
    return known.get(folded(text)) or head + sign + facing.upper().replace(west, "W")


def for_players(say: Callable[[str], str], written: str) -> str:
    """Return the text of a move as players may type it, ``c1>O`` for ``c1>W``."""
    if written in (END, READY, CLAIM):
        return say(f"table.typed.{written}")
    head, sign, facing = written.partition(SIGNS[TURN])
    return head + sign + facing.replace("W", say("table.typed.west"))
