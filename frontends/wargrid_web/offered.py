"""The rulesets that a server offers, by the names under which its players know them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from wargrid_play.frontend import game_file, game_name, game_names, load_named
from wargrid_play.looks import looks_of
from wargrid_play.table import guide_of

LONGEST: Final = 80
"""How many letters of a file's name are shown."""

FILE: Final = "game"
"""The name of a ruleset whose file has a name without letters."""

Games = tuple[tuple[str, str], ...]
"""The name of each ruleset, and the name or file that it is loaded by."""


class Offered:
    """The rulesets of a library, or some of them, and others that are files.

    A file is called by its name without folder and ending; a number follows where another ruleset
    is called so.

    Raises:
        UnknownRuleset: there is no such ruleset.
    """

    def __init__(self, rulesets: tuple[str, ...] = (), game: str = "") -> None:
        known = {name: game_name(game_file(name)) for name in (*rulesets, *filter(None, (game,)))}
        self._only = tuple(known[name] for name in rulesets)
        self._game = known.get(game, "")

    def games(self) -> Games:
        """Return all of them; the library is read again each time."""
        wanted = self._only or tuple(sorted(game_names()))
        return _named(tuple(dict.fromkeys((*wanted, *filter(None, (self._game,))))))

    def check(self) -> None:
        """Load the rulesets that were asked for, and their looks.

        Raises:
            RulesetError: one is wrong.
            LooksError: the looks of one cannot be used.
        """
        for target in dict.fromkeys(filter(None, (*self._only, self._game))):
            looks_of(load_named(target).game())

    @property
    def begun(self) -> str:
        """The name of the game that is begun with the server, or an empty text."""
        return next((name for name, target in self.games() if target == self._game), "")

    def lesson(self, name: str) -> str:
        """Return the ruleset whose guided game teaches one: itself or another of its family."""
        family = name.partition("/")[0]
        near = ((each, target) for each, target in self.games() if each.startswith(f"{family}/"))
        found = [each for each, target in near if guide_of(target) is not None]
        return name if name in found else next(iter(found), "")

    def target(self, name: str) -> str | None:
        """Return what a ruleset is loaded by, or None if it is not offered."""
        return dict(self.games()).get(name)


@lru_cache(maxsize=4)
def _named(targets: tuple[str, ...]) -> Games:
    found = {target: target for target in targets if not Path(target).is_absolute()}
    for target in filter(lambda each: each not in found.values(), targets):
        stem = "".join(sign if sign.isprintable() else "_" for sign in Path(target).stem)[:LONGEST]
        name = shown = stem if stem.strip(". ") else FILE
        number = 1
        while name in found:
            number += 1
            name = f"{shown} {number}"
        found[name] = target
    return tuple(found.items())
