"""Move generation: the moves of every type from every place, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wargrid.core import (
    ATTACK,
    ENTER,
    MOVE,
    OFF,
    TAKE,
    TURN,
    Announced,
    AnnouncedWith,
    Finished,
    MarkingMove,
    Move,
    MovePattern,
    Stirred,
    StirringMove,
    UnitMove,
    marks_of_moving,
    paid,
)
from wargrid.engine.growth import promoted
from wargrid.engine.moves.conditions import Conditions, Guards, add_guarded
from wargrid.engine.moves.paths import Occupied, PathWalker, occupied, set_of
from wargrid.engine.moves.patterns import Patterns, takes_of
from wargrid.engine.moves.rays import Line, Look, Moves, RayStep, compile_rays
from wargrid.engine.moves.sight import Lookout

if TYPE_CHECKING:
    from wargrid.core import Event, Position, UnitTypeLike
    from wargrid.engine.context import GameContext
    from wargrid.engine.growth import Promotions

PlaceEntry: TypeAlias = tuple[
    Look | None, tuple[dict[int, Move], int, tuple[PathWalker | Lookout, ...]] | None
]
"""What a type may do at one place: the first look and, if there are any, shots (by cell the attack
on an enemy there) with the set of their cells, and walkers, of which a lookout only attacks."""


Marks: TypeAlias = tuple[tuple[int, int], ...]
"""The markers that a move sets, each with its value."""


UNMADE: Final = Look(Line((0,), None), 0, None)
"""The first look of a place whose entry no list has needed yet: all that it leads to is unset."""


class Entries:
    """A type's entries by place, each made when a list first needs it; the last is for ``GONE``.

    ``guards`` are its moves with conditions, or None if it never has any.
    """

    __slots__ = ("_make", "guards", "made")

    def __init__(
        self, make: Callable[[int], PlaceEntry], places: int, guards: Guards | None = None
    ) -> None:
        self._make = make
        self.made: list[PlaceEntry] = [*[(UNMADE, None)] * places, (None, None)]
        self.guards = guards

    def at(self, place: int) -> PlaceEntry:
        """Make and return the entry of a place."""
        entry = self.made[place] = self._make(place)
        return entry

    def row(self, unit: int, foes: tuple[bool, ...]) -> UnitRow:
        """Return the row of a unit, for which ``foes`` are by unit id those that it may strike."""
        return unit, self.made, foes, self


UnitRow: TypeAlias = tuple[int, list[PlaceEntry], tuple[bool, ...], Entries]
"""A unit, its entries by place, by unit id whether it may strike or take another, and ``Entries``
once more as a whole."""

Row: TypeAlias = tuple[UnitRow, ...]
"""Each unit that may still act."""


def generate(position: Position, row: Row) -> list[Move]:
    """Return the moves of the units of a row, found by looking at cells around each of them."""
    board, place = position.board, position.place
    out: list[Move] = []
    seen: Occupied | None = None
    for unit, made, foes, entries in row:
        look, more = made[place[unit]]
        while True:
            try:
                while look is not None:
                    occupant = board[look.cell]
                    if not occupant:
                        free = look.free
                        if free:
                            out += free
                        look = look.beyond
                    elif occupant > 0:
                        out += look.foe if foes[occupant] else look.against
                        look = look.then
                    else:
                        out += look.against
                        look = look.past
                break
            except AttributeError:  # unset until now; costs nothing where it is set
                assert look is not None
                if look is UNMADE:
                    look, more = entries.at(place[unit])
                else:
                    look.line.make(look, board)
        if more is None:
            continue
        shots, struck, walkers = more
        if walkers and seen is None:
            seen = occupied(position, position.side)
        if seen is None or struck & seen.others:
            for cell in shots:
                if board[cell] and foes[board[cell]]:
                    out.append(shots[cell])
        if seen is not None:
            for walker in walkers:
                out += walker.moves(seen, place[unit] // position.roster.facings, foes)
    return out


def generate_all(position: Position, row: Row) -> list[Move]:
    """Return the moves of the units of a row, those with conditions after the others."""
    out = generate(position, row)
    add_guarded(position, row, out)
    return out


class Tables(Patterns):
    """The moves of one game, made once and shared, and the entries that list them."""

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._facings = context.grid.facings
        self._one_by_one = context.ruleset.turn.units == "consecutive"
        self._moves: dict[str, dict[int, Move]] = {
            verb: {} for verb in (MOVE, TURN, ATTACK, TAKE, ENTER)
        }
        self._promotions: dict[tuple[Move, tuple[str, ...]], tuple[Move, ...]] = {}
        self.conditions = Conditions(context, self, self._one_move, self._promoted)
        self._marking: dict[tuple[str, Marks, bool], dict[int, Move]] = {}
        self._walkers: dict[tuple[str, int, int], tuple[PathWalker, ...]] = {}
        self._entries: dict[tuple[str, int, tuple[str, ...]], Entries] = {}

    def entries(self, unit_type: UnitTypeLike, side: int, verbs: tuple[str, ...]) -> Entries:
        """Return a type's entries by place, for a unit that may do these verbs."""
        key = (unit_type.word, side, verbs)
        found = self._entries.get(key)
        if found is None:
            make = partial(self._entry, unit_type, side, verbs)
            guards = self.conditions.guards(unit_type, side) if MOVE in verbs else None
            places = self._grid.cells * self._grid.facings
            found = self._entries[key] = Entries(make, places, guards)
        return found

    def targets(self, position: Position, unit: int) -> list[int]:
        """Return the cells that a unit on the board could attack now if it had no limits."""
        roster = position.roster
        entries = self.entries(roster.types[unit], roster.owners[unit], (ATTACK,))
        moves = generate(position, (entries.row(unit, roster.foes_of(unit)),))
        return [move.target for move in moves]

    def steps(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[RayStep, ...]:
        """Return the ways in which a type may move from a cell, facing ``forward``."""
        go = partial(self._maker(MOVE, unit_type, side, forward), cell)
        take = partial(self._maker(TAKE, unit_type, side, forward), cell)
        return tuple(
            RayStep(
                pattern,
                go if pattern.takes != "only" else None,
                take if pattern.takes != "never" else None,
            )
            for pattern in self.patterns(unit_type, side, cell, forward)
        )

    def _entry(
        self, unit_type: UnitTypeLike, side: int, verbs: tuple[str, ...], place: int
    ) -> PlaceEntry:
        cell, facing = divmod(place, self._grid.facings)
        forward = facing if self._grid.facings > 1 else self._context.forward[side]
        cost = self._context.costs[unit_type.word]
        always: Moves = ()
        if TURN in verbs:
            others = [other for other in range(self._grid.facings) if other != facing]
            turned = (self.moves(TURN, cell, (cell,), other, cost[TURN]) for other in others)
            always = tuple(chain.from_iterable(turned))
        shots: dict[int, Move] = {}
        walkers: tuple[PathWalker | Lookout, ...] = ()
        steps = self.steps(unit_type, side, cell, forward) if MOVE in verbs else ()
        if ATTACK in verbs:
            strikes = self.strikes(unit_type, side, cell, forward)
            strike = self._striking(unit_type, cell, forward, cost[ATTACK])
            shots = dict(zip(strikes.shots, strike(strikes.shots), strict=True))
            if strikes.rays:
                steps = (*steps, RayStep(MovePattern(rays=strikes.rays), None, strike))
            if strikes.sights:
                walkers = (Lookout(strikes.sights, strike),)
        if ENTER in verbs:
            enter = partial(self.moves, ENTER, cell, facing=forward, cost=0)
            steps = (RayStep(self._entrance(unit_type, side), enter, None),)
        if MOVE in verbs:
            walkers += self.walkers(unit_type, side, forward)
        look = compile_rays(steps, cell, always, shots)
        return look, (shots, set_of(shots), walkers) if shots or walkers else None

    def _striking(
        self, unit_type: UnitTypeLike, cell: int, facing: int, cost: int
    ) -> Callable[[Sequence[int]], list[Move]]:
        """Return what makes the attacks of a type, or of a weapon made a type, from a cell."""
        if unit_type.word in self._context.ruleset.units:
            return partial(self.moves, ATTACK, cell, facing=facing, cost=cost)
        return partial(self._armed_attacks, unit_type, cell, facing, cost)

    def _armed_attacks(
        self, weapon: UnitTypeLike, source: int, facing: int, cost: int, targets: Sequence[int]
    ) -> list[Move]:
        """Return the one shared attack with a weapon on each of these cells."""
        known = self._marking.setdefault((weapon.word, (), False), {})
        word, limits = weapon.attack.weapon, self._context.limits.of[weapon.word]
        found = []
        for target in targets:
            key = ((facing + 1) * self._grid.cells + source) * self._grid.cells + target
            if key not in known:
                events = [*paid(source, cost, limits)]
                events += [Finished(source)] if self._one_by_one else []
                events.append(AnnouncedWith(source, target, word))
                known[key] = Move(ATTACK, source, target, facing, tuple(events), word)
            found.append(known[key])
        return found

    def _entrance(self, unit_type: UnitTypeLike, side: int) -> MovePattern:
        """Return the cells of the entry zone that a type's own ways to move could step on."""
        entry, ground = self._context.ruleset.turn.entry, self._context.grounds[side]
        assert entry is not None
        cells = (
            cell
            for cell in sorted(ground.zones[entry.zone])
            if all(kind.can_enter(ground, cell) for kind in unit_type.move)
        )
        return MovePattern(spots=tuple((OFF, cell) for cell in cells))

    def walkers(self, unit_type: UnitTypeLike, side: int, forward: int) -> tuple[PathWalker, ...]:
        """Return a type's ways to walk step by step, for one side and facing, made once."""
        key = (unit_type.word, side, forward)
        found = self._walkers.get(key)
        if found is None:
            found = self._walkers[key] = tuple(self._make_walkers(unit_type, side, forward))
        return found

    def _make_walkers(
        self, unit_type: UnitTypeLike, side: int, forward: int
    ) -> Iterator[PathWalker]:
        go = self._maker(MOVE, unit_type, side, forward)
        take = self._maker(TAKE, unit_type, side, forward)
        for kind in unit_type.move:
            pattern = kind.walk_pattern(self._context.grounds[side], forward)
            if pattern is not None:
                takes = takes_of(unit_type, kind) != "never"
                yield PathWalker(pattern, go, take if takes else None)

    def _maker(
        self, verb: str, unit_type: UnitTypeLike, side: int, facing: int
    ) -> Callable[[int, Sequence[int]], list[Move]]:
        """Return what makes the moves or takings of a type from a cell onto others."""
        cost = self._context.costs[unit_type.word].get(MOVE, 0)
        sets = self._context.markers.of_moving(unit_type.word)
        stirs = unit_type.word in self._context.stirring
        make = partial(self.moves, verb, facing=facing, cost=cost, sets=sets, stirs=stirs)
        if unit_type.promotes is None:
            return make
        return partial(self._promoting, make, self._context.promotions[unit_type.word, side])

    def _promoting(
        self,
        make: Callable[[int, Sequence[int]], list[Move]],
        promotions: Promotions,
        source: int,
        targets: Sequence[int],
    ) -> list[Move]:
        """Return the move to each of these cells, or one for each type the unit may become."""
        moves = zip(targets, make(source, targets), strict=True)
        return [one for to, move in moves for one in self._promoted(move, promotions.get(to, ()))]

    def _promoted(self, move: Move, types: tuple[str, ...]) -> tuple[Move, ...]:
        """Return the moves by which a unit that makes this one becomes one of these types."""
        if not types:
            return (move,)
        found = self._promotions.get((move, types))
        if found is None:
            found = self._promotions[move, types] = tuple(
                promoted(move, word, named=len(types) > 1, plain=self._is_plain(move.verb))
                for word in types
            )
        return found

    def moves(
        self,
        verb: str,
        source: int,
        targets: Sequence[int],
        facing: int,
        cost: int,
        sets: Marks = (),
        stirs: bool = False,
    ) -> list[Move]:
        """Return the one shared move to each of these cells, at this cost in actions.

        It ``sets`` these markers of the unit, and where it ``stirs``, no earlier position returns.
        """
        cells = self._grid.cells
        known = self._moves[verb]
        if sets or stirs:
            known = self._marking.setdefault((verb, sets, stirs), {})
        first = ((cost * (self._grid.ways + 1) + facing + 1) * cells + source) * cells
        unknown = [target for target in targets if first + target not in known]
        if unknown:
            for move in self._make(verb, source, unknown, facing, cost, sets, stirs):
                known[first + move.target] = move
                move.open = move.open or self._context.follows(move.target)
        return [known[first + target] for target in targets]

    def _one_move(
        self,
        verb: str,
        source: int,
        target: int,
        facing: int,
        cost: int,
        sets: Marks,
        stirs: bool,
    ) -> Move:
        return self.moves(verb, source, (target,), facing, cost, sets, stirs)[0]

    def _make(
        self,
        verb: str,
        source: int,
        targets: list[int],
        facing: int,
        cost: int,
        sets: Marks,
        stirs: bool,
    ) -> list[Move]:
        limits = self._limits_of(verb)
        plain = self._is_plain(verb)
        if plain and not self._one_by_one and not (sets and stirs):
            facings, at = self._facings, facing if self._facings > 1 else 0
            make = StirringMove if stirs else partial(self._unit_move, sets) if sets else UnitMove
            return [
                make(verb, source, target, facing, cost, limits, target * facings + at)
                for target in targets
            ]
        stirred = (Stirred(),) if stirs else ()
        return [
            self._make_by_events(verb, source, target, facing, cost, sets, stirred, plain=plain)
            for target in targets
        ]

    def _is_plain(self, verb: str) -> bool:
        """Return whether all of a move follows from itself, without plugins."""
        return verb in (MOVE, ENTER, TURN) or (verb == TAKE and self._context.takes_are_plain)

    def _unit_move(self, sets: Marks, *fields: Any) -> UnitMove:
        move = MarkingMove(*fields)
        move.sets, move.markers = sets, self._context.markers
        return move

    def _make_by_events(
        self,
        verb: str,
        source: int,
        target: int,
        facing: int,
        cost: int,
        sets: Marks,
        also: tuple[Event, ...],
        *,
        plain: bool,
    ) -> Move:
        events = [*paid(source, cost, self._limits_of(verb)), *also]
        events += marks_of_moving(self._context.markers, sets, source)
        if self._one_by_one:
            events.append(Finished(source))
        if verb == ATTACK:
            events.append(Announced(source, target))
        elif plain:
            events += UnitMove(verb, source, target, facing, 0, (), 0).events
        return Move(verb, source, target, facing, tuple(events))

    def _limits_of(self, verb: str) -> tuple[int, ...]:
        return self._context.limits.of[MOVE if verb == TAKE else verb]
