"""The four levels of computer players, and which search plays a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from wargrid.core.moves import CLAIM, END
from wargrid.core.position import Position
from wargrid.core.state import AGAIN
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import WIN, Evaluation, evaluation_of
from wargrid.players.evaluation.worth import takes_by_jumping
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.ahead import Ahead
from wargrid.players.searches.alphabeta import MOST_DEPTH, AlphaBeta
from wargrid.players.searches.expectimax import QUICK, STAGES, Expectimax
from wargrid.players.searches.free import Circles
from wargrid.players.searches.greedy import GreedyPlayer, numbers_for
from wargrid.players.searches.turns import MOST_TRIES, TurnSearch

AT_RANDOM: Final = 0.3
"""The share of its moves that level 1 makes at random."""

FEW_TRIES: Final = 2
"""How many changes of a turn level 3 tries in a row without success."""

AHEAD: Final = 2
"""How many moves level 3 looks ahead where the sides move in turn."""

FARTHER_AHEAD: Final = 4
"""The same where a row wins, or units are taken only by jumping: few moves matter, and forced ones
follow each other."""

FEW: Final = 4
"""The most actions of a turn that expectimax follows; the search for whole turns plans more."""

ALPHA_BETA, EXPECTIMAX, TURNS = "alpha_beta", "expectimax", "turns"


class Search(Protocol):
    """A search of one game."""

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a move for the side to act."""
        ...


def search_for(game: Game) -> str:
    """Return the search of a ruleset: the one that it names, or one by its figures.

    ``alpha_beta`` for one action a turn without dice, ``expectimax`` for few actions a turn,
    ``turns`` for many.
    """
    if game.ruleset.opponent.search is not None:
        return game.ruleset.opponent.search
    actions = game.ruleset.turn.actions
    if actions is None or actions > FEW:
        return TURNS
    return EXPECTIMAX if game.search.has_dice or actions > 1 else ALPHA_BETA


class Level:
    """A computer player of one of four levels.

    Level 1 makes about three moves in ten at random, level 2 what looks best at once; level 3
    searches a little, level 4 as long as its budget lasts. A search that found nothing in its
    budget leaves the move to ``greedy``.
    """

    def __init__(self, number: int, game: Game, seed: int, option: str = "") -> None:
        self.name = str(number)
        self._game = game
        self._seed = seed
        evaluation = evaluation_of(game, option)
        self._greedy = GreedyPlayer(game, seed, option)
        self._circles = Circles(game)
        self._search = self._searched(game, evaluation, seed) if number > 2 else None
        self._depth = self._search.most_depth if isinstance(self._search, AlphaBeta) else 0

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a move; a deployment and a choice of a cell are those of ``greedy``."""
        game = self._game
        pending = position.pending
        if (pending is not None and pending.kind != AGAIN) or game.engine.is_deploying(position):
            return self._greedy.choose(position, budget)
        if self._search is not None:
            answer = self._search.choose(position, budget)
            return answer if answer.depth else self._greedy.choose(position, budget)
        if self.name == "1":
            numbers = numbers_for(game, position, self._seed)
            for _ in range(self._circles.count(position)):
                numbers.random()
            if numbers.random() < AT_RANDOM:
                moves = [m for m in game.moves(position) if m.verb not in (END, CLAIM)]
                moves = moves or [game.end]
                return Answer(numbers.choice(moves), nodes=1)
        return self._greedy.choose(position, budget)

    def _searched(self, game: Game, evaluation: Evaluation, seed: int) -> Search:
        kind, strong = search_for(game), self.name == "4"
        if kind == ALPHA_BETA:
            forces = evaluation.windows.exist or takes_by_jumping(game)
            some = FARTHER_AHEAD if forces else AHEAD
            return AlphaBeta(game, evaluation, seed, MOST_DEPTH if strong else some)
        if kind == EXPECTIMAX:
            first = Expectimax(game, evaluation, seed, STAGES[:1] if strong else QUICK)
            rounds = [(first, QUICK[0])]
            if strong:
                rounds.append((Expectimax(game, evaluation, seed, STAGES), STAGES[0]))
            return Ahead(game, evaluation, rounds)
        tries = MOST_TRIES if strong else FEW_TRIES
        # The quick player of rollouts hardly buys: what they tell of an economy is wrong.
        plays_on = strong and not evaluation.economy.exists
        return TurnSearch(game, evaluation, self._greedy, seed, tries, plays_on)

    def follow(self, report: Callable[[Answer], None] | None, depth: int | None = None) -> None:
        """Report each depth that a search finishes, and look no further than ``depth`` ahead.

        Searches without depths report nothing.
        """
        if isinstance(self._search, AlphaBeta):
            self._search.report = report
            self._search.most_depth = min(self._depth, depth or self._depth)

    def careful(self) -> None:
        """Dare nothing from now on; a look ahead may still choose among the moves."""
        if isinstance(self._search, Ahead):
            self._search.careful()

    def steady(self, win: float = WIN) -> None:
        """Give scores that compare with each other from now on; ``win`` is what a win counts."""
        if isinstance(self._search, Ahead):
            self._search.steady(win)
        if isinstance(self._search, TurnSearch):
            self._search.plays_on = False

    def close(self) -> None:
        """Free nothing."""


level_1, level_2, level_3, level_4 = (partial(Level, number) for number in (1, 2, 3, 4))
"""The factories of the levels, by the names 1 to 4."""
