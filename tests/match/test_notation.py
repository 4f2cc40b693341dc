"""Moves as text: written as they are read, and refused with a reason."""

from __future__ import annotations

import pytest
from test_position_text import FIGHT

from support import Tried
from wargrid.core.moves import Roll
from wargrid.match import NotationError, read_move, read_position, write_move


def test_dice_are_read_in_any_order_and_written_in_the_order_of_the_die(lionheart: Tried) -> None:
    position = read_position(
        lionheart.game, f"{FIGHT.replace('K I', 'I K')}\npending: attack a1 a2 4 1 0"
    )
    roll = read_move(lionheart.game, position, "panic axe axe arrow")
    assert isinstance(roll, Roll)
    assert write_move(lionheart.game, roll) == "axe axe arrow panic"


NOT_MOVES = {
    "no_notation": ["", "hello", "b1", "b1-", "b1-b2-b3", "lot", "lot purple", "x" * 20_000],
    "no_cell": ["j1-b2", "b1-b11", "b1-N"],
    "no_facing": ["b1>b2"],
    "no_face": ["axe arow", "axe zzzzzz"],
}


@pytest.mark.parametrize(
    ("text", "code"), [(text, code) for code, texts in NOT_MOVES.items() for text in texts]
)
def test_a_text_that_is_not_a_move_is_refused(lionheart: Tried, text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_move(lionheart.game, read_position(lionheart.game, FIGHT), text)
    assert caught.value.refusal.code == code
    assert caught.value.refusal.text("fr") not in ("", str(caught.value))
