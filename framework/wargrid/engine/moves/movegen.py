"""Move generation: the moves of every type from every place, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from wargrid.core.grid import OFF
from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Move
from wargrid.core.patterns import MovePattern
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.context import GameContext
from wargrid.engine.moves.conditions import ConditionalEntries, Conditions, add_conditional
from wargrid.engine.moves.making import MoveFactories, MoveShape
from wargrid.engine.moves.paths import Occupied, PathWalker, foes_in, occupied, set_of
from wargrid.engine.moves.patterns import Patterns, takes_of
from wargrid.engine.moves.rays import CellTest, RayStep, RayTests, compile_rays
from wargrid.engine.moves.sight import SightedAttacks
from wargrid.engine.promotion import Promotions

PlaceEntry: TypeAlias = tuple[
    CellTest | None, tuple[dict[int, Move], int, tuple[PathWalker | SightedAttacks, ...]] | None
]
"""What a type may do at one place: the first look and, if there are any, shots (by cell the attack
on an enemy there) with the set of their cells, and walkers, of which a lookout only attacks."""


UNMADE: Final = CellTest(RayTests((0,), None), 0, None)
"""The first look of a place whose entry no list has needed yet: all that it leads to is unset."""


class Entries:
    """A type's entries by place, each made when a list first needs it; the last is for ``GONE``.

    ``guards`` are its moves with conditions, or None if it never has any.
    """

    __slots__ = ("_make", "guards", "made")

    def __init__(
        self,
        make: Callable[[int], PlaceEntry],
        places: int,
        guards: ConditionalEntries | None = None,
    ) -> None:
        self._make = make
        self.made: list[PlaceEntry] = [*[(UNMADE, None)] * places, (None, None)]
        self.guards = guards

    def at(self, place: int) -> PlaceEntry:
        """Make and return the entry of a place."""
        entry = self.made[place] = self._make(place)
        return entry

    def forget(self) -> None:
        """Forget what was made; rows of units, which hold the same list, make it again."""
        self.made[:-1] = [(UNMADE, None)] * (len(self.made) - 1)
        if self.guards is not None:
            self.guards.forget()

    def row(self, unit: int, foes: tuple[bool, ...]) -> UnitRow:
        """Return the row of a unit, for which ``foes`` are by unit id those that it may strike."""
        return unit, self.made, foes, self


MakeOnto: TypeAlias = Callable[[int, Sequence[int]], list[Move]]
"""Returns the moves of a type from a cell onto others."""

UnitRow: TypeAlias = tuple[int, list[PlaceEntry], tuple[bool, ...], Entries]
"""A unit, its entries by place, by unit id whether it may strike or take another, and ``Entries``
once more as a whole."""

UnitRows: TypeAlias = tuple[UnitRow, ...]
"""Each unit that may still act."""


def generate(position: Position, row: UnitRows) -> list[Move]:
    """Return the moves of the units of a row, found by looking at cells around each of them."""
    board, place = position.board, position.place
    out: list[Move] = []
    seen: Occupied | None = None
    # The innermost loop of all games: every question that load could answer is answered by where a
    # look leads, so that a cell costs one read of the board and one branch.
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
        # Sets of cells are made once a list, and only if a unit that walks is among them.
        if walkers and seen is None:
            # Effects let units attack in turns of others: the side to act may be another.
            seen = occupied(position, position.roster.owners[unit])
        if seen is None or struck & seen.others:
            for cell in shots:
                if board[cell] and foes[board[cell]]:
                    out.append(shots[cell])
        if seen is not None:
            for walker in walkers:
                out += walker.moves(seen, place[unit] // position.roster.facings, foes)
    return out


UnitSets: TypeAlias = tuple[int, int, int, int]
"""A unit and three sets of cells: where it may move to, what it may take, what it may attack."""


def generate_sets(position: Position, row: UnitRows) -> list[UnitSets] | None:
    """Return what ``generate`` lists, as sets of cells; None if a unit moves along lines."""
    board, place = position.board, position.place
    seen, facings = occupied(position, position.side), position.roster.facings
    out: list[UnitSets] = []
    for unit, made, foes, entries in row:
        at = place[unit]
        look, more = made[at]
        if look is UNMADE:
            look, more = entries.at(at)
        if look is not None:
            return None
        if more is None:
            continue
        _, struck, walkers = more
        free = taken = 0
        attacked = struck & seen.others
        if attacked:
            attacked = foes_in(attacked, board, foes)
        for walker in walkers:
            if isinstance(walker, PathWalker):
                walks, takes = walker.sets(seen, at // facings, foes)
                free |= walks
                taken |= takes
            else:
                attacked |= walker.attacked(seen, at // facings, foes)
        if free or taken or attacked:
            out.append((unit, free, taken, attacked))
    return out


def generate_all(position: Position, row: UnitRows) -> list[Move]:
    """Return the moves of the units of a row, those with conditions after the others."""
    out = generate(position, row)
    add_conditional(position, row, out)
    return out


class MoveTables(Patterns):
    """The moves of one game, made once and shared, and the entries that list them."""

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self.repeats = False
        self._makers = MoveFactories(context)
        self._makers.share_with(self._forget)
        self.conditions = Conditions(context, self, self._makers)
        self._ways: dict[tuple[str, int, int], tuple[MakeOnto, MakeOnto]] = {}
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

    def _forget(self) -> None:
        """Forget all entries and walks, which are made again where lists need them."""
        for entries in self._entries.values():
            entries.forget()
        for walkers in self._walkers.values():
            for walker in walkers:
                walker.forget()

    def targets(self, position: Position, unit: int) -> list[int]:
        """Return the cells that a unit on the board could attack now if it had no limits."""
        return list(dict.fromkeys(move.target for move in self.attacks(position, unit)))

    def attacks(self, position: Position, unit: int, joins: bool = False) -> list[Move]:
        """Return the attacks that a unit on the board could make now if it had no limits.

        Its side need not be the one to act. The attacks with each of several weapons come in the
        order of the ruleset. What attacks use up is not asked for. If it ``joins`` another unit,
        attacks count that it could not make alone.
        """
        roster = position.roster
        owner = roster.owners[unit]
        strikers = self._context.weapons.get(roster.words[unit], (roster.types[unit],))
        rows = [
            self.entries(striker, owner, (ATTACK,)).row(unit, roster.foes_for(owner, striker))
            for striker in strikers
        ]
        moves, gate = generate(position, tuple(rows)), self._context.gate
        if gate is None:
            return moves
        allowed: list[Move] = (gate.joining if joins else gate.allowed)(position, moves)
        return allowed

    def steps(
        self, unit_type: UnitTypeLike, side: int, cell: int, forward: int
    ) -> tuple[RayStep, ...]:
        """Return the ways in which a type may move from a cell, facing ``forward``."""
        ways = self._ways_of(unit_type, side, forward)
        go, take = partial(ways[0], cell), partial(ways[1], cell)
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
        always = tuple(self._turns(unit_type, cell, facing)) if TURN in verbs else ()
        shots: dict[int, Move] = {}
        walkers: tuple[PathWalker | SightedAttacks, ...] = ()
        steps = self.steps(unit_type, side, cell, forward) if MOVE in verbs else ()
        if ATTACK in verbs:
            strikes = self.attack_pattern(unit_type, side, cell, forward)
            strike = partial(self._makers.striking(unit_type, forward).moves, cell)
            shots = dict(zip(strikes.shots, strike(strikes.shots), strict=True))
            if strikes.rays:
                steps = (*steps, RayStep(MovePattern(rays=strikes.rays), None, strike))
            if strikes.sights:
                walkers = (SightedAttacks(strikes.sights, strike),)
            if strikes.lanes:
                lanes = tuple((target, (between,)) for target, between in strikes.lanes)
                walkers += (SightedAttacks(lanes, strike, past_friends=True),)
        if ENTER in verbs:
            enter = partial(self._makers.of(MoveShape(ENTER, forward, 0)).moves, cell)
            steps = (RayStep(self.entrance(unit_type, side), enter, None),)
        if MOVE in verbs:
            walkers += self.walkers(unit_type, side, forward)
            if len(unit_type.move) > 1 and not self.repeats:
                self.repeats = _meet(steps, walkers, cell)
        look = compile_rays(steps, cell, always, shots)
        return look, (shots, set_of(shots), walkers) if shots or walkers else None

    def _turns(self, unit_type: UnitTypeLike, cell: int, facing: int) -> Iterator[Move]:
        """Yield the turns of a type on a cell to each other facing."""
        cost = self._context.costs[unit_type.word][TURN]
        for other in range(self._grid.facings):
            if other != facing:
                yield from self._makers.of(MoveShape(TURN, other, cost)).moves(cell, (cell,))

    def entrance(self, unit_type: UnitTypeLike, side: int) -> MovePattern:
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
        go, take = self._ways_of(unit_type, side, forward)
        for kind in unit_type.move:
            pattern = kind.walk_pattern(self._context.grounds[side], forward)
            if pattern is not None:
                takes = takes_of(unit_type, kind) != "never"
                yield PathWalker(pattern, go, take if takes else None)

    def _ways_of(
        self, unit_type: UnitTypeLike, side: int, facing: int
    ) -> tuple[MakeOnto, MakeOnto]:
        """Return what makes the moves of a type that end with a facing, and what its takings."""
        key = (unit_type.word, side, facing)
        found = self._ways.get(key)
        if found is None:
            go: MakeOnto = self._makers.moving(MOVE, unit_type, facing).moves
            take: MakeOnto = self._makers.moving(TAKE, unit_type, facing).moves
            if unit_type.promotes is not None:
                promotions = self._context.promotions[unit_type.word, side]
                go = partial(self._promoting, go, promotions)
                take = partial(self._promoting, take, promotions)
            found = go, take
            self._ways[key] = found
        return found

    def _promoting(
        self, make: MakeOnto, promotions: Promotions, source: int, targets: Sequence[int]
    ) -> list[Move]:
        """Return the move to each of these cells, or one for each type the unit may become."""
        moves = make(source, targets)
        return [one for move in moves for one in self._makers.promoted(move, promotions)]


def _meet(steps: Sequence[RayStep], walkers: Iterable[object], cell: int) -> bool:
    """Return whether two ways to move from a cell may lead to one cell and take alike."""
    ways = [_ends_of(step) for step in steps]
    for walker in walkers:
        if isinstance(walker, PathWalker):
            reached = [move.target for move in walker.reach(cell)]
            ways.append({(end, OFF) for end in reached})
            ways.append({(end, end) for end in reached if walker.takes})
    return len(set().union(*ways)) < sum(map(len, ways))


def _ends_of(step: RayStep) -> set[tuple[int, int]]:
    """Return where a way to move may end, each with the cell whose unit it takes, or ``OFF``."""
    pattern = step.pattern
    ends = {(each.target, each.taken) for each in pattern.conditional}
    if step.go is not None:
        ends |= {(end, OFF) for end in pattern.ends()}
    if step.take is not None:
        lines = (*pattern.rays, *(hop[1:] for hop in pattern.hops))
        ends |= {(end, end) for line in lines for end in line}
        ends |= {(end, end) for _, end in pattern.spots}
    return ends
