"""Lionheart, chapter 1: board, pieces, start."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support import Tried, picture, tried
from wargrid import CHANCE
from wargrid.core.moves import Roll


def test_two_players_sit_on_opposite_edges(lionheart: Tried) -> None:
    """LH-01, LH-03: Gold has its back row in the south, Silver in the north."""
    sides = [(word, side.edge) for word, side in lionheart.game.ruleset.sides.items()]

    assert sides == [("gold", "south"), ("silver", "north")]


def test_each_side_goes_away_from_its_own_edge(lionheart: Tried) -> None:
    """LH-03: Gold's first step goes up the rows, Silver's goes down."""
    table = lionheart.opened()

    assert table.choices("move", "c2") == "c3"
    assert table.play("end").choices("move", "c9") == "c8"


def test_the_board_has_nine_columns_and_ten_rows(lionheart: Tried) -> None:
    """LH-02: columns a to i from west to east, rows 1 to 10 from south to north."""
    grid = lionheart.game.grid

    assert (grid.columns, grid.rows) == (9, 10)
    assert (grid.name(0), grid.name(8), grid.name(81), grid.name(89)) == ("a1", "i1", "a10", "i10")


def test_a_unit_stands_alone_on_its_square_and_faces_one_of_four_ways(lionheart: Tried) -> None:
    """LH-04: every unit of the start has a square of its own, 1 to 10 men of one type, and one of
    four facings."""
    units = list(lionheart.game.start().standing())

    assert len({unit.cell for unit in units}) == len(units) == 20
    assert all(1 <= unit.men <= 10 for unit in units)
    assert lionheart.game.grid.facings == 4


@pytest.mark.parametrize("facing", ["^", ">", "v", "<"])
def test_a_picture_shows_each_facing(lionheart: Tried, facing: str) -> None:
    """LH-04: a unit looks north, east, south or west, and is drawn so."""
    drawn = "I" if facing == "^" else f"I{facing}"

    assert lionheart.table(f". {drawn} .").picture() == f". {drawn} ."


@pytest.mark.parametrize("side", [0, 1])
def test_nothing_is_hidden(lionheart: Tried, side: int) -> None:
    """LH-05: each side may know the whole position."""
    position = lionheart.game.start()

    assert lionheart.game.view(position, side) == position


@pytest.mark.parametrize(
    ("letter", "men", "dice"),
    [
        ("I", 1, 1), ("I", 2, 2), ("I", 3, 3), ("I", 4, 4),
        ("A", 1, 1), ("A", 2, 2), ("A", 3, 3), ("A", 4, 4),
        ("N", 1, 2), ("N", 2, 4),
        ("K", 1, 2),
    ],
)  # fmt: skip
def test_dice_follow_the_men_alive(lionheart: Tried, letter: str, men: int, dice: int) -> None:
    """LH-06, LH-27: one die a man for infantry and archers, two a man for knights and the king."""
    table = lionheart.table(
        f"""
        . i .
        . {letter} .
    """,
        men=f"b1 {men}",
    ).play("b1xb2")

    rolls = table.game.moves(table.position)

    assert {len(roll.faces) for roll in rolls if isinstance(roll, Roll)} == {dice}


@pytest.mark.parametrize(("letter", "men"), [("I", 4), ("A", 4), ("N", 2), ("K", 1)])
def test_a_fresh_base_is_full(lionheart: Tried, letter: str, men: int) -> None:
    """LH-06: four infantrymen or archers to a base, two knights, one king."""
    assert lionheart.table(f". {letter} .").men("b1") == men


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
@pytest.mark.parametrize("move", ["b1-b2", "b1>E"])
def test_moving_and_turning_cost_one_action(lionheart: Tried, letter: str, move: str) -> None:
    """LH-06: at level 1 every action costs one."""
    assert lionheart.table(f". . .\n. {letter} .").play(move).position.budget == 1


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
def test_attacking_costs_one_action(lionheart: Tried, letter: str) -> None:
    """LH-06: at level 1 every attack costs one action."""
    assert lionheart.table(f". i .\n. {letter} .").play("b1xb2").position.budget == 1


def test_a_die_has_three_axes_two_arrows_and_one_panic(lionheart: Tried) -> None:
    """LH-07: an axe falls with 1/2, an arrow with 1/3, panic with 1/6."""
    table = lionheart.table(". i .\n. I .", men="b1 1").play("b1xb2")

    chances = {
        roll.faces[0]: chance
        for chance, roll in table.game.chances(table.position)
        if isinstance(roll, Roll)
    }

    assert chances == {"axe": Fraction(1, 2), "arrow": Fraction(1, 3), "panic": Fraction(1, 6)}


def test_the_armies_stand_face_to_face(lionheart: Tried) -> None:
    """LH-12: ten bases a side, infantry in front, the king in the middle of the back row."""
    assert lionheart.opened().picture() == picture("""
        . . a n k n a . .
        . . i i i i i . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . I I I I I . .
        . . A N K N A . .
    """)


def test_every_base_of_the_start_is_full(lionheart: Tried) -> None:
    """LH-12: infantry 4, archers 4, knights 2, king 1, all facing the enemy."""
    full = {"infantry": 4, "archer": 4, "knight": 2, "king": 1}
    units = list(lionheart.game.start().standing())

    assert all(unit.men == full[unit.type.word] for unit in units)
    assert all(unit.facing == (0 if unit.side == 0 else 2) for unit in units)


@pytest.mark.parametrize(
    ("gold", "silver", "begins"),
    [
        ("axe axe axe panic", "axe axe arrow arrow", "gold"),
        ("axe arrow arrow panic", "axe axe arrow panic", "silver"),
        ("panic panic panic panic", "axe panic panic panic", "silver"),
        ("axe axe axe axe", "axe axe axe arrow", "gold"),
    ],
)
def test_more_axes_begin(gold: str, silver: str, begins: str) -> None:
    """LH-13: each side rolls four dice, and whoever shows more axes has the first turn."""
    table = tried("lionheart/level1").opened(dice=f"{gold} {silver}").roll(f"{gold} {silver}")

    assert table.to_act() == begins
    assert table.position.budget == 2


def test_a_tie_is_rolled_again() -> None:
    """LH-13: with as many axes on either side both roll again, until one begins."""
    table = tried("lionheart/level1").opened()

    table.roll("axe axe arrow panic axe axe panic panic")
    assert table.to_act() == "chance"

    table.roll("axe arrow arrow arrow arrow arrow arrow arrow")
    assert table.to_act() == "gold"


def test_a_tie_has_its_exact_chance() -> None:
    """LH-13: the starting roll is tied with a chance of 35/128."""
    game = tried("lionheart/level1").game
    start = game.start()
    tied = Fraction(0)

    for first, roll in game.chances(start):
        halfway = game.step(start, roll)
        for second, answer in game.chances(halfway):
            if game.to_act(game.step(halfway, answer)) == CHANCE:
                tied += first * second

    assert tied == Fraction(35, 128)


def test_no_unit_moves_before_the_starting_roll() -> None:
    """LH-13: while the starting roll is due, a move is refused."""
    assert tried("lionheart/level1").opened().refused("c2-c3")[0] == "roll_due"
