"""Ways to move that depend on several units: jumps, and two units that move at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import model_validator

from wargrid.core.patterns import ConditionalMove, MarkNeeded, MovePattern, TerrainMap
from wargrid.ruleset.base import MarkerName, UnitName
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.units.movement import Direction, Distance, Within
from wargrid.ruleset.values import Positive

__all__ = ["Castle", "Jump"]


class Jump(Within):
    """In a straight line over one unit onto a cell behind it."""

    word = "jump"
    short = "directions"

    directions: Direction | list[Direction]
    """The directions, relative to the unit's facing or its side's forward."""

    over: Literal["enemy", "friend", "any"] = "any"
    """The units that it may jump over."""

    takes: Literal["over", "landing", "never"] = "never"
    """Whether it takes an enemy that it jumps over, or one on the cell where it lands; without
    ``landing``, that cell must be empty."""

    distance: Distance = 1
    """The most cells to the unit jumped over, or ``any``; those before it must be empty."""

    beyond: Distance = 1
    """The most cells from that unit to the end of the jump, or ``any``; those before the end must
    be empty."""

    @model_validator(mode="after")
    def _check_takes(self) -> Jump:
        if (self.over, self.takes) == ("friend", "over"):
            raise validation_error("jump_takes_friends", ("takes",), ("over",))
        return self

    @property
    def conditional(self) -> bool:
        """A jump depends on the unit jumped over and on the cells before and behind it."""
        return True

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return a move for each cell of a unit that may be jumped over and each cell to end on."""
        rays = self._rays(ground, cell, forward, self.directions)
        return MovePattern(conditional=tuple(each for ray in rays for each in self._along(ray)))

    def _along(self, ray: tuple[int, ...]) -> Iterator[ConditionalMove]:
        far = len(ray) if self.distance == "any" else self.distance
        for over in range(min(far, len(ray) - 1)):
            behind = len(ray) if self.beyond == "any" else over + 1 + self.beyond
            for end in range(over + 1, min(behind, len(ray))):
                way = (*ray[:over], *ray[over + 1 : end])
                yield from self._over(ray[over], ray[end], (*way, ray[end]))
                if self.takes == "landing":
                    for each in self._over(ray[over], ray[end], way):
                        foes = (*each.foes, ray[end])
                        yield replace(each, foes=foes, taken=ray[end])

    def _over(self, over: int, target: int, empty: tuple[int, ...]) -> Iterator[ConditionalMove]:
        if self.takes == "over":
            yield ConditionalMove(target, empty, foes=(over,), taken=over)
        elif self.over == "enemy":
            yield ConditionalMove(target, empty, foes=(over,))
        elif self.over == "any":
            yield ConditionalMove(target, empty, units=(over,))
        if self.over == "friend" or (self.over == "any" and self.takes == "over"):
            yield ConditionalMove(target, empty, friends=((over, ""),))


class Castle(Within):
    """In a straight line towards a friend, which comes to the cell that the unit passed last.

    All cells between the two must be empty. A royal unit does not move so if an enemy could take it
    where it stands, passes or ends.
    """

    word = "castle"
    needs_directions = True
    short = "partner"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"unless": ("unit", "number")}

    partner: UnitName
    """The type of the friend, the first unit in that direction."""

    steps: Positive = 2
    """The number of cells that the unit goes; the friend must be farther away."""

    directions: Direction | list[Direction] = "sideways"
    """The directions, relative to the unit's facing or its side's forward."""

    unless: MarkerName | None = None
    """The marker of units that neither of the two may have, or null."""

    takes: Literal["never", False] = "never"
    """It takes nothing."""

    @property
    def conditional(self) -> bool:
        """It depends on the friend and on all cells between."""
        return True

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return a move for each direction and each cell where the friend may be."""
        rays = self._rays(ground, cell, forward, self.directions)
        moves = (
            self._towards(cell, ray, far) for ray in rays for far in range(self.steps, len(ray))
        )
        return MovePattern(conditional=tuple(moves))

    def _towards(self, cell: int, ray: tuple[int, ...], far: int) -> ConditionalMove:
        friend, way = ray[far], (cell, *ray[: self.steps])
        *_, beside, target = way
        units = (cell, friend) if self.unless is not None else ()
        return ConditionalMove(
            target,
            empty=ray[:far],
            friends=((friend, self.partner),),
            marks=tuple(MarkNeeded(str(self.unless), unit, present=False) for unit in units),
            safe=way,
            along=((friend, beside),),
        )
