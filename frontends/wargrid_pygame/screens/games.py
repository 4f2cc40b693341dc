"""The games that screens list: their names in the library, and what they call themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from wargrid.frontend import RULESET_SUFFIX, game_names, game_title
from wargrid.text import Catalog

VARIANTS: Final = "/variants/"
"""The part of a ruleset's name that makes it a variant of another game."""


def games() -> list[str]:
    """Return the names of all rulesets that are no variants."""
    return [name for name in game_names() if VARIANTS not in name]


def title_of(name: str, words: Catalog) -> str:
    """Return what a ruleset calls itself, or its name; one given by its file is read each time."""
    if name.endswith(RULESET_SUFFIX):
        return words.of(game_title(name)) or Path(name).stem
    return words.of(_known(name)) or name


@cache
def _known(name: str) -> str | dict[str, str]:
    return game_title(name)
