"""Lionheart, chapter 3: who may be attacked, what the dice come to, who leaves the board."""

from __future__ import annotations

from itertools import product

import pytest

from support import Tried, picture
from wargrid.core.moves import Roll

ADJACENT = """
    . i .
    . I .
"""


def test_an_attack_is_announced_before_the_dice_fall(lionheart: Tried) -> None:
    """LH-24: once the target is named, nothing but the roll is possible."""
    table = lionheart.table(ADJACENT).play("b1xb2")

    assert table.to_act() == "chance"
    assert table.refused("b1>E") == ("roll_due", "LH-24")
    assert table.refused("end") == ("roll_due", "LH-24")


def test_no_dice_fall_without_an_attack(lionheart: Tried) -> None:
    """LH-24: a roll that nobody announced is refused."""
    assert lionheart.table(ADJACENT).refused("axe axe axe axe")[0] == "no_roll_due"


def test_an_attack_happens_in_order(lionheart: Tried) -> None:
    """LH-24: roll, second roll, figures removed, victory."""
    table = lionheart.table(
        """
        . k .
        . I .
    """,
        dice="axe axe",
        men="b1 1",
    ).play("b1xb2")

    told = [event.name for event in table.events]

    steps = ["announced", "rolled", "rolls_again", "rolled", "eliminated", "ended"]
    assert [name for name in told if name in steps] == steps


def test_panic_comes_after_the_figures_are_removed(lionheart: Tried) -> None:
    """LH-24: first what the dice did to the target, then the attacker's panic."""
    table = lionheart.table(f"{ADJACENT}\n. . .", dice="panic panic panic panic").play("b2xb3")

    told = [event.name for event in table.events]

    assert told.index("rolled") < told.index("struck") < told.index("turned") < told.index("moved")


@pytest.mark.parametrize("letter", ["I", "N", "K"])
def test_the_target_is_the_enemy_in_front(lionheart: Tried, letter: str) -> None:
    """LH-25: of eight neighbours only the one the attacker faces can be attacked."""
    table = lionheart.table(f"""
        i i i
        i {letter} i
        i i i
    """)

    assert table.choices("attack", "b2") == "b3"


@pytest.mark.parametrize("letter", ["I", "N", "K"])
@pytest.mark.parametrize("target", ["a1", "b1", "c1", "a2", "c2", "a3", "c3"])
def test_no_other_unit_can_be_attacked(lionheart: Tried, letter: str, target: str) -> None:
    """LH-25: an enemy beside, behind or diagonally ahead is out of range."""
    table = lionheart.table(f"""
        i i i
        i {letter} i
        i i i
    """)

    assert table.refused(f"b2x{target}") == ("out_of_range", "LH-25")


@pytest.mark.parametrize("letter", ["I", "N", "K"])
def test_an_enemy_two_squares_ahead_is_out_of_range(lionheart: Tried, letter: str) -> None:
    """LH-25: the target stands on the adjacent square."""
    assert lionheart.table(f". i .\n. . .\n. {letter} .").refused("b1xb3") == (
        "out_of_range",
        "LH-25",
    )


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
def test_friends_are_no_targets(lionheart: Tried, letter: str) -> None:
    """LH-25: a friend in front cannot be attacked."""
    assert lionheart.table(f". I .\n. {letter} .").refused("b1xb2") == ("own_target", "LH-25")


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
def test_an_empty_square_is_no_target(lionheart: Tried, letter: str) -> None:
    """LH-25: there must be an enemy to attack."""
    assert lionheart.table(f". . .\n. {letter} .").refused("b1xb2") == ("no_target", "LH-25")


@pytest.mark.parametrize("target", ["i", "i^", "i>", "i<"])
def test_the_facing_of_the_target_does_not_matter(lionheart: Tried, target: str) -> None:
    """LH-25: two axes remove two men, wherever the target looks."""
    table = lionheart.table(f". {target} .\n. I .", dice="axe axe arrow panic").play("b1xb2")

    assert table.men("b2") == 2


def test_the_target_does_not_strike_back_and_the_attacker_stays(lionheart: Tried) -> None:
    """LH-25: the attacker loses nobody, and keeps its square even when the target is gone."""
    table = lionheart.table(ADJACENT, dice="axe axe axe axe").play("b1xb2")

    assert table.men("b1") == 4
    assert table.picture() == picture("""
        . . .
        . I .
    """)


@pytest.mark.parametrize(
    ("facing", "block"),
    [
        ("", "d5 e5 f5 d6 e6 f6 d7 e7 f7"),
        (">", "f3 g3 h3 f4 g4 h4 f5 g5 h5"),
        ("v", "d1 e1 f1 d2 e2 f2 d3 e3 f3"),
        ("<", "b3 c3 d3 b4 c4 d4 b5 c5 d5"),
    ],
)
def test_archers_reach_the_block_ahead(lionheart: Tried, facing: str, block: str) -> None:
    """LH-26: nine squares, one to three ahead and up to one aside, whoever stands between."""
    crowd = [["i"] * 9 for _ in range(8)]
    crowd[4][4] = f"A{facing}"
    table = lionheart.table("\n".join([". " * 9] * 2 + [" ".join(row) for row in crowd]))

    assert table.choices("attack", "e4") == block


@pytest.mark.parametrize("target", ["b6", "d3", "d5", "a2", "c2", "b1", "a1"])
def test_archers_reach_no_further(lionheart: Tried, target: str) -> None:
    """LH-26: what is four ahead, two aside, level or behind cannot be shot at."""
    table = lionheart.table("""
        i i i i i
        i i i i i
        i i i i i
        i i i i i
        i A i i i
        i i i i i
    """)

    assert table.refused(f"b2x{target}") == ("out_of_range", "LH-25")


@pytest.mark.parametrize("between", ["I", "i", "K"])
def test_archers_shoot_over_anybody(lionheart: Tried, between: str) -> None:
    """LH-26: a unit in between, of either side, does not block."""
    table = lionheart.table(
        f"""
        . i .
        . {between} .
        . A .
    """,
        dice="arrow arrow axe axe",
    ).play("b1xb3")

    assert table.men("b3") == 2


def test_dice_fall_with_the_casualties(lionheart: Tried) -> None:
    """LH-27: an infantry that has lost two men rolls two dice."""
    table = lionheart.table(ADJACENT, dice="axe axe arrow arrow").play("b1xb2", "end", "b2xb1")

    due = table.game.moves(table.position)[0]

    assert isinstance(due, Roll)
    assert len(due.faces) == 2


def test_no_unit_rolls_more_than_four_dice(lionheart: Tried) -> None:
    """LH-28: the box has four dice, and a full base of any type needs no more."""
    most = 0
    for letter in "IANK":
        table = lionheart.table(f". i .\n. {letter} .").play("b1xb2")
        most = max(
            most,
            *(
                len(roll.faces)
                for roll in table.game.moves(table.position)
                if isinstance(roll, Roll)
            ),
        )

    assert most == 4


@pytest.mark.parametrize(
    ("letter", "blank"), [("I", "arrow arrow"), ("N", "arrow arrow"), ("K", "")]
)
@pytest.mark.parametrize("axes", [0, 1, 2])
def test_axes_are_the_hits_of_all_but_archers(
    lionheart: Tried, letter: str, blank: str, axes: int
) -> None:
    """LH-30: each axe of infantry, knights or a king hits; arrows do not."""
    dice = " ".join(["axe"] * axes + ["arrow"] * (2 - axes))
    table = lionheart.table(f". i .\n. {letter} .", dice=f"{dice} {blank}").play("b1xb2")

    assert table.men("b2") == 4 - axes


@pytest.mark.parametrize("arrows", [0, 1, 2, 3])
def test_arrows_are_the_hits_of_archers(lionheart: Tried, arrows: int) -> None:
    """LH-31: each arrow of archers hits; axes do not."""
    dice = " ".join(["arrow"] * arrows + ["axe"] * (4 - arrows))
    table = lionheart.table(". i .\n. A .", dice=dice).play("b1xb2")

    assert table.men("b2") == 4 - arrows


@pytest.mark.parametrize(("men", "left"), [(4, 1), (3, 0), (2, 0)])
def test_each_hit_removes_one_man_and_surplus_is_lost(
    lionheart: Tried, men: int, left: int
) -> None:
    """LH-33: three hits take three men off the base; an empty base leaves, and nothing more
    happens."""
    table = lionheart.table(ADJACENT, dice="axe axe axe arrow", men=f"b2 {men}").play("b1xb2")

    assert table.men("b2") == left
    assert table.ended() == ""


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ("axe arrow arrow arrow", 2), ("axe axe arrow arrow", 1), ("axe axe axe arrow", 1),
        ("axe axe axe axe", 0),
    ],
)  # fmt: skip
def test_two_hits_remove_a_knight(lionheart: Tried, dice: str, left: int) -> None:
    """LH-34: every two hits of one attack remove a knight, an odd one is lost."""
    table = lionheart.table(". n .\n. I .", dice=dice).play("b1xb2")

    assert table.men("b2") == left


def test_odd_hits_of_two_attacks_do_not_add_up(lionheart: Tried) -> None:
    """LH-34: one hit now and one hit later remove nobody."""
    once = "axe arrow arrow arrow"
    table = lionheart.table(
        """
        . n .
        . I .
        . . .
    """,
        dice=f"{once} {once}",
    ).play("b2xb3", "end", "end", "b2xb3")

    assert table.men("b3") == 2


def test_an_odd_hit_leaves_no_mark(lionheart: Tried) -> None:
    """LH-34: at the end of the attack the odd hit is forgotten, not carried."""
    table = lionheart.table(". n .\n. I .", dice="axe axe axe arrow").play("b1xb2")

    assert not any(table.position.wounds)


@pytest.mark.parametrize(("letter", "hit", "miss"), [("I", "axe", "arrow"), ("A", "arrow", "axe")])
@pytest.mark.parametrize("target", ["n", "k"])
def test_a_last_man_rolls_a_hit_again(
    lionheart: Tried, letter: str, hit: str, miss: str, target: str
) -> None:
    """LH-36: a single infantryman or archer whose die hit rolls it once more; a second hit removes
    one figure."""
    for second, removed in ((hit, 1), (miss, 0)):
        table = lionheart.table(f". {target} .\n. {letter} .", dice=f"{hit} {second}", men="b1 1")
        before = table.men("b2")

        assert before - table.play("b1xb2").men("b2") == removed


@pytest.mark.parametrize("face", ["arrow", "panic"])
def test_a_last_man_who_misses_does_not_roll_again(lionheart: Tried, face: str) -> None:
    """LH-36: without a first hit there is no second roll."""
    table = lionheart.table(". n .\n. I .\n. . .", dice=face, men="b2 1").play("b2xb3")

    assert table.to_act() == "gold"
    assert table.men("b3") == 2


def test_a_last_man_does_not_roll_again_against_one_hit_types(lionheart: Tried) -> None:
    """LH-36: the second roll is for targets that take two hits a man."""
    table = lionheart.table(ADJACENT, dice="axe", men="b1 1").play("b1xb2")

    assert table.to_act() == "gold"
    assert table.men("b2") == 3


def test_two_men_get_no_second_roll(lionheart: Tried) -> None:
    """LH-36: only a single man rolls again."""
    table = lionheart.table(". n .\n. I .", dice="axe arrow", men="b1 2").play("b1xb2")

    assert table.to_act() == "gold"
    assert table.men("b2") == 2


def test_the_second_roll_causes_no_panic(lionheart: Tried) -> None:
    """LH-37: a hit and then panic leaves the attacker where it is."""
    table = lionheart.table(
        """
        . n .
        . I .
        . . .
    """,
        dice="axe panic",
        men="b2 1",
    ).play("b2xb3")

    assert table.picture() == picture("""
        . n .
        . I .
        . . .
    """)


@pytest.mark.parametrize(("letter", "dice"), list(product("NK", ["axe arrow", "axe panic"])))
def test_only_named_types_roll_again(lionheart: Tried, letter: str, dice: str) -> None:
    """LH-38: a single knight or a king, not named for it, gets no second roll."""
    table = lionheart.table(f". n .\n. {letter} .", dice=dice, men="b1 1").play("b1xb2")

    assert table.to_act() == "gold"
    assert table.men("b2") == 2
