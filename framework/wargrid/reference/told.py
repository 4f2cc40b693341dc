"""What players of the shipped games read: rulesets made ready once, and the chapters of their rule books."""

from __future__ import annotations

from functools import cache
from typing import Final

from wargrid import Game
from wargrid.loading.loader import load
from wargrid.table.rulebook import rule_book
from wargrid.text.catalog import catalog

CHAPTERS: Final = {
    "board": "board",
    "first": "first",
    "turn": "turn",
    "dice": "dice",
    "deploy": "setup",
}
"""The chapter of the rule book that tells a section of a ruleset, and nothing else."""


@cache
def loaded(ruleset: str) -> Game:
    """A shipped ruleset made ready, once."""
    return load(ruleset)


def chapter(ruleset: str, section: str) -> list[str]:
    """The sentences with which a ruleset's rule book tells one of its sections, pictures left out."""
    title = catalog("en").say(f"rules.title.{CHAPTERS[section]}") if section in CHAPTERS else ""
    found = [each for each in rule_book(loaded(ruleset)) if each.title == title]
    return [
        line
        for each in found
        for pictured, lines in each.blocks()
        for line in lines
        if not (pictured or line.endswith(":"))
    ]
