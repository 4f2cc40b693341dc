"""The engine of one game: what the packages of Wargrid ask beyond what ``Game`` shows.

It is one class in three files. What holds in every position is in ``context.py``, moves and turns
are in ``flow.py``; here are positions built by hand, checked moves and the reasons of refusals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from wargrid.core.carrying import take_aboard
from wargrid.core.events import Passed
from wargrid.core.moves import Move
from wargrid.core.patterns import Placement
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.refusal import Refusal
from wargrid.core.roster import Roster
from wargrid.engine.flow import CHANCE, Flow
from wargrid.engine.refusals import RefusalFinder
from wargrid.engine.search import SearchView
from wargrid.engine.setup.building import PositionBuilder

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugins
    from wargrid.ruleset.models import Ruleset


class Engine(Flow):
    """The rules at work; ``Flow`` and ``GameContext`` describe its attributes.

    ``roster`` has the units that the game begins with, ``search`` is the game as computer players
    search it, and ``game`` is the game that this engine plays.
    """

    game: Any = None

    def __init__(self, ruleset: Ruleset, plugins: Plugins) -> None:
        super().__init__(ruleset, plugins)
        self._setup = ruleset.placements(self.grid)
        self._unit_marks = ruleset.unit_marks(self.grid) if ruleset.deploy is None else []
        begun: list[tuple[int, UnitTypeLike]] = [(unit.side, unit.type) for unit in self._setup]
        begun += [] if self.deploying is None else self.deploying.reserves()
        self._aboard = ruleset.units_aboard(self.grid) if ruleset.deploy is None else []
        sides = {unit.cell: unit.side for unit in self._setup}
        begun += [(sides[cell], ruleset.units[word]) for cell, word in self._aboard]
        self._builder = PositionBuilder(self, self._roster_rules, begun)
        self.roster = self._builder.roster
        self.search: SearchView = SearchView(self)

    def start(self) -> Position:
        """Return the position before the first move of a side or of chance."""
        position = self.position_with(self._setup)
        for cell, word in self._aboard:
            take_aboard(position, cell, word)
        marks = [self.markers[word].mark(cell, value) for word, cell, value in self._unit_marks]
        begun = self.begun(position.after(marks) if marks else position)
        return self.with_outcome(begun, first=False)

    # Reasons

    def refusal(self, position: Position, move: Move) -> Refusal:
        """Return the reason why an illegal move is refused; use ``why_not`` for any other move."""
        return RefusalFinder(self).why_not(position, move)

    def why_stuck(self, position: Position, cell: int) -> Refusal | None:
        """Return why a unit cannot go anywhere; None if it may not move any more in this turn."""
        return RefusalFinder(self).why_stuck(position, cell)

    # What a side sees

    def view(self, position: Position, side: int) -> Position:
        """Return the position as a side sees it, without a hidden deployment of the other.

        A number that is no side's gives what all players see.
        """
        return position if self.deploying is None else self.deploying.view(position, side)

    def hides(self, position: Position) -> bool:
        """Return whether the board holds units that not all players may see."""
        return self.deploying is not None and self.deploying.hides(position)

    # Building positions by hand

    def position_with(
        self,
        placements: Iterable[Placement],
        *,
        side: int = 0,
        turn: int = 0,
        walls: Iterable[int] = (),
    ) -> Position:
        """Return a position with these units, ``side`` to act, and nothing used or pending.

        ``walls`` are added to those of the terrain. Ids follow the order of ``placements`` within
        each side and type.
        """
        position = self._builder.position(list(placements), walls)
        position.side = side
        position.budget = self.budget
        position.turn = turn
        return position

    def with_outcome(self, position: Position, *, first: bool = True) -> Position:
        """Return the position, with the result if the side to act is stuck and that ends the game.

        ``first`` marks it as the first of its turn if it can be.
        """
        if first and self.may_begin_turn(position):
            position = position.after([Passed(self._identity.fingerprint(position))])
        if (
            self.asks_stuck
            and self.to_act(position) not in (None, CHANCE)
            and not self.has_move(position)
        ):
            over = position.copy()
            self.check_victory("stuck", over, None)
            return over
        return position

    def begun(self, position: Position) -> Position:
        """Return the game begun from a position in which nothing has happened yet.

        Walls are drawn, armies deployed, the first turn rolled for or begun, as the rules say.
        """
        position = position.after(self._opening.before(position))
        if position.turn:
            self._begin_turn(position, None)
        return position

    # Questions of rules and tools

    def __deepcopy__(self, memo: object) -> Engine:
        """Return the engine itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game, so that a copy is the engine of the game's copy."""
        return _engine_of, (self.game,)

    def roster_of(
        self, units: Iterable[tuple[int, str]], begun_with: frozenset[tuple[int, str]]
    ) -> Roster:
        """Return the roster of these units, each a side and a type, if sides begin with some."""
        typed = [(side, self._roster_rules.types[word]) for side, word in units]
        found = Roster(self._roster_rules, typed, begun_with)
        own = self.roster
        return own if found.is_like(own) else found.interned()

    def find_legal_move(self, position: Position, move: Move) -> Move | None:
        """Return the game's own move that equals ``move``, or None if it is not legal."""
        moves = self.moves(position)
        for legal in moves:  # most often the move itself: quicker to find than an equal one
            if legal is move:
                return move
        key = move.key
        return next((legal for legal in moves if legal.key == key), None)

    def pseudo_legal_moves(self, position: Position) -> list[Move]:
        """Return the moves of the side to act, including those that lead into check."""
        return self.rows.moves(position)


def _engine_of(game: Any) -> Engine:
    found: Engine = game.engine
    return found
