"""Battle: board, terrains, sides and the three maps."""

from __future__ import annotations

import pytest
from battlefield import GROUNDS, TYPES, battle, field

from support import loaded, tried
from wargrid.match import picture

BLUE = {
    "infantry": [(2, 1), (2, 4), (2, 7)], "antitank": [(1, 3), (1, 6)], "tank": [(1, 2), (1, 5)],
    "artillery": [(0, 3)], "aa": [(0, 2)], "helicopter": [(0, 5)],
}  # fmt: skip


def test_a_cell_holds_one_unit() -> None:
    """BT-01: a cell somebody stands on is no place to go, and every cell has one terrain."""
    table = field("I I\n. .")

    assert table.refused("a2-b2") == ("occupied", "BT-23, BT-24")
    assert len(table.game.grounds[0].terrain) == 140


def test_there_are_six_terrains() -> None:
    """BT-02: the five of the list, and the forest of the table."""
    assert set(battle().game.ruleset.terrains) == set(GROUNDS)


def test_blue_begins_and_everybody_has_ten_points() -> None:
    """BT-03: blue is first, red second; every unit starts with ten points."""
    table = tried("battle/default").opened()

    assert list(table.game.ruleset.sides) == ["blue", "red"]
    assert table.to_act() == "blue"
    assert {stands.men for stands in table.position.standing()} == {10}


def test_there_are_six_types() -> None:
    """BT-04: six types, and nothing but moves, attacks and the end of the day to choose from."""
    table = tried("battle/default").opened()

    assert tuple(table.game.ruleset.units) == TYPES
    assert {move.verb for move in table.game.moves(table.position)} == {"move", "end"}


def test_everything_is_visible() -> None:
    """BT-05: each side sees the whole board."""
    table = tried("battle/default").opened()

    assert [table.game.view(table.position, side) == table.position for side in (0, 1)] == [
        True,
        True,
    ]


def test_squares_count_from_the_north_west() -> None:
    """BT-06: the default scenario, written from the north-west, stands on cells counted from the
    south-west."""
    table = tried("battle/default").opened()
    at = {(s.side, s.type.word, s.cell) for s in table.position.standing()}
    name = table.game.grid.cell

    for word, squares in BLUE.items():
        for x, y in squares:
            assert (0, word, name(f"{chr(97 + x)}{10 - y}")) in at
            assert (1, word, name(f"{chr(97 + 13 - x)}{y + 1}")) in at
    assert len(at) == 20


@pytest.mark.parametrize("scenario", ["default", "ford", "front"])
def test_every_map_is_fair(scenario: str) -> None:
    """A half turn of the board changes the sides and nothing else."""
    game = loaded("battle/default", scenario=scenario)
    ground = game.grounds[0].terrain
    rows = [row.split() for row in picture(game.start()).splitlines()]

    assert ground == ground[::-1]
    assert [[cell.swapcase() for cell in reversed(row)] for row in reversed(rows)] == rows


@pytest.mark.parametrize(
    ("scenario", "size", "units"),
    [("default", (14, 10), 10), ("ford", (10, 8), 6), ("front", (28, 20), 20)],
)
def test_the_maps_differ_in_size(scenario: str, size: tuple[int, int], units: int) -> None:
    """One ruleset is played on boards of several sizes; scenarios bring ground and set-up."""
    game = loaded("battle/default", scenario=scenario)

    assert (game.grid.columns, game.grid.rows) == size
    assert [len(game.start().units_of(side)) for side in (0, 1)] == [units, units]


def test_the_rivers_of_the_default_map_have_two_bridges() -> None:
    """BT-02: (6,2) and (7,7) are road between cells of river."""
    game = loaded("battle/default")
    terrain = game.grounds[0].terrain

    assert [terrain[game.grid.cell(cell)] for cell in ("g8", "h3")] == ["road", "road"]
    assert [terrain[game.grid.cell(cell)] for cell in ("g9", "g7", "h4", "h2")] == ["river"] * 4
