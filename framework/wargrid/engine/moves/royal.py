"""Royal safety: whether a royal unit could be taken, and which moves would leave it so.

All ways to take are reversed once: ``RoyalThreats`` give, for a cell in danger and the cell of each
enemy, the cells between and how many units must be on those. One scan of the enemies finds an
attacker, and the cells that a move must leave or enter to change that. ``in_check``, the list of
moves and the mark of a position share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Final, TypeAlias, final

from wargrid.core.grid import OFF
from wargrid.core.moves import TAKE, Move
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster, RosterRules
from wargrid.core.state import GONE
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import MoveTables
from wargrid.engine.moves.rays import RayStep

Threat: TypeAlias = tuple[int, tuple[int, ...], int]
"""The cell where a taker takes, the cells between, and how many units must be on those: one if the
taker hops, else none."""

ThreatsFrom: TypeAlias = tuple[tuple[Threat, ...] | None, ...]
"""The threats by the cell of the taker, with None at the end, where ``GONE`` reads."""

Takers: TypeAlias = tuple[tuple[int, ThreatsFrom], ...]
"""The enemies that could ever take a unit on one cell or after its next step, in the order of ids,
with their threats."""

_MAX_ROSTERS: Final = 32
"""For how many rosters the threats are kept."""

NO_CELLS: Final[frozenset[int]] = frozenset()


@final
class Danger:
    """What one scan of the enemies finds out about the unit on the cell ``royal``.

    ``strikers`` are the cells of those that could take it, in the order of ids. Only moves that
    leave one of the cells ``leave`` or enter one of ``enter`` can change the answer. Of the cells
    ``around``, to which its own next step may lead, it could be taken on those ``attacked``.
    """

    __slots__ = ("around", "attacked", "enter", "leave", "royal", "strikers")

    def __init__(self, royal: int, around: frozenset[int]) -> None:
        self.royal = royal
        self.around = around
        self.strikers: list[int] = []
        self.leave = {royal}
        self.enter: set[int] = set()
        self.attacked: set[int] = set()

    def scan(
        self, takers: Takers, board: list[int], cells: list[int], captured: int = GONE
    ) -> None:
        """Look at the enemies, whose ``cells`` are given by id; none is on the one ``captured``."""
        royal = self.royal
        for unit, threats_from in takers:
            source = cells[unit]
            threats = threats_from[source]
            if threats is None or source == captured:
                continue
            for target, between, screens in threats:
                units = 0
                for cell in between:
                    if board[cell]:  # a wall counts as two: none hops over it, and it stays
                        units += 1 if board[cell] > 0 else 2
                if target != royal:
                    if units == screens:
                        self.attacked.add(target)
                elif units == screens:
                    self._add_striker(source, between)
                # Not a threat yet: one unit more (a hop that lacks its screen) or one less (a line
                # that is blocked once) would make it one, so that moves there need a second look.
                elif units < screens:
                    self.enter.update(between)
                elif units == screens + 1:
                    self.leave.update(between)

    def _add_striker(self, source: int, between: tuple[int, ...]) -> None:
        if source not in self.strikers:
            self.strikers.append(source)
        self.leave.update(between)
        self.enter.update(between)
        self.enter.add(source)


@final
class RoyalThreats:
    """The ways in which the enemies of one side take, by the cell of the unit taken.

    With the type of the ``royal`` unit they include beams, and the ways to take it after its next
    step. Units are taken to face forward.
    """

    def __init__(
        self,
        context: GameContext,
        tables: MoveTables,
        rules: RosterRules,
        side: int,
        royal: UnitTypeLike | None = None,
    ) -> None:
        self._cells = context.grid.cells
        self._tables = tables
        self._royal = royal
        self._side = side
        self._forward = context.forward[side]
        self._ways: dict[int, list[tuple[int, int, tuple[int, ...], int]]] = {}
        self._by_code: dict[int, dict[int, ThreatsFrom]] = {}
        self._roster: Roster | None = None
        self._takers: dict[int, Takers] = {}
        self._kept: dict[Roster, dict[int, Takers]] = {}
        self._around: dict[int, frozenset[int]] = {}
        for enemy in range(len(context.sides)):
            forward = context.forward[enemy]
            for unit_type in context.ruleset.units.values() if enemy != side else ():
                code = rules.code(enemy, unit_type.word)
                for cell in range(self._cells):
                    for step in tables.steps(unit_type, enemy, cell, forward):
                        self._add(step, code, cell)

    def _add(self, step: RayStep, code: int, cell: int) -> None:
        beams = () if self._royal is None else step.pattern.beams
        for ray in beams if step.take is None else (*step.pattern.rays, *beams):
            for number, target in enumerate(ray):
                self._ways.setdefault(target, []).append((code, cell, ray[:number], 0))
        for each in step.pattern.conditional:
            if each.taken != OFF and each.is_plain:
                self._ways.setdefault(each.taken, []).append((code, cell, each.empty, 0))
            elif each.taken == each.target and each.units and each.sees_only_cells:
                # A jump over one certain cell: its unit counts more than all on the others.
                screens = 2 * len(each.empty) + 1
                between = (*each.empty, *each.units * screens)
                self._ways.setdefault(each.taken, []).append((code, cell, between, screens))
        if step.take is None:
            return
        for hop in step.pattern.hops:
            # Not the first cell: there is none before it on which a unit could be hopped over.
            for number, target in list(enumerate(hop))[1:]:
                self._ways.setdefault(target, []).append((code, cell, hop[:number], 1))
        for leg, target in step.pattern.spots:
            legs = (leg,) if leg >= 0 else ()
            self._ways.setdefault(target, []).append((code, cell, legs, 0))

    def onto(self, roster: Roster, cell: int) -> Takers:
        """Return the units of a roster that could ever take a unit on a cell."""
        if roster is not self._roster:
            if len(self._kept) >= _MAX_ROSTERS:
                self._kept.clear()
            self._roster, self._takers = roster, self._kept.setdefault(roster, {})
        found = self._takers.get(cell)
        if found is None:
            by_code, codes = self._threats_onto(cell), roster.codes
            units = (unit for unit in range(1, len(roster.types)) if codes[unit] in by_code)
            found = self._takers[cell] = tuple((unit, by_code[codes[unit]]) for unit in units)
        return found

    def _threats_onto(self, cell: int) -> dict[int, ThreatsFrom]:
        found = self._by_code.get(cell)
        if found is None:
            rows: dict[int, dict[int, dict[Threat, None]]] = {}
            for target in (cell, *sorted(self.around(cell))):
                for code, source, between, screens in self._ways.get(target, ()):
                    # The royal unit leaves its cell with its step, and so blocks no line behind it.
                    if cell in between:
                        between = tuple([other for other in between if other != cell])
                    threats = rows.setdefault(code, {}).setdefault(source, {})
                    threats[target, between, screens] = None
            found = self._by_code[cell] = {}
            for code, row in rows.items():
                # One more than cells: a unit off the board reads the last place, by index -1.
                by_source: list[tuple[Threat, ...] | None] = [None] * (self._cells + 1)
                for source, threats in row.items():
                    by_source[source] = tuple(threats)
                found[code] = tuple(by_source)
        return found

    def around(self, cell: int) -> frozenset[int]:
        """Return the cells of the next step of a royal unit on a cell, without those of glides."""
        found = self._around.get(cell)
        if found is None and self._royal is not None:
            steps = self._tables.steps(self._royal, self._side, cell, self._forward)
            reached = frozenset[int]().union(*(step.pattern.cells for step in steps))
            found = self._around[cell] = reached - {cell}
        return found or NO_CELLS


@final
class Attackers:
    """Finds the enemies that could take a unit; the threats to each side are made once."""

    def __init__(self, context: GameContext, tables: MoveTables, rules: RosterRules) -> None:
        self._facings = context.grid.facings
        self._threats_to = cache(partial(RoyalThreats, context, tables, rules))

    def onto(self, position: Position, cell: int) -> Iterator[int]:
        """Return the cells of enemies that could take the unit on a cell, ignoring vetoes."""
        threats = self._threats_to(position.side_of(position.board[cell]))
        cells = [place // self._facings for place in position.place]
        danger = Danger(cell, NO_CELLS)
        danger.scan(threats.onto(position.roster, cell), position.board, cells)
        return iter(danger.strikers)


@final
class Royal:
    """The safety of the units of one type, which may not be left where an enemy could take them.

    Boards of such games have no facing, so that the place of a unit is its cell.
    """

    def __init__(
        self, context: GameContext, tables: MoveTables, rules: RosterRules, word: str
    ) -> None:
        self.word = word
        self._context = context
        self._looks_wide = context.has_conditions
        self._is_gated = context.gate is not None and context.gate.judges_takings
        royal = context.ruleset.units[word]
        self._threats_to = cache(partial(RoyalThreats, context, tables, rules, royal=royal))
        self._scanned: tuple[list[int], int, Danger] = ([], 0, Danger(GONE, NO_CELLS))

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
        strikers = danger.strikers
        if strikers and (self._context.plugins.forbids_moves or self._is_gated):
            strikers = [cell for cell in strikers if self._may_take(position, cell, danger.royal)]
        return strikers[0] if strikers else GONE

    def attacker(self, position: Position, side: int, cell: int) -> int:
        """Return the cell of an enemy that could take the royal unit on a cell, or a negative one.

        Everything else stays where it is.
        """
        danger = Danger(cell, NO_CELLS)
        danger.scan(
            self._threats_to(side).onto(position.roster, cell), position.board, position.place
        )
        strikers = danger.strikers
        if strikers and self._is_gated:
            at, may_take = self.cell(position, side), self._context.gate.may_take
            strikers = [each for each in strikers if may_take(position, each, at, cell)]
        return strikers[0] if strikers else GONE

    def safe_placings(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the moves that put a unit more on their target and leave no royal unit in danger.

        Nothing else may follow from them.
        """
        danger = self._danger(position, position.side)
        if danger.royal < 0:
            return moves
        checked, enter = bool(danger.strikers), danger.enter
        return [
            move
            for move in moves
            if (self._may_fill(position, danger, move.target) if move.target in enter
                else not checked)
        ]  # fmt: skip

    def _may_fill(self, position: Position, danger: Danger, cell: int) -> bool:
        board = position.board[:]
        board[cell] = board[danger.royal]
        after = Danger(danger.royal, NO_CELLS)
        takers = self._threats_to(position.side).onto(position.roster, danger.royal)
        after.scan(takers, board, position.place)
        return not after.strikers

    def striker_after(self, position: Position, move: Move) -> int:
        """Return the cell of an attacker of the royal unit after a move, or a negative number.

        The move is made in full, with what plugins add.
        """
        if self._context.deeds is not None:
            position = self._context.deeds.record(position, move, None)
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
        if self._is_gated:  # what an enemy may take depends on more than lines
            return [move for move in moves if self.striker_after(position, move) < 0]
        if self._looks_wide and (wide := [move for move in moves if move.wide]):
            others = [move for move in moves if not move.wide]
            safe = [move for move in wide if self.striker_after(position, move) < 0]
            return self.safe(position, others, restricted_cells) + safe
        leave, enter = danger.leave, danger.enter
        if restricted_cells:
            foes = position.roster.hostile[position.side]
            if any(foes[position.board[cell]] for cell in restricted_cells):
                return [move for move in moves if self.striker_after(position, move) < 0]
            enter = enter | restricted_cells
        # In check, a move must touch the danger to be legal; else a move that does not is legal.
        # So most moves are judged by two look-ups in a set, without making them.
        if danger.strikers:
            return [
                move
                for move in moves
                if (move.source in leave or move.target in enter)
                and self._is_safe(position, move, danger, restricted_cells)
            ]
        return [
            move
            for move in moves
            if (move.source not in leave and move.target not in enter)
            or self._is_safe(position, move, danger, restricted_cells)
        ]

    def _is_safe(
        self, position: Position, move: Move, danger: Danger, restricted_cells: frozenset[int]
    ) -> bool:
        """Return whether no enemy could take the royal unit after a move."""
        source, target, royal = move.source, move.target, danger.royal
        if target in restricted_cells:
            return self.striker_after(position, move) < 0
        if source == royal and target in danger.around:
            return target not in danger.attacked
        # A board alone suffices to scan: no events, no position.
        board = position.board[:]
        board[target] = board[source]
        board[source] = 0
        after = Danger(target if source == royal else royal, NO_CELLS)
        takers = self._threats_to(position.side).onto(position.roster, after.royal)
        after.scan(takers, board, position.place, captured=target)
        return not after.strikers

    def _may_take(self, position: Position, source: int, royal: int) -> bool:
        theirs = position.copy()
        theirs.side = position.side_of(position.board[source])
        facing = position.facing_of(position.board[source])
        if self._is_gated and not self._context.gate.may_take(position, source, royal, royal):
            return False
        return self._context.forbidden(theirs, Move(TAKE, source, royal, facing)) is None

    def _danger(self, position: Position, side: int) -> Danger:
        """Return the danger to a side's royal unit, scanned once as long as the board is the same.

        Lists of positions are never changed, so that the same list is the same board.
        """
        # Identity of the list, not equality: it is one comparison, and boards are never written to.
        board, scanned_side, danger = self._scanned
        if board is not position.board or scanned_side != side:
            board, royal = position.board, self.cell(position, side)
            threats = self._threats_to(side)
            danger = Danger(royal, threats.around(royal))
            if royal >= 0:
                danger.scan(threats.onto(position.roster, royal), board, position.place)
            self._scanned = board, side, danger
        return danger
