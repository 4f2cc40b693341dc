"""A move of any kind, in any position of any ruleset, is legal or is refused with a sentence."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from attempts import attempts
from support import loaded
from wargrid import CHANCE, Position
from wargrid.engine.game import Game
from wargrid.loading import library

POSITIONS, APART, UNITS = 6, 11, 5
"""How many positions are looked at, how many moves apart, and how many units of each try."""


def _positions(game: Game, chance: random.Random) -> list[Position]:
    """The first positions of random games, attacks first: most refusals are about fights."""
    position, found = game.start(), [game.start()]
    while len(found) < POSITIONS:
        for _ in range(APART):
            if position.result is not None:
                found.append(position)
                position = game.start()
            moves = game.moves(position)
            fights = [move for move in moves if move.verb in ("attack", "take")]
            due = game.to_act(position) == CHANCE
            move = game.sample(position, chance) if due else chance.choice(fights or moves)
            position = game.step(position, move)
        found.append(position)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_any_attempt_is_legal_or_refused_with_a_sentence(name: str) -> None:
    """No attempt raises anything, and none is refused for a reason without words."""
    game, chance = loaded(name), random.Random(5)
    refused: Counter[str] = Counter()
    for position in _positions(game, chance):
        for move in attempts(game, position, chance, UNITS):
            refusal = game.why_not(position, move)
            assert (refusal is None) == (game.engine.find_legal_move(position, move) is not None)
            if refusal is not None:
                assert not refusal.text("en").startswith("refusals."), (move, refusal.code)
                refused[refusal.code] += 1
    assert len(refused) > 5, refused
