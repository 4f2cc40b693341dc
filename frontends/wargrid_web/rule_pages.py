"""The rule book of a game for clients, written once for all of them."""

from __future__ import annotations

from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from wargrid import Game
from wargrid.text import catalog
from wargrid_play.scenes import help_keys
from wargrid_play.table import Table, glossary_of
from wargrid_remote import Chapter

WINDOW_KEYS: Final = frozenset({"tab", "save", "picture"})
"""The keys that a page lacks; a window in the same process adds their texts."""


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


def page_help(table: Table) -> list[str]:
    """Return what can be done now, without the commands whose keys a browser keeps for itself."""
    return [each for each in table.help_now() if "Ctrl+" not in each]


def page_keys(table: Table) -> list[str]:
    """Return the lines about the keys of a page that the game of a table has."""
    view, texts, found = table.view(), catalog(table.language), []
    hexes = "" if view.shape == "square" else ".hex"
    for name in ("unit", *help_keys(view)):
        keys = (f"page.key.{name}{hexes}", f"page.key.{name}", f"window.help.key.{name}")
        key = next(filter(texts.has, keys), None)
        if key is not None and name not in WINDOW_KEYS:
            examples = ", ".join(table.examples())
            found.append(texts.say(key, examples=examples, **table.key_names()))
    return found
