"""Promotion: the types that a unit may become by its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.promotion import Became
from wargrid.core.selecting import Selections

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset

ENTERS: Final = "enters"
WITHIN: Final = "within"
LEAVES: Final = "leaves"


@final
class Promotions:
    """When units of one type and side become others, and of which ``types``.

    ``zone`` are the cells of the promotion, ``when`` says which moves promote: those that enter
    the zone, stay within it or leave it. On the cells of ``must`` a unit may not stay what it is.
    """

    def __init__(
        self,
        word: str,
        types: tuple[str, ...],
        zone: frozenset[int],
        when: frozenset[str],
        must: frozenset[int],
    ) -> None:
        self.types = types
        self.zone = zone
        self._others = tuple(other for other in types if other != word) or types
        self._enters, self._within = ENTERS in when, WITHIN in when
        self._leaves = LEAVES in when
        self._must = must

    def of(self, source: int, target: int) -> tuple[str, ...]:
        """Return the types that the unit may become by a move; none if it stays what it is."""
        begins = source in self.zone
        if target not in self.zone:
            happens = begins and self._leaves
        else:
            happens = self._within if begins else self._enters
        if not happens:
            return ()
        return self._others if target in self._must else self.types


def promotions_of(
    ruleset: Ruleset, grounds: Sequence[TerrainMap], selected: Selections
) -> dict[tuple[str, int], Promotions]:
    """Return the promotions of each type that has any, for each side."""
    return {
        (word, side): Promotions(
            word,
            promotes.types,
            ground.zones[promotes.zone],
            frozenset(promotes.when),
            frozenset(
                () if promotes.must is None
                else selected.cells(promotes.must, side).static()
            ),
        )
        for side, ground in enumerate(grounds)
        for word, unit in ruleset.units.items()
        if (promotes := unit.promotes) is not None
    }  # fmt: skip


def may_appear(promotions: dict[tuple[str, int], Promotions]) -> frozenset[tuple[int, str]]:
    """Return the sides and types of which units may come to be during the game."""
    return frozenset(
        (side, word) for (_, side), each in promotions.items() for word in each.types if each.zone
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
