"""The rules of a game as they are told to clients, written once for all who ask."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from wargrid import Game
from wargrid.remote.messages import Chapter
from wargrid.table import Table, glossary_of


class Book(NamedTuple):
    """The rule book of a game in a language, and the words that it uses with their meanings."""

    rules: tuple[Chapter, ...]
    glossary: dict[str, str]


_books: WeakKeyDictionary[Game, dict[str, Book]] = WeakKeyDictionary()


def book_of(table: Table) -> Book:
    """Return the book of a table's game in its language; it is kept as long as the game is."""
    game, language = table.match.game, table.language
    known = _books.setdefault(game, {})
    if language not in known:
        rules = table.rules()
        glossary = glossary_of(game, rules, language)
        known[language] = Book(tuple(map(Chapter.of, rules)), glossary)
    return known[language]
