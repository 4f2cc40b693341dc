"""Battle: what a move costs and whom it may pass."""

from __future__ import annotations

import pytest
from battlefield import GROUNDS, LETTERS, battle, field

COSTS = {
    "foot": {"plain": 1, "road": 1, "city": 1, "forest": 1, "mountain": 2, "river": 2},
    "boots": {"plain": 1, "road": 1, "city": 1, "forest": 1, "mountain": 1, "river": 1},
    "treads": {"plain": 1, "road": 1, "city": 1, "forest": 2, "mountain": None, "river": None},
    "air": {"plain": 1, "road": 1, "city": 1, "forest": 1, "mountain": 1, "river": 1},
}
WALKERS = {
    "foot": ("infantry", 3),
    "boots": ("antitank", 2),
    "treads": ("tank", 6),
    "air": ("helicopter", 6),
}


def _farthest(unit: str, ground: str) -> int:
    """How far a unit gets along the southern edge of a board of one terrain."""
    table = battle(GROUNDS[ground], all_over=True).table(f"{LETTERS[unit]} .", others=False)
    reached = table.choices("move", "a1").split()
    return max((ord(cell[0]) - ord("a") for cell in reached if cell[1:] == "1"), default=0)


@pytest.mark.parametrize("ground", list(GROUNDS))
@pytest.mark.parametrize("walker", list(COSTS))
def test_entering_costs_what_the_table_says(walker: str, ground: str) -> None:
    """BT-20: points by movement class and terrain; what the table leaves out cannot be entered."""
    unit, points = WALKERS[walker]
    cost = COSTS[walker][ground]

    assert _farthest(unit, ground) == (0 if cost is None else points // cost)


@pytest.mark.parametrize(
    ("unit", "points"),
    [("infantry", 3), ("antitank", 2), ("tank", 6), ("artillery", 5), ("aa", 6), ("helicopter", 6)],
)
def test_every_type_has_its_points(unit: str, points: int) -> None:
    """BT-22: on a road every point is a cell."""
    assert _farthest(unit, "road") == points


@pytest.mark.parametrize("unit", ["tank", "artillery", "aa"])
def test_tracked_units_cost_alike(unit: str) -> None:
    """BT-22: tank, artillery and anti-aircraft run on treads: no river, and two points for a
    forest."""
    assert _farthest(unit, "river") == 0
    assert _farthest(unit, "forest") == {"tank": 3, "artillery": 2, "aa": 3}[unit]


def test_the_ground_one_leaves_costs_nothing() -> None:
    """BT-20: an infantryman on a mountain has all his points for the plain around it."""
    assert field("I . . . .", "M....").allows("a1-d1")


def test_a_step_too_far_is_refused() -> None:
    """BT-20: three points are three cells of plain."""
    assert field("I . . . .").refused("a1-e1") == ("out_of_reach", "BT-20")


def test_moves_go_along_rows_and_columns() -> None:
    """BT-20: a diagonal neighbour costs two steps."""
    assert field("B . .\n. . .\n. . .").refused("a3-c1") == ("out_of_reach", "BT-20")
    assert field("B . .\n. . .").allows("a2-b1")


def test_enemies_bar_the_way_to_all() -> None:
    """BT-23: a helicopter between two enemies in a corner goes nowhere."""
    assert field("i .\nH i").choices("move", "a1") == ""
    assert field("i .\nH .").refused("a1-a2") == ("occupied", "BT-23, BT-24")


def test_friends_let_pass_but_keep_their_cell() -> None:
    """BT-24: past a friend to the cell behind, never onto his own."""
    table = field("i i . .\nB I . .")

    assert table.allows("a1-c1")
    assert table.refused("a1-b1") == ("occupied", "BT-23, BT-24")


def test_a_friends_cell_costs_its_points() -> None:
    """BT-24: a friend on a mountain costs an infantryman two of his three points."""
    assert field("i i .\nI I . . .", "....\n.M...").choices("move", "a1") == "c1"


def test_staying_is_no_move() -> None:
    """BT-25: a unit may stay, which is not a move to its own cell."""
    table = field("I . i")

    assert table.refused("a1-a1") == ("no_step", "BT-25")
    assert table.allows("end")


def test_one_game_serves_several_armies() -> None:
    """BT-23, BT-24: a fourth infantry, a unit beyond the set-up, is blue in one position and red in
    the next."""
    game = battle("MM\n..")
    three = " ".join(["."] * 10 + ["{0}"] * 3 + ["."]) + "\n" + "\n".join([" ".join("." * 14)] * 8)
    corner = "T {0} " + " ".join("." * 12)
    drawn = {letter: f"{three}\n{corner}".format(letter) for letter in "Ii"}
    blue, red = (game.table(picture, others=False) for picture in drawn.values())

    assert blue.position.board[1] == red.position.board[1]
    assert blue.choices("move", "a1").startswith("c1")
    assert red.choices("move", "a1") == ""
    assert blue.choices("move", "a1").startswith("c1")
