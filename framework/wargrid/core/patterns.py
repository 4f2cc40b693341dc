"""Where a unit may go or strike from one cell, as plain values, and the terrain it does so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from wargrid.core.edges import BARRED, Edges
from wargrid.core.grid import OFF, Grid
from wargrid.core.protocols import UnitTypeLike

Costs: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""For each cell, the neighbours that can be entered from it, each with its cost in points."""


class MarkNeeded(NamedTuple):
    """A mark that the unit on a cell, or the cell, must have (``present``) or not have.

    Of a marker kept for each side, an enemy's mark counts. With ``leaver``, the mark must hold the
    cell of an enemy that the unit may take, and the move takes it.
    """

    marker: str
    cell: int
    present: bool = True
    leaver: bool = False


class MarkLeft(NamedTuple):
    """A mark that a move leaves on a cell: it ``holds`` another cell."""

    marker: str
    cell: int
    holds: int


@dataclass(frozen=True, slots=True)
class ConditionalMove:
    """A move to ``target`` that depends on several cells at once.

    ``empty`` are the cells that must be empty, often the target among them. ``foes`` must hold
    enemies that the unit may take, ``friends`` units of its side (of a type, or of any for an empty
    word), ``units`` units of either side. ``marks`` are the marks that cells must have or not have,
    and where a royal unit moves, ``safe`` are cells on which no enemy may be able to take it.
    ``taken`` is the cell whose enemy it takes, ``OFF`` for none. Afterwards, the friends on the
    cells of ``along`` come to others, given as pairs, and marks are set as ``leaves`` says. Before,
    units of either side on the cells of ``pushed`` come to others, the farthest first; None for a
    move that pushes nothing.
    """

    target: int
    empty: tuple[int, ...] = ()
    foes: tuple[int, ...] = ()
    friends: tuple[tuple[int, str], ...] = ()
    units: tuple[int, ...] = ()
    marks: tuple[MarkNeeded, ...] = ()
    safe: tuple[int, ...] = ()
    taken: int = OFF
    along: tuple[tuple[int, int], ...] = ()
    leaves: tuple[MarkLeft, ...] = ()
    pushed: tuple[tuple[int, int], ...] | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells in it."""
        taken = () if self.taken == OFF else (self.taken,)
        friends = [cell for cell, _ in self.friends]
        marks = [*(mark.cell for mark in self.marks), *(mark.cell for mark in self.leaves)]
        moved = [cell for pair in (*self.along, *(self.pushed or ())) for cell in pair]
        others = (*self.units, *self.safe, *taken, *moved, *marks)
        return (self.target, *self.empty, *self.foes, *friends, *others)

    @property
    def is_plain(self) -> bool:
        """Whether it depends on empty cells alone, and on the enemy it takes."""
        return not self.units and self.sees_only_cells

    @property
    def sees_only_cells(self) -> bool:
        """Whether it depends on empty and occupied cells alone, and on the enemy it takes."""
        return not self.friends and not self.marks and set(self.foes) <= {self.taken}

    @property
    def takes(self) -> bool:
        """Whether it takes an enemy."""
        return self.taken != OFF or self.takes_leaver

    @property
    def takes_leaver(self) -> bool:
        """Whether it takes the unit whose cell a mark holds."""
        return any(mark.leaver for mark in self.marks)


@dataclass(frozen=True, slots=True)
class MovePattern:
    """Where a unit may go or strike from one cell, facing one way, on an empty board.

    ``rays``: lines of cells, nearest first, open until a unit stands in them. ``spots``: jumps as
    (leg, cell), where the leg must be empty, or is ``OFF`` if there is none. ``hops``: lines like
    rays, over the first unit onto the second. ``beams``: lines like rays along which only a royal
    unit is threatened. ``shots``: cells struck from the unit's own cell, over anything between.
    ``sights``: such cells with sets of cells between, of which one must be empty to see the target.
    ``lanes``: such cells with the cells between, on which no enemy may be.
    ``takes`` says whether the unit takes by moving so: ``never``, ``also`` or ``only``; the game
    fills it in. ``conditional``: moves that depend on several cells at once. A unit that comes to a
    ``slippery`` cell along a ray or to a spot, without taking, does not stop there: it glides on
    along its ray, and from the end of a ray or from a spot along ``glides[ray or spot]``, as far as
    those cells are empty.
    """

    rays: tuple[tuple[int, ...], ...] = ()
    spots: tuple[tuple[int, int], ...] = ()
    hops: tuple[tuple[int, ...], ...] = ()
    beams: tuple[tuple[int, ...], ...] = ()
    shots: tuple[int, ...] = ()
    sights: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...] = ()
    lanes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    takes: str = "never"
    slippery: frozenset[int] = frozenset()
    glides: Mapping[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    conditional: tuple[ConditionalMove, ...] = ()

    @property
    def size(self) -> int:
        """The number of cells in it, counting a cell once for each line it is on."""
        lines = sum(map(len, (*self.rays, *self.hops, *self.beams)))
        struck = len(self.shots) + len(self.sights) + len(self.lanes)
        return lines + len(self.spots) + struck + len(self.conditional)

    @property
    def cells(self) -> frozenset[int]:
        """The cells that its rays, hops and spots lead to, occupied or not."""
        ways = chain.from_iterable((*self.rays, *self.hops))
        return frozenset((*ways, *(target for _, target in self.spots)))

    def ends(self) -> Iterator[int]:
        """Return where a unit alone on the board may stop."""
        slippery, glides = self.slippery, self.glides
        for ray in self.rays:
            yield from (cell for cell in ray if cell not in slippery)
            if ray[-1] in slippery:
                yield (glides.get(ray) or ray)[-1]
        for spot in self.spots:
            yield (glides.get(spot) or spot)[-1] if spot[1] in slippery else spot[1]
        yield from (each.target for each in self.conditional if each.is_plain and each.taken == OFF)

    def struck(self) -> Iterator[int]:
        """Return where a unit could take or attack the only other unit, or the second on a hop."""
        yield from self.shots
        yield from (cell for cell, _ in self.sights)
        yield from (cell for cell, _ in self.lanes)
        yield from chain.from_iterable(self.rays)
        yield from chain.from_iterable(hop[1:] for hop in self.hops)
        yield from (cell for _, cell in self.spots)
        yield from (each.taken for each in self.conditional if each.is_plain and each.taken != OFF)


class WalkPattern(NamedTuple):
    """A way to move step by step: points, costs of steps, and whether friends may be passed.

    ``control`` says what a cell does that an enemy controls: it ``stops`` or ``forbids`` a step, or
    nothing if it is empty; ``toll`` is what a step onto it costs besides. ``halts`` are the steps,
    from one cell to another, after which a walk goes no further. ``beyond`` says of cells that the
    side's supply does not reach what ``control`` says of those under control.
    """

    points: int
    costs: Costs
    friends_pass: bool
    control: str = ""
    toll: int = 0
    halts: frozenset[tuple[int, int]] = frozenset()
    beyond: str = ""


@dataclass(frozen=True, slots=True)
class TerrainMap:
    """The board, its zones and its terrain, as one side has them.

    ``zones[name]`` are the cells of a zone for this side. ``terrain`` is the terrain of every cell,
    ``walls`` are the cells that no unit can enter, and ``costs`` are the ruleset's cost tables.
    ``edges`` lie between cells, or are None where the board has none. By table of costs, None for
    ways to move without one, ``leaving`` has what a step out of a terrain costs besides, and
    ``stopping`` the terrains that end a walk.
    """

    grid: Grid
    side: int
    zones: Mapping[str, frozenset[int]]
    terrain: Sequence[str]
    walls: frozenset[int] = frozenset()
    costs: Mapping[str, Mapping[str, int | Mapping[str, int]]] = field(default_factory=dict)
    edges: Edges | None = None
    leaving: Mapping[str | None, Mapping[str, int]] = field(default_factory=dict)
    stopping: Mapping[str | None, frozenset[str]] = field(default_factory=dict)

    def open(self, ray: tuple[int, ...], source: int = OFF) -> tuple[int, ...]:
        """Return the part of a ray before the first wall, also between cells after ``source``."""
        if self.edges is not None and source != OFF and self.edges.has_walls:
            ray = self.edges.open(source, ray)
        if self.walls.isdisjoint(ray):
            return ray
        return next((ray[:number] for number, cell in enumerate(ray) if cell in self.walls), ray)

    def cost(self, table: str | None, source: int, target: int) -> int | None:
        """Return the points for a step between neighbours, or None if it is not possible."""
        if target in self.walls:
            return None
        cost: int | Mapping[str, int] | None = 1
        if table is not None:
            cost = self.costs[table].get(self.terrain[target])
        if isinstance(cost, Mapping):
            cost = cost.get(self.terrain[source])
        if cost is None or source == target:
            return cost
        return self.stepping(table, source, target, cost)

    def stepping(self, table: str | None, source: int, target: int, cost: int) -> int | None:
        """Return the points for a step whose entering costs so much: leaving and edges cost more.

        None if an edge bars it.
        """
        by_terrain = self.leaving.get(table)
        if by_terrain is not None:
            cost += by_terrain.get(self.terrain[source], 0)
        if self.edges is None:
            return cost
        more = self.edges.crossing(source, target, table).points
        return None if more == BARRED else cost + more

    def halts(self, table: str | None, source: int, target: int) -> bool:
        """Return whether a step between neighbours ends a walk."""
        if self.terrain[target] in self.stopping.get(table, ()):
            return True
        return self.edges is not None and self.edges.crossing(source, target, table).stops

    @property
    def hinders(self) -> bool:
        """Whether steps depend on more than the terrain that is entered."""
        return self.edges is not None or bool(self.leaving)

    def entering(self, table: str | None) -> list[int | Mapping[str, int] | None]:
        """Return for each cell what ``cost`` looks up: points, or those by the terrain left."""
        costs = None if table is None else self.costs[table]
        found = [1 if costs is None else costs.get(terrain) for terrain in self.terrain]
        for cell in self.walls:
            found[cell] = None
        return found


@dataclass(frozen=True, slots=True)
class HypotheticalUnit:
    """A unit imagined on a cell while its patterns are made.

    ``judge`` answers ``may_step`` for the whole game.
    """

    ground: TerrainMap
    type: UnitTypeLike
    cell: int
    forward: int
    judge: Callable[[HypotheticalUnit, int], bool] = field(compare=False)

    def may_step(self, source: int, target: int) -> bool:
        """Return whether zones and plugins let such a unit step from one cell to another."""
        return self.judge(replace(self, cell=source), target)


@dataclass(frozen=True, slots=True)
class Placement:
    """One unit on a cell, before it has an id."""

    side: int
    type: UnitTypeLike
    cell: int
    facing: int
    men: int
    wounds: int = 0


def cannot_enter(ways: Iterable[Any], ground: TerrainMap, cell: int) -> bool:
    """Return whether the cost tables of all ways to move leave out the terrain of a cell."""
    leave_out = [way.leaves_out(ground, cell) for way in ways]
    return bool(ground.terrain[cell]) and bool(leave_out) and all(leave_out)
