"""The rule books of the shipped games, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pages import fenced, page

from wargrid.authoring.explain import shipped
from wargrid.loading.loader import load
from wargrid.text import LANGUAGES, catalog
from wargrid_play.table import Section, rule_book

_FOLDERS: Final = {"en": "games", "fr": "games/fr"}
_TITLES: Final = {"en": "The rules of the games", "fr": "Les règles des jeux"}
_PLAY: Final = {"en": "Play it with", "fr": "Pour jouer :"}
_INTRODUCTION: Final = {
    "en": "Wargrid writes each page from the ruleset; the window shows it with `F1`. "
    "In French: [fr](fr/README.md).",
    "fr": "Wargrid écrit chaque page à partir du jeu de règles ; la fenêtre la montre avec `F1`. "
    "En anglais : [en](../README.md).",
}


def pages() -> dict[str, str]:
    """Return a page for each shipped ruleset that is not in a folder ``variants``, and a list."""
    names = [source.name for source in shipped() if "/variants/" not in source.name]
    found = {}
    for language in LANGUAGES:
        speak, folder, listed = catalog(language), _FOLDERS[language], []
        for name in names:
            game, file = load(name), f"{name.replace('/', '-')}.md"
            title = speak.of(game.ruleset.name)
            chapters = map(_chapter, rule_book(game, language))
            found[f"{folder}/{file}"] = page(
                title, f"{_PLAY[language]} `wargrid play {name}`.", *chapters
            )
            listed.append(f"- [{title}]({file})")
        found[f"{folder}/README.md"] = page(
            _TITLES[language], _INTRODUCTION[language], "\n".join(listed)
        )
    return found


def _chapter(section: Section) -> str:
    return "\n\n".join((f"## {section.title}", *_paragraphs(section)))


def _paragraphs(section: Section) -> Iterator[str]:
    """Sentences one by one, the rows of a picture in one block."""
    for pictured, lines in section.blocks():
        yield from [fenced("\n".join(lines))] if pictured else lines
