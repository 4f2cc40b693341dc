"""Halberd & Gonfalon, chapter 1: the board and the start."""

from __future__ import annotations

import pytest

import wargrid
from halberd_field import NAME, field, opened, stand
from support import picture
from wargrid.ruleset.board.terrain import terrain_of
from wargrid.source.diagnostics import RulesetError

GAPS = [6, 22]
AROUND_O3 = ["p3", "p2", "o2", "n2", "p4", "o4", "n4"]


def _columns(row: int, terrain: str) -> list[int]:
    """The x of every square of a terrain in the row y, both from 0."""
    game = opened().game
    ground = terrain_of(game.ruleset, game.grid)
    return [x for x in range(29) if ground[game.grid.at(x, row)] == terrain]


def test_white_begins_from_the_west_and_the_sides_alternate() -> None:
    """HG-01, HG-13: White has the west and the first turn, Black the east and the second."""
    table = opened()

    assert [side.edge for side in table.game.sides] == ["west", "east"]
    assert (table.to_act(), table.play("end").to_act(), table.play("end").to_act()) == (
        "white",
        "black",
        "white",
    )


def test_a_side_cannot_command_the_others_units() -> None:
    """HG-13: the other side's units wait for their turn."""
    assert field("Sn3 sr3").refused("r3-q3") == ("not_yours", "HG-13")


def test_sides_in_the_west_and_east_need_a_picture_of_the_whole_board() -> None:
    """HG-01: a set-up of rows for each side makes no sense there, and the fault says what to
    write."""
    with pytest.raises(RulesetError, match=r'Draw the whole board under "setup: \|"'):
        wargrid.load(NAME, settings={"setup": f"{{each: '{'. ' * 29}'}}"})


def test_the_board_is_29_by_8_within_a_border() -> None:
    """HG-02: 29 columns and 8 rows; rows 0 and 7 and columns 0 and 28 are border."""
    game = opened().game

    assert (game.grid.columns, game.grid.rows) == (29, 8)
    assert [_columns(row, "border") for row in (0, 7)] == [list(range(29))] * 2
    assert [_columns(row, "border") for row in range(1, 7)] == [[0, 28]] * 6


def test_the_squares_within_the_border_can_be_stood_on() -> None:
    """HG-03: 162 squares are playable, the gap columns are plain."""
    game = opened().game

    assert game.grid.cells - len(game.grounds[0].walls) == 162
    assert all(set(GAPS) <= set(_columns(row, "plain")) for row in range(1, 7))


@pytest.mark.parametrize("move", ["b2-b1", "b2-a2", "b7-b8", "ab7-ac7"])
def test_no_unit_steps_on_the_border(move: str) -> None:
    """HG-03: the border ring is not playable."""
    assert field("Sb2 Ab7 Sab7").refused(move) == ("wall", "HG-03")


@pytest.mark.parametrize(
    ("row", "hills"),
    [(1, "acfjmo"), (2, ""), (3, "dehkl"), (4, "dehkl"), (5, ""), (6, "acfjmo")],
)
def test_the_hills(row: int, hills: str) -> None:
    """HG-04: in the battlefield's letters, a being x 7."""
    assert _columns(row, "hill") == [7 + "abcdefghijklmno".index(letter) for letter in hills]


def test_the_camps() -> None:
    """HG-05: White's is x 1 to 5, Black's x 23 to 27, in all playable rows."""
    assert [_columns(row, "camp") for row in range(1, 7)] == [[*range(1, 6), *range(23, 28)]] * 6


def test_the_position_is_its_own_mirror_image() -> None:
    """HG-06: x becomes 28 - x, for terrains and for the units of the start."""
    game = opened().game
    for row in range(8):
        for terrain in game.ruleset.terrains:
            assert _columns(row, terrain) == sorted(28 - x for x in _columns(row, terrain))
    assert all(line == line.swapcase()[::-1] for line in opened().picture().splitlines())


def test_a_square_holds_one_piece() -> None:
    """HG-07: nobody moves onto a friend."""
    assert field("Sn3 So4 ga2").refused("n3-o4") == ("occupied", "HG-24")


def test_touching_is_by_all_eight_neighbours() -> None:
    """HG-07: a supporter touches from each of the eight squares around, and from none farther
    away."""
    around = [cell for cell in AROUND_O3 if field(f"Sn3 go3 S{cell}").allows("n3xo3")]

    assert around == AROUND_O3
    assert not field("Sn3 go3 Sq3").allows("n3xo3")


def test_the_start() -> None:
    """HG-08: four soldiers, two archers and four look-outs a side."""
    table = opened()

    assert stand(table) == (
        "Sb3 Gf3 gx3 sab3 Sb4 Ac4 Gf4 gx4 aaa4 sab4 Sb5 Ac5 Gf5 gx5 aaa5 sab5 Sb6 Gf6 gx6 sab6"
    )
    assert table.picture().splitlines()[2] == picture(
        ". S . . . G . . . . . . . . . . . . . . . . . g . . . s ."
    )
