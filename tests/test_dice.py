"""Pools of dice list every result with its exact chance, and draw from that same table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from support import Tried, tried
from wargrid.core.dice import Pool, draw_from, entropy, seeded
from wargrid.core.events import Rolled
from wargrid.core.moves import Lot, Roll

BATTLE = ("axe", "axe", "axe", "arrow", "arrow", "panic")


def listed(dice: int) -> dict[tuple[str, ...], Fraction]:
    """The results of so many battle dice."""
    return {
        roll.faces: chance
        for chance, roll in Pool("battle", BATTLE, dice).chances
        if isinstance(roll, Roll)
    }


@pytest.mark.parametrize("dice", range(1, 6))
def test_every_throw_is_counted(dice: int) -> None:
    """The table agrees with all throws of distinguishable dice, one by one."""
    order = list(dict.fromkeys(BATTLE))
    throws = Counter(
        tuple(sorted(throw, key=order.index)) for throw in product(BATTLE, repeat=dice)
    )
    assert listed(dice) == {faces: Fraction(count, 6**dice) for faces, count in throws.items()}


@pytest.mark.parametrize("dice", [1, 2, 4, 8, 40])
def test_chances_sum_to_one(dice: int) -> None:
    """Exactly."""
    assert sum(listed(dice).values()) == 1


@pytest.mark.parametrize("dice", range(1, 9))
def test_nothing_but_panic_is_one_sixth_to_the_power_of_dice(dice: int) -> None:
    """Lionheart's panic: (1/6)^n."""
    assert listed(dice)[("panic",) * dice] == Fraction(1, 6**dice)


@pytest.mark.parametrize("dice", [1, 4, 8])
def test_three_kinds_of_faces_give_a_triangle_of_results(dice: int) -> None:
    """(n+1)(n+2)/2 of them, each once."""
    assert len(listed(dice)) == (dice + 1) * (dice + 2) // 2


def test_results_are_written_in_the_order_of_the_die() -> None:
    """Axes first, panic last."""
    assert list(listed(2)) == [
        ("axe", "axe"), ("axe", "arrow"), ("axe", "panic"), ("arrow", "arrow"), ("arrow", "panic"), ("panic", "panic"),
    ]  # fmt: skip


@pytest.mark.parametrize("dice", [1, 3])
def test_a_draw_agrees_with_the_chances(dice: int) -> None:
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
def test_a_draw_takes_the_ends_of_its_range(number: float, face: str) -> None:
    """The first number is the first result, the last one the last."""
    assert Pool("battle", BATTLE, 1).draw(number).faces == (face,)


def test_an_exact_number_falls_on_one_outcome() -> None:
    """At a boundary the next outcome begins; one is beyond the last and still falls on it."""
    lots = ((Fraction(1, 3), Lot(0)), (Fraction(2, 3), Lot(1)))
    fall = [draw_from(lots, Fraction(number, 6)) for number in range(7)]
    assert [lot.key for lot in fall] == [("lot", 0)] * 2 + [("lot", 1)] * 5


def rolled(seed: int, times: int) -> str:
    """What one die shows, time after time."""
    source = seeded(seed)
    chances = Pool("battle", BATTLE, 1).chances
    faces = [
        roll.faces[0] for roll in (source(chances) for _ in range(times)) if isinstance(roll, Roll)
    ]
    return " ".join(faces)


def test_the_same_seed_rolls_the_same_dice() -> None:
    """And another seed others."""
    assert rolled(1, 50) == rolled(1, 50) != rolled(2, 50)


def test_a_seed_means_the_same_on_every_machine() -> None:
    """These dice were rolled once and for all."""
    assert rolled(1, 8) == "axe arrow axe panic axe axe arrow axe"


def test_chance_of_the_system_rolls_what_is_possible() -> None:
    """Whatever it is."""
    chances = Pool("battle", BATTLE, 2).chances
    assert entropy()(chances) in [roll for _, roll in chances]


def test_a_lot_is_fair() -> None:
    """Half of the numbers are for each side."""
    game = tried("lionheart/level1", first_player="random").game
    start = game.start()
    assert [chance for chance, _ in game.chances(start)] == [Fraction(1, 2)] * 2
    assert [game.draw(start, number).key for number in (0.0, 0.49, 0.5, 0.99)] == [
        ("lot", 0)
    ] * 2 + [("lot", 1)] * 2


def test_who_waits_for_nothing_has_no_chances(lionheart: Tried) -> None:
    """While a side is to act, chance has nothing to do."""
    assert lionheart.game.chances(lionheart.game.start()) == ()


def test_the_game_draws_from_the_table_it_lists(lionheart: Tried) -> None:
    """The number 0 falls on the first result listed."""
    table = lionheart.table("i . .\nI . .").play("a1xa2")
    assert table.game.draw(table.position, 0.0) is table.game.chances(table.position)[0][1]


def test_a_face_stands_on_several_dice() -> None:
    """A pool of one die knows nothing of another."""
    fate = Pool("fate", ("good", "bad"), 2)
    assert [(str(chance), roll.key) for chance, roll in fate.chances] == [
        ("1/4", ("roll", "fate", ("good", "good"))),
        ("1/2", ("roll", "fate", ("good", "bad"))),
        ("1/4", ("roll", "fate", ("bad", "bad"))),
    ]


def test_events_of_a_roll_tell_its_faces() -> None:
    """Equal rolls are equal events, in a set too."""
    one, same, other = (
        Rolled(Pool("d", ("hit", "miss"), 2).draw(number)) for number in (0, 0, 0.5)
    )
    assert one.facts() == {"faces": ("hit", "hit")}
    assert {one, same, other} == {one, other}
