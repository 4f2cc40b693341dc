"""The game: a ruleset with its plugins, made ready to play on its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from wargrid.core.dice import Chances
from wargrid.core.events import Event
from wargrid.core.grid import Grid
from wargrid.core.moves import Move
from wargrid.core.patterns import Placement
from wargrid.core.position import Position
from wargrid.core.protocols import SideLike
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.core.state import Result
from wargrid.engine.engine import Engine
from wargrid.engine.flow import CHANCE
from wargrid.engine.odds import Odds, outcomes
from wargrid.engine.search import SearchView

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugins
    from wargrid.ruleset.models import Ruleset


class Game:
    """A ruleset made ready to play.

    ``name`` is the ruleset's, ``source_text`` all of it as one YAML text. ``files`` are the files
    it was read from: its own first, then those it extends and its scenario; none if it was read
    from a text. ``recipe`` is what the loader makes it from again, ``search`` the game as computer
    players search it. ``grid`` names and relates cells; ``sides`` are numbered in
    the ruleset's order; ``end`` is the move that ends a turn, ``claim`` that by which a side claims
    the end of the game.
    ``engine`` has what only the packages of Wargrid ask.
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
        self.ruleset = ruleset
        self.plugins = plugins
        self.name = name
        self.files = tuple(files)
        self.recipe = recipe
        self.engine: Engine = Engine(ruleset, plugins)
        self.engine.game = self
        self.grid: Grid = self.engine.grid
        self.sides: Sequence[SideLike] = self.engine.sides
        self.end: Move = self.engine.end
        self.claim: Move = self.engine.claim
        self.search: SearchView = self.engine.search
        self._source_text = cache(source)
        self._start = cache(self.engine.start)

    def __deepcopy__(self, memo: object) -> Game:
        """Return the game itself, which never changes."""
        return self

    @property
    def source_text(self) -> str:
        """The whole ruleset as one YAML text, written on first use."""
        return self._source_text()

    # Moves

    def start(self) -> Position:
        """Return the position before the first move of a side or of chance.

        >>> game.start().turn, game.start().side
        (1, 0)
        """
        return self._start().copy()

    def to_act(self, position: Position) -> int | None:
        """Return the number of the side to act, ``CHANCE``, or None when the game is over.

        >>> game.to_act(position)
        0
        """
        return self.engine.to_act(position)

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move, random ones included; do not change the list.

        >>> game.end in game.moves(position)
        True
        """
        return self.engine.moves(position)

    def has_move(self, position: Position) -> bool:
        """Return whether there is a legal move besides ``end``, random ones included.

        It costs much less than listing all.

        >>> game.has_move(position)
        True
        """
        return self.engine.has_move(position)

    def chances(self, position: Position) -> Chances:
        """Return the possible random moves with exact probabilities; empty if a side is to act.

        >>> game.chances(position)
        ()
        """
        return self.engine.chances(position)

    def step(
        self,
        position: Position,
        move: Move,
        events_out: list[Event] | None = None,
        *,
        ask_stuck: bool = True,
    ) -> Position:
        """Make a move out of ``moves(position)`` unchecked; add its events to ``events_out``.

        Without ``ask_stuck``, the game goes on if the next side cannot act.
        """
        return self.engine.step(position, move, events_out, ask_stuck=ask_stuck)

    def play(self, position: Position, move: Move) -> tuple[Position, list[Event]]:
        """Check and make a move; ``position`` does not change.

        Raises:
            IllegalMove: the move is not legal; the error carries the refusal.
            PluginError: a plugin failed.

        >>> after, events = game.play(position, move)
        >>> [event.name for event in events]
        ['spent', 'moved']
        """
        legal = self.engine.find_legal_move(position, move)
        if legal is None:
            raise IllegalMove(self.engine.refusal(position, move))
        events_out: list[Event] = []
        return self.engine.step(position, legal, events_out), events_out

    def sample(self, position: Position, rng: Random) -> Move:
        """Return a random legal move: one of equal chances, of chance with its own probability.

        It is never a claim to the end of the game.

        ``rng`` is anything with a method ``random`` that returns a number from [0, 1).

        Raises:
            ValueError: the game is over.

        >>> game.sample(position, Random(1)) in game.moves(position)
        True
        """
        if self.to_act(position) == CHANCE:
            return self.engine.draw(position, rng.random())
        moves = self.moves(position)
        if not moves:
            raise ValueError("The game is over, so that there is no move left.")
        if moves[-1] is self.claim:
            moves = moves[:-1]
        return moves[int(rng.random() * len(moves))]

    # Questions of players

    def why_not(self, position: Position, move: Move) -> Refusal | None:
        """Return None if the move is legal, else the reason why it is not.

        >>> game.why_not(position, move) is None
        True
        >>> game.why_not(position, read_move(game, position, "e2-e4")).code
        'out_of_reach'
        """
        return (
            None
            if self.engine.find_legal_move(position, move)
            else self.engine.refusal(position, move)
        )

    def odds(self, position: Position, move: Move) -> Odds:
        """Return the exact probabilities of a legal move's outcomes, up to the end of its attack.

        Raises:
            IllegalMove: the move is not legal.

        >>> odds = game.odds(close, attack)
        >>> odds.eliminated(game.grid.cell("d6"))
        Fraction(1, 16)
        """
        after, events = self.play(position, move)
        engine = self.engine
        found = outcomes(after, events, engine.chances, engine.step, engine.moves)
        return Odds(position, tuple(found))

    def view(self, position: Position, side: int) -> Position:
        """Return the position as a side sees it, without a hidden deployment of the other.

        A number that is no side's gives what all players see.
        """
        return self.engine.view(position, side)

    def result(self, position: Position) -> Result | None:
        """Return the winner and the reason, or None while the game goes on.

        >>> game.result(position) is None
        True
        """
        return position.result

    def in_check(self, position: Position, side: int) -> bool:
        """Return whether an enemy could take the royal unit of a side, if it has one.

        >>> game.in_check(position, 0)
        False
        """
        return self.engine.in_check(position, side)

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
        return self.engine.position_with(placements, side=side, turn=turn, walls=walls)
