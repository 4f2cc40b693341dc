"""Ways to move: ahead, step, slide, leap, hop and path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from wargrid.core.grid import OFF
from wargrid.core.patterns import ConditionalMove, MarkLeft, MarkNeeded, MovePattern, WalkPattern
from wargrid.ruleset.base import CostsName, MarkerName, Movement, ZoneName
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.named import Model
from wargrid.ruleset.units.pushing import Pushes
from wargrid.ruleset.values import Direction, Positive

if TYPE_CHECKING:
    from wargrid.core.grid import Step
    from wargrid.core.patterns import Costs, TerrainMap
    from wargrid.core.protocols import RulesetLike
    from wargrid.text import Catalog

    StepTakes = str | bool
else:
    StepTakes = Literal["never", "also", "only", "leaver"] | bool

__all__ = ["Ahead", "Direction", "Distance", "Hop", "Leap", "Path", "SingleStep", "Slide"]

Distance = Positive | Literal["any"]


def _far(distance: int | str) -> str:
    return "∞" if distance == "any" else f"{distance}"


class Ahead(Movement):
    """Straight ahead over empty cells, as far as ``distance``."""

    word = "ahead"
    needs_directions = True
    short = "distance"

    distance: Distance = 1
    """The most cells, or ``any``: as far as the cells are empty."""

    def figures(self) -> Mapping[str, str]:
        """Return the most cells of a move."""
        return {"moves": _far(self.distance)}

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one ray ahead, up to the distance; two where forward goes between two hexes."""
        most = None if self.distance == "any" else self.distance
        grid = ground.grid
        steps = grid.steps("forward", forward)
        lines = (ground.open(grid.ray(cell, forward, step, most), cell) for step in steps)
        return MovePattern(rays=tuple(line for line in lines if line))


class Within(Movement):
    """A movement that zones may limit."""

    within: ZoneName | None = None
    """The zone it may not leave, or null."""

    start: ZoneName | None = None
    """The zone it must start from, or null for anywhere."""

    def bounds(self, ground: TerrainMap) -> frozenset[int] | None:
        """Return the zone it may not leave."""
        return None if self.within is None else ground.zones[self.within]

    def _starts(self, ground: TerrainMap, cell: int) -> bool:
        return self.start is None or cell in ground.zones[self.start]

    def _may_enter(self, ground: TerrainMap, cell: int) -> bool:
        return cell not in ground.walls and (
            self.within is None or cell in ground.zones[self.within]
        )

    def _rays(
        self,
        ground: TerrainMap,
        cell: int,
        forward: int,
        directions: str | Sequence[str],
        distance: int | None = None,
    ) -> list[tuple[int, ...]]:
        """Return the ray of each direction within the zone, none where it may not start."""
        if not self._starts(ground, cell):
            return []
        steps = ground.grid.steps(directions, forward)
        rays = (ground.grid.ray(cell, forward, step, distance) for step in steps)
        return [self._cut(ground, ground.open(ray, cell)) for ray in rays]

    def _cut(self, ground: TerrainMap, ray: tuple[int, ...]) -> tuple[int, ...]:
        """Return the part of a ray before it leaves the zone."""
        if self.within is None:
            return ray
        for number, cell in enumerate(ray):
            if not self._may_enter(ground, cell):
                return ray[:number]
        return ray


class Slide(Within):
    """In straight lines over empty cells."""

    word = "slide"
    short = "directions"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"leaves": ("cell", "cell")}

    directions: Direction | list[Direction]
    """The directions, relative to the unit's facing or its side's forward."""

    distance: Distance = "any"
    """The most cells, or ``any``."""

    exactly: Annotated[int, Field(ge=2)] | None = None
    """The exact number of cells, or null for any up to ``distance``."""

    leaves: MarkerName | None = None
    """The marker of the cells passed, which then holds the cell where the unit ends."""

    def figures(self) -> Mapping[str, str]:
        """Return the most cells of a move."""
        return {"moves": f"{self.exactly}" if self.exactly else _far(self.distance)}

    @model_validator(mode="after")
    def _check_exactly(self) -> Slide:
        if self.exactly is not None and "distance" in self.model_fields_set:
            raise validation_error(
                "exact_distance", ("distance",), ("exactly",), exactly=self.exactly
            )
        return self

    def rule_key(self) -> str:
        """Return the text of a slide, or of one over an exact distance."""
        return super().rule_key() if self.exactly is None else "rules.move.exact"

    not_on: ZoneName | list[ZoneName] = []
    """Zones that it may pass, but in which it may not end its move."""

    @property
    def conditional(self) -> bool:
        """A slide of an exact length or beyond a zone depends on several cells at once.

        Marks are left by one move.
        """
        return self.exactly is not None or self.leaves is not None or bool(self.not_on)

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one ray for each direction, up to the distance and within the zone.

        Slides with ``exactly`` or ``leaves`` are conditional moves instead, and those that pass a
        cell of ``not_on`` are so behind it.
        """
        most = None if self.distance == "any" else self.distance
        rays = self._rays(ground, cell, forward, self.directions, self.exactly or most)
        names = [self.not_on] if isinstance(self.not_on, str) else self.not_on
        closed = frozenset(cell for name in names for cell in ground.zones[name])
        lines = [tuple(takewhile(lambda cell: cell not in closed, ray)) for ray in rays]
        if self.exactly is not None or self.leaves is not None:
            lines = [()] * len(rays)
        beyond = (
            each
            for ray, line in zip(rays, lines, strict=True)
            for each in (self._ends(ray) if len(line) < len(ray) else ())
            if each.target not in closed and each.target not in line
        )
        return MovePattern(rays=tuple(line for line in lines if line), conditional=tuple(beyond))

    def _ends(self, ray: tuple[int, ...]) -> Iterator[ConditionalMove]:
        """Yield the moves along a ray, each with its end on an empty cell and on an enemy."""
        for length in range(self.exactly or 1, len(ray) + 1):
            *passed, target = ray[:length]
            between = tuple(passed)
            word = self.leaves
            left = () if word is None else tuple(MarkLeft(word, c, target) for c in between)
            yield ConditionalMove(target, (*between, target), leaves=left)
            yield ConditionalMove(target, between, foes=(target,), taken=target, leaves=left)


class SingleStep(Within):
    """One step."""

    word = "step"
    short = "directions"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"onto": ("cell", "cell")}

    directions: Direction | list[Direction]
    """The directions, relative to the unit's facing or its side's forward."""

    distance: Literal[1] = 1
    """Always one cell."""

    onto: MarkerName | None = None
    """The marker that the cell must have, or null for any cell."""

    pushes: Pushes | None = None
    """What it pushes where another unit is on the cell, or null for nothing: lines of its own side
    move together, and push enemies before them. Such a step does not take by moving onto them."""

    takes: StepTakes | None = None
    """As for every way to move; or ``leaver``: onto an empty cell whose mark holds the cell of an
    enemy, which is taken."""

    def figures(self) -> Mapping[str, str]:
        """Return one cell."""
        return {"moves": "1"}

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with what it pushes in words."""
        pushes = "" if self.pushes is None else self.pushes.in_words(words)
        return {**super().facts(words, ruleset), "pushes": pushes}

    def lines(self, ground: TerrainMap, cell: int, forward: int) -> list[tuple[int, ...]]:
        """Return the lines of cells along which it pushes, each from the next cell on."""
        lines = self._rays(ground, cell, forward, self.directions) if self.pushes else []
        return [line for line in lines if line]

    @model_validator(mode="after")
    def _check_leaver(self) -> SingleStep:
        if self.pushes is not None and self.onto is not None:
            raise validation_error("pushes_onto_mark", ("onto",), ("pushes",))
        if self.pushes is not None and self.takes not in (None, "never", False):
            raise validation_error("pushes_and_takes", ("takes",), ("pushes",))
        if self.takes == "leaver" and self.onto is None:
            raise validation_error("leaver_without_mark", ("takes",))
        return self

    @property
    def conditional(self) -> bool:
        """A step onto a mark depends on it, one that pushes on the line before it."""
        return self.onto is not None or self.pushes is not None

    @property
    def removes(self) -> bool:
        """Whether enemies may be pushed off the board."""
        return self.pushes is not None and self.pushes.at_edge == "taken"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one ray of one cell for each direction, or a conditional move onto a mark."""
        found = self._rays(ground, cell, forward, self.directions, 1)
        rays = tuple(ray for ray in found if ray)
        if self.onto is None:
            lines = self.lines(ground, cell, forward)
            pushing = [each for line in lines for each in self._pushing(line)]
            return MovePattern(rays=rays, conditional=tuple(pushing))
        moves = (each for (target,) in rays for each in self._onto(self.onto, target))
        return MovePattern(conditional=tuple(moves))

    def _pushing(self, line: tuple[int, ...]) -> Iterator[ConditionalMove]:
        return iter(()) if self.pushes is None else self.pushes.along(line)

    def _onto(self, marker: str, target: int) -> Iterator[ConditionalMove]:
        leaver = self.takes == "leaver"
        marks = (MarkNeeded(marker, target, leaver=leaver),)
        yield ConditionalMove(target, (target,), marks=marks)
        if not leaver:
            yield ConditionalMove(target, foes=(target,), marks=marks, taken=target)


class Leap(Within):
    """A jump of a fixed shape in every symmetry of a cell; its leg, if any, must be empty.

    With ``directions``, only those that go in them.
    """

    word = "leap"
    short = "shape"

    shape: Literal["any"] | Annotated[list[int], Field(min_length=2, max_length=2)]
    """The distance along each axis, such as [1, 2] for a horse's jump; of hexes, in one direction
    and in the next; or ``any``: onto any cell."""

    directions: Direction | list[Direction] | None = None
    """The directions, or null for all. A leap goes in the nearest one: those of a horse whose
    longer part goes forward are ``forward``."""

    leg: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    """The cell that must be empty, in the axes of the shape, or null for none."""

    @property
    def needs_directions(self) -> bool:  # type: ignore[override]
        """Whether it has a shape."""
        return self.shape != "any"

    @model_validator(mode="after")
    def _check_anywhere(self) -> Leap:
        for key in ("directions", "leg"):
            if self.shape == "any" and getattr(self, key) is not None:
                raise validation_error("leap_anywhere", (key,), ("shape",), key=key)
        return self

    def rule_key(self) -> str:
        """Return the text of a leap, or of one onto any cell."""
        return "rules.move.anywhere" if self.shape == "any" else super().rule_key()

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one spot for each image of the shape in its directions, within the zone."""
        if not self._starts(ground, cell):
            return MovePattern()
        if self.shape == "any":
            others = (c for c in range(ground.grid.cells) if c != cell)
            return MovePattern(spots=tuple((OFF, c) for c in others if self._may_enter(ground, c)))
        spots: dict[tuple[int, int], None] = {}
        grid = ground.grid
        steps = [_step(self.shape)] if self.leg is None else [_step(self.shape), _step(self.leg)]
        for shape, *legs in grid.symmetric(steps):
            if self.directions is not None and not grid.goes(shape, self.directions, forward):
                continue
            target = grid.shifted(cell, forward, *shape)
            leg = grid.shifted(cell, forward, *legs[0]) if legs else OFF
            if target != OFF and leg not in ground.walls and self._may_enter(ground, target):
                spots[leg, target] = None
        return MovePattern(spots=tuple(spots))


class Hop(Within):
    """In a straight line over exactly one unit of either side onto an enemy behind it."""

    word = "hop"
    short = "directions"
    always_takes = True

    directions: Direction | list[Direction]
    """The directions, relative to the unit's facing or its side's forward."""

    beyond: Positive | None = None
    """The most cells from the unit hopped over to the enemy, or null for any number; those between
    must be empty."""

    takes: Literal["also", "only", True] | None = None
    """A hop always takes; ``only``, ``also`` or true may state it."""

    @property
    def conditional(self) -> bool:
        """How far a hop ends behind a unit depends on which unit that is."""
        return self.beyond is not None

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one hop for each direction, or a move for each unit to hop over."""
        rays = self._rays(ground, cell, forward, self.directions)
        if self.beyond is None:
            return MovePattern(hops=tuple(ray for ray in rays if len(ray) > 1))
        far = self.beyond
        return MovePattern(
            conditional=tuple(
                ConditionalMove(
                    ray[end], (*ray[:over], *ray[over + 1 : end]),
                    foes=(ray[end],), units=(ray[over],), taken=ray[end],
                )
                for ray in rays
                for over in range(len(ray) - 1)
                for end in range(over + 1, min(over + far, len(ray) - 1) + 1)
            )
        )  # fmt: skip


class Toll(Model):
    """What a step costs besides."""

    costs: Annotated[int, Field(ge=1, le=60)]
    """So many points more."""

    def __str__(self) -> str:
        return str(self.costs)


class Path(Movement):
    """Step by step over cells that cost points, round units and walls."""

    word = "path"
    short = "points"

    points: Annotated[int, Field(ge=1, le=60)]
    """The points of one move."""

    costs: CostsName | None = None
    """The ruleset's table of costs by terrain, or null: every cell costs one point."""

    directions: Direction | list[Direction] = "orthogonal"
    """The directions of a step."""

    bends: bool = True
    """Whether a move may change direction; if not, it is a straight line."""

    within: ZoneName | None = None
    """The zone in which it must start and that it may not leave, such as a railway; or null."""

    through: Literal["nobody", "friends"] = "nobody"
    """The units that may be passed."""

    enemy_control: Literal["stops", "forbids"] | Toll | None = None
    """What a cell does that an enemy controls: it ends the move of a unit that steps onto it, it
    may not be stepped onto, or a step onto it costs more points: ``{costs: 2}``; null for
    nothing."""

    beyond_supply: Literal["stops", "forbids"] | None = None
    """What a cell does that the supply of its side does not reach: it ends the move of a unit that
    steps onto it, or it may not be stepped onto; null for nothing."""

    def figures(self) -> Mapping[str, str]:
        """Return the points of a move."""
        return {"moves": f"{self.points}"}

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return the straight lines that the points allow; a path that bends has no pattern."""
        if self.bends:
            return MovePattern()
        rays = (
            self._affordable(ground, cell, ground.grid.ray(cell, forward, step))
            for step in ground.grid.steps(self.directions, forward)
        )
        return MovePattern(rays=tuple(ray for ray in rays if ray))

    def _affordable(self, ground: TerrainMap, cell: int, ray: tuple[int, ...]) -> tuple[int, ...]:
        left = self.points
        for number, reached in enumerate(ray):
            cost = ground.cost(self.costs, cell, reached)
            if cost is None or cost > left or not self._inside(ground, cell, reached):
                return ray[:number]
            if ground.halts(self.costs, cell, reached):
                return ray[: number + 1]
            left -= cost
            cell = reached
        return ray

    def walk_pattern(self, ground: TerrainMap, forward: int) -> WalkPattern | None:
        """Return the points and the costs of steps; None if the path does not bend."""
        costs = self.neighbours(ground, forward)
        if costs is None:
            return None
        held = self.enemy_control
        control = held if isinstance(held, str) else ""
        toll = held.costs if isinstance(held, Toll) else 0
        halts = self._halts(ground, costs)
        beyond, friends = self.beyond_supply or "", self.through == "friends"
        return WalkPattern(self.points, costs, friends, control, toll, halts, beyond)

    def _halts(self, ground: TerrainMap, costs: Costs) -> frozenset[tuple[int, int]]:
        """Return the steps that end a walk, by the terrain entered or the edge crossed."""
        if not ground.edges and not ground.stopping:
            return frozenset()
        return frozenset(
            (cell, other)
            for cell, around in enumerate(costs)
            for other, _ in around
            if ground.halts(self.costs, cell, other)
        )

    def can_enter(self, ground: TerrainMap, cell: int) -> bool:
        """Return whether the table has a cost for the terrain of a cell."""
        return ground.cost(self.costs, cell, cell) is not None

    def leaves_out(self, ground: TerrainMap, cell: int) -> bool:
        """Return whether the table has no cost for the terrain of a cell."""
        table = None if self.costs is None else ground.costs.get(self.costs)
        return table is not None and ground.terrain[cell] not in table

    def _inside(self, ground: TerrainMap, cell: int, other: int) -> bool:
        """Return whether a step stays in the zone that it may not leave."""
        zone = None if self.within is None else ground.zones[self.within]
        return zone is None or (cell in zone and other in zone)

    def neighbours(self, ground: TerrainMap, forward: int) -> Costs | None:
        """Return for every cell the steps from it with their costs; None without bends."""
        if not self.bends:
            return None
        grid, entering = ground.grid, ground.entering(self.costs)
        shifts = [grid.shifts(forward, step) for step in grid.steps(self.directions, forward)]
        found = []
        for cell in range(grid.cells):
            costs: list[tuple[int, int]] = []
            for shift in shifts:
                other = shift[cell]
                cost = None if other == OFF else entering[other]
                if isinstance(cost, Mapping):
                    cost = cost.get(ground.terrain[cell])
                if cost is not None and ground.hinders:
                    cost = ground.stepping(self.costs, cell, other, cost)
                if cost is not None and self._inside(ground, cell, other):
                    costs.append((other, cost))
            found.append(tuple(costs))
        return tuple(found)


def _step(shape: list[int]) -> Step:
    return shape[0], shape[1]
