"""What is asked of a server so that a friend can play a game that was played here."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid_play.table import Seat, guide_of, guided_session, load_guide, new_session
from wargrid_remote import wish_again

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_friend_takes_the_computers_side_under_the_same_rules() -> None:
    game = loaded("lionheart/level1", settings={"king_alone_loses": False})
    session = new_session(game, seats=(Seat("2"), Seat()))
    wish = wish_again(session, "Ann")
    assert (wish["seats"], wish["names"]) == (["link", "me"], ["", "Ann"])
    assert wish["options"] == {"king_alone_loses": "false"}


def test_after_a_lesson_a_friend_plays_a_whole_game() -> None:
    guide = guide_of("xiangqi/terrains")
    assert guide is not None
    wish = wish_again(guided_session(load_guide(guide)), "")
    assert wish == {"ruleset": "xiangqi/terrains", "seats": ["me", "link"], "names": ["", ""]}
