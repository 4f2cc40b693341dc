"""Royal safety: whether a royal unit could be taken, and which moves would leave it so.

All ways to take are reversed once, from the taker's pattern to the cell of the unit taken;
``Probes`` hold them by that cell. Out of check, only the probes that a move may open need a look:
those through the cell it leaves, and those that hop over the cell it enters. Moves of the royal
unit, and every move in check, are examined in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wargrid.core import GONE, TAKE, WALL, Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargrid.core import Position, RosterRules
    from wargrid.engine.context import GameContext
    from wargrid.engine.movegen import Tables
    from wargrid.engine.rays import RayStep

Takers: TypeAlias = bytes
"""One byte for each code of a side and type: 1 if such a unit takes from here."""

Line: TypeAlias = tuple[tuple[int, Takers, Takers], ...]
"""Cells outward from the one in danger, each with the takers from it through empty cells, and those
over one unit."""

Jump: TypeAlias = tuple[int, Takers, int]
"""A cell, the takers from it by a jump, and the leg that must be empty (negative for none)."""


class Probes(NamedTuple):
    """The ways in which a unit on one cell could be taken."""

    lines: tuple[Line, ...] = ()
    jumps: tuple[Jump, ...] = ()


NO_PROBES = Probes()


class SurroundingCells(NamedTuple):
    """All probes of a royal cell, and those opened by leaving or entering other cells."""

    all: Probes
    left: tuple[Probes, ...]
    entered: tuple[Probes, ...]


def find_attacker(probes: Probes, board: list[int], codes: bytes) -> int:
    """Return the cell of an attacker along these probes, or -1."""
    for line in probes.lines:
        hopping = False
        for cell, takers, hoppers in line:
            occupant = board[cell]
            if occupant:
                if hopping:
                    if hoppers[codes[occupant]]:
                        return cell
                    break
                if takers[codes[occupant]]:
                    return cell
                if occupant == WALL:
                    break
                hopping = True
    for cell, takers, leg in probes.jumps:
        if takers[codes[board[cell]]] and (leg < 0 or not board[leg]):
            return cell
    return -1


def find_attackers(probes: Probes, board: list[int], codes: bytes) -> Iterator[int]:
    """Return the cells of all attackers along these probes; a cell may occur twice."""
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


class ReversedPatterns:
    """The ways in which the enemies of one side take, by the cell of the unit taken.

    Without ``beams``, they are the ways to take a unit that is not royal.
    """

    def __init__(
        self,
        context: GameContext,
        tables: Tables,
        rules: RosterRules,
        side: int,
        *,
        beams: bool = True,
    ) -> None:
        self._beams = beams
        self._cells = range(context.grid.cells)
        self._whole: dict[int, Probes] = {}
        self._codes = rules.code_of_walls + 1
        self._rays: dict[int, dict[tuple[int, ...], set[int]]] = {}
        self._hops: dict[int, dict[tuple[int, ...], set[int]]] = {}
        self._jumps: dict[int, dict[tuple[int, int], set[int]]] = {}
        for enemy in range(len(context.sides)):
            forward = context.sides[enemy].forward
            for unit_type in context.ruleset.units.values() if enemy != side else ():
                code = rules.code(enemy, unit_type.word)
                for cell in self._cells:
                    for step in tables.steps(unit_type, enemy, cell, forward):
                        self._add(step, cell, code)

    def _add(self, step: RayStep, cell: int, code: int) -> None:
        beams = step.pattern.beams if self._beams else ()
        rays = (*step.pattern.rays, *beams) if step.take is not None else beams
        for ray in rays:
            for number, target in enumerate(ray):
                outward = (*reversed(ray[:number]), cell)
                self._rays.setdefault(target, {}).setdefault(outward, set()).add(code)
        if step.take is None:
            return
        for hop in step.pattern.hops:
            for number, target in list(enumerate(hop))[1:]:
                outward = (*reversed(hop[:number]), cell)
                self._hops.setdefault(target, {}).setdefault(outward, set()).add(code)
        for leg, target in step.pattern.spots:
            self._jumps.setdefault(target, {}).setdefault((cell, leg), set()).add(code)

    def onto(self, cell: int) -> Probes:
        """Return the probes of one cell."""
        found = self._whole.get(cell)
        if found is None:
            found = self._whole[cell] = Probes(
                tuple(self._lines(cell)), tuple(self._jumps_onto(cell))
            )
        return found

    def around(self, cell: int) -> SurroundingCells:
        """Return the probes of one cell, and which of them a move between other cells may open."""
        whole = self.onto(cell)
        left = tuple(
            _chosen(whole, lambda line, c=c: _passes(line, c), lambda leg, c=c: leg == c)  # type: ignore[misc]
            for c in self._cells
        )
        entered = tuple(
            _chosen(whole, lambda line, c=c: _hops_over(line, c), lambda leg: False)  # type: ignore[misc]
            for c in self._cells
        )
        return SurroundingCells(whole, left, entered)

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
    return Probes(lines, jumps) if lines or jumps else NO_PROBES


def _passes(line: Line, cell: int) -> bool:
    """Return whether an attacker further out takes through the cell."""
    return any(cell == passed for passed, _, _ in line[:-1])


def _hops_over(line: Line, cell: int) -> bool:
    """Return whether an attacker further out takes over a unit on the cell."""
    passed = [reached for reached, _, _ in line]
    return cell in passed and any(any(hoppers) for _, _, hoppers in line[passed.index(cell) + 1 :])


class Royal:
    """The safety of the units of one type, which may not be left where an enemy could take them."""

    def __init__(self, context: GameContext, tables: Tables, rules: RosterRules, word: str) -> None:
        self.word = word
        self._context = context
        self._tables = tables
        self._rules = rules
        self._around: dict[tuple[int, int], SurroundingCells] = {}
        self._reversed: dict[int, ReversedPatterns] = {}

    def cell(self, position: Position, side: int) -> int:
        """Return the cell of the royal unit of a side, or a negative number if it has none."""
        roster = position.roster
        for unit in roster.units_of_type(side, self.word):
            if position.place[unit] != GONE:
                return position.cell_of(unit)
        return GONE

    def in_check(self, position: Position, side: int) -> bool:
        """Return whether an enemy could take the royal unit of a side, if it has one."""
        return self.striker(position, side) >= 0

    def striker(self, position: Position, side: int) -> int:
        """Return the cell of an enemy that could take a side's royal unit, or a negative number."""
        royal = self.cell(position, side)
        if royal < 0:
            return GONE
        probes, board, codes = (
            self._surroundings(side, royal).all,
            position.board,
            position.roster.codes,
        )
        if not self._context.plugins.forbids_moves:
            return find_attacker(probes, board, codes)
        found = (
            cell
            for cell in find_attackers(probes, board, codes)
            if self._may_take(position, cell, royal)
        )
        return next(found, GONE)

    def striker_after(self, position: Position, move: Move) -> int:
        """Return the cell of an attacker of the royal unit after a move, or a negative number.

        The move is made in full, with what plugins add.
        """
        after = position.after(move.events)
        self._context.complete_move(after, move, None)
        return self.striker(after, position.side)

    def _may_take(self, position: Position, source: int, royal: int) -> bool:
        theirs = position.copy()
        theirs.side = position.side_of(position.board[source])
        facing = position.facing_of(position.board[source])
        return self._context.forbidden(theirs, Move(TAKE, source, royal, facing)) is None

    def safe(
        self, position: Position, moves: list[Move], restricted_cells: frozenset[int] = frozenset()
    ) -> list[Move]:
        """Return the moves that do not leave the royal unit of the side to act in danger.

        Moves to one of the ``restricted_cells`` of plugins are examined in full, and all moves if
        an enemy is on one of them.
        """
        if not restricted_cells:
            return self._safe(position, moves)
        foes = position.roster.hostile[position.side]
        if any(foes[position.board[cell]] for cell in restricted_cells):
            return [move for move in moves if self.striker_after(position, move) < 0]
        plain = set(
            self._safe(position, [move for move in moves if move.target not in restricted_cells])
        )
        return [
            m
            for m in moves
            if m in plain or (m.target in restricted_cells and self.striker_after(position, m) < 0)
        ]

    def _safe(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the safe moves where plugins forbid nothing."""
        royal = self.cell(position, position.side)
        if royal < 0:
            return moves
        around = self._surroundings(position.side, royal)
        codes = position.roster.codes
        board = position.board[:]
        if find_attacker(around.all, board, codes) >= 0:
            return [
                move
                for move in moves
                if self._struck_after(move, royal, position.side, board, codes) < 0
            ]
        left, entered = around.left, around.entered
        kept: list[Move] = []
        for move in moves:
            source = move.source
            if source == royal:
                if self._struck_after(move, royal, position.side, board, codes) >= 0:
                    continue
            elif source >= 0:
                opened, hopped = left[source], entered[move.target]
                if opened is not NO_PROBES or hopped is not NO_PROBES:
                    target = move.target
                    captured = board[target]
                    board[target] = board[source]
                    board[source] = 0
                    struck = find_attacker(opened, board, codes)
                    if struck < 0:
                        struck = find_attacker(hopped, board, codes)
                    board[source] = board[target]
                    board[target] = captured
                    if struck >= 0:
                        continue
            kept.append(move)
        return kept

    def _struck_after(
        self, move: Move, royal: int, side: int, board: list[int], codes: bytes
    ) -> int:
        """Return the cell of an attacker after a move, or a negative number; restore ``board``."""
        source, target = move.source, move.target
        if source < 0:
            return find_attacker(self._surroundings(side, royal).all, board, codes)
        captured = board[target]
        board[target] = board[source]
        board[source] = 0
        struck = find_attacker(
            self._surroundings(side, target if source == royal else royal).all, board, codes
        )
        board[source] = board[target]
        board[target] = captured
        return struck

    def _surroundings(self, side: int, cell: int) -> SurroundingCells:
        found = self._around.get((side, cell))
        if found is None:
            if side not in self._reversed:
                self._reversed[side] = ReversedPatterns(
                    self._context, self._tables, self._rules, side
                )
            found = self._around[side, cell] = self._reversed[side].around(cell)
        return found
