"""Ray programs: patterns compiled into one walk over cells, with all moves joined beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, final

from wargrid.core import OFF

if TYPE_CHECKING:
    from wargrid.core import Move, MovePattern

Moves: TypeAlias = tuple["Move", ...]


@final
class Look:
    """One cell to look at, with the moves and the next look for each content of the cell.

    On an empty cell these are ``free`` and ``beyond``; on an enemy ``foe`` and ``then``; on any
    other unit ``against`` and ``then``; on a wall ``against`` and ``past``. Looks along a ray hold
    all moves that end before the ray does, so that play adds one tuple a ray.
    """

    __slots__ = ("against", "beyond", "cell", "foe", "free", "past", "then")

    def __init__(
        self,
        cell: int,
        against: Moves,
        foe: Moves,
        then: Look | None,
        free: Moves,
        beyond: Look | None,
        past: Look | None,
    ) -> None:
        self.cell = cell
        self.against = against
        self.foe = foe
        self.then = then
        self.free = free
        self.beyond = beyond
        self.past = past


@dataclass(frozen=True, slots=True)
class RayStep:
    """One way to move from a cell: its pattern, and its moves onto empty and enemy cells.

    On a slippery cell, no move ends unless the unit is stopped there.
    """

    pattern: MovePattern
    go: Callable[[int], Move] | None
    take: Callable[[int], Move] | None


def compile_rays(
    steps: Sequence[RayStep], cell: int, always: Moves, shots: dict[int, Move]
) -> Look | None:
    """Return the first look of a unit on ``cell`` that moves in these ways, or None.

    ``always`` are its moves that depend on no other cell. A shot at the first cell of a ray is
    taken out of ``shots``: the ray looks at that cell anyway.
    """
    look: Look | None = None
    hopped: dict[tuple[int, ...], Look | None] = {}
    for step in reversed(steps):
        for hop in reversed(step.pattern.hops):
            ray = _quiet_ray(steps, hop)
            if ray is None or hop in hopped:
                look = _over(hop, step, look)
            else:
                hopped[hop] = look
                look = _along(hop, ray, (), None, look, _behind(hop, step, look))
        for leg, target in reversed(step.pattern.spots):
            look = _onto(leg, target, step, look)
    rays = [
        (ray, step)
        for step in steps
        for ray in step.pattern.rays
        if ray not in hopped or step.take is not None
    ]
    for number, (cells, step) in reversed(list(enumerate(rays))):
        look = _along(cells, step, always if number == 0 else (), shots.pop(cells[0], None), look)
    if always and not rays:
        look = Look(cell, always, always, look, (), look, look)
    return look


def _quiet_ray(steps: Sequence[RayStep], hop: tuple[int, ...]) -> RayStep | None:
    """Return a slide that takes nothing along the cells of a hop, to share one walk."""
    return next((step for step in steps if hop in step.pattern.rays and step.take is None), None)


def _along(
    ray: tuple[int, ...],
    step: RayStep,
    always: Moves,
    shot: Move | None,
    then: Look | None,
    behind: Sequence[Look | None] | None = None,
) -> Look | None:
    """Return the looks along a ray; ``then`` follows, or ``behind`` the occupied cell."""
    slippery = step.pattern.slippery
    ends: list[Moves] = [always]
    for cell in ray:
        stops = step.go is not None and cell not in slippery
        ends.append((*ends[-1], step.go(cell)) if stops else ends[-1])  # type: ignore[misc]
    free, look = ends[-1], then
    if step.go is not None and ray[-1] in slippery:
        free, look = _gliding(ray[-1], step.pattern.glides.get(ray, ()), step.go, ends[-1], then)
    for number, cell in reversed(list(enumerate(ray))):
        stopped = ends[number]
        if number and step.go is not None and ray[number - 1] in slippery:
            stopped = (*stopped, step.go(ray[number - 1]))
        foe = stopped
        if step.take is not None:
            foe = (*foe, step.take(cell))
        if shot is not None and number == 0:
            foe = (*foe, shot)
        look = Look(
            cell, stopped, foe, then if behind is None else behind[number], free, look, then
        )
        free = ()
    return look


def _gliding(
    start: int, onward: tuple[int, ...], go: Callable[[int], Move], always: Moves, then: Look | None
) -> tuple[Moves, Look | None]:
    """Return the moves of a unit on a slippery cell, and the looks for what stops it."""
    free, look = (*always, go(onward[-1] if onward else start)), then
    for number, cell in reversed(list(enumerate(onward))):
        stopped = (*always, go(onward[number - 1] if number else start))
        look = Look(cell, stopped, stopped, then, free, look, then)
        free = ()
    return free, look


def _behind(hop: tuple[int, ...], step: RayStep, then: Look | None) -> list[Look | None]:
    """Return for each cell of a hop the first look behind a unit on it."""
    assert step.take is not None
    found: list[Look | None] = [then]
    for cell in reversed(hop[1:]):
        found.append(Look(cell, (), (step.take(cell),), then, (), found[-1], then))
    return found[::-1]


def _over(hop: tuple[int, ...], step: RayStep, then: Look | None) -> Look | None:
    behind = _behind(hop, step, then)
    look = then
    for number, cell in reversed(list(enumerate(hop))):
        look = Look(cell, (), (), behind[number], (), look, then)
    return look


def _onto(leg: int, target: int, step: RayStep, then: Look | None) -> Look | None:
    taken = (step.take(target),) if step.take is not None else ()
    gone: Moves = (step.go(target),) if step.go is not None else ()
    beyond = then
    if step.go is not None and target in step.pattern.slippery:
        onward = step.pattern.glides.get((leg, target), ())
        gone, beyond = _gliding(target, onward, step.go, (), then)
    look = Look(target, (), taken, then, gone, beyond, then)
    return look if leg == OFF else Look(leg, (), (), then, (), look, then)
