"""The rule books of the shipped games as pages, told from their rulesets in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.authoring.uses import shipped
from wargrid.reference.markdown import fenced, page
from wargrid.reference.told import loaded
from wargrid.table.rulebook import Section, rule_book
from wargrid.text.catalog import LANGUAGES, catalog

_FOLDERS: Final = {"en": "games", "fr": "games/fr"}
_TITLES: Final = {"en": "The rules of the games", "fr": "Les règles des jeux"}
_PLAY: Final = {"en": "Play it with", "fr": "Pour jouer :"}
_LISTED: Final = {
    "en": "Each page is told from the ruleset itself, as the window tells it under `F1`: the numbers are those that "
    "are played. In French: [fr](fr/README.md).",
    "fr": "Chaque page est tirée du jeu de règles lui-même, comme la fenêtre la montre avec `F1` : les nombres sont "
    "ceux que l’on joue. En anglais : [en](../README.md).",
}


def pages() -> dict[str, str]:
    """A page for each shipped ruleset that is no variant, and an index, in each language."""
    found = {}
    for language in LANGUAGES:
        folder = _FOLDERS[language]
        found[f"{folder}/README.md"] = _index(language)
        found |= {f"{folder}/{_file(name)}": _book(name, language) for name in games()}
    return found


def games() -> list[str]:
    """The shipped rulesets that are no variants, and those that stand beside them."""
    return [source.name for source in shipped() if "/variants/" not in source.name]


def _file(ruleset: str) -> str:
    return ruleset.replace("/", "-") + ".md"


def _index(language: str) -> str:
    speak = catalog(language)
    lines = (f"- [{speak.of(loaded(name).ruleset.name)}]({_file(name)})" for name in games())
    return page(_TITLES[language], _LISTED[language], "\n".join(lines))


def _book(ruleset: str, language: str) -> str:
    game = loaded(ruleset)
    chapters = (_chapter(section) for section in rule_book(game, language))
    played = f"{_PLAY[language]} `wargrid play {ruleset}`."
    return page(catalog(language).of(game.ruleset.name), played, *chapters)


def _chapter(section: Section) -> str:
    return "\n\n".join((f"## {section.title}", *_paragraphs(section)))


def _paragraphs(section: Section) -> Iterator[str]:
    """Sentences as they are, rows of a picture together in one block."""
    for pictured, lines in section.blocks():
        if pictured:
            yield fenced("\n".join(lines))
        else:
            yield from lines
