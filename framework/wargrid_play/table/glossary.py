"""The glossary: the names that the rules of a game use, each with what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.text import catalog
from wargrid_play.table.rulebook import Section
from wargrid_play.table.terrain import TITLED

CHAPTERS: Final = ("ground", "dice", "units", "markers", "special")
"""The chapters of the rule book that say what a name means."""

_LEAST: Final = 3
"""The fewest letters of a name that is looked for in texts."""


class Mention(NamedTuple):
    """A name in a text: its place there, and the name as the glossary has it."""

    start: int
    end: int
    name: str


def glossary_of(game: Game, book: Iterable[Section], language: str = "en") -> dict[str, str]:
    """Return the names of units, terrains, zones, markers and rules with their meanings.

    ``book`` is the rule book of the game in this language.
    """
    written = [
        (section.name, paragraph)
        for section in book
        if section.name in CHAPTERS
        for is_diagram, lines in section.blocks()
        if not is_diagram
        for paragraph in lines
    ]
    found = {}
    for name in dict.fromkeys((*_names(game, language), *_titles(written))):
        about = [text for _, text in written if _is_about(text, name)]
        if about and len(name) >= _LEAST:
            found[name] = "\n".join(about)
    return found


def _names(game: Game, language: str) -> Iterator[str]:
    ruleset, texts = game.ruleset, catalog(language)
    yield from (texts.of(unit.name) for unit in ruleset.units.values())
    yield from (texts.of(terrain.name) for terrain in ruleset.terrains.values())
    yield from (texts.of(ruleset.zone_name(word)) for word in game.engine.grounds[0].zones)
    yield from (texts.of(ruleset.marker_name(word)) for word in ruleset.markers)


def _titles(written: Iterable[tuple[str, str]]) -> Iterator[str]:
    for chapter, text in written:
        title = TITLED.match(text) if chapter == "special" else None
        if title is not None:
            yield title[1]


def _is_about(text: str, name: str) -> bool:
    """Return whether a paragraph begins with a name, or has it in quotation marks."""
    quoted = any(mark in text for mark in (f"“{name}”", f"« {name} »", f"«\u00a0{name}\u00a0»"))
    return quoted or re.match(rf"{re.escape(name)}\b\W", text) is not None


def mentions(text: str, glossary: Mapping[str, str]) -> list[Mention]:
    """Return the names in a text, from left to right; of overlapping ones the longest."""
    known = {name.casefold(): name for name in sorted(glossary, key=len, reverse=True)}
    if not known:
        return []
    either = "|".join(map(re.escape, known))
    found = re.finditer(rf"\b(?:{either})\b", text, re.IGNORECASE)
    return [Mention(*one.span(), known[one[0].casefold()]) for one in found]
