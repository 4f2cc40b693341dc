"""Deployment: the phase before the first turn in which each side places an army of its choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from wargrid.core import (
    ARMY,
    FACINGS,
    GONE,
    PLACE,
    READY,
    REMOVE,
    Deploy,
    Event,
    Placed,
    Readied,
    Withdrawn,
    cannot_enter,
)

if TYPE_CHECKING:
    from wargrid.core import Move, Placement, Position, Reason, UnitTypeLike
    from wargrid.engine.context import GameContext
    from wargrid.ruleset import Deployment


class Tally(NamedTuple):
    """The bases a side has placed, in all and by type, and its men by pool."""

    bases: int
    of_type: Counter[str]
    men: Counter[str]


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
        self._placeable: dict[tuple[int, str, int], tuple[Deploy, ...]] = {}
        self._zones: dict[tuple[str, int], frozenset[int]] = {}
        self._ready = Deploy(READY)
        self._armies = {
            (side, word): _by_cell(context.ruleset.army(word, context.grid, side))
            for word in rules.armies
            for side in range(len(context.sides))
        }

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
        listed: list[Move] = []
        for word in self.types(side):
            for men in self.sizes(word):
                if next(self._of_limits(had, word, men), None) is None:
                    listed += self._placings(position, word, men)
        listed += [self.removal(cell) for cell in self._cells_of(position, side)]
        listed += [
            self.choice(word) for word in self.rules.armies if not self._stands(position, word)
        ]
        return [*listed, self._ready] if next(self._unready(position), None) is None else listed

    def placing(
        self, side: int, word: str, men: int, cell: int, facing: int | None = None
    ) -> Deploy:
        """Return the shared move that places a unit, facing its side's forward by default."""
        towards = self._context.sides[side].forward if facing is None else facing
        key = (PLACE, side, word, men, cell, towards)
        found = self._moves.get(key)
        if found is None:
            events = (Placed(cell, side, word, men, towards),)
            found = self._moves[key] = Deploy(PLACE, cell, towards, events, word=word, men=men)
        return found

    def removal(self, cell: int) -> Deploy:
        """Return the shared move that takes back the unit on a cell."""
        key = (REMOVE, cell)
        return self._moves.get(key) or self._moves.setdefault(
            key, Deploy(REMOVE, cell, events=(Withdrawn(cell),))
        )

    def choice(self, army: str) -> Deploy:
        """Return the shared move that replaces the side's units by a ready-made army."""
        key = (ARMY, army)
        return self._moves.get(key) or self._moves.setdefault(key, Deploy(ARMY, word=army))

    @property
    def ready(self) -> Deploy:
        """The shared move that ends a side's deployment."""
        return self._ready

    def follow(self, position: Position, move: Move) -> Iterator[Event]:
        """Return the events of choosing an army or being ready."""
        side = position.side
        if isinstance(move, Deploy) and move.verb == ARMY:
            yield from (Withdrawn(cell) for cell in self._cells_of(position, side))
            for cell, (word, men, facing) in self._armies[side, move.word].items():
                yield Placed(cell, side, word, men, facing)
        elif move.verb == READY:
            following = (side + 1) % len(self._context.sides)
            yield Readied(following)
            if following == 0:
                yield self._begin()

    # What limits it

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
        """Return the types that an army of a side may have: those that it has a cell for."""
        return [word for word in self.rules.units if self.zone(word, side)]

    def _drawn(self, word: str, side: int) -> frozenset[int]:
        return self._context.grounds[side].zones[self.rules.units[word].zone or self.rules.zone]

    def men_left(self, position: Position, word: str) -> int:
        """Return the men of a type that the side to deploy has not placed yet."""
        return self._left(self._tally(position), word)

    def reasons(self, position: Position, move: Move) -> Iterator[Reason]:
        """Return the reasons why a move is not legal in this phase, the most specific first."""
        if not isinstance(move, Deploy):
            yield "deploying", {"side": self._context.ruleset.side_name(position.side)}
        elif move.verb == PLACE:
            yield from self._unplaceable(position, move)
        elif move.verb == READY:
            yield from self._unready(position)
        elif move.verb == REMOVE:
            yield "deploy_nobody", {"cell": self._context.grid.name(move.target)}
        elif move.word not in self.rules.armies:
            yield "deploy_no_army", {"text": move.word, "known": ", ".join(self.rules.armies)}
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
        yield from ((None, reason) for reason in self._unready(position))

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
        if self._is_occupied(position, move.target):
            yield "deploy_occupied", cell
        sizes = self.sizes(word)
        if move.men not in sizes:
            yield "deploy_men", {**unit, "men": move.men, "least": sizes[-1], "most": sizes[0]}
        if move.facing not in self._facings(side):
            yield "deploy_facing", {"facing": FACINGS[self._context.sides[side].forward]}
        yield from self._of_limits(self._tally(position), word, move.men)

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

    def _of_limits(self, had: Tally, word: str, men: int) -> Iterator[Reason]:
        unit: dict[str, object] = {"unit": self._context.ruleset.units[word].name}
        most = self.rules.units[word].bases.max
        if self.rules.size.max is not None and had.bases >= self.rules.size.max:
            yield "deploy_bases", {"most": self.rules.size.max}
        if most is not None and had.of_type[word] >= most:
            yield "deploy_most", {**unit, "most": most}
        left = self._left(had, word)
        if left < men:
            yield "deploy_pool", {**unit, "men": men, "left": left}

    def _tally(self, position: Position) -> Tally:
        units = position.units_of(position.side)
        words = [position.type_of(unit).word for unit in units]
        men: Counter[str] = Counter()
        for unit, word in zip(units, words, strict=True):
            men[self.pool(word) if word in self.rules.units else word] += position.men[unit]
        return Tally(len(units), Counter(words), men)

    def _left(self, had: Tally, word: str) -> int:
        pool = self.pool(word)
        return self.rules.units[pool].men - had.men[pool]

    def _unready(self, position: Position) -> Iterator[Reason]:
        units = position.units_of(position.side)
        have = Counter(position.type_of(unit).word for unit in units)
        for word in self.types(position.side):
            least = self.rules.units[word].bases.min
            if have[word] < least:
                yield (
                    "deploy_lacks",
                    {"unit": self._context.ruleset.units[word].name, "least": least},
                )
        if len(units) < self.rules.size.min:
            yield "deploy_few", {"least": self.rules.size.min, "bases": len(units)}

    def _placings(self, position: Position, word: str, men: int) -> Iterator[Deploy]:
        key = (position.side, word, men)
        found = self._placeable.get(key)
        if found is None:
            found = self._placeable[key] = tuple(self._all_placings(*key))
        return (move for move in found if not self._is_occupied(position, move.target))

    def _is_occupied(self, position: Position, cell: int) -> bool:
        """Return whether the side that deploys sees a unit on a cell."""
        unit = position.board[cell]
        own = unit > 0 and position.side_of(unit) == position.side
        return own or (unit != 0 and not self.hides(position))

    def _all_placings(self, side: int, word: str, men: int) -> Iterator[Deploy]:
        for cell in sorted(self.zone(word, side)):
            if self._kept_for(cell, side) in ("", word):
                yield from (
                    self.placing(side, word, men, cell, facing) for facing in self._facings(side)
                )

    def _facings(self, side: int) -> tuple[int, ...]:
        free = self.rules.facing == "free"
        return (
            tuple(range(self._context.grid.facings))
            if free
            else (self._context.sides[side].forward,)
        )

    def _kept_for(self, cell: int, side: int) -> str:
        """Return the type that every army must place on this cell, or an empty string."""
        for word, contingent in self.rules.units.items():
            if contingent.bases.min and self.zone(word, side) == {cell}:
                return word
        return ""

    def pool(self, word: str) -> str:
        """Return the type among whose men those of a type count."""
        return self.rules.units[word].of or word

    def most_bases(self, word: str, side: int) -> int:
        """Return the most bases of a type in an army, by its limits, men and cells."""
        least = self.sizes(word)[-1]
        limits = (self.rules.size.max, self.rules.units[word].bases.max, len(self.zone(word, side)))
        return min(
            self.rules.units[self.pool(word)].men // least,
            *(limit for limit in limits if limit is not None),
        )

    def _cells_of(self, position: Position, side: int) -> list[int]:
        return sorted(position.cell_of(unit) for unit in position.units_of(side))

    def _stands(self, position: Position, army: str) -> bool:
        """Return whether the side to deploy has exactly this army."""
        wanted = self._armies[position.side, army]
        units = position.units_of(position.side)
        if {position.cell_of(unit) for unit in units} != wanted.keys():
            return False
        own = map(position.at, wanted)
        return {s.cell: (s.type.word, s.men, s.facing) for s in own} == wanted


def _by_cell(placements: Iterable[Placement]) -> dict[int, tuple[str, int, int]]:
    ordered = sorted(placements, key=lambda placed: placed.cell)
    return {placed.cell: (placed.type.word, placed.men, placed.facing) for placed in ordered}
