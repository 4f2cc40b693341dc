"""What a unit looks at to list its moves: sheets linked into one walk per place, all moves joined beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wargrid.core.grid import OFF

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.patterns import MovePattern

Moves = tuple["Move", ...]

Look = tuple[int, Moves, Moves, "Look | None", Moves, "Look | None", "Look | None"]
"""One cell to look at: the cell; what is possible if somebody stands there, and if it is an enemy;
where to look then; what is possible if the cell is empty, and where to look then; where to look if
a wall stands there.

Looks along a ray hold all moves that end before the ray does, so that play adds one tuple a ray.
"""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to move, ready to be linked: its sheet, and the moves to an empty cell and onto an enemy, if allowed.

    Where the sheet says that a unit glides on, no move ends on the slippery cell unless something
    stops it there.
    """

    sheet: MovePattern
    go: Callable[[int], Move] | None
    take: Callable[[int], Move] | None


def linked(ways: Sequence[Way], cell: int, always: Moves, shots: dict[int, Move]) -> Look | None:
    """The first look of a unit on ``cell`` that moves in these ways, or None if it has nowhere to look.

    ``always`` is what it may do whatever stands around it. A shot at the first cell of a ray is
    taken out of ``shots``: it needs no look of its own, because a ray always looks at its first
    cell.
    """
    look: Look | None = None
    hopped: dict[tuple[int, ...], Look | None] = {}
    for way in reversed(ways):
        for hop in reversed(way.sheet.hops):
            ray = _quiet_ray(ways, hop)
            if ray is None or hop in hopped:
                look = _over(hop, way, look)
            else:
                hopped[hop] = look
                look = _along(hop, ray, (), None, look, _behind(hop, way, look))
        for leg, target in reversed(way.sheet.spots):
            look = _onto(leg, target, way, look)
    rays = [
        (ray, way)
        for way in ways
        for ray in way.sheet.rays
        if ray not in hopped or way.take is not None
    ]
    for number, (cells, way) in reversed(list(enumerate(rays))):
        look = _along(cells, way, always if number == 0 else (), shots.pop(cells[0], None), look)
    if always and not rays:
        look = (cell, always, always, look, (), look, look)
    return look


def _quiet_ray(ways: Sequence[Way], hop: tuple[int, ...]) -> Way | None:
    """The way that slides along the same cells as a hop and takes nothing, so that one walk serves both."""
    return next((way for way in ways if hop in way.sheet.rays and way.take is None), None)


def _along(
    ray: tuple[int, ...], way: Way, always: Moves, shot: Move | None, then: Look | None,
    behind: Sequence[Look | None] | None = None,
) -> Look | None:  # fmt: skip
    """The looks along a ray; ``then`` follows it, or what is ``behind`` the cell where somebody stands."""
    slippery = way.sheet.slippery
    ends: list[Moves] = [always]
    for cell in ray:
        ends.append(
            (*ends[-1], way.go(cell)) if way.go is not None and cell not in slippery else ends[-1]
        )
    free, look = ends[-1], then
    if way.go is not None and ray[-1] in slippery:
        free, look = _gliding(ray[-1], way.sheet.glides.get(ray, ()), way.go, ends[-1], then)
    for number, cell in reversed(list(enumerate(ray))):
        stopped = ends[number]
        if number and way.go is not None and ray[number - 1] in slippery:
            stopped = (*stopped, way.go(ray[number - 1]))
        foe = stopped
        if way.take is not None:
            foe = (*foe, way.take(cell))
        if shot is not None and number == 0:
            foe = (*foe, shot)
        look = (cell, stopped, foe, then if behind is None else behind[number], free, look, then)
        free = ()
    return look


def _gliding(
    start: int, onward: tuple[int, ...], go: Callable[[int], Move], always: Moves, then: Look | None
) -> tuple[Moves, Look | None]:
    """What is possible for a unit that has come to a slippery cell, and where it looks for what stops it further on."""
    free, look = (*always, go(onward[-1] if onward else start)), then
    for number, cell in reversed(list(enumerate(onward))):
        stopped = (*always, go(onward[number - 1] if number else start))
        look = (cell, stopped, stopped, then, free, look, then)
        free = ()
    return free, look


def _behind(hop: tuple[int, ...], way: Way, then: Look | None) -> list[Look | None]:
    """For each cell of a hop, the first look behind somebody who stands there."""
    assert way.take is not None
    found: list[Look | None] = [then]
    for cell in reversed(hop[1:]):
        found.append((cell, (), (way.take(cell),), then, (), found[-1], then))
    return found[::-1]


def _over(hop: tuple[int, ...], way: Way, then: Look | None) -> Look | None:
    """The looks along a hop up to the first unit, and on from there to the second."""
    behind = _behind(hop, way, then)
    look = then
    for number, cell in reversed(list(enumerate(hop))):
        look = (cell, (), (), behind[number], (), look, then)
    return look


def _onto(leg: int, target: int, way: Way, then: Look | None) -> Look | None:
    """The looks of a jump: its leg, then its target."""
    taken = (way.take(target),) if way.take is not None else ()
    gone: Moves = (way.go(target),) if way.go is not None else ()
    beyond = then
    if way.go is not None and target in way.sheet.slippery:
        gone, beyond = _gliding(target, way.sheet.glides.get((leg, target), ()), way.go, (), then)
    look: Look = (target, (), taken, then, gone, beyond, then)
    return look if leg == OFF else (leg, (), (), then, (), look, then)
