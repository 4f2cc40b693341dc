"""Halberd & Gonfalon, chapter 5: how a game ends."""

from __future__ import annotations

import random

from halberd_field import NAME, field
from support import tried

THREE = "Gx2 Gy5 Gab7"


def test_four_look_outs_in_the_enemys_camp_win_at_once() -> None:
    """HG-60: as soon as the fourth has come in, the game is over."""
    table = field(f"{THREE} Gw3 sb2 gb3").play("w3-x3")

    assert table.ended() == "white occupy"
    assert table.refused("x2-x3") == ("game_over", "")


def test_the_gap_is_not_the_camp() -> None:
    """HG-60: three in the camp and one beside it win nothing."""
    assert field(f"{THREE} Gv3 sb2").play("v3-w3").ended() == ""


def test_black_wins_in_the_west() -> None:
    """HG-60: Black's look-outs win in White's camp, and White's own win nothing at home."""
    assert field("gb2 gc2 gd2 gg4 Sx2", side="black").play("g4-f4").ended() == "black occupy"
    assert field("Gb2 Gc2 Gd2 Gg4 sx2").play("g4-f4").ended() == ""


def test_losing_every_soldier_and_archer_loses_nothing() -> None:
    """HG-61: the game goes on with look-outs alone."""
    table = field("Sm3 an3 gab2").play("m3xn3")

    assert table.ended() == ""
    assert table.play("end").to_act() == "black"


def test_the_game_is_drawn_after_400_turns() -> None:
    """HG-62: both sides' turns counted."""
    assert field("Sb2 gab2", turn=399).play("end").ended() == ""
    assert field("Sb2 gab2", turn=400).play("end").ended() == "draw limit"


def test_random_play_always_ends() -> None:
    """HG-60, HG-62: whatever is played, the game comes to one of its two ends."""
    game = tried(NAME, max_player_turns=60).game
    for seed in range(3):
        number = random.Random(seed)
        position = game.start()
        while game.to_act(position) is not None:
            position = game.step(position, number.choice(game.moves(position)))
        result = game.result(position)
        assert result is not None
        assert result.reason in ("occupy", "limit")
