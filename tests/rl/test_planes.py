"""Observations: what the planes of a position show."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason='learning agents need pip install "wargrid[rl]"')

from agents import met
from boxes import boxed
from support import loaded, of_every_game
from wargrid import Game, Position
from wargrid.core.events import Lost
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


def test_a_side_sees_its_own_units_apart_from_the_enemys() -> None:
    game = boxed()
    for side, own, enemy in ((0, "c1", "b5"), (1, "b5", "c1")):
        assert shown(game, game.start(), side, "own chief") == {own: 1}
        assert shown(game, game.start(), side, "enemy chief") == {enemy: 1}


def test_losses_are_a_share_of_the_men() -> None:
    game = boxed()
    hurt = game.start().after([Lost(game.grid.cell("b1"), 1)])
    assert shown(game, hurt, 0, "men") == {"b1": 0.5, "c1": 1, "b5": 1, "c5": 1}


def test_facings_and_used_limits_are_shown() -> None:
    game = boxed()
    turned = played(game, "b1>E")
    assert shown(game, turned, 0, "facing E") == {"b1": 1}
    assert shown(game, turned, 0, "actions left")["a1"] == 0.5


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


def test_terrain_and_cells_that_are_none_are_shown() -> None:
    game = loaded("hill/209")
    planes = Planes(game)
    off = planes.of(game.start(), 0)[:, :, planes.names.index("off the board")]
    assert off.size - off.sum() == game.grid.cells
    terrains = [name for name in planes.names if name.startswith("terrain ")]
    assert sum(len(shown(game, game.start(), 0, name)) for name in terrains) <= game.grid.cells


@of_every_game
def test_every_value_is_from_0_to_1(name: str) -> None:
    game = loaded(name)
    planes = Planes(game)
    for position in met(game, 20):
        for side in range(len(game.sides)):
            seen = planes.of(position, side)
            assert seen.shape == planes.shape
            assert 0 <= seen.min() <= seen.max() <= 1
