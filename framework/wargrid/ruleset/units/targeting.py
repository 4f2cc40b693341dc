"""Reaches of attacks: front, around, range and lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from wargrid.core.grid import OFF, Grid
from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.base import Reach
from wargrid.ruleset.errors import crossed
from wargrid.ruleset.named import Names
from wargrid.ruleset.units.movement import Direction
from wargrid.ruleset.values import Natural, Positive
from wargrid.text import Catalog

__all__ = ["AdjacentReach", "Front", "LineReach", "Range"]


def span(least: int, most: int) -> str:
    """Return two distances as a figure of a card, or one where they are equal."""
    return f"{least}–{most}" if least < most else f"{most}"


class AdjacentReach(Reach):
    """An enemy on any of the neighbouring cells."""

    word = "around"
    short = "directions"

    directions: Direction | list[Direction] = "all"
    """The neighbours: ``orthogonal`` for four squares, ``all`` for eight, or for six hexes."""

    def figures(self) -> Mapping[str, str]:
        """Return one cell."""
        return {"range": "1"}

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot at each neighbour."""
        cells = (
            ground.grid.shifted(cell, forward, *step)
            for step in ground.grid.steps(self.directions, forward)
        )
        return MovePattern(shots=tuple(other for other in cells if other != OFF))


class Range(Reach):
    """An enemy at a distance, over units and walls between."""

    word = "range"

    least: Positive = 1
    """The nearest distance."""

    most: Positive
    """The farthest distance."""

    metric: Literal["manhattan", "chebyshev"] = "manhattan"
    """The measure of distance on squares: steps along rows and columns, or king's steps."""

    directions: Direction | Annotated[list[Direction], Field(min_length=1)] | None = None
    """Its arc, as the unit faces: a target lies in the direction to which it is nearest, in two
    where it is between them; null for all around."""

    hidden_by: list[Annotated[str, Names("terrains", besides=("units",))]] = []
    """The terrains, and ``units`` for any unit, that hide what is behind them; then walls between
    cells hide it, too."""

    def figures(self) -> Mapping[str, str]:
        """Return the nearest and the farthest distance."""
        return {"range": span(self.least, self.most)}

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with what hides a target in words."""
        hides = [
            words.say("rules.units") if word == "units" else words.of(ruleset.terrains[word].name)
            for word in self.hidden_by
        ]
        over = "" if hides else words.say("rules.at.range.over")
        span = "exactly" if self.least == self.most else "span"
        return super().facts(words, ruleset) | {
            "hidden_by": ", ".join(hides),
            "over": over,
            "span": words.say(f"rules.at.range.{span}", least=self.least, most=self.most),
        }

    def distance(self, grid: Grid, source: int, target: int) -> int:
        """Return the distance of two cells by the metric."""
        return grid.distance(source, target, self.metric)

    @model_validator(mode="after")
    def _check_distances(self) -> Range:
        if self.least > self.most:
            raise crossed("least", self.least, "most", self.most)
        return self

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot at each cell of the ring, nearest first."""
        ring = self.open_pattern(ground, cell, forward)
        return self._seen(ground, cell, ring.shots) if self.hidden_by else ring

    def open_pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot at each cell of the ring, hidden or not."""
        near = ground.grid.around(cell, self.most, self.metric)
        ring = (other for away, other in near if away >= self.least)
        if self.directions is None:
            return MovePattern(shots=tuple(ring))
        shots = (each for each in ring if self._is_in_arc(ground.grid, cell, each, forward))
        return MovePattern(shots=tuple(shots))

    def _is_in_arc(self, grid: Grid, cell: int, target: int, forward: int) -> bool:
        """Return whether a target lies in one of the directions."""
        steps = grid.steps(self.directions or "all", forward)
        return any(step in steps for step in grid.bearings(cell, target, forward))

    def _seen(self, ground: TerrainMap, cell: int, targets: tuple[int, ...]) -> MovePattern:
        """Return the shots at targets that nothing can hide, and the others in sight."""
        hidden, by_units = frozenset(self.hidden_by), "units" in self.hidden_by
        shots: list[int] = []
        sights = []
        for target in targets:
            ways = [
                way
                for way in ground.grid.between(cell, target)
                if hidden.isdisjoint(ground.terrain[between] for between in way)
                and (ground.edges is None or ground.edges.is_in_sight((cell, *way, target)))
            ]
            if ways and by_units and all(ways):
                sights.append((target, tuple(ways)))
            elif ways:
                shots.append(target)
        return MovePattern(shots=tuple(shots), sights=tuple(sights))


class LineReach(Reach):
    """The first enemy in a straight line."""

    word = "lines"

    orthogonal: Natural = 0
    """The distance along rows and columns; of hexes, along lines of neighbours."""

    diagonal: Natural = 0
    """The distance along diagonals; of hexes, between two neighbours."""

    blocked: bool | Literal["enemies"] = True
    """Whether units in between stop the attack: all, none, or ``enemies`` of the unit alone."""

    def figures(self) -> Mapping[str, str]:
        """Return the farthest distance along a line."""
        return {"range": span(1, max(self.orthogonal, self.diagonal))}

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return rays if units block, lanes if enemies do, else shots at all cells of the lines."""
        grid = ground.grid
        rays = [
            ground.open(grid.ray(cell, forward, step, most), cell)
            for words, most in (("orthogonal", self.orthogonal), ("diagonal", self.diagonal))
            for step in (grid.steps(words, forward) if most else ())
        ]
        if self.blocked == "enemies":
            return MovePattern(
                shots=tuple(ray[0] for ray in rays if ray),
                lanes=tuple((ray[n], ray[:n]) for ray in rays for n in range(1, len(ray))),
            )
        if self.blocked:
            return MovePattern(rays=tuple(ray for ray in rays if ray))
        return MovePattern(shots=tuple(reached for ray in rays for reached in ray))


class Front(Reach):
    """An enemy on the next cell straight ahead."""

    word = "front"
    needs_directions = True

    def figures(self) -> Mapping[str, str]:
        """Return one cell."""
        return {"range": "1"}

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one shot, at the cell ahead."""
        steps = ground.grid.steps("forward", forward)
        ahead = (ground.grid.shifted(cell, forward, *step) for step in steps)
        return MovePattern(shots=tuple(other for other in ahead if other != OFF))
