"""Games, positions and moves that are pickled and copied, as researchers send them about."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from boxes import boxed
from support import loaded, two_rulesets_first
from wargrid import Game, Position, load


def walked(game: Game, moves: int) -> list[Position]:
    """Play at random, with its own seed, and return every position."""
    rng, found = random.Random(7), [game.start()]
    while len(found) <= moves and game.to_act(found[-1]) is not None:
        found.append(game.step(found[-1], game.sample(found[-1], rng)))
    return found


@two_rulesets_first
def test_a_pickled_game_plays_as_the_original(name: str) -> None:
    """Positions of it are equal, their moves too, and what these lead to."""
    game = loaded(name)
    positions = walked(game, 25)
    again, copied = pickle.loads(pickle.dumps((game, positions)))
    assert again is not game
    assert all(each.roster.game is again.engine for each in copied)
    assert copied == positions
    for one, other in zip(positions[:-1], copied[:-1], strict=True):
        assert again.moves(other) == game.moves(one)
        move = pickle.loads(pickle.dumps(game.moves(one)[0]))
        assert again.play(other, move) == game.play(one, game.moves(one)[0])


def test_a_game_read_from_a_text_is_pickled_and_one_made_in_python_is_not() -> None:
    game = boxed()
    assert pickle.loads(pickle.dumps(game)).ruleset == game.ruleset
    with pytest.raises(TypeError, match="no text"):
        pickle.dumps(load(game.ruleset))


def test_a_deep_copy_shares_the_game_and_no_list() -> None:
    game = loaded("lionheart/level1")
    position = walked(game, 5)[-1]
    copied = copy.deepcopy(position)
    assert (copied, copied.roster) == (position, position.roster)
    copied.board[0] = 99
    assert position.board[0] != 99
    assert copy.deepcopy(game) is game


def test_a_game_that_is_over_has_no_sample() -> None:
    game = loaded("breakthrough/standard")
    over = walked(game, 1_000)[-1]
    with pytest.raises(ValueError, match="over"):
        game.sample(over, random.Random(1))
