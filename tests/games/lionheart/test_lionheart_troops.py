"""Lionheart, level 2: massed and heavy infantry, and peasants."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support import Tried, picture, tried
from wargrid.core.moves import Roll
from wargrid.match import read_move

PANIC = "panic panic panic panic"


@pytest.fixture
def level2() -> Tried:
    """Lionheart, level 2."""
    return tried("lionheart/level2")


def _dice(level2: Tried, letter: str, men: int) -> int:
    table = level2.table(f". i .\n. {letter} .\n. . .", men=f"b2 {men}").play("b2xb3")
    due = table.game.moves(table.position)[0]
    assert isinstance(due, Roll)
    return len(due.faces)


# Massed infantry


@pytest.mark.parametrize(("men", "dice"), [(9, 4), (5, 4), (4, 4), (3, 3), (1, 1)])
def test_massed_infantry_rolls_four_dice_while_it_can(level2: Tried, men: int, dice: int) -> None:
    """LH-54: four dice with four men or more, then one a man."""
    assert _dice(level2, "M", men) == dice


def test_massed_infantry_moves_and_panics_like_infantry(level2: Tried) -> None:
    """LH-54: one square ahead, a target in front, and panic with its men."""
    table = level2.table(". i .\n. M .\n. . .", dice=PANIC)
    assert (table.choices("attack", "b2"), table.choices("move", "b2")) == ("b3", "")
    table.play("b2xb3")

    assert table.picture() == picture(". i .\n. . .\n. Mv .")
    assert table.men("b1") == 10


# Heavy infantry


def test_heavy_infantry_pays_both_actions_to_move_or_turn(level2: Tried) -> None:
    """LH-55, LH-15: a move or any turn is the whole turn, so it needs both actions."""
    assert level2.table(". . .\n. H .").play("b1-b2").to_act() == "silver"
    assert level2.table(". . .\n. H .").play("b1>S").to_act() == "silver"
    after_one = level2.table(". . .\n. H I", dice="").play("c1>E")
    assert after_one.refused("b1-b2") == ("too_dear", "LH-15")
    assert after_one.refused("b1>E") == ("too_dear", "LH-15")


def test_heavy_infantry_attacks_for_one_action(level2: Tried) -> None:
    """LH-56: one action, four dice for two men, axes hit, and two hits remove one of its men."""
    assert _dice(level2, "H", 1) == 2
    table = level2.table(". i .\n. H .\n. . .", dice="axe axe arrow arrow").play("b2xb3")
    assert (table.position.budget, table.men("b3")) == (1, 2)
    table = level2.table(". h .\n. I .\n. . .", dice="axe axe axe arrow").play("b2xb3")

    assert table.men("b3") == 1


def test_heavy_infantry_strikes_all_around(level2: Tried) -> None:
    """LH-57: any of the eight neighbours, whatever its facing, and nobody further away."""
    table = level2.table("""
        i i i i
        i Hv i i
        i i i i
    """)

    assert table.choices("attack", "b2") == "a1 b1 c1 a2 c2 a3 b3 c3"
    assert table.refused("b2xd2")[0] == "out_of_range"


def test_heavy_infantry_flees_from_its_own_facing(level2: Tried) -> None:
    """LH-58: it steps back from where it looks, not from its target, and pays nothing for it."""
    table = level2.table(
        """
        . i .
        . H> .
        . . .
    """,
        dice=PANIC,
    ).play("b2xb3")

    assert table.picture() == picture("""
        . i .
        H< . .
        . . .
    """)
    assert table.position.budget == 1


# Peasants


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ("axe axe axe arrow", 1),
        ("axe arrow arrow arrow", 1),
        ("axe axe arrow arrow", 2),
        ("axe axe axe axe", 0),
    ],
)
def test_peasants_hit_with_the_face_that_shows_more_often(
    level2: Tried, dice: str, left: int
) -> None:
    """LH-60: axes or arrows, whichever are more; a tie gives that common number."""
    assert level2.table(". i .\n. P .\n. . .", dice=dice).play("b2xb3").men("b3") == left


@pytest.mark.parametrize(
    ("dice", "cell"), [("axe axe arrow panic", "b3"), ("axe axe panic panic", "b2")]
)
def test_peasants_retreat_a_square_for_every_panic(level2: Tried, dice: str, cell: str) -> None:
    """LH-61: they turn once and go as many squares as panics were rolled."""
    table = level2.table(". i .\n. P .\n. . .\n. . .\n. . .", dice=dice).play("b4xb5")

    assert table.men(cell) == 4
    assert table.position.at(table.game.grid.cell(cell)).facing == 2


def test_peasants_that_roll_nothing_but_panic_go_as_far_as_they_rolled(level2: Tried) -> None:
    """LH-62: four panics are four squares, not one."""
    assert level2.table(". i\n. P\n. .\n. .\n. .\n. .", dice=PANIC).play("b5xb6").men("b1") == 4


def test_peasants_retreat_off_the_board_step_by_step(level2: Tried) -> None:
    """LH-61: each step is one of panic, so the edge eliminates them."""
    table = level2.table(". i .\n. P .\n. . .", dice="panic panic panic axe").play("b2xb3")

    assert table.picture() == picture(". i .\n. . .\n. . .")


def test_peasants_bumped_by_a_friend_panic_like_anyone(level2: Tried) -> None:
    """LH-63: they turn from their own facing and step one square."""
    table = level2.table(". i .\n. I .\n. P> .\n. . .", dice=PANIC).play("b3xb4")

    assert table.picture() == picture(". i .\n. . .\nP< Iv .\n. . .")


def test_within_one_retreat_a_unit_turns_once(level2: Tried) -> None:
    """LH-45: bumped a second time, the friend goes on the way it is already fleeing."""
    table = level2.table(
        """
        . i .
        . P .
        . I .
        . . .
        . . .
    """,
        dice="panic panic axe axe",
    ).play("b4xb5")

    assert table.picture() == picture("""
        . i .
        . . .
        . . .
        . Pv .
        . Iv .
    """)


def test_a_friend_that_got_out_of_the_way_is_not_bumped_again(level2: Tried) -> None:
    """LH-45: it fled sideways at the first step, and the second step is free."""
    table = level2.table(". i .\n. P .\n. I> .\n. . .", dice="panic panic axe axe").play("b3xb4")

    assert table.picture() == picture(". i .\n. . .\nI< . .\n. Pv .")


def test_a_chain_that_runs_into_itself_ends_the_whole_retreat(level2: Tried) -> None:
    """LH-46: face to face with a friend, both turn and stay, however many steps were left."""
    table = level2.table(". i .\n. P .\n. Iv .\n. . .", dice="panic panic axe axe").play("b3xb4")

    assert table.picture() == picture(". i .\n. Pv .\n. I .\n. . .")


def test_a_victory_by_hits_comes_before_the_retreat(level2: Tried) -> None:
    """LH-72: the king is dead before the peasants would have left the board."""
    table = level2.table(". k .\n. P .", dice="axe axe panic panic").play("b1xb2")

    assert table.ended() == "gold slay"
    assert table.men("b1") == 4


def test_the_retreat_of_the_last_unit_loses(level2: Tried) -> None:
    """LH-72: losses by one's own retreat count, and the check runs after it."""
    table = level2.table(
        "K . . k\n. i . .\n. P . i", dice="panic panic axe arrow", others=False
    ).play("b1xb2")

    assert table.ended() == "silver isolate"


@pytest.mark.parametrize(
    ("letter", "again"), [("M", True), ("I", True), ("P", False), ("S", False)]
)
def test_who_rolls_a_second_time(level2: Tried, letter: str, again: bool) -> None:
    """LH-36, LH-38: a last massed man counts as an infantryman; a lone peasant gets no second
    roll."""
    dice = "axe" if letter != "S" else "axe arrow"
    table = level2.table(f". k .\n. {letter} .", dice=dice, men="b1 1").play("b1xb2")

    assert (table.to_act() == "chance") == again


def test_second_roll_types_with_peasants() -> None:
    """LH-38: peasants roll again where that was agreed on."""
    types = ["infantry", "archer", "massed", "peasant"]
    table = tried("lionheart/level2", second_roll_types=types).table(". k .\n. P .", men="b1 1")
    move = read_move(table.game, table.position, "b1xb2")

    assert table.game.odds(table.position, move).wins(0) == Fraction(25, 36)


@pytest.mark.parametrize(("retreat", "cell"), [("always", "b1"), ("only_after_hits", "b2")])
def test_peasant_retreat(retreat: str, cell: str) -> None:
    """LH-61: after every attack, or only after one that hit."""
    game = tried("lionheart/level2", peasant_retreat=retreat)

    assert game.table(". i .\n. P .\n. . .", dice="panic", men="b2 1").play("b2xb3").men(cell) == 1


def test_peasant_retreat_after_a_hit() -> None:
    """LH-61: with a hit they retreat under either agreement."""
    game = tried("lionheart/level2", peasant_retreat="only_after_hits")

    assert (
        game.table(". i .\n. P .\n. . .", dice="axe panic", men="b2 2").play("b2xb3").men("b1") == 2
    )
