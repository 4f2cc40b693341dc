"""Thoughts: what a computer player weighed before a turn, what it expected, and what it feared."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from operator import itemgetter
from typing import Final, NamedTuple

from wargrid.core.moves import END, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import write_move
from wargrid.players.hints import alike, only
from wargrid.players.protocol import Answer, Budget, Player, ask
from wargrid.players.registry import make_player

SEARCHING: Final = ("3", "4")
"""The levels that search; what others think is over at once."""

MOST_THOUGHTS: Final = 3
"""How many turns are shown at most: the one that was made, and others."""

TRIES: Final = 4
"""How many other turns are sought at most; some are the one made, in another order."""

MOST_ACTIONS: Final = 40
"""How many moves and rolls a turn is followed at most."""


class Decision(NamedTuple):
    """What a player, by its name and seed, chose in a position, and the score it expected of it."""

    before: Position
    move: Move
    score: float
    player: str
    seed: int


class Thought(NamedTuple):
    """A turn that a player weighed: a move that tells it from others, in which position it is made.

    ``score`` is what the player expects of the turn for its side, 100 is an average unit. ``reply``
    is the answer it fears most, made in the position ``then``; both are None where there is none.
    """

    at: Position
    move: Move
    score: float
    reply: Move | None = None
    then: Position | None = None


def find_thoughts(
    game: Game, decision: Decision, made: Collection[str], now: Position, budget: Budget
) -> list[Thought]:
    """Return the turn that a player decided on, and the others that it finds best without it.

    ``made`` are the moves of that turn in notation, which led to the position ``now``. Both
    positions are what the player sees, so that armies hidden from it are in no thought. Where a
    roll decides how another turn goes on, it goes on with the likeliest. The others are searched
    with a part of the budget, so that one may score above the turn made and yet be worse.

    Raises:
        PlayerError: the player cannot be made, or fails.
    """
    player = make_player(game, decision.player, decision.seed)
    try:
        return _Finder(game, player, budget).find(decision, made, now)
    finally:
        player.close()


class _Finder:
    def __init__(self, game: Game, player: Player, budget: Budget) -> None:
        self._game, self._player, self._budget = game, player, budget

    def find(self, decision: Decision, made: Collection[str], now: Position) -> list[Thought]:
        part = self._budget.share(1 / MOST_THOUGHTS)
        first = Thought(decision.before, decision.move, decision.score)
        found = [self._feared(first, now, part)]
        self._budget.spend(part.nodes)
        others = self._without(decision.move, self._game.moves(decision.before))
        for tried in range(TRIES):
            if not others or len(found) == MOST_THOUGHTS:
                break
            part = self._budget.share(1 / min(TRIES - tried, MOST_THOUGHTS))
            begun, thought = self._weighed(decision.before, others, made, part)
            self._budget.spend(part.nodes)
            if begun is None:
                break
            others = self._without(begun, others)
            if thought is not None and all(thought.move != one.move for one in found):
                found.append(thought)
        return [found[0], *sorted(found[1:], key=lambda one: one.score, reverse=True)]

    def _without(self, move: Move, moves: list[Move]) -> list[Move]:
        return [one for one in moves if not alike(one, move)]

    def _weighed(
        self, before: Position, moves: list[Move], made: Collection[str], budget: Budget
    ) -> tuple[Move | None, Thought | None]:
        """Return how the best turn begins with one of the moves, and the turn if it is another."""
        answer = self._ask(only(before, moves), budget)
        if answer.score is None:
            return None, None
        path, end = self._followed(before, answer.move, budget)
        written = partial(write_move, self._game)
        other = next((one for one in path if written(one[1]) not in made), None)
        if other is None or other[1].verb == END:
            return answer.move, None
        return answer.move, self._feared(Thought(*other, answer.score), end, budget)

    def _followed(
        self, position: Position, move: Move, budget: Budget
    ) -> tuple[list[tuple[Position, Move]], Position]:
        """Return the moves of a turn with the positions they are made in, and the one after it."""
        game, side, path = self._game, position.side, [(position, move)]
        position = game.step(position, move)
        for _ in range(MOST_ACTIONS):
            if position.result is not None:
                break
            if game.to_act(position) == CHANCE:
                position = game.step(position, max(game.chances(position), key=itemgetter(0))[1])
                continue
            if position.side != side and position.pending is None:
                break
            moves = game.moves(position)
            chosen = moves[0] if len(moves) == 1 else self._ask(position, budget).move
            if position.side == side:
                path.append((position, chosen))
            position = game.step(position, chosen)
        return path, position

    def _feared(self, thought: Thought, end: Position, budget: Budget) -> Thought:
        """Return a thought with the answer of the enemy, who is to act after the turn."""
        enemy = end.side != thought.at.side and end.pending is None and end.result is None
        if not enemy or self._game.to_act(end) == CHANCE:
            return thought
        return thought._replace(reply=self._ask(end, budget).move, then=end)

    def _ask(self, position: Position, budget: Budget) -> Answer:
        part = budget.share(0.5)
        answer = ask(self._player, position, part)
        budget.spend(part.nodes)
        return answer
