"""Royal safety: whether a royal unit could be taken, and which moves would leave it so.

All ways to take are reversed once: ``Threats`` give, for a cell in danger and the cell of each
enemy, the cells between and how many units must be on those. One scan of the enemies finds an
attacker, and the cells that a move must leave or enter to change that. ``in_check``, the list of
moves and the mark of a position share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, final

from wargrid.core import GONE, TAKE, Move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wargrid.core import Position, Roster, RosterRules
    from wargrid.engine.context import GameContext
    from wargrid.engine.movegen import Tables
    from wargrid.engine.rays import RayStep

Threat: TypeAlias = tuple[tuple[int, ...], int]
"""The cells between a taker and the unit taken, and how many units must be on them: one if the
taker hops, else none."""

ThreatsFrom: TypeAlias = tuple[tuple[Threat, ...] | None, ...]
"""The threats by the cell of the taker, with None at the end, where ``GONE`` reads."""

Takers: TypeAlias = tuple[tuple[int, ThreatsFrom], ...]
"""The enemies that could ever take a unit on one cell, in the order of ids, with their threats."""

NO_CELLS: Final[frozenset[int]] = frozenset()


@final
class Danger:
    """What one scan tells about the royal unit of a side on its cell ``royal``.

    ``striker`` is the cell of an enemy that could take it; either is negative if there is none.
    Only moves that leave one of the cells ``leave`` or enter one of ``enter`` can change the
    answer.
    """

    __slots__ = ("enter", "leave", "royal", "striker")

    def __init__(self, royal: int, striker: int, leave: list[int], enter: list[int]) -> None:
        self.royal = royal
        self.striker = striker
        self.leave = leave
        self.enter = enter


def scan(takers: Takers, board: list[int], place: list[int], royal: int) -> Danger:
    """Find the danger to the unit on a cell."""
    leave: list[int] = [royal]
    enter: list[int] = []
    for unit, threats_from in takers:
        threats = threats_from[place[unit]]
        if threats is not None:
            for between, screens in threats:
                units = _units_on(between, board)
                if units == screens:
                    return Danger(royal, place[unit], [royal, *between], [*between, place[unit]])
                if units < screens:
                    enter += between
                elif units == screens + 1:
                    leave += between
    return Danger(royal, GONE, leave, enter)


def find_attacker(
    takers: Takers, board: list[int], place: Sequence[int], captured: int = GONE
) -> int:
    """Return the cell of the first attacker that is not on the cell ``captured``, or GONE."""
    for unit, threats_from in takers:
        threats = threats_from[place[unit]]
        if threats is not None and place[unit] != captured:
            for between, screens in threats:
                if _units_on(between, board) == screens:
                    return place[unit]
    return GONE


def find_attackers(takers: Takers, board: list[int], place: Sequence[int]) -> Iterator[int]:
    """Return the cells of all attackers in the order of ids."""
    found = (find_attacker((taker,), board, place) for taker in takers)
    return (cell for cell in found if cell >= 0)


def _units_on(cells: tuple[int, ...], board: list[int]) -> int:
    """Count the units on cells; a wall counts as two, because none hops over it."""
    count = 0
    for cell in cells:
        if board[cell]:
            count += 1 if board[cell] > 0 else 2
    return count


@final
class Threats:
    """The ways in which the enemies of one side take, by the cell of the unit taken.

    Without ``beams``, they are the ways to take a unit that is not royal. Units are taken to face
    forward.
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
        self._cells = context.grid.cells
        self._beams = beams
        self._ways: dict[int, list[tuple[int, int, tuple[int, ...], int]]] = {}
        self._by_code: dict[int, dict[int, ThreatsFrom]] = {}
        self._roster: Roster | None = None
        self._takers: dict[int, Takers] = {}
        for enemy in range(len(context.sides)):
            forward = context.sides[enemy].forward
            for unit_type in context.ruleset.units.values() if enemy != side else ():
                code = rules.code(enemy, unit_type.word)
                for cell in range(self._cells):
                    for step in tables.steps(unit_type, enemy, cell, forward):
                        self._add(step, code, cell)

    def _add(self, step: RayStep, code: int, cell: int) -> None:
        beams = step.pattern.beams if self._beams else ()
        for ray in beams if step.take is None else (*step.pattern.rays, *beams):
            for number, target in enumerate(ray):
                self._ways.setdefault(target, []).append((code, cell, ray[:number], 0))
        if step.take is None:
            return
        for hop in step.pattern.hops:
            for number, target in list(enumerate(hop))[1:]:
                self._ways.setdefault(target, []).append((code, cell, hop[:number], 1))
        for leg, target in step.pattern.spots:
            legs = (leg,) if leg >= 0 else ()
            self._ways.setdefault(target, []).append((code, cell, legs, 0))

    def onto(self, roster: Roster, cell: int) -> Takers:
        """Return the units of a roster that could ever take a unit on a cell."""
        if roster is not self._roster:
            self._roster, self._takers = roster, {}
        found = self._takers.get(cell)
        if found is None:
            by_code, codes = self._threats_onto(cell), roster.codes
            units = (unit for unit in range(1, len(roster.types)) if codes[unit] in by_code)
            found = self._takers[cell] = tuple((unit, by_code[codes[unit]]) for unit in units)
        return found

    def _threats_onto(self, cell: int) -> dict[int, ThreatsFrom]:
        found = self._by_code.get(cell)
        if found is None:
            rows: dict[int, list[list[Threat]]] = {}
            for code, source, between, screens in self._ways.get(cell, ()):
                row = rows.setdefault(code, [[] for _ in range(self._cells + 1)])
                if (between, screens) not in row[source]:
                    row[source].append((between, screens))
            found = self._by_code[cell] = {
                code: tuple(tuple(threats) or None for threats in row) for code, row in rows.items()
            }
        return found


@final
class Royal:
    """The safety of the units of one type, which may not be left where an enemy could take them.

    Boards of such games have no facing, so that the place of a unit is its cell.
    """

    def __init__(self, context: GameContext, tables: Tables, rules: RosterRules, word: str) -> None:
        self.word = word
        self._context = context
        self._tables = tables
        self._rules = rules
        self._threats: dict[int, Threats] = {}
        self._scanned: tuple[list[int], int, Danger] = ([], 0, Danger(GONE, GONE, [], []))

    def cell(self, position: Position, side: int) -> int:
        """Return the cell of the royal unit of a side, or a negative number if it has none."""
        place = position.place
        for unit in position.roster.units_of_type(side, self.word):
            if place[unit] != GONE:
                return place[unit]
        return GONE

    def in_check(self, position: Position, side: int) -> bool:
        """Return whether an enemy could take the royal unit of a side, if it has one."""
        return self.striker(position, side) >= 0

    def striker(self, position: Position, side: int) -> int:
        """Return the cell of an enemy that could take a side's royal unit, or a negative number."""
        danger = self._danger(position, side)
        if danger.striker < 0 or not self._context.plugins.forbids_moves:
            return danger.striker
        found = (
            cell
            for cell in find_attackers(
                self._takers(position, side, danger.royal), position.board, position.place
            )
            if self._may_take(position, cell, danger.royal)
        )
        return next(found, GONE)

    def striker_after(self, position: Position, move: Move) -> int:
        """Return the cell of an attacker of the royal unit after a move, or a negative number.

        The move is made in full, with what plugins add.
        """
        after = position.after(move.events)
        self._context.complete_move(after, move, None)
        return self.striker(after, position.side)

    def safe(
        self, position: Position, moves: list[Move], restricted_cells: frozenset[int] = NO_CELLS
    ) -> list[Move]:
        """Return the moves that do not leave the royal unit of the side to act in danger.

        Moves to one of the ``restricted_cells`` of plugins are made in full to see, and all moves
        if an enemy is on one of them.
        """
        danger = self._danger(position, position.side)
        if danger.royal < 0:
            return moves
        leave, enter = danger.leave, danger.enter
        if restricted_cells:
            foes = position.roster.hostile[position.side]
            if any(foes[position.board[cell]] for cell in restricted_cells):
                return [move for move in moves if self.striker_after(position, move) < 0]
            enter = [*enter, *sorted(restricted_cells)]
        if danger.striker >= 0:
            return [
                move
                for move in moves
                if (move.source in leave or move.target in enter)
                and self._is_safe(position, move, danger.royal, restricted_cells)
            ]
        return [
            move
            for move in moves
            if (move.source not in leave and move.target not in enter)
            or self._is_safe(position, move, danger.royal, restricted_cells)
        ]

    def _is_safe(
        self, position: Position, move: Move, royal: int, restricted_cells: frozenset[int]
    ) -> bool:
        """Return whether no enemy could take the royal unit, now on ``royal``, after a move."""
        source, target = move.source, move.target
        if target in restricted_cells:
            return self.striker_after(position, move) < 0
        board = position.board[:]
        board[target] = board[source]
        board[source] = 0
        takers = self._takers(position, position.side, target if source == royal else royal)
        return find_attacker(takers, board, position.place, target) < 0

    def _may_take(self, position: Position, source: int, royal: int) -> bool:
        theirs = position.copy()
        theirs.side = position.side_of(position.board[source])
        facing = position.facing_of(position.board[source])
        return self._context.forbidden(theirs, Move(TAKE, source, royal, facing)) is None

    def _danger(self, position: Position, side: int) -> Danger:
        """Return the danger to a side's royal unit, scanned once as long as the board is the same.

        Lists of positions are never changed, so that the same list is the same board.
        """
        board, scanned_side, danger = self._scanned
        if board is not position.board or scanned_side != side:
            board, royal = position.board, self.cell(position, side)
            takers = self._takers(position, side, royal) if royal >= 0 else ()
            danger = scan(takers, board, position.place, royal)
            self._scanned = board, side, danger
        return danger

    def _takers(self, position: Position, side: int, cell: int) -> Takers:
        threats = self._threats.get(side)
        if threats is None:
            threats = Threats(self._context, self._tables, self._rules, side)
            self._threats[side] = threats
        return threats.onto(position.roster, cell)
