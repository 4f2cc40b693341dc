"""At rest the window hardly works: it looks at the events seldom, and draws still less often."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from test_window_app import visit_all

from wargrid_pygame.window import CALM, FRAMES, LOOKS
from window_support import Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(animated=True)
    yield player
    leave(player)


class Counted:
    """Counts the looks and the pictures of a window while simulated time passes."""

    def __init__(self, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.looks, self.drawn = player.app, 0, 0
        draw = player.app.draw

        def counted() -> None:
            self.drawn += 1
            draw()

        monkeypatch.setattr(player.app, "draw", counted)

    def wait(self, ms: int, rate: int = FRAMES) -> int:
        """Let so much time pass, and return the rate of looks at its end."""
        self.looks = self.drawn = 0
        while ms > 0:
            step = 1000 // rate
            rate = self.app.look_around(step)
            ms -= step
            self.looks += 1
        return rate


@pytest.mark.slow
def test_at_rest_a_screen_is_drawn_twice_a_second_at_most(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every screen, with the clock of the game running."""
    counted = Counted(player, monkeypatch)
    for screen in visit_all(player):
        while player.app.moving:
            player.app.update(100)
        pygame.event.clear()
        rate = counted.wait(2 * CALM)
        assert rate == LOOKS, screen
        counted.wait(5_000, rate)
        assert counted.drawn <= 10, screen
        assert counted.looks <= 5 * LOOKS, screen
