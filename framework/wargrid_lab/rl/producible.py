"""Every move that the sides of a ruleset could ever list, found from its rules, not by playing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from wargrid.core.moves import (
    ATTACK,
    CHOOSE,
    ENTER,
    MOVE,
    NO,
    NOWHERE,
    PLACE,
    READY,
    REMOVE,
    TAKE,
    TURN,
    YES,
    Deploy,
    Move,
)
from wargrid.core.patterns import MovePattern
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import CHOICE
from wargrid.core.tables import TOGETHER
from wargrid.engine.game import Game
from wargrid.engine.moves.paths import cells_of, find_reach, set_of, steps_of
from wargrid.engine.moves.patterns import takes_of
from wargrid.plugins.host import AT_LOAD, HOOKS
from wargrid.ruleset.units.tables import GO
from wargrid.text import catalog

_ASKING: Final = tuple(
    hook for hook in HOOKS
    if hook not in ("reshape", "may_step", "walls_drawn", "after_roll", "restricted_cells",
                    "forbid_move", "forbidden", "turncoats", *AT_LOAD)
)  # fmt: skip
"""The hooks whose results may ask a side for the cell of a unit."""


class Named(NamedTuple):
    """What the text of a move names; two legal moves of one position never name the same.

    ``source`` and ``target`` are cells or ``NOWHERE``. ``facing`` is that of a turn or a placing,
    since other moves do not name one; ``men`` are those of a placing.
    """

    verb: str
    source: int = NOWHERE
    target: int = NOWHERE
    facing: int = NOWHERE
    word: str = ""
    men: int = 0


def named(move: Move) -> Named:
    """Return what a move of a side names."""
    verb = move.verb
    if verb == CHOOSE:
        return Named(verb, word=move.word)
    facing = move.facing if verb in (TURN, PLACE) else NOWHERE
    men = move.men if isinstance(move, Deploy) else 0
    return Named(verb, move.source, move.target, facing, move.word, men)


def producible(game: Game) -> list[Named]:
    """Return all that moves of the sides could name, in an order that depends on the rules alone.

    Some never become legal: what else stands on the board is not considered.
    """
    found = set(_common(game))
    sides, types = range(len(game.sides)), game.ruleset.units.values()
    for side, unit_type in product(sides, types):
        found.update(_Unit(game, unit_type, side).moves())
    return sorted(found)


def _common(game: Game) -> Iterator[Named]:
    """Yield the moves that no unit makes by itself, and answers to questions."""
    yield named(game.end)
    if game.engine.has_claims:
        yield named(game.claim)
    yield from map(named, game.engine.abilities.every())
    yield from _answers(game)
    deploying = game.engine.deploying
    if deploying is not None:
        yield Named(READY)
        yield from (Named(REMOVE, target=cell) for cell in range(game.grid.cells))
        yield from (named(deploying.choice(army)) for army in deploying.rules.armies)
        for side in range(len(game.sides)):
            yield from map(named, deploying.placings(side))


def _answers(game: Game) -> Iterator[Named]:
    """Yield the answers that rules may offer: words, and any cell for a unit on any other."""
    asking = [asker for asker in game.engine.choices.questions if asker != CHOICE]
    if not asking and not any(map(game.plugins.implementing, _ASKING)):
        return
    cells = range(game.grid.cells)
    yield from (Named(ENTER, source, target) for source, target in product(cells, cells))
    if not asking:
        return
    texts = catalog("en").below(*(f"{asker}.answer." for asker in asking))
    own = (key.rpartition(".")[2] for key in texts)
    begins = (GO,) if TOGETHER in game.engine.choices.questions else ()
    yield from (Named(CHOOSE, word=word) for word in (YES, NO, *begins, *game.ruleset.units, *own))
    if game.plugins.implementing("choices"):
        yield from (Named(ATTACK, source, target) for source, target in product(cells, cells))


class _Unit:
    """A type of unit of one side, anywhere on the board."""

    def __init__(self, game: Game, unit_type: UnitTypeLike, side: int) -> None:
        self._game, self._type, self._side = game, unit_type, side
        self._verbs = game.engine.costs[unit_type.word]
        facings = game.grid.facings
        self._forwards = range(facings) if facings > 1 else (game.engine.forward[side],)

    def moves(self) -> Iterator[Named]:
        if MOVE in self._verbs:
            yield from self._walks()
        if TURN in self._verbs:
            cells, facings = range(self._game.grid.cells), range(self._game.grid.facings)
            yield from (Named(TURN, cell, cell, to) for cell, to in product(cells, facings))
        if self._game.ruleset.turn.entry is not None:
            for target in self._game.engine.tables.entrance(self._type, self._side).cells:
                yield from (Named(ENTER, cell, target) for cell in range(self._game.grid.cells))
        for forward, cell in product(self._forwards, range(self._game.grid.cells)):
            if MOVE in self._verbs:
                for pattern in self._patterns(cell, forward):
                    yield from self._ways(cell, pattern)
            if ATTACK in self._verbs:
                yield from self._strikes(cell, forward)

    def _patterns(self, cell: int, forward: int) -> Sequence[MovePattern]:
        return self._game.engine.tables.patterns(self._type, self._side, cell, forward)

    def _walks(self) -> Iterator[Named]:
        """Yield the moves of ways that go step by step, as on an empty board."""
        game, ground = self._game, self._game.engine.grounds[self._side]
        for kind, forward in product(self._type.move, self._forwards):
            pattern = kind.walk_pattern(ground, forward)
            if pattern is None:
                continue
            steps = steps_of(pattern.costs, pattern.points, pattern.halts)
            for cell in range(game.grid.cells):
                reached = 0
                for cells in find_reach(cell, steps, 0):
                    reached |= cells
                for target in cells_of(reached & ~set_of((cell,))):
                    yield from self._onto(MOVE, cell, target)
                    if takes_of(self._type, kind) != "never":
                        yield from self._onto(TAKE, cell, target)

    def _ways(self, cell: int, pattern: MovePattern) -> Iterator[Named]:
        """Yield the moves of a pattern, with any units on its cells."""
        if pattern.takes != "only":
            glided = (target for ray in pattern.glides.values() for target in ray)
            for target in {*pattern.cells, *glided}:
                yield from self._onto(MOVE, cell, target)
        if pattern.takes != "never":
            for target in pattern.cells:
                yield from self._onto(TAKE, cell, target)
        for each in pattern.conditional:
            yield from self._onto(TAKE if each.takes else MOVE, cell, each.target)

    def _onto(self, verb: str, cell: int, target: int) -> Iterator[Named]:
        """Yield a move, or one for each type that the unit may become on its target."""
        promotions = self._game.engine.promotions.get((self._type.word, self._side))
        types = () if promotions is None else promotions.of(cell, target)
        words = types if len(types) > 1 else ("",)
        yield from (Named(verb, cell, target, word=word) for word in words)

    def _strikes(self, cell: int, forward: int) -> Iterator[Named]:
        for striker in self._game.engine.weapons.get(self._type.word, (self._type,)):
            several = striker is not self._type
            word = striker.attack.weapon if several and striker.attack is not None else ""
            strikes = self._game.engine.tables.attack_pattern(striker, self._side, cell, forward)
            yield from (Named(ATTACK, cell, target, word=word) for target in strikes.struck())
