"""The window is easy to deal with: a game is one click away, and no mark stands in the way of a
unit or a click."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.dialogs import EndDialog
from wargrid_pygame.screens.menu import games
from wargrid_pygame.widgets.basic import Button, Label
from wargrid_pygame.window import ScreenRequest
from window_support import MELEE, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window()
    player.app.go_to(ScreenRequest("menu", fresh=True))
    yield player
    leave(player)


class TestMenu:
    def test_a_click_on_a_game_starts_it(self, player: Player) -> None:
        """Its defaults hold, and nothing is asked."""
        player.click_button("play:lionheart/level1")
        assert isinstance(player.app.top, GameScreen)
        assert player.view.ruleset_name == "Lionheart, level 1"

    @pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1200)])
    def test_every_game_has_its_card(self, player: Player, size: tuple[int, int]) -> None:
        """No button lies on another one, or outside of the window."""
        pygame.display.set_mode(size)
        player.app.refresh()
        top = player.app.top
        assert top is not None
        buttons = [child for child in top.group.children if isinstance(child, Button)]
        actions = [button.action for button in buttons]
        assert {f"play:{name}" for name in games()} <= set(actions)
        assert all(player.app.area.contains(button.rect) for button in buttons)
        assert [
            b.action for b in buttons if len(b.rect.collidelistall([o.rect for o in buttons])) > 1
        ] == []

    def test_arrow_keys_go_from_card_to_card(self, player: Player) -> None:
        """Right is the options of the same game, down the next game."""
        first = games()[0]
        player.key(pygame.K_RIGHT, 0, "")
        top = player.app.top
        assert top is not None
        assert isinstance(top.group.focus, Button)
        assert top.group.focus.action == f"options:{first}"


class TestPointing:
    def test_a_right_click_anywhere_closes_the_question(self, player: Player) -> None:
        """Over the side panel, where the question is, as well as over the board."""
        player.begin_at(MELEE)
        player.click("d5")
        player.click("d6")
        prompt = player.game.prompt
        assert prompt is not None
        player.click_at(prompt.panel.rect.center, 3)
        assert player.view.prompt is None


class TestTexts:
    def test_the_end_is_said_once(self, player: Player) -> None:
        """The dialog's heading does not say again who has won."""
        player.begin()
        player.game.session.match.resign(0)
        player.game.refresh()
        top = player.app.top
        assert isinstance(top, EndDialog)
        said = [
            top.group.heading,
            *(child.text for child in top.group.children if isinstance(child, Label)),
        ]  # type: ignore[attr-defined]
        assert len(set(said)) == len(said)
        assert "Gold: 10 units left, with 33 men" in said
