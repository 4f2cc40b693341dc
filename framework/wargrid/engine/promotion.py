"""Promotion: the types that a unit may become on the cells where its moves end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.promotion import Became

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset

Promotions: TypeAlias = dict[int, tuple[str, ...]]
"""By cell the types that a unit of one type and side may become there."""


def promotions_of(
    ruleset: Ruleset, grounds: Iterable[TerrainMap]
) -> dict[tuple[str, int], Promotions]:
    """Return the promotions of each type that has any, for each side."""
    return {
        (word, side): dict.fromkeys(sorted(ground.zones[promotes.zone]), promotes.types)
        for side, ground in enumerate(grounds)
        for word, unit in ruleset.units.items()
        if (promotes := unit.promotes) is not None
    }


def may_appear(promotions: dict[tuple[str, int], Promotions]) -> frozenset[tuple[int, str]]:
    """Return the sides and types of which units may come to be during the game."""
    return frozenset(
        (side, word)
        for (_, side), by_cell in promotions.items()
        for types in by_cell.values()
        for word in types
    )


def promoted(move: Move, word: str, *, named: bool, plain: bool, decides: bool) -> Move:
    """Return the move after which the unit becomes one of another type.

    ``named`` is true if the player chooses among types. The game completes a taking that is not
    ``plain`` itself, with the promotion. ``decides``: a side may lose by having no unit of the old
    type left.
    """
    events = (*move.events, Became(move.target, word)) if plain else move.events
    more = Move(move.verb, move.source, move.target, move.facing, events, word if named else "")
    more.open, more.struck, more.wide = move.open or decides, move.struck, move.wide
    return more
