"""Xiangqi with terrains: what each sort of ground does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support import loaded, tried
from wargrid.authoring.perft import perft_table
from wargrid.core.events import Walled
from xiangqi_support import board, goes, in_check

FILE_A = "a1 a2 a3 a4 b5 {} a6 a7 a8 a9 a10"
"""Where a chariot or cannon on a5 goes if nothing bars its file, and along the rank as filled
in."""


def along(rank: str) -> str:
    """All of file a and b5, with these cells of the fifth rank."""
    return " ".join(FILE_A.format(rank).split())


def test_one_terrain_a_cell_and_meadow_where_none_is_named() -> None:
    """XQ-06, XQ-37: terrains lie on the board; meadow changes nothing."""
    table = board("Ra5", terrain={"sand": "e5"})
    terrain = table.game.grounds[0].terrain

    assert (terrain[table.game.grid.cell("e5")], set(terrain)) == ("sand", {"plain", "sand"})
    assert goes(table, "a5") == along("c5 d5 e5")


def test_who_may_occupy_a_cell() -> None:
    """XQ-35: a slide stops before a cell where a piece may not be: the palace's edge, a mountain
    for elephants."""
    assert goes(board("Ke1 kd10", terrain={"ice": "e2 e3"}), "e1") == "f1 e3"
    assert goes(board("Ba3", terrain={"ice": "c5", "mountain": "d6"}), "a3") == "c1 c5"


def test_check_is_judged_by_the_moves_that_terrain_leaves() -> None:
    """XQ-36: sand between a chariot and the general ends the check."""
    pieces = "Re5 ke10"

    assert in_check(board(pieces, black=True))
    assert not in_check(board(pieces, black=True, terrain={"sand": "e7"}))


# Obstacles


def test_obstacles_block_lines_legs_and_eyes() -> None:
    """XQ-40: nobody lands on one, passes it, or takes it."""
    table = board("Ra5 Ne5 Bg5", terrain={"obstacle": "d5 e6 f4"})

    assert goes(table, "a5") == "a1 a2 a3 a4 b5 c5 a6 a7 a8 a9 a10"
    assert goes(table, "e5") == "d3 f3 g4 g6"
    assert goes(table, "g5") == "i3"
    assert table.refused("a5-d5") == ("wall", "XQ-40")
    assert table.refused("e5-d7")[0] == "out_of_reach"


def test_drawn_obstacles_block_as_those_of_the_ground_do() -> None:
    """XQ-40, XQ-41: lines, legs, eyes and screens."""
    table = board("Ra5 Ne5 Bg5 Ca7 pc7 re7")
    free = goes(table, "a7").split()
    table.position = table.position.after(
        [Walled(tuple(map(table.game.grid.cell, ("d5", "e6", "f4", "b7"))))]
    )

    assert (goes(table, "e5"), goes(table, "g5")) == ("d3 f3 g4 g6", "i3")
    assert table.refused("e5-d7") == ("wall_in_the_way", "XQ-40")
    assert (goes(table, "a7"), "e7" in free) == ("a6 a8 a9 a10", True)
    assert "#" in table.picture()


def test_an_obstacle_is_no_screen() -> None:
    """XQ-41: a cannon's line ends at it, before its screen or behind."""
    assert goes(board("Ca5 re5", terrain={"obstacle": "c5"}), "a5") == along("")
    table = board("Ca5 pc5 rg5", terrain={"obstacle": "e5"})

    assert goes(table, "a5") == along("")
    assert table.refused("a5xg5")[0] in ("out_of_reach", "wall_in_the_way")


def test_a_drawn_obstacle_is_no_screen_to_a_cannon_on_a_mountain() -> None:
    """XQ-41, XQ-62: neither the straight shot nor the jump goes past it."""
    table = board("Ca5 re5", terrain={"mountain": "a5"})
    assert table.allows("a5xe5")

    table.position = table.position.after([Walled((table.game.grid.cell("c5"),))])
    assert table.refused("a5xe5")[0] == "wall_in_the_way"


def test_no_check_is_given_over_a_drawn_obstacle() -> None:
    """XQ-41: a cannon with an obstacle alone between it and the general neither gives check nor has
    to be met."""
    table = board("Ke1 Ra5 ce8")
    table.position = table.position.after([Walled((table.game.grid.cell("e5"),))])

    assert not in_check(table)
    assert table.allows("a5-a6")


def test_an_obstacle_separates_generals() -> None:
    """XQ-42: with one between them, generals may share a file."""
    pieces = "Kd1 ke10"

    assert board(pieces, terrain={"obstacle": "e5"}).allows("d1-e1")
    assert board(pieces).refused("d1-e1") == ("royals_face", "XQ-21")


def test_obstacles_are_drawn_in_pairs() -> None:
    """XQ-43: one of 13 pairs, then one of 12, all equally likely, alike after a half turn."""
    table = tried("xiangqi/terrains").opened()
    for pairs in (13, 12):
        chances = table.game.chances(table.position)
        assert table.to_act() == "chance"
        assert [chance for chance, _ in chances] == [Fraction(1, pairs)] * pairs
        table.play("draw a5 i6" if pairs == 13 else "draw b4 h7")

    assert table.to_act() == "red"
    assert sorted(map(table.game.grid.name, table.position.walls())) == ["a5", "b4", "h7", "i6"]
    assert table.refused("a4-a5") == ("wall", "XQ-40")


# Sand


@pytest.mark.parametrize("letter", ["R", "C"])
def test_a_slide_ends_on_the_first_sand(letter: str) -> None:
    """XQ-44: up to and including it, and no further."""
    table = board(f"{letter}a5", terrain={"sand": "d5 f5"})

    assert goes(table, "a5") == along("c5 d5")
    assert table.refused("a5-e5")[0] == "out_of_reach"


def test_a_chariot_takes_on_the_first_sand() -> None:
    """XQ-44: whoever stands on it may be taken, nobody behind it."""
    assert goes(board("Ra5 pd5", terrain={"sand": "d5"}), "a5") == along("c5 d5")
    assert board("Ra5 pe5", terrain={"sand": "d5"}).refused("a5xe5")[0] == "out_of_reach"


def test_from_sand_one_step_in_eight_directions() -> None:
    """XQ-45: and the chariot takes with it."""
    assert goes(board("Re5 Pd5 pf6", terrain={"sand": "e5"}), "e5") == "d4 e4 f4 f5 d6 e6 f6"


def test_a_cannon_on_sand_takes_no_piece() -> None:
    """XQ-45, XQ-46: it steps, but has no screen to jump."""
    table = board("Ce5 pe7 re9 pf5", terrain={"sand": "e5"})

    assert goes(table, "e5") == "d4 e4 f4 d5 d6 e6 f6"
    assert table.refused("e5xf5")[0] == "out_of_reach"
    assert table.refused("e5xe9")[0] == "out_of_reach"


@pytest.mark.parametrize(
    ("sand", "taken"), [("b5", False), ("c5", False), ("e5", False), ("g5", True), ("h5", True)]
)
def test_no_jump_goes_over_sand(sand: str, taken: bool) -> None:
    """XQ-46: sand before, under or behind the screen forbids the jump; under the target it does
    not."""
    assert board("Ca5 pc5 rg5", terrain={"sand": sand}).allows("a5xg5") == taken


def test_others_ignore_sand() -> None:
    """XQ-47: horses, elephants, soldiers and the line between generals."""
    terrain = {"sand": "e3 d4 c5 g5 e4 e5 c4"}
    table = board("Be3 Ne5 Pc4", terrain=terrain)

    assert (goes(table, "e3"), goes(table, "c4")) == ("c1 g1 c5 g5", "c5")
    assert goes(table, "e5") == "d3 f3 g4 c6 g6 d7 f7"
    assert board("Kd1 ke10", terrain=terrain).refused("d1-e1") == ("royals_face", "XQ-21")


# Ice


def test_on_ice_a_piece_keeps_going() -> None:
    """XQ-50: it stops on the first cell that is not ice; a slide that merely crosses ice is as
    ever."""
    assert goes(board("Pe5", terrain={"ice": "e6 e7"}), "e5") == "e8"
    table = board("Ra5", terrain={"ice": "c5 d5"})

    assert goes(table, "a5") == along("e5 f5 g5 h5 i5")
    assert table.refused("a5-c5")[0] == "out_of_reach"


@pytest.mark.parametrize(
    ("pieces", "terrain", "end"),
    [
        ("Pe8", {"ice": "e9 e10"}, "e10"),
        ("Pe5", {"ice": "e6 e7", "obstacle": "e8"}, "e7"),
        ("Pe5 pe8", {"ice": "e6 e7"}, "e7"),
        ("Pe5 Ne7", {"ice": "e6 e7"}, "e6"),
    ],
)
def test_what_stops_a_slide_on_ice(pieces: str, terrain: dict[str, str], end: str) -> None:
    """XQ-51: the edge, an obstacle, an enemy and a friend."""
    cell = pieces[1:3]

    assert goes(board(pieces, terrain=terrain, soldier="seed"), cell) == end


def test_sliding_never_takes_and_taking_never_slides() -> None:
    """XQ-52: a capture on ice ends the move there."""
    table = board("Ra5 pc5", terrain={"ice": "c5 d5"})

    assert goes(table, "a5") == along("c5")
    assert table.play("a5xc5").position.board[table.game.grid.cell("c5")] > 0
    assert goes(board("Pe5 pe7", terrain={"ice": "e6 e7"}), "e5") == "e6"


def test_a_slide_goes_on_in_the_last_step_s_direction() -> None:
    """XQ-53: a horse's is diagonal; ice under a leg or an eye does nothing."""
    assert goes(board("Ne5", terrain={"ice": "f7 g8 e6"}), "e5") == "d3 f3 c4 g4 c6 g6 d7 h9"
    assert goes(board("Be3", terrain={"ice": "c5 d4"}), "e3") == "c1 g1 c5 g5"


@pytest.mark.parametrize(("terrain", "end"), [({}, "c5"), ({"bridge": "b6"}, "b6")])
def test_an_elephant_slides_over_the_river_by_a_bridge_only(
    terrain: dict[str, str], end: str
) -> None:
    """XQ-54: a sliding step crosses if it begins or ends on a bridge."""
    assert end in goes(board("Be3", terrain={"ice": "c5", **terrain}), "e3").split()


def test_one_final_cell_is_one_move() -> None:
    """XQ-55: however many choices end on a cell, and safety is judged where the piece ends."""
    table = board("Re5", terrain={"ice": "f5 g5"})
    moves = [
        move.target
        for move in table.game.moves(table.position)
        if move.source == table.game.grid.cell("e5")
    ]

    assert len(moves) == len(set(moves))
    assert not board("Ke1 rf9 kd10", terrain={"ice": "f1"}).allows("e1-f1")
    assert goes(board("Ke1 re9 kd10", terrain={"ice": "e2"}), "e1") == "f1"


# Mountains


def test_mountains_are_plain_to_most() -> None:
    """XQ-60: soldiers, horses, generals and guards stand on them, chariots and cannons pass."""
    terrain = {"mountain": "a5 c5 e6 d7 e2"}
    table = board("Ra4 Ne5 Pc4 Ke1 Af1", terrain=terrain)

    assert "a8" in goes(table, "a4").split()
    assert ("d7" in goes(table, "e5").split(), goes(table, "c4")) == (True, "c5")
    assert ("e2" in goes(table, "e1").split(), "e2" in goes(table, "f1").split()) == (True, True)


def test_mountains_bar_elephants() -> None:
    """XQ-61: as a target and as an eye."""
    table = board("Be3", terrain={"mountain": "c5 f2"})

    assert goes(table, "e3") == "c1 g5"
    assert table.refused("e3-c5")[0] == "out_of_reach"


def test_a_cannon_on_a_mountain_also_shoots_straight() -> None:
    """XQ-62: the first piece without a screen, or one over a screen."""
    table = board("Ca5 pd5 rg5", terrain={"mountain": "a5"})

    assert goes(table, "a5") == along("c5 d5 g5")
    assert board("Ca5 pd5", terrain={}).refused("a5xd5")[0] in ("out_of_reach", "in_the_way")
    assert in_check(board("Ce5 ke10", black=True, terrain={"mountain": "e5"}))


def test_a_chariot_on_a_mountain_cannot_be_taken() -> None:
    """XQ-63: it is safe, and still a screen."""
    table = board("Ra5 re5", terrain={"mountain": "e5"})

    assert table.refused("a5xe5") == ("xiangqi.sheltered", "XQ-63")
    assert board("Ca5 re5 pg5", terrain={"mountain": "e5"}).allows("a5xg5")
    assert board("Ra5 re5").allows("a5xe5")


def test_a_besieged_chariot_takes_no_piece() -> None:
    """XQ-64: attacked on its mountain, it may move but not take, and gives no check."""
    terrain = {"mountain": "e5"}
    table = board("Re5 nc6 pe8 ph5", terrain=terrain)

    assert table.refused("e5xe8") == ("xiangqi.besieged", "XQ-64")
    assert table.allows("e5-e7")
    assert board("Re5 nc6 pd6 pe8", terrain=terrain).allows("e5xe8")
    assert not in_check(board("Re5 nc6 ke10", black=True, terrain=terrain))
    assert in_check(board("Re5 nb6 ke10", black=True, terrain=terrain))


# Bridges


@pytest.mark.parametrize("bridge", ["c5", "d6", "e7"])
def test_elephants_cross_by_a_bridge(bridge: str) -> None:
    """XQ-70, XQ-71: a bridge under its origin, its eye or its target; without one, never."""
    assert "e7" in goes(board("Bc5", terrain={"bridge": bridge}), "c5").split()
    assert board("Bc5", terrain={"bridge": "f6"}).refused("c5-e7")[0] == "out_of_reach"


def test_a_bridge_is_plain_to_others() -> None:
    """XQ-71: a chariot does not notice it."""
    assert goes(board("Ra5", terrain={"bridge": "b5 a6"}), "a5") == goes(board("Ra5"), "a5")


def test_beyond_the_river_elephants_move_as_at_home() -> None:
    """XQ-72: and come back by a bridge only."""
    assert goes(board("Be7", terrain={"bridge": "d6"}), "e7") == "c5 c9 g9"


# Open ground


def test_open_ground_lets_everybody_charge() -> None:
    """XQ-80: as far as the open cells hang together, and the piece's own moves besides."""
    terrain = {"open": "c5 d5 e5 f5 h5 e6 e4"}

    assert goes(board("Pe5 pc5", terrain=terrain, soldier="seed"), "e5") == "e4 c5 d5 f5 e6"
    assert goes(board("Ne5", terrain=terrain), "e5") == "d3 f3 c4 e4 g4 c5 d5 f5 c6 e6 g6 d7 f7"
    assert board("Pe5", terrain=terrain, soldier="seed").refused("e5-h5")[0] == "out_of_reach"


def test_open_ground_keeps_the_limits_of_palace_and_river() -> None:
    """XQ-80: a general stays in its palace, an elephant on its bank."""
    assert goes(board("Kd2 Pf5", terrain={"open": "c2 d2 e2 f2 g2"}), "d2") == "d1 e2 f2 d3"
    assert goes(board("Be5", terrain={"open": "e4 e5 e6"}), "e5") == "c3 g3 e4"


def test_a_chariot_on_open_ground_also_slides_diagonally() -> None:
    """XQ-81: within the open cells."""
    terrain = {"open": "e5 f6 g7 d5"}

    assert goes(board("Re5", terrain=terrain), "e5") == (
        "e1 e2 e3 e4 a5 b5 c5 d5 f5 g5 h5 i5 e6 f6 e7 g7 e8 e9 e10"
    )  # fmt: skip
    assert "f6" not in goes(board("Ne5", terrain=terrain), "e5").split()


def test_no_shipped_board_has_open_ground() -> None:
    """XQ-82: it waits for boards of one's own."""
    boards = [loaded("xiangqi/terrains", scenario=name) for name in ("demo", "bridges")]

    assert all("open" not in game.grounds[0].terrain for game in boards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("soldier", "counts"), [("standard", [38, 1444, 52552]), ("seed", [38, 1444])]
)
def test_perft_of_the_demo_board(soldier: str, counts: list[int]) -> None:
    """XQ-90: terrains alike for both sides, and as many ways to play as were counted."""
    game = loaded(
        "xiangqi/terrains", settings={"soldier": soldier, "obstacles": 0}, scenario="demo"
    )
    terrain = game.grounds[0].terrain

    assert terrain == terrain[::-1]
    assert perft_table(game, game.start(), len(counts)) == counts


def test_drawn_obstacles_come_on_top_of_the_demo_board() -> None:
    """XQ-43, XQ-90: they stand on meadow, never on another terrain."""
    game = loaded("xiangqi/terrains", scenario="demo")
    cells = {cell for _, draw in game.chances(game.start()) for cell in draw.cells}  # type: ignore[attr-defined]

    assert cells
    assert {game.grounds[0].terrain[cell] for cell in cells} == {"plain"}
