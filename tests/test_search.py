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
def test_the_moves_that_make_accepts_are_the_legal_moves(name: str) -> None:
    game = loaded(name)
    search = game.search
    for position in walk(game, 1):
        if game.to_act(position) == CHANCE:
            continue
        legal = {move: game.step(position, move) for move in game.moves(position)}
        made_by = {move: search.make(position, move) for move in search.moves(position)}
        accepted = {move: after for move, after in made_by.items() if after is not None}
        assert accepted.keys() == legal.keys()
        for move, after in accepted.items():
            assert search.settle(after) == legal[move]
        noisy = set(search.noisy(position))
        assert noisy == {move for move in search.moves(position) if move.verb in (TAKE, ATTACK)}
        assert search.has_move(position) == any(move.verb != END for move in legal)
