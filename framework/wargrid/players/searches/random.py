"""A player who makes random legal moves, for benchmarks, checks and statistics."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, cast

from wargrid.core.compiling import mypyc_attr
from wargrid.core.moves import ARMY, CLAIM, PLACE, READY, Deploy, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.protocol import Answer, Budget, PlayerError
from wargrid.players.searches.deployer import needed
from wargrid.players.searches.free import Circles
from wargrid.players.searches.greedy import numbers_for


class Played(NamedTuple):
    """One game: its last position, and the number of moves of the sides, without rolls."""

    position: Position
    moves: int


def random_numbers(seed: int) -> Callable[[], float]:
    """Return a source of numbers from [0, 1), the same for the same seed in every process."""
    return random.Random(f"wargrid {seed}").random


def play_randomly(
    game: Game, start: Position, number: Callable[[], float], most: int, *, checked: bool = False
) -> Played:
    """Play from ``start`` to the end, or until the sides have made ``most`` moves.

    All legal moves are listed before every move; ``checked`` plays through ``play``, which also
    returns the events, instead of ``step``.
    """
    moves_of, step, play, draw = game.moves, game.step, game.play, game.engine.draw
    position = start
    made = 0
    while position.result is None:
        if position.pending is None or game.to_act(position) != CHANCE:
            if made == most:
                break
            moves = moves_of(position)
            move = moves[int(number() * len(moves))]
            made += 1
        else:
            move = draw(position, number())
        if checked:
            position, _ = play(position, move)
        else:
            position = step(position, move)
    return Played(position, made)


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomPlayer:
    """Makes any legal move. It takes no option."""

    name = "random"

    def __init__(self, game: Game, seed: int, option: str = "") -> None:
        if option:
            raise PlayerError("no_option", name=self.name, option=option)
        self._game = game
        self._seed = seed
        self._circles = Circles(game)

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a legal move, each with the same probability, by the seed and the position.

        In a position to which the turn comes back it chooses again.

        It claims no draw, which may be the worst that it could do. It takes back nothing in its
        deployment, which would otherwise return to a position and so never end.
        """
        moves = self._game.moves(position)
        if self._game.engine.is_deploying(position):
            moves = _forward(self._game, position, moves)
        numbers = numbers_for(self._game, position, self._seed)
        for _ in range(self._circles.count(position)):
            numbers.random()
        others = [move for move in moves if move.verb != CLAIM]
        return Answer(numbers.choice(others), nodes=1)

    def close(self) -> None:
        """Free nothing."""


def _forward(game: Game, position: Position, moves: list[Move]) -> list[Move]:
    """Return the moves of a deployment that lead to its end, or all if there are none."""
    listed = [cast(Deploy, move) for move in moves]
    armies = [move for move in moves if move.verb == ARMY]
    begun = bool(position.units_of(position.side))
    placings = needed(game, position, [move for move in listed if move.verb == PLACE])
    ready = [move for move in moves if move.verb == READY]
    return [*placings, *ready, *([] if begun else armies)] or armies or moves
