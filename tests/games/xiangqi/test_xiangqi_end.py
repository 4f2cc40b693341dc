"""Xiangqi: check, and how the game ends."""

from __future__ import annotations

import pytest

from support import tried
from wargrid.core.state import Result
from wargrid.ruleset.victory import Repetition
from xiangqi_support import board, goes, in_check


def test_a_general_is_never_left_to_be_taken() -> None:
    """XQ-20: who shelters the general stays, and the general does not step into fire."""
    table = board("Kd1 Nd3 rd8 re9")

    assert goes(table, "d3") == ""
    assert table.refused("d3-f4") == ("royal_unsafe", "XQ-20")
    assert table.refused("d1-e1") == ("royal_unsafe", "XQ-20")


def test_no_piece_becomes_the_screen_of_an_enemy_s_cannon() -> None:
    """XQ-20: whoever steps between a cannon and the general gives it what it jumps over."""
    table = board("Ke1 Ra5 ce8")

    assert table.allows("a5-d5")
    assert table.refused("a5-e5") == ("royal_unsafe", "XQ-20")


def test_check_must_be_met() -> None:
    """XQ-20: in check, only moves that end it are legal."""
    table = board("Kd1 Ra5 rd8")

    assert in_check(table)
    assert goes(table, "a5") == "d5"
    assert table.refused("a5-a6") == ("royal_unsafe", "XQ-20")


def test_generals_never_face_each_other() -> None:
    """XQ-21: neither by a general's step nor by the last screen's leaving the file."""
    assert board("Kd1 Ne5 ke10").allows("d1-e1")
    assert board("Kd1 ke10").refused("d1-e1") == ("royals_face", "XQ-21")
    assert board("Ke1 Ne5 ke10").refused("e5-g6") == ("royals_face", "XQ-21")


def test_mate_loses() -> None:
    """XQ-22: in check without a legal move, the game is over."""
    assert board("Ra8 Rb9 Ke1").play("a8-a10").ended() == "red mate"


@pytest.mark.parametrize(
    ("stalemate", "ended"), [("loss", "red stalemate"), ("draw", "draw stalemate")]
)
def test_stalemate(stalemate: str, ended: str) -> None:
    """XQ-23: without a legal move and not in check, the side has lost, or draws if the players have
    agreed so."""
    assert board("Re7 Ke1 kd10", stalemate=stalemate).play("e7-e9").ended() == ended


SHUFFLE = ("a1-a2", "i10-i9", "a2-a1", "i9-i10")


@pytest.mark.parametrize("repetition", ["draw", "perpetual_check_loses"])
def test_the_third_repetition_draws(repetition: str) -> None:
    """XQ-24: the same position with the same side to move, for the third time; the first one
    counts."""
    table = board("Ra1 ri10", repetition=repetition).play(*SHUFFLE, *SHUFFLE[:3])
    assert table.ended() == ""

    assert table.play(SHUFFLE[3]).ended() == "draw repetition"


def test_whose_turn_it_is_belongs_to_a_position() -> None:
    """XQ-24: pieces that stand alike for the third time, but for the second with Red to move, do
    not draw yet."""
    red_loses_a_move = ("a1-a2", "i10-i9", "a2-a4", "i9-i10", "a4-a1")
    black_loses_a_move = ("i10-i9", "a1-a2", "i9-i7", "a2-a1", "i7-i10")
    table = board("Ra1 ri10").play(*red_loses_a_move, *black_loses_a_move)
    assert table.ended() == ""

    assert table.play(*SHUFFLE).ended() == "draw repetition"


def test_repetition_off() -> None:
    """XQ-24: if the players have agreed so, nothing ever repeats too often."""
    assert board("Ra1 ri10", repetition=False).play(*SHUFFLE * 5).ended() == ""


CHECKS = ("a9-a10", "f10-f9", "a10-a9", "f9-f10")


@pytest.mark.parametrize(
    ("repetition", "ended"),
    [("draw", "draw repetition"), ("perpetual_check_loses", "black perpetual_check")],
)
def test_perpetual_check(repetition: str, ended: str) -> None:
    """XQ-24: who alone gave check with every move loses, if the players have agreed so."""
    table = board("Ra9 Ke1", repetition=repetition)

    assert table.play(*CHECKS, *CHECKS).ended() == ended


def test_who_gives_check_with_every_other_move_does_not_lose() -> None:
    """XQ-24: perpetual check is a check with each move since the position first stood there."""
    now_and_then = ("a8-a10", "f10-f9", "a10-a8", "f9-f10")
    table = board("Ra8 Ke1", repetition="perpetual_check_loses")

    assert table.play(*now_and_then, *now_and_then).ended() == "draw repetition"


def test_perpetual_check_by_both_draws() -> None:
    """XQ-24: marks are odd where the side to act is in check; if both always were, nobody loses."""
    position = board("Ra9 Ke1").position.copy()
    position.past = (3, 5, 3, 5, 3)

    assert Repetition(then="perpetual_check_loses").decide(position) == Result(None, "repetition")


def test_the_start_counts_as_a_position() -> None:
    """XQ-24: coming back to the start twice ends the game."""
    shuffle = ("a1-a2", "a10-a9", "a2-a1", "a9-a10")

    assert (
        tried("xiangqi/terrains", obstacles=0).opened().play(*shuffle, *shuffle).ended()
        == "draw repetition"
    )


def test_so_many_plies_without_a_capture_draw() -> None:
    """XQ-25: with a limit of four, the fourth quiet ply ends the game and a capture begins the
    count anew."""
    quiet = board("Ra1 ri10", no_capture_limit=4).play("a1-a2", "i10-i9", "a2-a3", "i9-i8")
    assert quiet.ended() == "draw quiet"

    busy = board("Ra1 ri10 pa3", no_capture_limit=4).play("a1-a2", "i10-i9", "a2xa3", "i9-i8")
    assert busy.ended() == ""
