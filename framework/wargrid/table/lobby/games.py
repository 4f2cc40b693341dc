"""The games of a menu: what to play first, and which games have a guide."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from wargrid.frontend import GameSummary, game_file
from wargrid.table.guide import guide_beside

VARIANTS: Final = "/variants/"
"""The part of a ruleset's name that makes it a variant of another game."""

_LAST: Final = 1 << 30


def is_variant(name: str) -> bool:
    """Return whether a ruleset is a variant of another game in the same folder."""
    return VARIANTS in name


def in_order(names: Iterable[str], summary: Callable[[str], GameSummary]) -> list[str]:
    """Sort games as a menu shows them, by ``rank`` and then by name.

    Variants come behind the first game in their folder. ``summary`` returns that of a game.
    """
    listed = [*names]
    places = {name: summary(name).rank or _LAST for name in listed if not is_variant(name)}
    order = sorted(places, key=lambda name: (places[name], name))
    first = {name.rpartition("/")[0]: name for name in reversed(order)}
    own: dict[str, list[str]] = {name: [] for name in order}
    rest: list[str] = []
    for name in sorted(filter(is_variant, listed)):
        own.get(first.get(name.partition(VARIANTS)[0], ""), rest).append(name)
    return [*(each for name in order for each in (name, *own[name])), *rest]


def guide_of(name: str) -> Path | None:
    """Return the file of a game's guide, by the game's name, or None if it has none."""
    return guide_beside(game_file(name))
