"""The turn: the verbs left to each unit, and the moves they give."""

from __future__ import annotations

from collections.abc import Container, Iterator

from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Move
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.roster import Roster
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import (
    MoveTables,
    UnitRow,
    UnitRows,
    UnitSets,
    generate,
    generate_all,
    generate_sets,
)
from wargrid.engine.turns.weapons import Weapons

MAX_ROWS = 20_000
"""How many rows of one side are kept."""


class TurnRows:
    """The rows of one game, kept with the rosters; a row lists each unit that may still act."""

    def __init__(self, context: GameContext, tables: MoveTables) -> None:
        self._context = context
        self._tables = tables
        self._turn = context.ruleset.turn
        self._entry = entry = context.ruleset.turn.entry
        self._last_entry = -1 if entry is None else len(context.sides)
        self._needs_range = entry is not None and entry.needs_range
        self._base = context.budget + 1
        groups = context.ruleset.turn.groups
        self._groups_by_type = groups is None or groups.by == "type"
        phases = context.ruleset.turn.phases or ()
        self._phases: dict[str, int] = {
            verb: number for number, verbs in enumerate(phases) for verb in verbs
        }
        self._weapons = Weapons(context, tables)
        self._generate = generate_all if context.has_conditions else generate

    def moves(self, position: Position) -> list[Move]:
        """Return the pseudo-legal moves: plugins and royal safety may still forbid some."""
        if position.turn <= self._last_entry:
            moves = self._generate(position, self._row(position))
            moves = distinct(moves) if self._tables.repeats else moves
            return self._in_range(position, moves) if self._needs_range else moves
        # What units may do follows from what was used and what is left to spend alone, so that one
        # number is the key. `_row` does the same; here it saves a call for each list.
        row = position.roster.rows[position.side].get(position.used * self._base + position.budget)
        generate = self._generate  # called through a name, which costs less than as an attribute
        moves = generate(position, self._row(position) if row is None else row)
        return distinct(moves) if self._tables.repeats else moves

    def moves_of(self, position: Position, units: Container[int]) -> list[Move]:
        """Return those of ``moves`` that some units make."""
        if position.turn <= self._last_entry:
            return [m for m in self.moves(position) if position.board[m.source] in units]
        moves = self._generate(
            position, tuple(one for one in self._row(position) if one[0] in units)
        )
        return distinct(moves) if self._tables.repeats else moves

    def sets(self, position: Position, units: Container[int] | None) -> list[UnitSets] | None:
        """Return ``moves`` as sets of cells by unit, of all units or some; None if not possible."""
        if position.turn <= self._last_entry:
            return None
        row = self._row(position)
        if units is not None:
            row = tuple(one for one in row if one[0] in units)
        return generate_sets(position, row)

    def by_unit(self, position: Position) -> Iterator[list[Move]]:
        """Return the pseudo-legal moves unit by unit, listed as they are asked for."""
        if self._entry is not None:
            yield self.moves(position)
            return
        generate = self._generate
        for one in self._row(position):
            yield generate(position, (one,))

    def takings(self, position: Position, cell: int) -> list[Move]:
        """Return the pseudo-legal takings of the unit on a cell, as if it had not acted before."""
        one = self._one(position.roster, position.board[cell], (MOVE,))
        return [
            move for move in self._generate(position, (one,) if one else ()) if move.verb == TAKE
        ]

    def _row(self, position: Position) -> UnitRows:
        rows = position.roster.rows[position.side]
        key = position.used * self._base + position.budget
        entering = position.turn <= self._last_entry
        # ~key is negative: rows of the first turn share the dictionary and meet no other.
        if entering:
            key = ~key
        row = rows.get(key)
        if row is None:
            if len(rows) > MAX_ROWS:
                rows.clear()
            make = self._make_entering_row if entering else self._make_row
            row = rows[key] = tuple(make(position))
        return row

    def _in_range(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return those entering moves that the units could also make as their own moves."""
        own = {
            (move.source, move.target) for move in generate(position, self._moving_row(position))
        }
        return [move for move in moves if (move.source, move.target) in own]

    def _moving_row(self, position: Position) -> UnitRows:
        roster = position.roster
        units = (
            unit
            for unit in roster.units_of[position.side]
            if MOVE in self._context.costs[roster.words[unit]]
        )
        return tuple(filter(None, (self._one(roster, unit, (MOVE,)) for unit in units)))

    def _make_row(self, position: Position) -> Iterator[UnitRow]:
        roster, budget, used = position.roster, position.budget, position.used
        able, shares, types = roster.usable_rows, roster.usage_mask, roster.types
        begun = self._begun_groups(roster, position.side, used)
        phase = self.phase(roster, position.side, used)
        weapons = self._context.weapons
        for unit in roster.units_of[position.side]:
            barred = begun is not None and self._group(types[unit], unit) not in begun
            # Only the unit's own bits of `used` matter to it, so that other units' actions do not
            # make it be asked again.
            key = (unit, used & shares[unit], budget, barred, phase)
            if key not in able:
                able[key] = self._one(roster, unit, self.verbs(roster, unit, budget, used))
            one = able[key]
            if one is not None:
                yield one
            if weapons and roster.words[unit] in weapons:
                yield from self._armed(roster, unit, budget, used)

    def _make_entering_row(self, position: Position) -> Iterator[UnitRow]:
        roster, budget, used = position.roster, position.budget, position.used
        for unit in roster.units_of[position.side]:
            verbs = self.verbs(roster, unit, budget, used, entering=True)
            one = self._one(roster, unit, verbs)
            if one is not None:
                yield one

    def _armed(self, roster: Roster, unit: int, budget: int, used: int) -> Iterator[UnitRow]:
        """Yield the rows of a unit with several weapons, beside that of its other verbs."""
        if not self.refusal(roster, unit, ATTACK, budget, used):
            moved = MOVE in self._done(roster, unit, used)
            yield from self._weapons.rows(roster, unit, used, moved=moved)

    def strikers(self, roster: Roster, unit: int, used: int) -> Iterator[UnitTypeLike]:
        """Yield the types with which a unit may attack: its own, or one for each weapon ready."""
        if roster.words[unit] not in self._context.weapons:
            yield roster.types[unit]
            return
        moved = MOVE in self._done(roster, unit, used)
        yield from self._weapons.ready(roster, unit, used, moved=moved)

    def weapon_refusal(self, position: Position, unit: int, weapon: UnitTypeLike) -> str:
        """Return the code of the reason why a unit may not use a weapon now, or ``""``."""
        roster, used = position.roster, position.used
        moved = MOVE in self._done(roster, unit, used)
        return self._weapons.refusal(weapon, roster, unit, used, moved=moved)

    def _one(self, roster: Roster, unit: int, verbs: tuple[str, ...]) -> UnitRow | None:
        if roster.words[unit] in self._context.weapons:
            verbs = tuple(verb for verb in verbs if verb != ATTACK)
        if not verbs:
            return None
        entries = self._tables.entries(roster.types[unit], roster.owners[unit], verbs)
        return entries.row(unit, roster.foes_of(unit))

    def verbs(
        self, roster: Roster, unit: int, budget: int, used: int, *, entering: bool = False
    ) -> tuple[str, ...]:
        """Return the verbs left to a unit, in the order of verbs."""
        if entering:
            return () if self.entry_refusal(roster, unit, used) else (ENTER,)
        able = self._context.costs[roster.words[unit]]
        return tuple(verb for verb in able if not self.refusal(roster, unit, verb, budget, used))

    def refusal(self, roster: Roster, unit: int, verb: str, budget: int, used: int) -> str:
        """Return the code of the reason why a unit may not do a verb now, or an empty string."""
        limits, unit_type = self._context.limits, roster.types[unit]
        if self._context.costs[unit_type.word][verb] > budget:
            return "too_dear"
        for number in limits.of[verb]:
            name = limits.names[number]
            left = limits.most[name] - roster.used(used, unit, number)
            if left <= 0:
                finished = "exhausted" if self._phases else "followed"
                return finished if left else f"used_{name}"
        if not used:
            return ""
        done = self._done(roster, unit, used)
        if self._turn.order == "move_then_attack" and verb not in (ATTACK, TURN) and ATTACK in done:
            return "finished"
        if (
            verb == ATTACK
            and MOVE in done
            and unit_type.attack is not None
            and not any(weapon.after_moving for weapon in unit_type.attack.weapons)
        ):
            return "moved_already"
        if self._phases and self.is_over(verb, roster, roster.owners[unit], used):
            return "phase_over"
        return "" if done else self._group_refusal(roster, unit, used)

    def group_refusal(self, position: Position, unit: int) -> str:
        """Return the code of the reason why no unit of this one's group may act, or ``""``."""
        return self._group_refusal(position.roster, unit, position.used)

    def _group_refusal(self, roster: Roster, unit: int, used: int) -> str:
        unit_type = roster.types[unit]
        begun = self._begun_groups(roster, roster.owners[unit], used)
        if begun is None or self._group(unit_type, unit) in begun:
            return ""
        return "group_full" if isinstance(self._group(unit_type, unit), str) else "units_full"

    def groups_left(self, position: Position) -> int | None:
        """Return how many more groups may begin to act in this turn, None without a limit."""
        groups = self._turn.groups
        if groups is None:
            return None
        acted = self._acted(position.roster, position.side, position.used)
        return max(0, groups.most - len(acted))

    def phase(self, roster: Roster, side: int, used: int) -> int:
        """Return the number of the latest phase in which a unit of a side has acted, from 0.

        Units that are finished without having acted do not count.
        """
        if not self._phases or not used:
            return 0
        limits = self._context.limits
        acted = (
            self._phases[name]
            for number, name in enumerate(limits.names)
            if name in self._phases
            for unit in roster.units_of[side]
            if 0 < roster.used(used, unit, number) <= limits.most[name]
        )
        return max(acted, default=0)

    def is_over(self, verb: str, roster: Roster, side: int, used: int) -> bool:
        """Return whether a side is in a later phase than that of a verb."""
        return self._phases.get(verb, len(self._phases)) < self.phase(roster, side, used)

    def _done(self, roster: Roster, unit: int, used: int) -> list[str]:
        verbs = self._context.limits.verbs
        return [name for number, name in enumerate(verbs) if roster.used(used, unit, number)]

    def _group(self, unit_type: UnitTypeLike, unit: int) -> str | int:
        return unit_type.word if self._groups_by_type else unit

    def _begun_groups(self, roster: Roster, side: int, used: int) -> set[str | int] | None:
        """Return the groups that have acted in this turn if no other may, else None."""
        groups = self._turn.groups
        if groups is None:
            return None
        begun = self._acted(roster, side, used)
        return begun if len(begun) >= groups.most else None

    def _acted(self, roster: Roster, side: int, used: int) -> set[str | int]:
        shares, types = roster.usage_mask, roster.types
        return {
            self._group(types[unit], unit) for unit in roster.units_of[side] if used & shares[unit]
        }

    def entry_refusal(self, roster: Roster, unit: int, used: int) -> str:
        """Return the code of the reason why a unit may not enter now, or an empty string."""
        assert self._entry is not None
        if used & roster.usage_mask[unit]:
            return "entered"
        shares, army = roster.usage_mask, roster.units_of[roster.owners[unit]]
        entered = sum(used & shares[other] != 0 for other in army)
        return "entry_full" if entered >= self._entry.most else ""


def distinct(moves: list[Move]) -> list[Move]:
    """Return the moves without those whose effects are those of one before."""
    return list(dict.fromkeys(moves))
