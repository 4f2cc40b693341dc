"""Lionheart, chapter 2: what a turn allows, and what it does not."""

from __future__ import annotations

import pytest

from support import Tried
from wargrid.match import Match, UndoLockedError, read_move

PAIRS = """
    . i . i
    . I . I
"""


def test_the_sides_take_turns_of_two_actions(lionheart: Tried) -> None:
    """LH-14: after two actions the other side has two."""
    table = lionheart.opened().play("c2-c3")
    assert (table.to_act(), table.position.budget) == ("gold", 1)

    table.play("d2-d3")
    assert (table.to_act(), table.position.budget) == ("silver", 2)

    table.play("c9-c8", "d9-d8")
    assert (table.to_act(), table.position.budget) == ("gold", 2)


@pytest.mark.parametrize("move", ["c9-c8", "c9>E", "c9xc8"])
def test_a_side_cannot_command_the_other_side(lionheart: Tried, move: str) -> None:
    """LH-14: while Gold is to act, nothing of Silver's can be done."""
    assert lionheart.opened().refused(move) == ("not_yours", "LH-14")


def test_an_action_that_costs_two_needs_two(lionheart: Tried) -> None:
    """LH-15: what costs two actions is refused once one is spent, and is the whole turn
    otherwise."""
    dear = lionheart.with_options(**{"units.knight.costs": "{move: 2}"})

    assert dear.opened().play("c2-c3").refused("d1-d2")[0] == "too_dear"
    assert dear.table(". . .\n. N .").play("b1-b2").to_act() == "silver"


@pytest.mark.parametrize(
    "moves",
    [
        ("b1>E", "b1-c1"), ("b1>E", "d1>W"), ("b1xb2", "b1>W"), ("b1>W", "d1xd2"),
        ("b1xb2", "d1xd2"), ("b1>E", "b1>S"),
    ],
)  # fmt: skip
def test_two_actions_may_be_alike_or_different(lionheart: Tried, moves: tuple[str, str]) -> None:
    """LH-16: two actions, alike or different, by one unit or by two, make a turn."""
    harmless = "arrow arrow arrow arrow arrow arrow arrow arrow"

    assert lionheart.table(PAIRS, dice=harmless).play(*moves).to_act() == "silver"


def test_one_unit_may_move_twice(lionheart: Tried) -> None:
    """LH-16: both actions may be moves of the same unit."""
    assert lionheart.opened().play("c2-c3", "c3-c4").to_act() == "silver"


def test_a_unit_attacks_once_a_turn(lionheart: Tried) -> None:
    """LH-17: a second attack by the same unit is refused."""
    table = lionheart.table(PAIRS, dice="arrow arrow arrow arrow").play("b1xb2")

    assert table.refused("b1xb2") == ("used_attack", "LH-17")


def test_two_units_may_both_attack(lionheart: Tried) -> None:
    """LH-17: the limit is each unit's own."""
    table = lionheart.table(PAIRS, dice="arrow arrow arrow arrow").play("b1xb2")

    assert table.allows("d1xd2")


def test_a_unit_may_attack_again_in_its_next_turn(lionheart: Tried) -> None:
    """LH-17: the limit ends with the turn."""
    table = lionheart.table(PAIRS, dice="arrow arrow arrow arrow").play("b1xb2", "end", "end")

    assert table.allows("b1xb2")


def test_the_limit_follows_the_unit(lionheart: Tried) -> None:
    """LH-17: a unit that has attacked and then fled onto another square may not attack from
    there."""
    table = lionheart.table(
        """
        . i .
        . I .
        . . .
        . i .
    """,
        dice="panic panic panic panic",
    ).play("b3xb4")

    assert table.refused("b2xb1") == ("used_attack", "LH-17")


def test_the_limit_stays_with_the_unit_and_not_with_its_square(lionheart: Tried) -> None:
    """LH-17: a fresh unit on the square of one that has attacked may attack from there."""
    table = (
        lionheart.with_options(**{"turn.actions": 4})
        .table(
            """
        . i .
        I> I .
        . . .
    """,
            dice="panic panic panic panic",
        )
        .play("b2xb3", "a2-b2", "b2>N")
    )

    assert table.allows("b2xb3")


@pytest.mark.parametrize("before", [(), ("c2-c3",)])
def test_a_turn_may_end_early(lionheart: Tried, before: tuple[str, ...]) -> None:
    """LH-18: with two actions unspent, or one, a side may pass."""
    assert lionheart.opened().play(*before, "end").to_act() == "silver"


def test_nothing_is_taken_back_after_dice(lionheart: Tried) -> None:
    """LH-19: a move is taken back as long as no dice have fallen, and not across them."""
    game = lionheart.game
    table = lionheart.table(PAIRS)
    match = Match(game, start=table.position, dice=lambda chances: chances[0][1])

    match.play(read_move(game, match.position, "b1>E"))
    match.undo()
    assert match.position == table.position

    match.play(read_move(game, match.position, "b1xb2"))
    with pytest.raises(UndoLockedError):
        match.undo()


def test_each_limit_is_counted_for_itself(lionheart: Tried) -> None:
    """LH-17: having moved under a limit on moves does not use up the attack, nor another unit's
    move."""
    limited = lionheart.with_options(**{"turn.actions": 4, "turn.per_unit": "{move: 1, attack: 1}"})
    table = limited.table(
        """
        . i . .
        . . . .
        . I . I
    """,
        dice="arrow arrow arrow arrow",
    ).play("b1-b2", "b2xb3", "d1-d2")

    assert table.refused("d2-d3")[0] == "used_move"
    assert table.refused("b2xb3")[0] == "used_attack"
