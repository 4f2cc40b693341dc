"""Lionheart, chapter 5: how a game ends."""

from __future__ import annotations

import pytest

from support import Tried

PANIC = "panic panic panic panic"


def test_who_loses_the_king_loses(lionheart: Tried) -> None:
    """LH-70: two hits on the king end the game at once."""
    table = lionheart.table(". k .\n. I .", dice="axe axe arrow arrow").play("b1xb2")

    assert table.ended() == "gold slay"
    assert table.to_act() == "nobody"


def test_silver_wins_by_the_king_as_well(lionheart: Tried) -> None:
    """LH-70: the rule holds for either side."""
    table = lionheart.table(". i .\n. K .", dice="axe axe panic arrow", side="silver").play("b2xb1")

    assert table.ended() == "silver slay"


@pytest.mark.parametrize("move", ["b1>E", "i8-i9", "end"])
def test_nothing_is_played_after_the_end(lionheart: Tried, move: str) -> None:
    """LH-70: once the game is over, every move is refused."""
    table = lionheart.table(". k .\n. I .", dice="axe axe arrow arrow").play("b1xb2")

    assert table.refused(move)[0] == "game_over"


def test_a_king_left_alone_loses(lionheart: Tried) -> None:
    """LH-71: the last other unit of Silver falls, and its king has lost."""
    table = lionheart.table(
        """
        . . k
        . i .
        . I K
    """,
        dice="axe axe axe axe",
        others=False,
    ).play("b1xb2")

    assert table.ended() == "gold isolate"


def test_a_king_with_company_fights_on(lionheart: Tried) -> None:
    """LH-71: one other unit is enough to go on."""
    table = lionheart.table(
        """
        i . k
        . i .
        . I K
    """,
        dice="axe axe axe axe",
        others=False,
    ).play("b1xb2")

    assert table.ended() == ""


def test_losses_by_ones_own_panic_count(lionheart: Tried) -> None:
    """LH-71, LH-72: Gold's last unit flees off the board, and Silver has won."""
    table = lionheart.table(
        """
        . i k
        . I K
    """,
        dice=PANIC,
        others=False,
    ).play("b1xb2")

    assert table.ended() == "silver isolate"


def test_losses_at_the_end_of_a_chain_count(lionheart: Tried) -> None:
    """LH-72: a friend pushed off the board is a loss like any other, and the rest of the army
    fights on."""
    table = lionheart.table(
        """
        . i k
        . I K
        . I .
    """,
        dice=PANIC,
        others=False,
    ).play("b2xb3")

    assert table.ended() == ""
    assert len(table.position.units_of(0)) == 2


def test_victory_is_asked_before_anything_else_follows(lionheart: Tried) -> None:
    """LH-72: once the king has fallen, the end is the next and last thing that happens."""
    table = lionheart.table(". k .\n. N .", dice="axe axe axe axe").play("b1xb2")

    assert table.events[-1].name == "ended"
    assert [event.name for event in table.events].count("ended") == 1


def test_the_thousandth_turn_is_the_last(lionheart: Tried) -> None:
    """LH-73: when turn 1000 has been played, the game is drawn."""
    assert lionheart.table(". I .", turn=1000).play("end").ended() == "draw limit"


def test_before_the_thousandth_turn_the_game_goes_on(lionheart: Tried) -> None:
    """LH-73: turn 999 ends like any other."""
    table = lionheart.table(". I .", turn=999).play("end")

    assert (table.ended(), table.position.turn, table.to_act()) == ("", 1000, "silver")
