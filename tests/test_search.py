"""What ``game.search`` answers, compared with the ordinary calls over every ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from support import every_ruleset, loaded
from wargrid import ATTACK, CHANCE, TAKE, Game, Position
from wargrid.core.moves import END
from wargrid.players.random import random_numbers

PLIES = 60


def walk(game: Game, seed: int, most: int = PLIES) -> Iterator[Position]:
    """Play at random and yield every position on the way, pending rolls included."""
    number, position = random_numbers(seed), game.start()
    for _ in range(most):
        yield position
        if position.result is not None:
            return
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.draw(position, number()))
        else:
            moves = game.moves(position)
            position = game.step(position, moves[int(number() * len(moves))])


@every_ruleset
def test_a_search_makes_the_moves_of_the_game(name: str) -> None:
    game = loaded(name)
    search = game.search
    for position in walk(game, 1):
        if game.to_act(position) == CHANCE:
            continue
        legal = game.moves(position)
        assert search.moves(position) == legal
        for move in legal:
            assert search.settle(search.make(position, move)) == game.step(position, move)
        assert search.noisy(position) == [move for move in legal if move.verb in (TAKE, ATTACK)]
        assert search.has_move(position) == any(move.verb != END for move in legal)
