"""The games there are: their names in the library, what they call themselves, and which are variants of another."""

from __future__ import annotations

from functools import cache
from typing import Final

from wargrid.faults import RulesetError
from wargrid.ruleset.library import find, names
from wargrid.text import Words

VARIANTS: Final = "/variants/"
"""What stands in the name of a ruleset that lies in the folder of a game's variants."""


def games() -> list[str]:
    """The names of all rulesets that are no variants."""
    return [name for name in names() if VARIANTS not in name]


def title_of(name: str, words: Words) -> str:
    """What a ruleset calls itself, or its name in the library."""
    return words.of(_said(name)) or name


@cache
def _said(name: str) -> str | dict[str, str]:
    try:
        said = find(name).data.get("name", name)
    except RulesetError:
        said = name
    return said if isinstance(said, str | dict) else name
