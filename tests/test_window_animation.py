"""Animations: the position changes first, the animation only draws, and any key ends it."""

from __future__ import annotations

import pygame
import pytest

from wargrid.table import AnimationEvent
from wargrid_pygame.game.animation import MAX_MS, Animation
from window_support import MELEE, Player, at_window

pytestmark = pytest.mark.usefixtures("own_home")


class TestAnimation:
    def attack(self) -> Player:
        player = at_window(animated=True)
        player.begin_at(MELEE)
        player.click("d5")
        player.click("d6")
        player.enter()
        return player

    def test_the_position_changes_first_and_the_animation_only_draws(self) -> None:
        """When the dice begin to roll, the attack is already made; the panel shows it when they
        lie."""
        player = self.attack()
        assert len(player.game.session.match.plies) == 2
        assert player.app.moving
        assert player.game.displayed_view.log == ()
        player.app.update(MAX_MS + 1)
        assert not player.app.moving
        assert player.game.displayed_view is player.view
        player.app.quit()

    def test_any_key_skips_the_animation_and_is_not_lost(self) -> None:
        """Tab during the animation ends it and selects the next unit."""
        player = self.attack()
        before = player.view.selected
        player.key(pygame.K_TAB, 0, "")
        assert not player.game.animation.playing
        assert player.view.selected != before
        player.app.quit()

    def test_a_animation_is_short_however_much_happens(self) -> None:
        """Twenty pieces of news take no longer than the longest animation."""
        player = at_window()
        player.begin_at(MELEE)
        animation = Animation()
        animation.show(player.view.units, [AnimationEvent("dice", faces=("axe",))] * 20)
        animation.update(MAX_MS + 1)
        assert not animation.playing
        player.app.quit()
