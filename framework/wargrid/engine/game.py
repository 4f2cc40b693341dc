"""The game: a ruleset with its plugins, made ready to play on its board.

This is the last third of ``Game``: starts, checked moves, reasons, odds, what a side may see. Moves
and turns are in ``flow.py``, what holds in every position in ``context.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from wargrid.core.events import Event, Passed
from wargrid.core.moves import Move
from wargrid.core.patterns import Placement
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.core.roster import Roster
from wargrid.core.state import Result
from wargrid.engine.flow import CHANCE, Flow
from wargrid.engine.odds import Odds, outcomes
from wargrid.engine.refusals import RefusalFinder
from wargrid.engine.search import SearchView
from wargrid.engine.setup.building import PositionBuilder

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugins
    from wargrid.ruleset.models import Ruleset


class Game(Flow):
    """A ruleset made ready to play; ``Flow`` and ``GameContext`` describe its other attributes.

    ``name`` is the ruleset's, ``source_text`` all of it as one YAML text. ``files`` are the files
    it was read from: its own first, then those it extends and its scenario; none if it was read
    from a text. ``recipe`` is what the loader makes it from again, ``search`` the game as computer
    players search it.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        plugins: Plugins,
        *,
        name: str = "",
        source: Callable[[], str] = str,
        files: Sequence[Path] = (),
        recipe: Any = None,
    ) -> None:
        super().__init__(ruleset, plugins)
        self.name = name
        self.files = tuple(files)
        self.recipe = recipe
        self._source_text = cache(source)
        self._start = cache(self._begun)
        self._setup = ruleset.placements(self.grid)
        self._unit_marks = ruleset.unit_marks(self.grid) if ruleset.deploy is None else []
        begun: list[tuple[int, UnitTypeLike]] = [(unit.side, unit.type) for unit in self._setup]
        begun += [] if self.deploying is None else self.deploying.reserves()
        self._builder = PositionBuilder(self, self._roster_rules, begun)
        self.roster = self._builder.roster
        self.search: SearchView = SearchView(self)

    @property
    def source_text(self) -> str:
        """The whole ruleset as one YAML text, written on first use."""
        return self._source_text()

    # Questions of players

    def start(self) -> Position:
        """Return the position before the first move of a side or of chance.

        >>> game.start().turn, game.start().side
        (1, 0)
        """
        return self._start().copy()

    def _begun(self) -> Position:
        position = self.position_with(self._setup)
        marks = [self.markers[word].mark(cell, value) for word, cell, value in self._unit_marks]
        begun = self.begun(position.after(marks) if marks else position)
        return self.with_outcome(begun, first=False)

    def why_not(self, position: Position, move: Move) -> Refusal | None:
        """Return None if the move is legal, else the reason why it is not.

        >>> game.why_not(position, move) is None
        True
        >>> game.why_not(position, read_move(game, position, "e2-e4")).code
        'out_of_reach'
        """
        return None if self.find_legal_move(position, move) else self.refusal(position, move)

    def refusal(self, position: Position, move: Move) -> Refusal:
        """Return the reason why an illegal move is refused; use ``why_not`` for any other move."""
        return RefusalFinder(self).why_not(position, move)

    def why_stuck(self, position: Position, cell: int) -> Refusal | None:
        """Return why a unit cannot go anywhere; None if it may not move any more in this turn."""
        return RefusalFinder(self).why_stuck(position, cell)

    def play(self, position: Position, move: Move) -> tuple[Position, list[Event]]:
        """Check and make a move; ``position`` does not change.

        Raises:
            IllegalMove: the move is not legal; the error carries the refusal.
            PluginError: a plugin failed.

        >>> after, events = game.play(position, move)
        >>> [event.name for event in events]
        ['spent', 'moved']
        """
        legal = self.find_legal_move(position, move)
        if legal is None:
            raise IllegalMove(self.refusal(position, move))
        events_out: list[Event] = []
        return self.step(position, legal, events_out), events_out

    def odds(self, position: Position, move: Move) -> Odds:
        """Return the exact probabilities of a legal move's outcomes, up to the end of its attack.

        Raises:
            IllegalMove: the move is not legal.

        >>> odds = game.odds(close, attack)
        >>> odds.eliminated(game.grid.cell("d6"))
        Fraction(1, 16)
        """
        after, events = self.play(position, move)
        return Odds(position, tuple(outcomes(after, events, self.chances, self.step)))

    def view(self, position: Position, side: int) -> Position:
        """Return the position as a side sees it, without a hidden deployment of the other.

        A number that is no side's gives what all players see.
        """
        return position if self.deploying is None else self.deploying.view(position, side)

    def hides(self, position: Position) -> bool:
        """Return whether the board holds units that not all players may see."""
        return self.deploying is not None and self.deploying.hides(position)

    def result(self, position: Position) -> Result | None:
        """Return the winner and the reason, or None while the game goes on.

        >>> game.result(position) is None
        True
        """
        return position.result

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

        >>> alone = game.position_with([])
        >>> game.moves(alone) == [game.end]
        True
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
            position = position.after([Passed(self._identity.mark(position))])
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

        >>> game.begun(game.position_with([])).turn
        1
        """
        position = position.after(self._opening.before(position))
        if position.turn:
            self._begin_turn(position, None)
        return position

    def sample(self, position: Position, rng: Random) -> Move:
        """Return a random legal move: one of equal chances, of chance with its own probability.

        ``rng`` is anything with a method ``random`` that returns a number from [0, 1).

        Raises:
            ValueError: the game is over.

        >>> game.sample(position, Random(1)) in game.moves(position)
        True
        """
        if self.to_act(position) == CHANCE:
            return self.draw(position, rng.random())
        moves = self.moves(position)
        if not moves:
            raise ValueError("The game is over, so that there is no move left.")
        return moves[int(rng.random() * len(moves))]

    # Questions of rules and tools

    def __deepcopy__(self, memo: object) -> Game:
        """Return the game itself, which never changes."""
        return self

    def roster_of(
        self, units: Iterable[tuple[int, str]], begun_with: frozenset[tuple[int, str]]
    ) -> Roster:
        """Return the roster of these units, each a side and a type, if sides begin with some."""
        typed = [(side, self._roster_rules.types[word]) for side, word in units]
        found = Roster(self._roster_rules, typed, begun_with)
        own = self.roster
        return own if found.is_like(own) else found.interned()

    def find_legal_move(self, position: Position, move: Move) -> Move | None:
        """Return the game's own move that equals ``move``, or None if it is not legal.

        >>> game.find_legal_move(position, Move(TURN, 0, 0)) is None
        True
        """
        moves = self.moves(position)
        for legal in moves:  # most often the move itself: quicker to find than an equal one
            if legal is move:
                return move
        key = move.key
        return next((legal for legal in moves if legal.key == key), None)

    def pseudo_legal_moves(self, position: Position) -> list[Move]:
        """Return the moves of the side to act, including those that lead into check."""
        return self.rows.moves(position)
