"""Moves as text: written as they are read, and refused with a reason."""

from __future__ import annotations

import pytest
from test_position_text import FIGHT

from support import Tried, tried
from wargrid.core.moves import Lot, Roll
from wargrid.match import NotationError, read_move, read_position, write_move

WRITTEN = {
    "b1-b2": ["b1-b2", "B1-B2", " b1 -  b2 "],
    "a1xa2": ["a1xa2", "A1Xa2"],
    "b1>E": ["b1>E", "b1>e"],
    "end": ["end", "END"],
}


@pytest.mark.parametrize(
    ("text", "written"), [(text, written) for written, texts in WRITTEN.items() for text in texts]
)
def test_capitals_and_blanks_in_a_move_do_not_matter(
    lionheart: Tried, text: str, written: str
) -> None:
    position = read_position(lionheart.game, FIGHT)
    move = read_move(lionheart.game, position, text)
    assert write_move(lionheart.game, move) == written
    assert any(move is listed for listed in lionheart.game.moves(position))


def test_dice_are_read_in_any_order_and_written_in_the_order_of_the_die(lionheart: Tried) -> None:
    position = read_position(
        lionheart.game, f"{FIGHT.replace('K I', 'I K')}\npending: attack a1 a2 4 1 0"
    )
    roll = read_move(lionheart.game, position, "panic axe axe arrow")
    assert isinstance(roll, Roll)
    assert write_move(lionheart.game, roll) == "axe axe arrow panic"


@pytest.mark.parametrize("side", ["gold", "silver"])
def test_a_random_draw_names_the_side_that_begins(side: str) -> None:
    game = tried("lionheart/level1", first_player="random").game
    lot = read_move(game, game.start(), f"lot {side}")
    assert isinstance(lot, Lot)
    assert write_move(game, lot) == f"lot {side}"
    assert list(game.ruleset.sides)[game.play(game.start(), lot)[0].side] == side


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


def test_a_wrong_face_is_answered_with_the_nearest(lionheart: Tried) -> None:
    position = read_position(lionheart.game, FIGHT)
    for text, near in (("axe arow", "arrow"), ("axe zzzzzz", "axe, arrow, panic")):
        with pytest.raises(NotationError) as caught:
            read_move(lionheart.game, position, text)
        assert caught.value.refusal.values["near"] == near


def test_a_move_from_an_empty_cell_is_read_and_refused_when_it_is_made(lionheart: Tried) -> None:
    game = lionheart.game
    position = read_position(game, FIGHT)
    refusal = game.why_not(position, read_move(game, position, "i5-i6"))
    assert refusal is not None
    assert refusal.code == "no_unit_there"
