"""The game as computer players search it: quick questions about positions that are never shown.

``make`` leaves out the dearest question of ``step``, whether the next side can act; ``settle`` asks
it where a search needs the answer. Everything else follows the rules exactly.
"""

from __future__ import annotations

from collections.abc import Container, Hashable
from typing import Final

from wargrid.core.moves import ATTACK, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import AGAIN
from wargrid.engine.flow import Flow
from wargrid.engine.moves.movegen import UnitSets
from wargrid.engine.moves.paths import set_of

MAX_CELLS: Final = 1_000_000
"""How many cells that units reach or strike are kept of each kind, each 8 bytes."""


class SearchView:
    """The questions of a search; ``game.search`` is the one of a game.

    ``has_dice`` is true if attacks may roll dice.
    """

    def __init__(self, flow: Flow) -> None:
        self._context = flow
        self._tables = flow.tables
        self._royal = flow.royal
        self._legal_moves = flow.moves
        self._step = flow.step
        rules = flow.ruleset
        units = rules.units.values()
        self._lists_units = not (
            flow.has_mandatory or rules.verbs() or rules.uses_markers() or rules.deploy
        )
        self._asks_stuck = flow.asks_stuck
        self._has_sets = flow.grid.facings == 1 and not (
            flow.has_mandatory
            or flow.has_conditions
            or flow.weapons
            or flow.royal is not None
            or rules.deploy
            or (flow.gate is not None and flow.gate.has_ways)
        )
        self.has_dice = any(
            weapon.by.dice(men) and weapon.by.rolls_dice(rules)
            for unit in units
            for weapon in (unit.attack.weapons if unit.attack is not None else ())
            for men in (1, unit.men)
        )
        self._places_tell_all = not flow.markers and all(unit.men == 1 for unit in units)
        self._reach: dict[tuple[str, int, int, int], tuple[int, ...]] = {}
        self._strikes: dict[tuple[str, int, int, int], tuple[int, ...]] = {}
        self._cells_reached = self._cells_struck = 0

    # Moves

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move, as ``game.moves``; do not change the list.

        Royal safety is one scan for all moves of a position, so that asking it beforehand is
        quicker than asking it of every move made.
        """
        return self._legal_moves(position)

    def moves_of(self, position: Position, unit: int) -> list[Move]:
        """Return those of ``moves`` that a unit makes; where rules allow, no others are listed."""
        if position.listed is not None or position.pending is not None or not self._lists_units:
            board = position.board
            return [
                move
                for move in self._legal_moves(position)
                if move.source >= 0 and board[move.source] == unit
            ]
        if position.result is not None or not position.turn:
            return []
        return self._allowed(position, self._context.rows.moves_of(position, (unit,)))

    def noisy(self, position: Position, units: Container[int] | None = None) -> list[Move]:
        """Return those of ``moves`` that take or attack; none while dice or a choice are due.

        While a unit goes on taking, these are its takings. ``units`` are those that could strike:
        the others are not looked at, which is quicker.
        """
        pending = position.pending
        if (
            (pending is not None and pending.kind != AGAIN)
            or position.result is not None
            or not position.turn
        ):
            return []
        context = self._context
        if context.has_mandatory or pending is not None:
            return [move for move in self._legal_moves(position) if move.verb in (TAKE, ATTACK)]
        rows = context.rows
        listed = rows.moves(position) if units is None else rows.moves_of(position, units)
        return self._allowed(position, [move for move in listed if move.verb in (TAKE, ATTACK)])

    def sets(
        self, position: Position, units: Container[int] | None = None
    ) -> list[UnitSets] | None:
        """Return what the units of the side to act may move to and strike, as sets of cells.

        This is much quicker than listing moves. None where it takes the moves to know, such as
        where units face somewhere, move along lines, have several weapons or guard a royal unit.
        ``units`` are those looked at.
        """
        if not self._has_sets or position.pending is not None or position.result is not None:
            return None
        if not position.turn:
            return None
        context = self._context
        found = context.rows.sets(position, units)
        if found and context.plugins.forbids_moves:
            restricted_cells = context.plugins.restricted_cells(position)
            if restricted_cells:
                barred = set_of(restricted_cells)
                found = [self._allowed_sets(position, sets, barred) for sets in found]
        if found and context.supplies is not None:
            found = context.supplies.enough_for(position, found)
        if found and context.gate is not None:
            found = context.gate.kept(position, found)
        return found

    def _allowed_sets(self, position: Position, sets: UnitSets, barred: int) -> UnitSets:
        """Return what plugins leave of these sets; they are asked about moves in barred cells."""
        unit, *reached = sets
        here = 1 << position.place[unit]
        if not any(barred & (here | cells) for cells in reached):
            return sets
        moves = self._allowed(position, self._context.rows.moves_of(position, (unit,)))
        free, taken, attacked = (
            set_of([move.target for move in moves if move.verb == verb])
            for verb in (MOVE, TAKE, ATTACK)
        )
        return unit, free, taken, attacked

    def _allowed(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return those of some moves that units, plugins and royal safety allow."""
        context = self._context
        if moves and context.gate is not None:
            moves = context.gate.allowed(position, moves)
        restricted_cells = context.plugins.restricted_cells(position) if moves else frozenset()
        moves = context.allowed(position, moves, restricted_cells)
        if moves and context.supplies is not None:
            moves = context.supplies.enough(position, moves)
        return moves if self._royal is None else self._royal.safe(position, moves, restricted_cells)

    def make(self, position: Position, move: Move) -> Position:
        """Return the position after a legal or random move.

        The game goes on if the next side cannot act; ``settle`` then ends it. Every other result is
        that of ``step``.
        """
        after = self._step(position, move, ask_stuck=False)
        if after.result is not None and self._asks_stuck:
            return self._step(position, move)
        return after

    def settle(self, position: Position) -> Position:
        """Return the position, with the result if the side to act cannot act and that decides.

        The rules ask this when a turn begins, so it changes no other position.
        """
        if (
            not self._asks_stuck
            or not self._begins_turn(position)
            or self._context.has_move(position)
        ):
            return position
        over = position.copy()
        self._context.check_victory("stuck", over, None)
        return over

    def _begins_turn(self, position: Position) -> bool:
        return (
            position.turn > 0
            and position.pending is None
            and position.result is None
            and not position.used
            and position.budget == self._context.budget
        )

    # Positions

    def key(self, position: Position) -> Hashable:
        """Return a key: positions with equal keys have the same moves and the same futures.

        It holds places, types, men, wounds, marks, uses, the side, its actions and what is pending.
        Equal positions whose equal units have other ids have other keys. The number of the turn
        and earlier positions are left out: limits of turns, quiet turns and repetitions are not in
        it. It holds among positions of one game with the same walls.
        """
        types = position.roster.codes
        if self._places_tell_all:
            return (
                tuple(position.place), tuple(position.wounds), position.side, position.budget,
                position.used, position.pending, position.result, types,
            )  # fmt: skip
        marks = tuple(map(tuple, position.marks)) if position.marks else ()
        return (
            tuple(position.place), tuple(position.men), tuple(position.wounds), position.side,
            position.budget, position.used, position.pending, position.result, types, marks,
        )  # fmt: skip

    def passed(self, position: Position) -> Position | None:
        """Return the position with the other side at the start of its turn.

        None if something is pending, the game is over or not begun, units enter in this turn, or
        the side to act would leave its royal unit in danger. Events at the end of a turn are left
        out, and the marks of earlier positions are dropped.
        """
        sides = len(self._context.sides)
        if (
            not position.turn
            or position.pending is not None
            or position.result is not None
            or position.turn < sides
            or self._context.is_entering(position)
            or (self._royal is not None and self._royal.in_check(position, position.side))
        ):
            return None
        after = position.after([self._context.turn_of((position.side + 1) % sides)])
        after.past = ()
        return after

    def repetitions(self, position: Position) -> int:
        """Return how many earlier turns since the last loss began with the same position.

        0 in games that keep no marks of earlier positions.
        """
        past = position.past
        return past.count(past[-1]) - 1 if past else 0

    # Figures of the rules

    def reach(self, unit_type: UnitTypeLike, side: int, cell: int, forward: int) -> tuple[int, ...]:
        """Return the cells to which a unit alone on the board may move at once, in their order.

        ``forward`` is the unit's facing, or its side's on a board without facing.
        """
        key = (unit_type.word, side, cell, forward)
        found = self._reach.get(key)
        if found is None:
            patterns = self._tables.patterns(unit_type, side, cell, forward)
            cells = {c for p in patterns if p.takes != "only" for c in p.ends()}
            cells |= self._walked(unit_type, side, cell, forward)
            found = tuple(sorted(cells - {cell}))
            self._cells_reached += len(found)
            if self._cells_reached > MAX_CELLS:
                self._reach.clear()
                self._cells_reached = len(found)
            self._reach[key] = found
        return found

    def strikes(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[int, ...]:
        """Return the cells on which a unit could take or attack an enemy, in their order.

        Nothing else is on the board, except the unit over which a hop goes.
        """
        key = (unit_type.word, side, cell, forward)
        found = self._strikes.get(key)
        if found is None:
            cells: set[int] = set()
            costs = self._context.costs[unit_type.word]
            if ATTACK in costs:
                cells.update(self._tables.attack_pattern(unit_type, side, cell, forward).struck())
            if MOVE in costs:
                patterns = self._tables.patterns(unit_type, side, cell, forward)
                cells.update(c for p in patterns if p.takes != "never" for c in p.struck())
                cells |= self._walked(unit_type, side, cell, forward, taking=True)
            found = tuple(sorted(cells - {cell}))
            self._cells_struck += len(found)
            if self._cells_struck > MAX_CELLS:
                self._strikes.clear()
                self._cells_struck = len(found)
            self._strikes[key] = found
        return found

    def _walked(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int, *, taking: bool = False
    ) -> set[int]:
        """Return where a unit could walk on the empty board, or only where it could take."""
        walkers = self._tables.walkers(unit_type, side, forward)
        return {
            move.target
            for walker in walkers
            if walker.takes or not taking
            for move in walker.reach(cell)
        }

    def actions(self, position: Position) -> int:
        """Return the most actions that the side to act could make in a turn, by budget and limits.

        Limits of groups are taken from its largest ones; 100 where nothing limits it.
        """
        turn = self._context.ruleset.turn
        units = [position.roster.words[unit] for unit in position.units_of(position.side)]
        per_unit = {word: self.uses(word) for word in set(units)}
        if turn.groups is not None:
            each = turn.groups.by == "unit"
            sizes = (
                [per_unit[word] for word in units]
                if each
                else [units.count(word) * per_unit[word] for word in per_unit]
            )
            sizes.sort(reverse=True)
            by_limits = sum(sizes[: turn.groups.most])
        else:
            by_limits = sum(per_unit[word] for word in units)
        costs = [cost for word in units for cost in self._context.costs[word].values()]
        least = min(costs, default=1)
        by_budget = self._context.budget // least if least else by_limits
        supplies = self._context.supplies
        quotas = None if supplies is None else supplies.quotas
        by_quota = 100 if quotas is None else quotas.most()
        return min(100, by_limits, by_budget, by_quota)

    def strikes_left(self, position: Position) -> int:
        """Return how often the side to act may attack in the rest of its turn; 100 for no limit.

        Taking by moving is not counted, but by what limits all verbs together.
        """
        supplies = self._context.supplies
        quotas = None if supplies is None else supplies.quotas
        return 100 if quotas is None else quotas.left(position)

    def uses(self, word: str) -> int:
        """Return how often a unit of a type may act in a turn, by its limits; 100 for no limit."""
        most = self._context.limits.most
        each = sum(most.get(verb, 100) for verb in self._context.costs[word])
        return min(100, each, most.get("any", 100))
