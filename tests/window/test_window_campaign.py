"""Campaigns in the window: found, read, supplied, fought and gone on with, by mouse and by keys."""

from __future__ import annotations

import pygame
import pytest

from small_campaign import NAME, PASS, written
from wargrid.loading.campaigns import names
from wargrid_campaign.table import CampaignTable, campaigns
from wargrid_play.table.lobby.battles import campaign_of
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.campaign import CampaignScreen
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.widgets.cards import Card
from window_support import SMALLEST, Player, at_window, leave, missing_texts, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def small(player: Player) -> Player:
    """A player who has the small campaign."""
    written()
    return player


def screen(player: Player) -> CampaignScreen:
    top = player.app.top
    assert isinstance(top, CampaignScreen)
    return top


def heading(player: Player) -> str:
    view = screen(player).view
    assert view is not None
    return view.heading


def win(player: Player) -> None:
    """Let Black resign, and see the end."""
    session = player.game.session
    assert session.local is not None
    session.local.match.resign(1)
    player.game.act("result")
    assert isinstance(player.app.top, EndDialog)


def test_a_battle_is_fought_and_the_campaign_goes_on(small: Player) -> None:
    """From the menu to the last ending, by mouse; each end leads back to the campaign."""
    small.show("menu")
    small.click_button("campaigns")
    small.click_button(f"campaign:{NAME}")
    for name in ("The gate", "The hall"):
        assert heading(small) == name
        small.click_button("start")
        assert isinstance(small.app.top, GameScreen)
        session = small.game.session
        assert session.local is not None
        assert campaign_of(session.local.header.campaign) == NAME
        win(small)
        assert small.button("campaign").label == small.app.words.say("window.end.campaign")
        small.click_button("campaign")
    assert heading(small) == "Won"
    reached, unknown = small.button("go:won"), small.button("go:lost")
    assert (reached.enabled, reached.chosen, unknown.enabled) == (True, True, False)
    small.click_button("go:won")
    assert not reached.hovered
    small.click_button("back")
    assert isinstance(small.app.top, MenuScreen)


def test_units_are_bought_and_given_back_by_keys(small: Player) -> None:
    small.show("campaign", NAME)
    small.key(pygame.K_F5, 0, "")
    win(small)
    small.click_button("campaign")
    here = screen(small)
    assert here.table is not None
    while (focus := here.group.focus) is None or getattr(focus, "action", "") != "buy:piece:1":
        small.key(pygame.K_RIGHT, 0, "")
    small.enter()
    small.enter()
    assert here.table.run.progress.cart == {"piece": 2}
    small.click_button("buy:piece:-1")
    assert here.table.run.progress.cart == {"piece": 1}
    small.escape()
    assert isinstance(small.app.top, MenuScreen)


def test_a_battle_that_no_longer_counts_says_so(small: Player) -> None:
    """On the card that continues it, beside its title, and at its end."""
    table = at_the_hall(small)
    small.click_button("start")
    small.click("b2")
    small.click("b3")
    table.go_back("gate")
    small.show("menu")
    say = small.app.words.say
    card = small.button("resume")
    assert isinstance(card, Card)
    assert say("lobby.campaign.idle.short") in card.text
    small.click_button("resume")
    assert small.game.panel.title == f"The pass · The hall · {say('lobby.campaign.idle.short')}"
    win(small)
    top = small.app.top
    assert top is not None
    assert say("lobby.campaign.idle") in [getattr(one, "text", "") for one in top.group.children]
    assert small.button("campaign").label == say("window.end.to_campaign")
    small.click_button("campaign")
    assert heading(small) == "The gate"


def test_the_ways_beyond_a_battle_gone_back_to_are_no_longer_golden(small: Player) -> None:
    def is_golden(*ends: str) -> bool:
        (x, y), (across, down) = (screen(small).centres[end] for end in ends)
        small.app.draw()
        middle, height = (x + across) // 2, (y + down) // 2
        seen = {tuple(small.app.surface.get_at((middle + at, height))) for at in range(-4, 5)}
        return tuple(pygame.Color(theme.GOLD_DEEP)) in seen

    small.show("campaign", NAME)
    assert not is_golden("hall", "won")
    small.click_button("start")
    win(small)
    small.click_button("campaign")
    assert is_golden("hall", "won")
    small.click_button("go:gate")
    assert (is_golden("gate", "hall"), is_golden("hall", "won")) == (True, False)


def at_the_hall(player: Player) -> CampaignTable:
    """The campaign with a unit bought for its second battle."""
    player.show("campaign", NAME)
    player.click_button("start")
    win(player)
    player.click_button("campaign")
    player.click_button("buy:piece:1")
    table = screen(player).table
    assert table is not None
    return table


def test_a_click_on_the_battle_that_is_next_keeps_what_was_bought(small: Player) -> None:
    table = at_the_hall(small)
    small.click_button("go:hall")
    assert screen(small).table is table
    assert table.run.progress.cart == {"piece": 1}


@pytest.mark.parametrize(
    ("answer", "reached", "cart"), [("no", "hall", {"piece": 1}), ("yes", "gate", {})]
)
def test_going_back_asks_before_units_are_lost(
    small: Player, answer: str, reached: str, cart: dict[str, int]
) -> None:
    table = at_the_hall(small)
    small.click_button("go:gate")
    small.click_button(answer)
    assert (table.run.battle, table.run.progress.cart) == (reached, cart)


def test_what_is_wrong_with_a_campaign_is_said(small: Player) -> None:
    written(PASS.replace("side: white", "side: grey"))
    small.show("campaign", NAME)
    assert "grey" in screen(small).trouble
    small.escape()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_text_fits_in_the_smallest_window(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    player = at_window(SMALLEST, language)
    clipped, shown = watch_texts(monkeypatch)
    player.show("campaigns")
    player.app.draw()
    assert player.app.top is not None
    written = {getattr(child, "text", "") for child in player.app.top.group.children}
    assert {about for _, _, about in campaigns(language)} <= written
    for name in names():
        player.show("campaign", name)
        player.app.draw()
    assert clipped == []
    assert missing_texts(shown) == []
    leave(player)
