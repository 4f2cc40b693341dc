"""The games there are: their names in the library, what they call themselves, and which are variants of another."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from wargrid.loading.library import SUFFIX, UnknownRuleset, find, locate, name_of, names
from wargrid.source.diagnostics import RulesetError
from wargrid.text.catalog import Catalog

VARIANTS: Final = "/variants/"
"""What stands in the name of a ruleset that lies in the folder of a game's variants."""


def games() -> list[str]:
    """The names of all rulesets that are no variants."""
    return [name for name in names() if VARIANTS not in name]


def listed_as(file: Path) -> str:
    """The name under which the games list the file of a ruleset, or its whole path if no name leads there."""
    name = name_of(file)
    try:
        return name if locate(name).resolve() == file.resolve() else str(file.absolute())
    except UnknownRuleset:
        return str(file.absolute())


def title_of(name: str, words: Catalog) -> str:
    """What a ruleset calls itself, or its name in the library, or that of its file; files are read again each time."""
    is_file = name.endswith(SUFFIX)
    return words.of(_said(name) if is_file else _known(name)) or (
        Path(name).stem if is_file else name
    )


@cache
def _known(name: str) -> str | dict[str, str]:
    return _said(name)


def _said(name: str) -> str | dict[str, str]:
    try:
        said = find(name).data.get("name", name)
    except RulesetError:
        said = name
    return said if isinstance(said, str | dict) else name
