"""Lines by itself: how much work its lines of communication are, and how far its army comes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from wargrid import load
from wargrid.players import Budget, make_player


def test_a_search_for_lines_looks_at_each_cell_eight_times_at_most() -> None:
    """Two arsenals, and both relays, each with eight lines, and what units touch."""
    game, chance = load("lines/standard", {"first_player": "south"}), random.Random(1)
    layer, position, most = game.engine.layers.of("supply"), game.start(), 0
    for _ in range(20):
        position = game.step(position, chance.choice(game.moves(position)))
        for side in (0, 1):
            before = layer.visits
            layer.cells(position, side)
            most = max(most, layer.visits - before)
    assert 0 < most <= 8 * game.grid.cells


ARMY = "I" * 26 + "C" * 12 + "G" * 4 + "H" * 4 + "R" * 2 + "E" * 2


def field(chance: random.Random) -> str:
    """Return a ruleset of 60 by 60 cells with fifty units a side, spread over twelve rows."""
    cells = [(row, column) for row in range(12) for column in range(60)]
    chance.shuffle(cells)
    signs = dict(zip(cells, ARMY, strict=False))
    rows = [" ".join(signs.get((row, column), ".") for column in range(60)) for row in range(12)]
    empty = " ".join("." * 60)
    picture = "\n    ".join([empty, empty, *rows, *[empty] * 16])
    return f"""\
extends: lines/standard
name: Field
board: {{columns: 60, rows: 60, terrain: ~}}
zones: {{arsenals: {{each: m2 av2}}, prey: {{each: m59 av59}}}}
setup:
  each: |
    {picture}
"""


@pytest.mark.slow
def test_computers_answer_on_sixty_by_sixty_cells_with_fifty_units_a_side(tmp_path: Path) -> None:
    (tmp_path / "field.yaml").write_text(field(random.Random(1)), encoding="utf-8")
    game = load(str(tmp_path / "field.yaml"), {"first_player": "south"})
    start, layer = game.start(), game.engine.layers.of("supply")
    assert [len(start.units_of(side)) for side in (0, 1)] == [50, 50]
    before = layer.visits
    layer.cells(start, 0)
    assert layer.visits - before <= 8 * game.grid.cells
    for level in ("1", "2", "3", "4"):
        answer = make_player(game, level, 1).choose(start, Budget(nodes=200))
        assert answer.move in game.moves(start)
