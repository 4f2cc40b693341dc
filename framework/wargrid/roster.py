"""Who the units of a position are: the side and the type of every id, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.board import Grid
    from wargrid.game import Game
    from wargrid.ruleset.models import UnitType
    from wargrid.tables import Row


class Roster:
    """The units a position may have, by id from 1; id 0 is the empty cell.

    ``types``, ``owners`` (side, -1 for id 0) and ``full`` (men at the start) are indexed by unit id;
    ``units_of`` and ``hostile`` by side; ``uses[limit][unit]`` is what one use adds to a position's ``used``;
    ``dice[unit][men]`` how many dice the unit attacks with. Positions of one game share a roster unless they were
    built with units the set-up does not have.
    """

    __slots__ = (
        "dice", "facings", "forward", "full", "game", "grid", "hostile", "owners", "rows", "types", "units_of",
        "uses", "width",
    )  # fmt: skip

    def __init__(self, game: Game, units: Sequence[tuple[int, UnitType]]) -> None:
        nobody = next(iter(game.ruleset.units.values()))
        self.game = game
        self.grid: Grid = game.grid
        self.facings = game.grid.facings
        self.forward = tuple(side.forward for side in game.sides)
        self.owners = (-1, *(side for side, _ in units))
        self.types = (nobody, *(unit_type for _, unit_type in units))
        self.full = (0, *(unit_type.men for _, unit_type in units))
        sides = range(len(game.sides))
        ids = range(1, len(units) + 1)
        self.units_of = tuple(tuple(unit for unit in ids if self.owners[unit] == side) for side in sides)
        self.hostile = tuple(tuple(owner not in (side, -1) for owner in self.owners) for side in sides)
        self.dice = tuple(_dice_by_men(unit_type) for unit_type in self.types)
        self.width = max(1, max(game.limits.values(), default=1).bit_length())
        self.uses = tuple(
            (0, *(1 << (limit * len(units) + unit - 1) * self.width for unit in ids))
            for limit in range(len(game.limits))
        )
        self.rows: tuple[dict[int, Row], ...] = tuple({} for _ in sides)

    def used(self, used: int, unit: int, limit: int) -> int:
        """How often the unit has done what the limit counts, read from a position's ``used``."""
        return used // self.uses[limit][unit] & (1 << self.width) - 1

    def used_by(self, used: int, unit: int) -> tuple[int, ...]:
        """The unit's uses under every limit, in the order of limits."""
        return tuple(self.used(used, unit, limit) for limit in range(len(self.uses)))

    def facing_of(self, unit: int, place: int) -> int:
        """Which way a unit at that place looks; where units do not face, their side's forward."""
        return place % self.facings if self.facings > 1 else self.forward[self.owners[unit]]

    def list(self) -> list[tuple[int, UnitType]]:
        """Side and type of every unit in the order of ids."""
        return list(zip(self.owners[1:], self.types[1:], strict=True))


def _dice_by_men(unit_type: UnitType) -> tuple[int, ...]:
    """How many dice a unit of this type attacks with, by the men it has."""
    if unit_type.attack is None:
        return tuple(0 for _ in range(unit_type.men + 1))
    return tuple(unit_type.attack.by.dice(men) for men in range(unit_type.men + 1))
