"""Positions that agents may meet."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wargrid import CHANCE, Game, Position


def met(game: Game, positions: int, seed: int = 11) -> Iterator[Position]:
    """Play at random and return so many positions in which a side is to act."""
    rng, position, moves = random.Random(seed), game.start(), 0
    while positions:
        if position.result is not None or moves > 400:
            position, moves = game.start(), 0
        if game.to_act(position) != CHANCE:
            positions -= 1
            yield position
        position = game.step(position, game.sample(position, rng))
        moves += 1
