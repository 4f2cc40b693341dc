"""Dice: the exact probabilities of pools, and random draws from them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from support import Tried, tried
from wargrid.core.dice import Pool, draw_from, entropy, seeded
from wargrid.core.moves import Lot, Roll
from wargrid.events import Rolled

BATTLE = ("axe", "axe", "axe", "arrow", "arrow", "panic")


def listed(dice: int) -> dict[tuple[str, ...], Fraction]:
    """The results of so many battle dice."""
    return {
        roll.faces: chance
        for chance, roll in Pool("battle", BATTLE, dice).chances
        if isinstance(roll, Roll)
    }


@pytest.mark.parametrize("dice", range(1, 6))
def test_results_agree_with_enumeration(dice: int) -> None:
    """The results agree with all throws of distinguishable dice."""
    order = list(dict.fromkeys(BATTLE))
    throws = Counter(
        tuple(sorted(throw, key=order.index)) for throw in product(BATTLE, repeat=dice)
    )
    assert listed(dice) == {faces: Fraction(count, 6**dice) for faces, count in throws.items()}


@pytest.mark.parametrize("dice", [1, 2, 4, 8, 40])
def test_probabilities_sum_to_one(dice: int) -> None:
    """The sum is exact."""
    assert sum(listed(dice).values()) == 1


def test_results_are_written_in_the_order_of_the_die() -> None:
    """Axes come first, panic last."""
    assert list(listed(2)) == [
        ("axe", "axe"), ("axe", "arrow"), ("axe", "panic"), ("arrow", "arrow"),
        ("arrow", "panic"), ("panic", "panic"),
    ]  # fmt: skip


@pytest.mark.parametrize("dice", [1, 3])
def test_draws_agree_with_probabilities(dice: int) -> None:
    """Each result takes exactly its share of the numbers from 0 to 1."""
    pool = Pool("battle", BATTLE, dice)
    total = 6**dice
    drawn = Counter(pool.draw((number + 0.5) / total) for number in range(total))
    assert {roll: Fraction(count, total) for roll, count in drawn.items()} == {
        roll: c for c, roll in pool.chances
    }


@pytest.mark.parametrize(("number", "face"), [
    (0.0, "axe"), (0.49, "axe"), (0.5, "arrow"), (0.84, "panic"), (1 - 2**-53, "panic"),
])  # fmt: skip
def test_draws_include_both_ends_of_the_range(number: float, face: str) -> None:
    """The first number selects the first result, the last one the last."""
    assert Pool("battle", BATTLE, 1).draw(number).faces == (face,)


def test_a_number_at_a_boundary_selects_the_next_outcome() -> None:
    """The number one still selects the last outcome."""
    lots = ((Fraction(1, 3), Lot(0)), (Fraction(2, 3), Lot(1)))
    fall = [draw_from(lots, Fraction(number, 6)) for number in range(7)]
    assert [lot.key for lot in fall] == [("lot", 0)] * 2 + [("lot", 1)] * 5


def rolled(seed: int, times: int) -> str:
    """The faces of one die, roll after roll."""
    source = seeded(seed)
    chances = Pool("battle", BATTLE, 1).chances
    faces = [
        roll.faces[0] for roll in (source(chances) for _ in range(times)) if isinstance(roll, Roll)
    ]
    return " ".join(faces)


def test_the_same_seed_rolls_the_same_dice() -> None:
    """Another seed rolls others."""
    assert rolled(1, 50) == rolled(1, 50) != rolled(2, 50)


def test_a_seed_rolls_the_same_on_every_machine() -> None:
    """These rolls are fixed."""
    assert rolled(1, 8) == "axe arrow axe panic axe axe arrow axe"


def test_entropy_selects_one_of_the_results() -> None:
    """The operating system's numbers cannot be repeated."""
    chances = Pool("battle", BATTLE, 2).chances
    assert entropy()(chances) in [roll for _, roll in chances]


def test_a_draw_of_sides_is_fair() -> None:
    """Half of the numbers select each side."""
    game = tried("lionheart/level1", first_player="random").game
    start = game.start()
    assert [chance for chance, _ in game.chances(start)] == [Fraction(1, 2)] * 2
    assert [game.engine.draw(start, number).key for number in (0.0, 0.49, 0.5, 0.99)] == [
        ("lot", 0)
    ] * 2 + [("lot", 1)] * 2


def test_a_side_to_act_has_no_random_moves(lionheart: Tried) -> None:
    """A position without a pending roll has no chances."""
    assert lionheart.game.chances(lionheart.game.start()) == ()


def test_a_game_draws_from_its_chances(lionheart: Tried) -> None:
    """The number 0 selects the first result."""
    table = lionheart.table("i . .\nI . .").play("a1xa2")
    assert table.game.engine.draw(table.position, 0.0) is table.game.chances(table.position)[0][1]


def test_equal_rolls_are_equal_events() -> None:
    """Events compare by their faces."""
    one, same, other = (
        Rolled(Pool("d", ("hit", "miss"), 2).draw(number)) for number in (0, 0, 0.5)
    )
    assert one.facts() == {"faces": ("hit", "hit")}
    assert {one, same, other} == {one, other}
