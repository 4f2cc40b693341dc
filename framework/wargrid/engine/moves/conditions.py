"""Moves with conditions: those that depend on several cells at once, beside lines and spots.

A game without such moves never comes here. Each move is made once with its conditions, like the
looks of ``rays``, and listed where they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final, NamedTuple, Protocol, TypeAlias

from wargrid.core.captives import ToHand
from wargrid.core.effects import Pushed
from wargrid.core.events import Eliminated, Event, Finished, Moved, Stirred
from wargrid.core.grid import OFF
from wargrid.core.marks import marks_of_moving
from wargrid.core.moves import MOVE, TAKE, Move, paid
from wargrid.core.patterns import ConditionalMove
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.context import GameContext
from wargrid.engine.moves.making import Marks, MoveFactories
from wargrid.engine.moves.patterns import Patterns

ANY: Final = -1
"""The value of a mark that may be any but 0."""


class MarkTest(NamedTuple):
    """A test of one marker: of the units on cells, or of ``places`` in its list.

    One of them must have the value, or any but 0 if it is ``ANY``; if it is 0, all must.
    """

    number: int
    per_unit: bool
    places: tuple[int, ...]
    value: int

    def holds(self, marks: Sequence[list[int]], board: list[int]) -> bool:
        """Return whether the marks of a position are so."""
        number, per_unit, places, value = self
        values = marks[number]
        for at in places:
            found = values[board[at] if per_unit else at]
            if value:
                if found == value or (found and value == ANY):
                    return True
            elif found:
                return False
        return not value


class Preconditions(NamedTuple):
    """What a move needs besides empty cells and enemies.

    ``friends`` are cells with the number of the side and type that must be on each, ``own`` cells
    of friends of any type, ``units`` cells of units of either side. On the cells ``safe`` no enemy
    may be able to take a royal unit.
    """

    friends: tuple[tuple[int, int], ...]
    own: tuple[int, ...]
    units: tuple[int, ...]
    marks: tuple[MarkTest, ...]
    safe: tuple[int, ...]

    def hold(self, position: Position) -> bool:
        """Return whether all of it is there."""
        board, roster, side = position.board, position.roster, position.side
        codes, own = roster.codes, roster.friendly[side]
        for cell, code in self.friends:
            if codes[board[cell]] != code:
                return False
        if not all(own[board[cell]] for cell in self.own):
            return False
        if not all(board[cell] > 0 for cell in self.units):
            return False
        for mark in self.marks:
            if not mark.holds(position.marks, board):
                return False
        royal = roster.game.royal
        return all(royal.attacker(position, side, cell) < 0 for cell in self.safe)


Cells: TypeAlias = tuple[int, ...]

ConditionalEntry: TypeAlias = (
    "tuple[int, Cells, Cells, Cells, Preconditions | None, tuple[Move, ...]]"
)
"""Moves with their conditions: a cell that cannot be empty, the cells of enemies, those of friends
of any type, those that must be empty, and other needs. What is most often missing comes first."""


class ConditionalEntries:
    """A type's moves with conditions by place, made when a list first needs them."""

    __slots__ = ("_make", "made")

    def __init__(self, make: Callable[[int], tuple[ConditionalEntry, ...]], places: int) -> None:
        self._make = make
        self.made: list[tuple[ConditionalEntry, ...] | None] = [None] * places

    def forget(self) -> None:
        """Forget what was made."""
        self.made[:] = [None] * len(self.made)

    def at(self, place: int) -> tuple[ConditionalEntry, ...]:
        """Make and return those of a place."""
        found = self.made[place] = self._make(place)
        return found


class HasConditions(Protocol):
    """The entries of a type, with its moves with conditions if it ever has any."""

    guards: ConditionalEntries | None


def add_conditional(
    position: Position,
    row: Iterable[tuple[int, object, Sequence[bool], HasConditions]],
    out: list[Move],
) -> None:
    """Add the moves of a row's units whose conditions hold to the other moves of these units."""
    board, place = position.board, position.place
    friends = position.roster.friendly[position.side]
    for unit, _, foes, entries in row:
        guards = entries.guards
        if guards is None or place[unit] < 0:
            continue
        found = guards.made[place[unit]]
        if found is None:
            found = guards.at(place[unit])
        # Loops with `else` instead of all(): a generator for each test would cost more than it.
        # Marks and royal safety come last, as `needs`: they cost most.
        for key, struck, own, empty, needs, moves in found:
            if not board[key]:
                continue
            for cell in struck:
                if not foes[board[cell]]:
                    break
            else:
                for cell in own:
                    if not friends[board[cell]]:
                        break
                else:
                    for cell in empty:
                        if board[cell]:
                            break
                    else:
                        if needs is None or needs.hold(position):
                            out += moves


class Conditions:
    """The moves with conditions of one game, made from the patterns of its types."""

    def __init__(self, context: GameContext, patterns: Patterns, makers: MoveFactories) -> None:
        self._context = context
        self._patterns = patterns
        self._makers = makers
        self._guards: dict[tuple[str, int], ConditionalEntries | None] = {}
        self._leavers: dict[tuple[str, int], dict[int, tuple[int, ...]]] = {}

    def guards(self, unit_type: UnitTypeLike, side: int) -> ConditionalEntries | None:
        """Return the moves with conditions of a type, or None if it never has any."""
        key = (unit_type.word, side)
        if key not in self._guards:
            make = partial(self._guarded, unit_type, side)
            has_any = any(kind.conditional for kind in unit_type.move)
            places = self._context.grid.cells * self._context.grid.facings
            self._guards[key] = ConditionalEntries(make, places) if has_any else None
        return self._guards[key]

    def of(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> Iterator[ConditionalMove]:
        """Yield a type's moves with conditions from a cell, one for each unit that may be taken."""
        for pattern in self._patterns.patterns(unit_type, side, cell, forward):
            for each in pattern.conditional:
                yield from self._leaving(each, side) if each.takes_leaver else (each,)

    def needs(
        self, condition: ConditionalMove, unit_type: UnitTypeLike, side: int
    ) -> Preconditions | None:
        """Return what a move of a type needs besides empty cells and enemies, or None."""
        safe = condition.safe if unit_type.word == self._context.royal_word else ()
        if not (condition.friends or condition.units or condition.marks or safe):
            return None
        code_of = self._context.code_of
        friends = tuple((cell, code_of(side, word)) for cell, word in condition.friends if word)
        own = tuple(cell for cell, word in condition.friends if not word)
        marks = tuple(self._tests(condition, side))
        return Preconditions(friends, own, condition.units, marks, safe)

    def _guarded(
        self, unit_type: UnitTypeLike, side: int, place: int
    ) -> tuple[ConditionalEntry, ...]:
        grid = self._context.grid
        cell, facing = divmod(place, grid.facings)
        forward = facing if grid.facings > 1 else self._context.forward[side]
        promotions = self._context.promotions.get((unit_type.word, side))
        found = []
        for each in self.of(unit_type, side, cell, forward):
            move = self._move(each, unit_type, side, cell, forward)
            # A unit that may go on is promoted when it has done, as those that it took leave.
            if promotions is None or (self._context.takes_later and each.taken != OFF):
                moves: tuple[Move, ...] = (move,)
            else:
                moves = self._makers.promoted(move, promotions)
            own = tuple(cell for cell, word in each.friends if not word)
            others = replace(each, friends=tuple(friend for friend in each.friends if friend[1]))
            needs = self.needs(others, unit_type, side)
            # An empty key cell refutes most of them at once, since most of a board is empty.
            key = next(iter((*each.foes, *own, *each.units)), cell)
            found.append((key, each.foes, own, each.empty, needs, moves))
        return tuple(found)

    # Marks

    def _tests(self, condition: ConditionalMove, side: int) -> Iterator[MarkTest]:
        """Yield the tests of a move's marks; a marker that no unit may have is one test."""
        markers = self._context.markers
        barred: dict[str, list[int]] = {}
        for mark in condition.marks:
            marker = markers[mark.marker]
            places = [mark.cell]
            if marker.per != "unit":
                enemies = (other for other in range(len(self._context.sides)) if other != side)
                places = [marker.place(mark.cell, enemy) for enemy in enemies]
            if mark.present:
                value = condition.taken + 1 if mark.leaver else ANY
                yield MarkTest(marker.number, marker.per == "unit", tuple(places), value)
            else:
                barred.setdefault(mark.marker, []).extend(places)
        for word, places in barred.items():
            marker = markers[word]
            yield MarkTest(marker.number, marker.per == "unit", tuple(places), 0)

    def _leaving(self, condition: ConditionalMove, side: int) -> Iterator[ConditionalMove]:
        """Yield the move once for each cell on which the unit that left the mark may be."""
        for mark in condition.marks:
            if mark.leaver:
                for cell in self.left_by(mark.marker, side).get(mark.cell, ()):
                    yield replace(condition, foes=(*condition.foes, cell), taken=cell)

    def left_by(self, marker: str, side: int) -> dict[int, tuple[int, ...]]:
        """Return by cell where enemies of a side may be that have left the marker there."""
        found = self._leavers.get((marker, side))
        if found is None:
            cells: dict[int, dict[int, None]] = {}
            for pattern in self._enemy_patterns(side):
                for left in (left for each in pattern for left in each.leaves):
                    if left.marker == marker:
                        cells.setdefault(left.cell, {})[left.holds] = None
            found = {cell: tuple(ends) for cell, ends in cells.items()}
            self._leavers[marker, side] = found
        return found

    def _enemy_patterns(self, side: int) -> Iterator[tuple[ConditionalMove, ...]]:
        grid, sides = self._context.grid, self._context.sides
        for enemy in (other for other in range(len(sides)) if other != side):
            facings = range(grid.facings) if grid.facings > 1 else (self._context.forward[enemy],)
            for unit_type in self._context.ruleset.units.values():
                if any(kind.conditional for kind in unit_type.move):
                    for cell, forward in product(range(grid.cells), facings):
                        for each in self._patterns.patterns(unit_type, enemy, cell, forward):
                            yield each.conditional

    # Moves

    def _move(
        self, each: ConditionalMove, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> Move:
        verb = MOVE if each.taken == OFF else TAKE
        maker = self._makers.moving(verb, unit_type, forward)
        # Wide: it changes more cells than its own two, so that royal safety must make it to judge.
        wide = bool(each.along or each.pushed) or each.taken not in (OFF, each.target)
        if not wide and not each.leaves and each.pushed is None:
            return maker.moves(cell, (each.target,))[0]
        key = (side, cell, maker.manner, each)
        found = self._makers.special.get(key)
        if found is None:
            manner = maker.manner
            events = paid(cell, manner.cost, self._context.limits.of[MOVE])
            events += [Stirred()] if manner.stirring else []
            events += self._events(each, manner.sets, side, cell, forward)
            self._makers.count()
            found = self._makers.special[key] = Move(
                verb, cell, each.target, forward, tuple(events)
            )
            found.struck, found.wide = each.taken, wide
            ends = (each.target, *(end for _, end in (*each.along, *(each.pushed or ()))))
            found.open = found.open or not self._makers.opening.isdisjoint(ends)
        return found

    def _events(
        self, each: ConditionalMove, sets: Marks, side: int, cell: int, forward: int
    ) -> Iterator[Event]:
        markers, partners = self._context.markers, dict(each.friends)
        if self._makers.one_by_one:
            yield Finished(cell)
        for left in each.leaves:
            marker = markers[left.marker]
            yield marker.mark(marker.place(left.cell, side), left.holds + 1)
        yield from marks_of_moving(markers, sets, cell)
        # Where plugins may answer a loss, `complete_move` adds the rest once they were asked.
        pushed = _pushed(each)
        if each.taken != OFF and not (self._context.takes_are_plain or self._context.takes_later):
            if pushed:
                self._context.pushes[cell, each.target, each.taken] = pushed
            return
        if each.taken != OFF and not self._context.takes_later:
            if self._context.takes_to_hand:
                yield ToHand(each.taken)
            yield Eliminated(each.taken)
        yield from pushed
        yield Moved(cell, each.target, forward)
        for start, end in each.along:
            yield from marks_of_moving(markers, markers.of_moving(partners[start]), start)
            yield Moved(start, end, self._context.forward[side])


def _pushed(each: ConditionalMove) -> tuple[Event, ...]:
    """Return the event of a move that pushes; it moves no unit with what is pushed off at once."""
    if each.pushed is None:
        return ()
    cells = tuple(cell for cell, _ in each.pushed)
    return (Pushed(cells, tuple(end for _, end in each.pushed)),)
