"""Observations: what the planes of a position show."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason='learning agents need pip install "wargrid[rl]"')

from agents import met
from support import loaded, of_every_game
from wargrid import Game, Position
from wargrid.match import read_move
from wargrid_lab.rl import Planes


def shown(game: Game, position: Position, side: int, name: str) -> dict[str, float]:
    """Return the cells with values above 0 in one plane."""
    planes = Planes(game)
    plane = planes.of(position, side)[:, :, planes.names.index(name)]
    grid = game.grid
    values = {
        grid.name(cell): float(plane[grid.row_and_column(cell)]) for cell in range(grid.cells)
    }
    return {cell: value for cell, value in values.items() if value}


def played(game: Game, *moves: str) -> Position:
    position = game.start()
    for text in moves:
        position = game.step(position, read_move(game, position, text))
    return position


def test_markers_of_cells_units_and_sides_are_shown() -> None:
    """A pawn's long step can be taken in passing on c3, by who comes to where it passed."""
    game = loaded("chess/standard")
    passed = played(game, "c2-c4")
    assert shown(game, passed, 1, "enemy passed") == {"c3": 1}
    assert shown(game, passed, 1, "enemy passed holds") == {"c4": 1}
    assert shown(game, passed, 0, "own passed") == {"c3": 1}


def test_who_owns_a_town_is_shown() -> None:
    game = loaded("battle/conquest")
    first, second = (shown(game, game.start(), side, "own owner") for side in (0, 1))
    assert first
    assert shown(game, game.start(), 1, "enemy owner") == first
    assert shown(game, game.start(), 0, "enemy owner") == second
    assert len(shown(game, game.start(), 0, "own money")) == game.grid.cells


@of_every_game
def test_every_value_is_from_0_to_1(name: str) -> None:
    game = loaded(name)
    planes = Planes(game)
    for position in met(game, 20):
        for side in range(len(game.sides)):
            seen = planes.of(position, side)
            assert seen.shape == planes.shape
            assert 0 <= seen.min() <= seen.max() <= 1
