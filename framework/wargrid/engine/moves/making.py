"""Making: the moves of units, each made once and shared by all lists."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar, final

from wargrid.core.attacks import Announced, AnnouncedWith
from wargrid.core.captives import CaptiveMove, ToHand
from wargrid.core.events import Event, Finished, Stirred
from wargrid.core.marks import MarkingMove, marks_of_moving
from wargrid.core.moves import (
    ATTACK,
    ENTER,
    MOVE,
    NOWHERE,
    TAKE,
    TURN,
    Move,
    StirringMove,
    UnitMove,
    paid,
)
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.context import GameContext
from wargrid.engine.promotion import Promotions, promoted

MAX_MOVES: Final = 150_000
"""How many moves a game makes before it forgets those no longer used, each 300 to 500 bytes with
the tables that lead to it."""

K = TypeVar("K")

Marks: TypeAlias = tuple[tuple[int, int], ...]
"""The markers that a move sets, each with its value."""


class MoveShape(NamedTuple):
    """What the moves of one maker have in common besides their cells.

    ``facing`` is that of the unit afterwards and ``cost`` in actions. The moves give the unit the
    marks ``sets``; where they are ``stirring``, no earlier position can return after them.
    ``weapon`` is the word of the weapon of an attack of a unit that has several, and ``limit`` what
    a use counts as.
    """

    verb: str
    facing: int
    cost: int
    sets: Marks = ()
    stirring: bool = False
    weapon: str = ""
    limit: str = ""


@final
class MoveFactory:
    """Makes the moves of one manner, each once."""

    def __init__(self, makers: MoveFactories, manner: MoveShape) -> None:
        context = makers.context
        self._makers = makers
        self.manner = manner
        self._known: dict[int, Move] = {}
        self._cells = context.grid.cells
        self._facings = context.grid.facings
        self._facing = manner.facing if self._facings > 1 else 0
        self._one_by_one = makers.one_by_one
        self._markers = context.markers
        self._opening = makers.opening
        self._plain = makers.is_plain(manner.verb)
        self._limits = context.limits.of[manner.limit or limit_of(manner.verb)]
        self._held_as = makers.held_as if manner.verb == TAKE else ()
        both = manner.stirring and bool(manner.sets or self._held_as)
        at_once = self._plain and not self._one_by_one and not both
        self._make = self._make_at_once if at_once else self._make_by_events

    def moves(self, source: int, targets: Sequence[int]) -> list[Move]:
        """Return the one shared move from a cell to each of these."""
        known, first = self._known, source * self._cells
        out = []
        for target in targets:
            move = known.get(first + target)
            if move is None:
                self._makers.count()
                move = known[first + target] = self._make(source, target)
                if target in self._opening:
                    move.open = True
            out.append(move)
        return out

    def forget(self) -> None:
        """Forget the moves that are used nowhere else."""
        forget_unheld(self._known, NOWHERE)

    def _make_at_once(self, source: int, target: int) -> Move:
        """Make a move that changes the position at once instead of event by event."""
        verb, facing, cost, sets, stirring, _, _ = self.manner
        place = target * self._facings + self._facing
        if self._held_as:
            taking = CaptiveMove(verb, source, target, facing, cost, self._limits, place)
            taking.sets, taking.markers, taking.held_as = sets, self._markers, self._held_as
            return taking
        if sets:
            move = MarkingMove(verb, source, target, facing, cost, self._limits, place)
            move.sets, move.markers = sets, self._markers
            return move
        make = StirringMove if stirring else UnitMove
        return make(verb, source, target, facing, cost, self._limits, place)

    def _make_by_events(self, source: int, target: int) -> Move:
        verb, facing, cost, sets, stirring, weapon, _ = self.manner
        events: list[Event] = paid(source, cost, self._limits)
        if stirring:
            events.append(Stirred())
        if sets:
            events += marks_of_moving(self._markers, sets, source)
        if self._one_by_one:
            events.append(Finished(source))
        if weapon:
            events.append(AnnouncedWith(source, target, weapon))
        elif verb == ATTACK:
            events.append(Announced(source, target))
        elif self._plain:
            events += [ToHand(target)] if self._held_as else []
            events += UnitMove(verb, source, target, facing, 0, (), 0).events
        return Move(verb, source, target, facing, tuple(events), weapon)


class MoveFactories:
    """The makers of one game, each made once.

    ``special`` are moves that none of them makes, by what they depend on. ``opening`` are the cells
    where a move may have consequences beyond its own events, ``held_as`` by the code of a unit the
    number of the marker that counts it in a hand once it is taken, if any comes there.
    """

    def __init__(self, context: GameContext) -> None:
        self.context = context
        self.one_by_one = context.ruleset.turn.units == "consecutive"
        self.opening = frozenset(filter(context.follows, range(context.grid.cells)))
        self.held_as = context.held_by_code()
        self._makers: dict[MoveShape, MoveFactory] = {}
        self.special: dict[tuple[object, ...], Move] = {}
        self._made = 0
        self._forget_tables: Callable[[], None] | None = None

    def share_with(self, forget_tables: Callable[[], None]) -> None:
        """Let tables that hold moves forget them when there are too many."""
        self._forget_tables = forget_tables

    def count(self) -> None:
        """Count one more move, and forget those no longer used after every ``MAX_MOVES``.

        Equal moves stay the same object: what a record or a player holds is not forgotten.
        """
        self._made += 1
        if self._made > MAX_MOVES and self._forget_tables is not None:
            self._made = 0
            self._forget_tables()
            gc.collect()  # lines and looks hold each other, and the moves
            forget_unheld(self.special, ())  # first: its keys hold moves of the makers
            for maker in self._makers.values():
                maker.forget()

    def of(self, manner: MoveShape) -> MoveFactory:
        """Return the maker of the moves of a manner."""
        found = self._makers.get(manner)
        if found is None:
            found = self._makers[manner] = MoveFactory(self, manner)
        return found

    def moving(self, verb: str, unit_type: UnitTypeLike, facing: int) -> MoveFactory:
        """Return the maker of a type's moves or takings that end with a facing."""
        word, context = unit_type.word, self.context
        cost = context.costs[word].get(MOVE, 0)
        sets = context.markers.of_moving(word)
        return self.of(MoveShape(verb, facing, cost, sets, word in context.stirring))

    def striking(self, unit_type: UnitTypeLike, facing: int) -> MoveFactory:
        """Return the maker of the attacks of a type, or of a weapon made a type."""
        # Without a price in the turn only effects and reactions let a unit attack.
        word = unit_type.word
        cost = self.context.costs[word].get(ATTACK, 0)
        if word in self.context.ruleset.units:
            return self.of(MoveShape(ATTACK, facing, cost))
        return self.of(MoveShape(ATTACK, facing, cost, weapon=unit_type.attack.weapon, limit=word))

    def promoted(self, move: Move, promotions: Promotions) -> tuple[Move, ...]:
        """Return the move, or one for each type that a unit becomes where it ends."""
        types = promotions.of(move.source, move.target)
        if not types:
            return (move,)
        named = len(types) > 1
        return tuple([self._promoted(move, word, named=named) for word in types])

    def _promoted(self, move: Move, word: str, *, named: bool) -> Move:
        key = (move, word, named)
        found = self.special.get(key)
        if found is None:
            self.count()
            plain = self.is_plain(move.verb)
            decides = self.context.promotion_decides
            found = promoted(move, word, named=named, plain=plain, decides=decides)
            self.special[key] = found
        return found

    def is_plain(self, verb: str) -> bool:
        """Return whether all of a move follows from itself, without plugins."""
        return verb in (MOVE, ENTER, TURN) or (verb == TAKE and self.context.takes_are_plain)


def limit_of(verb: str) -> str:
    """Return the verb under whose limits one counts: taking is moving."""
    return MOVE if verb == TAKE else verb


def forget_unheld(known: dict[K, Move], unused: K) -> None:
    """Drop the moves that only this table holds; ``unused`` is a key that it never has."""
    # How many references that is depends on the version of Python and on compiling, so that a move
    # which is certainly used nowhere else is counted in the same way.
    known[unused] = Move("")
    counts = [(key, sys.getrefcount(known[key])) for key in known]
    alone = counts[-1][1]
    for key, count in counts:
        if count <= alone:
            del known[key]
