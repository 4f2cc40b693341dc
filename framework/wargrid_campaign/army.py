"""Armies between battles: units with their men and markers, on no board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike

MEN: Final = "men"


@dataclass(frozen=True, slots=True, order=True)
class Troop:
    """One unit of an army: its type, its men, and the values of its markers, by name."""

    type: str
    men: int
    markers: tuple[tuple[str, int], ...] = ()

    def with_markers(self, markers: Mapping[str, int]) -> Troop:
        """Return the unit with these markers alone."""
        return replace(self, markers=tuple(sorted(markers.items())))


Army = tuple[Troop, ...]


def army_of(position: Position, side: int) -> Army:
    """Return the units that a side has on the board, in the order of cells."""
    rows = position.roster.game.markers.rows
    markers = [each for each in rows if each.per == "unit" and not each.hidden]
    return tuple(
        Troop(placed.type.word, placed.men).with_markers(
            {
                each.word: each.value(position, placed.cell)
                for each in markers
                if placed.type.word in each.types
            }
        )
        for placed in position.standing()
        if placed.side == side
    )


def in_order(army: Army, types: Sequence[str]) -> Army:
    """Sort an army by the order of types, then the strongest first; unknown types come last."""
    order = {word: number for number, word in enumerate(types)}
    return tuple(sorted(army, key=lambda each: (order.get(each.type, len(order)), -each.men, each)))


def fresh(word: str, types: Mapping[str, UnitTypeLike]) -> Troop:
    """Return a unit of a type with all its men."""
    return Troop(word, types[word].men)


def write_army(army: Army) -> dict[str, list[Any]]:
    """Write an army as ``{infantry: [4, {men: 3, experience: 1}]}``."""
    found: dict[str, list[Any]] = {}
    for troop in army:
        item = {MEN: troop.men, **dict(troop.markers)} if troop.markers else troop.men
        found.setdefault(troop.type, []).append(item)
    return found


def read_army(written: Mapping[str, Sequence[int | Mapping[str, int]]]) -> Army:
    """Read what ``write_army`` writes. Raises KeyError for a unit without men."""
    return tuple(
        Troop(word, item)
        if isinstance(item, int)
        else Troop(word, item[MEN]).with_markers({k: n for k, n in item.items() if k != MEN})
        for word, items in written.items()
        for item in items
    )
