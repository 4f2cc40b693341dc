"""Probes: the ways to take, reversed; from a cell outward to whoever could take what stands on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wargrid.core.state import WALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargrid.engine.game import Game
    from wargrid.engine.looks import Way

Takers = bytes
"""One byte for each code of a unit (its side and type): 1 if such a unit takes from here."""

Line = tuple[tuple[int, Takers, Takers], ...]
"""Cells outward from the one struck at, each with who takes from it through empty cells, and who
over one unit."""

Jump = tuple[int, Takers, int]
"""The cell somebody takes from, who does, and the leg that must be empty (negative for none)."""

Path = tuple[int, ...]


class Probes(NamedTuple):
    """What may strike at a cell."""

    lines: tuple[Line, ...] = ()
    jumps: tuple[Jump, ...] = ()


NOTHING = Probes()


class Around(NamedTuple):
    """All probes of one cell, and by cell those that a unit opens by leaving it, and those that hop over it."""

    all: Probes
    left: tuple[Probes, ...]
    entered: tuple[Probes, ...]


def strikes(probes: Probes, board: list[int], codes: bytes) -> int:
    """From which cell somebody takes along these probes, or -1."""
    for line in probes.lines:
        hopping = False
        for cell, takers, hoppers in line:
            stands = board[cell]
            if stands:
                if hopping:
                    if hoppers[codes[stands]]:
                        return cell
                    break
                if takers[codes[stands]]:
                    return cell
                if stands == WALL:
                    break
                hopping = True
    for cell, takers, leg in probes.jumps:
        if takers[codes[board[cell]]] and (leg < 0 or not board[leg]):
            return cell
    return -1


def strikers(probes: Probes, board: list[int], codes: bytes) -> Iterator[int]:
    """Every cell from which somebody takes along these probes; a cell may come twice."""
    for line in probes.lines:
        standing = [(cell, takers, hoppers) for cell, takers, hoppers in line if board[cell]][:2]
        for cell, takers, _ in standing[:1]:
            if takers[codes[board[cell]]]:
                yield cell
        for cell, _, hoppers in standing[1:]:
            if board[standing[0][0]] != WALL and hoppers[codes[board[cell]]]:
                yield cell
    for cell, takers, leg in probes.jumps:
        if takers[codes[board[cell]]] and (leg < 0 or not board[leg]):
            yield cell


class Reversed:
    """The ways in which the enemies of one side take, by the cell they strike at.

    Without ``beams``, they are the ways to take what is not royal.
    """

    def __init__(self, game: Game, side: int, *, beams: bool = True) -> None:
        self._beams = beams
        self._cells = range(game.grid.cells)
        self._whole: dict[int, Probes] = {}
        self._codes = game.code_of_walls + 1
        self._rays: dict[int, dict[Path, set[int]]] = {}
        self._hops: dict[int, dict[Path, set[int]]] = {}
        self._jumps: dict[int, dict[tuple[int, int], set[int]]] = {}
        for enemy in range(len(game.sides)):
            for unit_type in game.ruleset.units.values() if enemy != side else ():
                code = game.code(enemy, unit_type)
                for cell in self._cells:
                    for way in game.tables.ways(unit_type, enemy, cell, game.sides[enemy].forward):
                        self._add(way, cell, code)

    def _add(self, way: Way, cell: int, code: int) -> None:
        beams = way.sheet.beams if self._beams else ()
        rays = (*way.sheet.rays, *beams) if way.take is not None else beams
        for ray in rays:
            for number, target in enumerate(ray):
                outward = (*reversed(ray[:number]), cell)
                self._rays.setdefault(target, {}).setdefault(outward, set()).add(code)
        if way.take is None:
            return
        for hop in way.sheet.hops:
            for number, target in list(enumerate(hop))[1:]:
                outward = (*reversed(hop[:number]), cell)
                self._hops.setdefault(target, {}).setdefault(outward, set()).add(code)
        for leg, target in way.sheet.spots:
            self._jumps.setdefault(target, {}).setdefault((cell, leg), set()).add(code)

    def onto(self, cell: int) -> Probes:
        """The probes of one cell."""
        found = self._whole.get(cell)
        if found is None:
            found = self._whole[cell] = Probes(
                tuple(self._lines(cell)), tuple(self._jumps_onto(cell))
            )
        return found

    def around(self, cell: int) -> Around:
        """The probes of one cell, and which of them a unit opens by leaving or entering another cell."""
        whole = self.onto(cell)
        left = tuple(
            _chosen(whole, lambda line, c=c: _passes(line, c), lambda leg, c=c: leg == c)  # type: ignore[misc]
            for c in self._cells
        )
        entered = tuple(
            _chosen(whole, lambda line, c=c: _hops_over(line, c), lambda leg: False)  # type: ignore[misc]
            for c in self._cells
        )
        return Around(whole, left, entered)

    def _lines(self, cell: int) -> Iterator[Line]:
        rays, hops = self._rays.get(cell, {}), self._hops.get(cell, {})
        paths = sorted({*rays, *hops})
        for path, following in zip(paths, [*paths[1:], ()], strict=True):
            if following[: len(path)] != path:
                ends = [path[: length + 1] for length in range(len(path))]
                yield tuple(
                    (end[-1], self._takers(rays.get(end)), self._takers(hops.get(end)))
                    for end in ends
                )

    def _jumps_onto(self, cell: int) -> Iterator[Jump]:
        for (source, leg), codes in self._jumps.get(cell, {}).items():
            yield source, self._takers(codes), leg

    def _takers(self, codes: set[int] | None) -> Takers:
        return bytes(code in (codes or ()) for code in range(self._codes))


def _chosen(
    probes: Probes, line_counts: Callable[[Line], bool], leg_counts: Callable[[int], bool]
) -> Probes:
    lines = tuple(line for line in probes.lines if line_counts(line))
    jumps = tuple(jump for jump in probes.jumps if leg_counts(jump[2]))
    return Probes(lines, jumps) if lines or jumps else NOTHING


def _passes(line: Line, cell: int) -> bool:
    """Whether somebody further out takes through the cell."""
    return any(cell == passed for passed, _, _ in line[:-1])


def _hops_over(line: Line, cell: int) -> bool:
    """Whether somebody further out takes over a unit on the cell."""
    passed = [reached for reached, _, _ in line]
    return cell in passed and any(any(hoppers) for _, _, hoppers in line[passed.index(cell) + 1 :])
