"""Nine Men's Morris and Bagh-chal beside engines of their own: moves, ends and counts."""

from __future__ import annotations

from random import Random

import pytest

from lines_games import BaghChal, Morris
from wargrid import Game, load
from wargrid.match import write_move

SECOND = {"morris/nine": Morris, "bagh_chal/standard": BaghChal}
GAMES = pytest.mark.parametrize("name", SECOND)


def play_beside(game: Game, other: Morris | BaghChal, seed: int, most: int) -> str:
    """Play random moves in both; return how the game ended, or nothing if it goes on."""
    rng, position = Random(seed), game.start()
    for _ in range(most):
        if position.result is not None:
            return position.result.reason
        moves = {write_move(game, move): move for move in game.moves(position)}
        known = other.moves()
        assert sorted(moves) == sorted(known)
        text = rng.choice(sorted(moves))
        position, other = game.step(position, moves[text]), known[text]
        drawn = ("repetition", "quiet")
        ended = position.result is not None and position.result.reason not in drawn
        assert ended == other.lost
    return ""


@GAMES
def test_a_game_has_the_moves_and_the_end_of_another_engine(name: str) -> None:
    play_beside(load(name), SECOND[name](), 1, 60)


@pytest.mark.slow
@GAMES
def test_many_games_have_the_moves_and_the_ends_of_another_engine(name: str) -> None:
    game = load(name)
    ends = {play_beside(game, SECOND[name](), seed, 400) for seed in range(150)}
    assert "too_few" in ends


def count(other: Morris | BaghChal, depth: int) -> int:
    if not depth or other.lost:
        return not depth
    return sum(count(each, depth - 1) for each in other.moves().values())


def counted(game: Game, position: object, depth: int) -> int:
    if not depth:
        return 1
    moves = game.moves(position)
    return sum(counted(game, game.step(position, move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("name", "counts"),
    [("morris/nine", [24, 552, 12144]), ("bagh_chal/standard", [21, 252])],
)
def test_the_first_moves_are_so_many(name: str, counts: list[int]) -> None:
    game = load(name)
    found = [counted(game, game.start(), depth) for depth in range(1, len(counts) + 1)]
    assert found == counts
    assert [count(SECOND[name](), depth) for depth in range(1, len(counts))] == counts[:-1]
