"""Lines by itself: how much work its lines of communication are, and how far its army comes."""

from __future__ import annotations

import random

import pytest

from wargrid import load


@pytest.mark.parametrize("seed", range(3))
def test_a_search_for_lines_looks_at_each_cell_eight_times_at_most(seed: int) -> None:
    """Two arsenals, and both relays, each with eight lines, and what units touch."""
    game, chance = load("lines/standard", {"first_player": "south"}), random.Random(seed)
    layer, position, most = game.engine.layers.of("supply"), game.start(), 0
    for _ in range(60):
        position = game.step(position, chance.choice(game.moves(position)))
        for side in (0, 1):
            before = layer.visits
            layer.cells(position, side)
            most = max(most, layer.visits - before)
    assert 0 < most <= 8 * game.grid.cells
