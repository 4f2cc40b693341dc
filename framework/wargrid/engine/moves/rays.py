"""Rays: what a unit may do, found by testing cell after cell; moves are joined beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias, final

from wargrid.core.grid import OFF
from wargrid.core.moves import Move
from wargrid.core.patterns import MovePattern

Moves: TypeAlias = tuple["Move", ...]

MakeMoves: TypeAlias = Callable[[Sequence[int]], "list[Move]"]
"""Returns the moves of a unit onto these cells, one for each type that it may become there."""

PART: Final = 4
"""How many cells of a line are made first; each later part has as many as all before it."""


@final
class CellTest:
    """One cell to look at, with the moves and the next look for each content of the cell.

    On an empty cell these are ``free`` and ``beyond``; on an enemy ``foe`` and ``then``; on any
    other unit ``against`` and ``then``; on a wall ``against`` and ``past``. Play adds one tuple a
    line: it holds all moves that end before the line does. Until a list needs them, ``foe`` is
    unset on a cell where the unit takes, ``against`` and ``foe`` after the first ``PART`` cells,
    and ``free`` and ``beyond`` on the last cell made.
    """

    # Unset slots raise AttributeError: `generate` learns from it that something is still to be
    # made, and pays nothing for the question where all is made.
    __slots__ = ("against", "beyond", "cell", "foe", "free", "line", "number", "past", "then")

    against: Moves
    beyond: CellTest | None
    foe: Moves
    free: Moves

    def __init__(self, line: RayTests, number: int, then: CellTest | None) -> None:
        self.line = line
        self.number = number
        self.cell = line.cells[number]
        self.then = then
        self.past = line.then


@final
class RayTests:
    """Cells that a unit passes in turn, with its looks at them, made part by part.

    ``go`` and ``take`` make the moves onto empty cells and onto enemies, from cell number
    ``first`` on; the unit takes on the first ``reach`` cells only. It ends no move on a
    ``slippery`` cell or after ``reach`` unless something stops it there or the line ends.
    ``always`` are moves that depend on no cell, ``shot`` is an attack on the first cell. ``then``
    is the look after this line, ``over`` the line behind a unit that may be hopped over.
    """

    __slots__ = (
        "_looks", "_onto", "always", "cells", "first", "go", "over", "reach", "shot",
        "slippery", "take", "then",
    )  # fmt: skip

    def __init__(
        self,
        cells: tuple[int, ...],
        then: CellTest | None,
        *,
        go: MakeMoves | None = None,
        take: MakeMoves | None = None,
        always: Moves = (),
        shot: Move | None = None,
        over: RayTests | None = None,
        first: int = 0,
    ) -> None:
        self.cells = cells
        self.then = then
        self.go = go
        self.take = take
        self.shot = shot
        self.over = over
        self.first = first
        self.reach = len(cells)
        self.slippery: frozenset[int] = frozenset()
        self._looks: list[CellTest] = []
        self._onto: list[Move] = []
        self.always = always

    def look(self, number: int) -> CellTest | None:
        """Return the look at a cell by its number, or the look after the line."""
        if number >= len(self.cells):
            return self.then
        # Few lines of a large board are ever looked along to their end, and a line's moves take
        # memory that grows with the square of its length.
        while number >= len(self._looks):
            self._extend()
        return self._looks[number]

    def make(self, look: CellTest, board: Sequence[int]) -> None:
        """Make what is unset in one of the looks and follows from its cell on this board."""
        if not board[look.cell]:
            look.free, look.beyond = (), self.look(look.number + 1)
            return
        look.against = look.foe = self._ends(look.number)
        if self._takes(look.number):
            assert self.take is not None
            look.foe = (*look.foe, *self.take((look.cell,)))
        if self.shot is not None and look.number == 0:
            look.foe = (*look.foe, self.shot)

    def _extend(self) -> None:
        """Make the next looks, with the moves onto their cells."""
        made = len(self._looks)
        part = range(made, min(made + max(PART, made), len(self.cells)))
        if self.go is not None:
            self._onto += self.go(self.cells[max(made, self.first) : part.stop])
        then, over = self.then, self.over
        looks = [
            CellTest(self, number, then if over is None else over.look(number + 1))
            for number in part
        ]
        self._looks += looks
        # The last look of a part stays without `beyond`: reading it makes the next part.
        for look, beyond in pairwise(looks):
            look.free, look.beyond = (), beyond
        if part.stop == len(self.cells):
            looks[-1].free, looks[-1].beyond = self._ends(part.stop), then
        # On a small board most units stop within the first part; making these at once saves the
        # exceptions by which the rest is made.
        if not made:
            for look in looks:
                self._stop_at(look)

    def _stop_at(self, look: CellTest) -> None:
        """Fill in what a list of a small board is likely to need, if a unit is on the cell."""
        look.against = self._ends(look.number)
        if not self._takes(look.number):
            shot = () if self.shot is None or look.number else (self.shot,)
            look.foe = look.against + shot

    def _takes(self, number: int) -> bool:
        return self.take is not None and self.first <= number < self.reach

    def _ends(self, length: int) -> Moves:
        """Return the moves of a unit that passes so many cells and can go no further."""
        # Before `first` lies a leg, such as that of a horse, which must be free and is no goal.
        if self.go is None or length <= self.first:
            return self.always
        onto = self._onto[: length - self.first]
        # A promotion makes several moves onto one cell; then numbers of cells and of moves differ.
        one_each = len(self._onto) + self.first == len(self._looks)
        if self.slippery or not one_each:
            stops = self._stops(length)
            onto = [move for move in self._onto if move.target in stops]
        return (*self.always, *onto)

    def _stops(self, length: int) -> set[int]:
        """Return the cells where a move may end that passes so many cells."""
        cells = enumerate(self.cells[self.first : length - 1], self.first)
        stops = {cell for number, cell in cells if number < self.reach} - self.slippery
        return {*stops, self.cells[length - 1]}


@dataclass(frozen=True, slots=True)
class RayStep:
    """One way to move from a cell: its pattern, and its moves onto empty and enemy cells.

    On a slippery cell, no move ends unless the unit is stopped there.
    """

    pattern: MovePattern
    go: MakeMoves | None
    take: MakeMoves | None


def compile_rays(
    steps: Sequence[RayStep], cell: int, always: Moves, shots: dict[int, Move]
) -> CellTest | None:
    """Return the first look of a unit on ``cell`` that moves in these ways, or None.

    ``always`` are its moves that depend on no other cell. A shot at the first cell of a ray is
    taken out of ``shots``: the ray looks at that cell anyway.
    """
    look: CellTest | None = None
    hopped: set[tuple[int, ...]] = set()
    # Built from the last look back to the first, because each needs the one after it.
    for step in reversed(steps):
        for hop in reversed(step.pattern.hops):
            slide = _quiet_slide(steps, hop) if hop not in hopped else None
            if slide is not None:
                hopped.add(hop)
            look = _over(hop, step, slide, look)
        for leg, target in reversed(step.pattern.spots):
            look = _onto(leg, target, step, look)
    rays = [
        (ray, step)
        for step in steps
        for ray in step.pattern.rays
        if ray not in hopped or step.take is not None
    ]
    for number, (ray, step) in reversed(list(enumerate(rays))):
        # `always` hangs on the first ray only, or each line would list these moves once more.
        first, shot = always if number == 0 else (), shots.pop(ray[0], None)
        line = RayTests(ray, look, go=step.go, take=step.take, always=first, shot=shot)
        look = _along(ray, step, line)
    # Without a ray there is no line to hang them on: the unit looks at its own cell.
    if always and not rays:
        look = RayTests((cell,), look, always=always).look(0)
    return look


def _quiet_slide(steps: Sequence[RayStep], hop: tuple[int, ...]) -> RayStep | None:
    """Return a slide that takes nothing along the cells of a hop, to share one line."""
    return next((step for step in steps if hop in step.pattern.rays and step.take is None), None)


def _along(ray: tuple[int, ...], step: RayStep, line: RayTests) -> CellTest | None:
    """Return the first look of a line along a ray or onto a spot, and of gliding on from there."""
    slippery = step.pattern.slippery
    if step.go is not None and slippery:
        line.slippery = slippery
        if ray[-1] in slippery:
            line.cells += step.pattern.glides.get(ray, ())
    return line.look(0)


def _over(
    hop: tuple[int, ...], step: RayStep, slide: RayStep | None, then: CellTest | None
) -> CellTest | None:
    """Return the first look along a hop, with the moves of a slide along the same cells if any."""
    behind = RayTests(hop, then, take=step.take)
    if slide is None:
        return RayTests(hop, then, over=behind).look(0)
    return _along(hop, slide, RayTests(hop, then, go=slide.go, over=behind))


def _onto(leg: int, target: int, step: RayStep, then: CellTest | None) -> CellTest | None:
    """Return the look at a spot, after that at its leg if it has one."""
    cells, first = ((target,), 0) if leg == OFF else ((leg, target), 1)
    return _along(
        (leg, target), step, RayTests(cells, then, go=step.go, take=step.take, first=first)
    )
