"""Deployment: the phase before the first turn in which each side places an army of its choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, compress, islice
from typing import TYPE_CHECKING, NamedTuple

from wargrid.core.events import Event, Placed, Readied, Withdrawn
from wargrid.core.moves import ARMY, PLACE, READY, REMOVE, Deploy, Move
from wargrid.core.patterns import Placement, cannot_enter
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.refusal import Reason
from wargrid.core.state import GONE
from wargrid.engine.context import GameContext
from wargrid.ruleset.wants import ANY

if TYPE_CHECKING:
    from wargrid.ruleset.board.deployment import Deployment


class Tally(NamedTuple):
    """A side's units on the board, and by type the bases it has placed and the men of each pool."""

    units: list[int]
    bases: dict[str, int]
    men: dict[str, int]


class PlaceableUnits(NamedTuple):
    """A type and a number of men, with the moves by which a side places such a base.

    ``most`` is the number of bases of the type, ``all_men`` of men in its ``pool``, that an army
    may have. ``cells`` are the targets of ``placings`` in the same order; offers for equal cells
    share them.
    """

    word: str
    pool: str
    men: int
    most: int
    all_men: int
    cells: tuple[int, ...]
    placings: tuple[Deploy, ...]


class DeploymentPhase:
    """The ``deploy`` section of one ruleset, made ready.

    One side after the other places units, takes them back, chooses a ready-made army, and declares
    itself ready; then everything is revealed and the game begins. A position belongs to this phase
    while no turn has begun and nothing is pending.
    """

    def __init__(self, context: GameContext, rules: Deployment, begin: Callable[[], Event]) -> None:
        """Prepare the phase; ``begin`` makes the first event after it."""
        self._context = context
        self._begin = begin
        self.rules = rules
        self._moves: dict[tuple[object, ...], Deploy] = {}
        self._offered: dict[int, tuple[PlaceableUnits, ...]] = {}
        self._cells: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._zones: dict[tuple[str, int], frozenset[int]] = {}
        self._pools = {word: contingent.of or word for word, contingent in rules.units.items()}
        self._choices = {word: Deploy(ARMY, word=word) for word in rules.armies}
        self._names = list(context.ruleset.sides)
        self._ready = Deploy(READY)
        self._removals = tuple(
            Deploy(REMOVE, cell, events=(Withdrawn(cell),)) for cell in range(context.grid.cells)
        )
        self._nothing = dict.fromkeys(rules.units, 0)
        self._armies = {
            (side, word): _by_cell(context.ruleset.army(word, context.grid, side))
            for side in range(len(context.sides))
            for word in self.armies(side)
        }
        self._needs = tuple(
            [(word, least) for word in self.types(side) if (least := rules.units[word].size.min)]
            for side in range(len(context.sides))
        )
        loses_without = any(ANY in victory.deciding for victory in context.ruleset.victory)
        self.least_units = tuple(
            max(rules.size.min, int(loses_without and bool(self.types(side))))
            for side in range(len(context.sides))
        )
        """The fewest units in an army of each side: one where a side without units loses."""

    def is_on(self, position: Position) -> bool:
        """Return whether a side deploys in this position."""
        return position.turn == 0 and position.pending is None and position.result is None

    def hides(self, position: Position) -> bool:
        """Return whether the board holds units that not all players may see."""
        return self.rules.hidden and self.is_on(position)

    def view(self, position: Position, side: int) -> Position:
        """Return the position as a side sees it: without the units that are hidden from it."""
        if not self.hides(position):
            return position
        return position.after(
            Withdrawn(placed.cell) for placed in position.standing() if placed.side != side
        )

    def reserves(self) -> list[tuple[int, UnitTypeLike]]:
        """Return side and type of every unit that any army could have."""
        types = self._context.ruleset.units
        return [
            (side, types[word])
            for side in range(len(self._context.sides))
            for word in self.rules.units
            for _ in range(self.most_bases(word, side))
        ]

    # What a side may do

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move of the side to deploy, placements first."""
        side = position.side
        had = self._tally(position)
        place, facings = position.place, position.roster.facings
        listed: list[Move] = []
        if self.rules.size.max is None or len(had.units) < self.rules.size.max:
            self._list_placings(position, had, listed)
        removals = self._removals
        listed += [removals[at // facings] for at in sorted([place[unit] for unit in had.units])]
        for word in self.armies(side):
            choice, army = self._choices[word], self._armies[side, word]
            if len(had.units) != len(army) or not self._stands(position, army):
                listed.append(choice)
        if next(self._unready(side, had), None) is None:
            listed.append(self._ready)
        return listed

    def _list_placings(self, position: Position, had: Tally, listed: list[Move]) -> None:
        seen: tuple[int, ...] = ()
        free: list[bool] = []
        bases_had, men_had = had.bases, had.men
        for word, pool, men, most, all_men, cells, placings in self._offers(position.side):
            if bases_had[word] < most and men_had[pool] + men <= all_men:
                # Sizes of one type follow each other and share their tuple of cells.
                if cells is not seen:
                    seen, free = cells, self._free(position, cells)
                # Thousands of moves, made once: picked by C, not by a loop.
                listed += compress(placings, free)

    def placing(
        self, side: int, word: str, men: int, cell: int, facing: int | None = None
    ) -> Deploy:
        """Return the shared move that places a unit, facing its side's forward by default."""
        towards = self._context.forward[side] if facing is None else facing
        key = (PLACE, side, word, men, cell, towards)
        found = self._moves.get(key)
        if found is None:
            events = (Placed(cell, side, word, men, towards),)
            found = self._moves[key] = Deploy(PLACE, cell, towards, events, word=word, men=men)
        return found

    def placings(self, side: int) -> Iterator[Deploy]:
        """Return every shared move by which a side could place a unit."""
        return chain.from_iterable(offer.placings for offer in self._offers(side))

    def removal(self, cell: int) -> Deploy:
        """Return the shared move that takes back the unit on a cell."""
        return self._removals[cell]

    def choice(self, army: str) -> Deploy:
        """Return the shared move that replaces the side's units by a ready-made army."""
        return self._choices.get(army) or Deploy(ARMY, word=army)

    @property
    def ready(self) -> Deploy:
        """The shared move that ends a side's deployment."""
        return self._ready

    def follow(self, position: Position, move: Move) -> Iterator[Event]:
        """Return the events of choosing an army or being ready."""
        side = position.side
        if isinstance(move, Deploy) and move.verb == ARMY:
            cells = sorted(position.cell_of(unit) for unit in position.units_of(side))
            yield from map(Withdrawn, cells)
            for cell, (word, men, facing) in self._armies[side, move.word].items():
                yield Placed(cell, side, word, men, facing)
        elif move.verb == READY:
            following = (side + 1) % len(self._context.sides)
            yield Readied(following)
            if following == 0:
                yield self._begin()

    # What limits it

    def armies(self, side: int) -> list[str]:
        """Return the ready-made armies that a side may choose."""
        own = (None, self._names[side])
        return [word for word, army in self.rules.armies.items() if army.side in own]

    def all_men(self, word: str, side: int) -> int:
        """Return the men that a side has for bases of a type."""
        return self.rules.units[self._pools[word]].men_of(self._names[side])

    def sizes(self, word: str) -> range:
        """Return the numbers of men with which a base of a type may be placed, full first."""
        full = self._context.ruleset.units[word].men
        return range(full, (self.rules.units[word].least_men or full) - 1, -1)

    def zone(self, word: str, side: int) -> frozenset[int]:
        """Return the cells of its zone on which a side may place units of a type."""
        found = self._zones.get((word, side))
        if found is None:
            ground, ways = self._context.grounds[side], self._context.ruleset.units[word].move
            open_cells = self._drawn(word, side) - ground.walls
            found = frozenset(cell for cell in open_cells if not cannot_enter(ways, ground, cell))
            self._zones[word, side] = found
        return found

    def types(self, side: int) -> list[str]:
        """Return the types that an army of a side may have: those it has a cell and men for."""
        return [w for w in self.rules.units if self.zone(w, side) and self.all_men(w, side)]

    def _drawn(self, word: str, side: int) -> frozenset[int]:
        return self._context.grounds[side].zones[self.rules.units[word].zone or self.rules.zone]

    def men_left(self, position: Position, word: str) -> int:
        """Return the men of a type that the side to deploy has not placed yet."""
        return self._left(self._tally(position), word, position.side)

    def _offers(self, side: int) -> tuple[PlaceableUnits, ...]:
        """Return what a side may place by type, then size, full first; made on first use."""
        found = self._offered.get(side)
        if found is None:
            found = self._offered[side] = tuple(
                self._offer(side, word, men)
                for word in self.types(side)
                for men in self.sizes(word)
            )
        return found

    def _offer(self, side: int, word: str, men: int) -> PlaceableUnits:
        placings = tuple(
            self.placing(side, word, men, cell, facing)
            for cell in sorted(self.zone(word, side))
            if self._kept_for(cell, side) in ("", word)
            for facing in self._facings(side)
        )
        pool, limit = self.pool(word), self.rules.units[word].size.max
        all_men = self.all_men(word, side)
        most = all_men if limit is None else limit
        targets = tuple(move.target for move in placings)
        cells = self._cells.setdefault(targets, targets)
        return PlaceableUnits(word, pool, men, most, all_men, cells, placings)

    def reasons(self, position: Position, move: Move) -> Iterator[Reason]:
        """Return the reasons why a move is not legal in this phase, the most specific first."""
        if not isinstance(move, Deploy):
            yield "deploying", {"side": self._context.ruleset.side_name(position.side)}
        elif move.verb == PLACE:
            yield from self._unplaceable(position, move)
        elif move.verb == READY:
            yield from self._unready(position.side, self._tally(position))
        elif move.verb == REMOVE:
            yield "deploy_no_unit", {"cell": self._context.grid.name(move.target)}
        elif move.word not in (known := self.armies(position.side)):
            yield "deploy_no_army", {"text": move.word, "known": ", ".join(known)}
        yield "deploy_same", {}

    def army_reasons(self, word: str, position: Position) -> Iterator[tuple[int | None, Reason]]:
        """Return why a ready-made army breaks the limits: for each cell, then what it lacks.

        ``position`` is an empty board with the army's side to deploy.
        """
        side = position.side
        for cell, (unit, men, facing) in self._armies[side, word].items():
            move = self.placing(side, unit, men, cell, facing)
            yield from ((cell, reason) for reason in islice(self._unplaceable(position, move), 1))
            if any(
                position.place[id_] == GONE for id_ in position.roster.units_of_type(side, unit)
            ):
                position = position.after(move.events)
        lacking = self._unready(side, self._tally(position))
        yield from ((None, reason) for reason in lacking)

    def _unplaceable(self, position: Position, move: Deploy) -> Iterator[Reason]:
        word, grid, side = move.word, self._context.grid, position.side
        if word not in self.rules.units:
            yield "deploy_type", {"text": word, "known": ", ".join(self.rules.units)}
            return
        unit: dict[str, object] = {"unit": self._context.ruleset.units[word].name}
        cell: dict[str, object] = {"cell": grid.name(move.target)}
        yield from self._outside(word, side, move.target)
        kept = self._kept_for(move.target, side)
        if kept not in ("", word):
            yield "deploy_kept", {**cell, "unit": self._context.ruleset.units[kept].name}
        if not all(self._free(position, (move.target,))):
            yield "deploy_occupied", cell
        sizes = self.sizes(word)
        if move.men not in sizes:
            yield "deploy_men", {**unit, "men": move.men, "least": sizes[-1], "most": sizes[0]}
        if move.facing not in self._facings(side):
            yield "deploy_facing", {"facing": self._context.facing_name(side)}
        yield from self._of_limits(self._tally(position), move, side)

    def _outside(self, word: str, side: int, target: int) -> Iterator[Reason]:
        grid, ground, zone = (
            self._context.grid,
            self._context.grounds[side],
            sorted(self.zone(word, side)),
        )
        unit: dict[str, object] = {"unit": self._context.ruleset.units[word].name}
        cell: dict[str, object] = {"cell": grid.name(target)}
        if target in zone:
            return
        if target in self._drawn(word, side):
            terrain = {"terrain": self._context.ruleset.terrains[ground.terrain[target]].name}
            yield (
                ("deploy_wall" if target in ground.walls else "deploy_barred"),
                {**unit, **cell, **terrain},
            )
        elif not zone:
            yield "deploy_nowhere", unit
        elif len(zone) == 1:
            yield "deploy_fixed", {**unit, **cell, "only": grid.name(zone[0])}
        else:
            yield "deploy_zone", {**cell, "first": grid.name(zone[0]), "last": grid.name(zone[-1])}

    def _of_limits(self, had: Tally, move: Deploy, side: int) -> Iterator[Reason]:
        word, men = move.word, move.men
        unit: dict[str, object] = {"unit": self._context.ruleset.units[word].name}
        most = self.rules.units[word].size.max
        if self.rules.size.max is not None and len(had.units) >= self.rules.size.max:
            yield "deploy_bases", {"most": self.rules.size.max}
        if most is not None and had.bases[word] >= most:
            yield "deploy_most", {**unit, "most": most}
        left = self._left(had, word, side)
        if left < men:
            yield "deploy_pool", {**unit, "men": men, "left": left}

    def _tally(self, position: Position) -> Tally:
        units, types = position.units_of(position.side), position.roster.types
        bases, men = self._nothing.copy(), self._nothing.copy()
        for unit in units:
            word = types[unit].word
            if word in bases:
                bases[word] += 1
                men[self._pools[word]] += position.men[unit]
        return Tally(units, bases, men)

    def _left(self, had: Tally, word: str, side: int) -> int:
        return self.all_men(word, side) - had.men[self.pool(word)]

    def _unready(self, side: int, had: Tally) -> Iterator[Reason]:
        for word, least in self._needs[side]:
            if had.bases[word] < least:
                unit = self._context.ruleset.units[word].name
                yield "deploy_lacks", {"unit": unit, "least": least}
        least = self.least_units[side]
        if len(had.units) < least:
            yield "deploy_few", {"least": least, "bases": len(had.units)}

    def _free(self, position: Position, cells: tuple[int, ...]) -> list[bool]:
        """Return for each cell whether the side that deploys sees no unit on it."""
        board = position.board
        if not self.hides(position):
            return [not board[cell] for cell in cells]
        own = position.roster.friendly[position.side]
        return [not own[board[cell]] for cell in cells]

    def _facings(self, side: int) -> tuple[int, ...]:
        free = self.rules.facing == "free"
        return tuple(range(self._context.grid.facings)) if free else (self._context.forward[side],)

    def _kept_for(self, cell: int, side: int) -> str:
        """Return the type that every army must place on this cell, or an empty string."""
        for word, contingent in self.rules.units.items():
            if contingent.size.min and self.zone(word, side) == {cell}:
                return word
        return ""

    def pool(self, word: str) -> str:
        """Return the type among whose men those of a type count."""
        return self._pools[word]

    def most_bases(self, word: str, side: int) -> int:
        """Return the most bases of a type in an army, by its limits, men and cells."""
        least = self.sizes(word)[-1]
        limits = (self.rules.size.max, self.rules.units[word].size.max, len(self.zone(word, side)))
        return min(
            self.all_men(word, side) // least,
            *(limit for limit in limits if limit is not None),
        )

    def most_units(self, side: int) -> int:
        """Return the most units in an army: those it must have, then the smallest."""
        types = self.types(side)
        cells = frozenset[int]().union(*(self.zone(word, side) for word in types))
        left = {pool: self.all_men(pool, side) for pool in self._pools.values()}
        bases = dict.fromkeys(types, 0)
        smallest = sorted(types, key=lambda word: self.sizes(word)[-1])
        wanted = [*self._needs[side], *((word, self.most_bases(word, side)) for word in smallest)]
        for word, most in wanted:
            pool, men = self._pools[word], self.sizes(word)[-1]
            more = min(most - bases[word], left[pool] // men)
            bases[word] += more
            left[pool] -= more * men
        return min(sum(bases.values()), len(cells), self.rules.size.max or len(cells))

    def _stands(self, position: Position, army: dict[int, tuple[str, int, int]]) -> bool:
        """Return whether the side to deploy has each of these units on its cell."""
        own, board = position.roster.friendly[position.side], position.board
        for cell, (word, men, facing) in army.items():
            unit = board[cell]
            if (
                not own[unit]
                or men != position.men[unit]
                or facing != position.facing_of(unit)
                or word != position.roster.words[unit]
            ):
                return False
        return True


def _by_cell(placements: Iterable[Placement]) -> dict[int, tuple[str, int, int]]:
    ordered = sorted(placements, key=lambda placed: placed.cell)
    return {placed.cell: (placed.type.word, placed.men, placed.facing) for placed in ordered}
