"""Where the ruleset of a record came from, as its header says it: the files are looked at again, never needed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.loading.library import SUFFIX, UnknownRuleset, locate
from wargrid.loading.recipe import Recipe

if TYPE_CHECKING:
    from wargrid.engine.game import Game

_UNKNOWN: Final = "?"
"""What stands for a file where a line cannot say what the ruleset was read from."""

_HOME: Final = "~/"
_LONGEST: Final = 1000
_LONGEST_PART: Final = 255


class Origin(NamedTuple):
    """What a ruleset was read from: its file, empty if its name leads there, its scenario, and settings KEY=VALUE.

    Files are absolute, or begin with ``~/``, which says nothing of who the player is.
    """

    file: str = ""
    scenario: str = ""
    settings: tuple[str, ...] = ()

    def recipe(self, ruleset: str) -> Recipe | None:
        """What a ruleset of this name can be read from again; None if that is not known here."""
        file = _found(ruleset) if not self.file else _path(self.file)
        scenario = _path(self.scenario) if self.scenario.endswith(SUFFIX) else self.scenario or None
        if file is None or (self.scenario and scenario is None):
            return None
        return Recipe(file, dict(_pair(setting) for setting in self.settings), scenario)


UNTOLD: Final = Origin()


def origin_of(game: Game) -> Origin:
    """What the header of a game's record says of where its ruleset came from."""
    recipe = game.recipe
    if recipe is None:
        return UNTOLD
    named = _found(game.name)
    file = (
        ""
        if named is not None and named.resolve() == recipe.file.resolve()
        else _homely(recipe.file)
    )
    origin = Origin(file, _said(recipe.scenario), recipe.said_settings())
    whole = all(_fits(text) for text in (origin.file, origin.scenario, *origin.settings))
    return origin if whole else Origin(_UNKNOWN)


def _said(scenario: str | Path | None) -> str:
    is_file = str(scenario).endswith(SUFFIX)
    return _homely(Path(str(scenario))) if is_file else str(scenario or "")


def _fits(text: str) -> bool:
    """Whether a text can stand on a line of a header and be read there as it is."""
    return text.isprintable() and text == text.strip() and len(text) <= _LONGEST


def _pair(setting: str) -> tuple[str, str]:
    key, _, value = setting.partition("=")
    return key, value


def _found(ruleset: str) -> Path | None:
    """The file that the name of a ruleset leads to; a path is no name."""
    try:
        return None if ruleset.endswith(SUFFIX) else locate(ruleset)
    except UnknownRuleset:
        return None


def _homely(file: Path) -> str:
    whole, home = file.absolute(), Path(os.path.expanduser("~"))
    own = home.is_absolute() and home != Path(home.anchor) and whole.is_relative_to(home)
    return _HOME + whole.relative_to(home).as_posix() if own else whole.as_posix()


def _path(text: str) -> Path | None:
    """The file of a ruleset that a header names; none on another computer, whatever a stranger has written."""
    path = Path(os.path.expanduser(text)) if text.startswith(_HOME) else Path(text)
    is_remote = text.startswith(("//", "\\\\"))
    is_fit = _fits(text) and all(len(os.fsencode(part)) <= _LONGEST_PART for part in path.parts)
    return (
        path if is_fit and path.is_absolute() and path.suffix == SUFFIX and not is_remote else None
    )
