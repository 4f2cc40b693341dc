"""Hands beside the board: chosen by mouse and keys, and placed on cells that light up."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from support import loaded
from wargrid.match import Match, header_for, read_position
from wargrid_play.table.lobby.session import Session
from wargrid_pygame.game.side_panel import LEAST_HELD
from wargrid_pygame.graphics import theme
from window_support import Player, at_window, leave

HANDS = "4k4/9/9/4p4/9/9/4P4/9/4K4[PSSr] w - - 0 1"


@pytest.fixture
def window() -> Iterator[Player]:
    player = at_window()
    game = loaded("shogi/standard")
    match = Match(game, start=read_position(game, HANDS))
    player.app.play(Session(match, header_for(game)))
    player.app.draw()
    yield player
    leave(player)


def _click_held(window: Player, word: str) -> None:
    place = next(place for place, name in window.game.panel.held if name == f"hold:{word}")
    window.click_at(place.center)
    window.app.draw()


def test_a_unit_of_the_hand_is_chosen_and_placed_by_mouse(window: Player) -> None:
    """Only the hand of the side to act can be chosen from; its cells light up."""
    assert [name for _, name in window.game.panel.held] == ["hold:silver", "hold:pawn"]
    _click_held(window, "silver")
    lit = {mark.cell for mark in window.view.marks if mark.kind == "reach"}
    assert len(lit) == 81 - 4
    window.click("c5")
    assert window.view.log[-1].text == "S*7e"
    assert [each.count for each in window.view.sides[0].hand if each.type == "silver"] == [1]


def test_a_second_click_lets_go_of_it(window: Player) -> None:
    before = window.pixels(window.game.plan.panel)
    _click_held(window, "pawn")
    assert window.pixels(window.game.plan.panel) != before
    _click_held(window, "pawn")
    assert not any(each.chosen for each in window.view.sides[0].hand)


def test_keys_choose_and_place_it(window: Player) -> None:
    """A number chooses from the hand, the cursor and Enter the cell."""
    window.key(pygame.K_2)
    assert [each.type for each in window.view.sides[0].hand if each.chosen] == ["pawn"]
    window.click("e6")
    assert window.view.tone == "refusal"
    window.key(pygame.K_ESCAPE, 0, "")
    assert not any(each.chosen for each in window.view.sides[0].hand)


def test_a_click_on_an_empty_cell_asks_which(window: Player) -> None:
    """Only what is in the hand is offered; a pawn not in a column that has one."""
    window.click("d5")
    offered = {each.name: each.enabled for each in window.view.commands if each.name[:3] == "do:"}
    assert offered == {"do:place silver": True, "do:place pawn": True}
    window.click_button("do:place pawn")
    assert window.view.log[-1].text == "P*6e"


FULL = "4k4/9/9/9/9/9/9/9/4K4[RBGGSNNLPPPPPPPPPrbggsnnlppppppp] w - - 0 1"


def test_a_hand_of_many_types_has_several_rows_in_a_small_window() -> None:
    """Each token has room for its number beside it."""
    player = at_window((1000, 640))
    game = loaded("shogi/standard")
    match = Match(game, start=read_position(game, FULL))
    player.app.play(Session(match, header_for(game)))
    player.app.draw()
    style, places = player.game.style, [place for place, _ in player.game.panel.held]
    number = style.font(theme.SMALL, "bold").size("×9")[0]
    assert len({place.y for place in places}) == 3
    assert all(place.w >= place.h + number for place in places)
    assert all(player.game.plan.sides[0].contains(place) for place in places)
    assert places[0].h > style.px(LEAST_HELD)
    leave(player)
