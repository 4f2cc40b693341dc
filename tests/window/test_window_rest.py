"""At rest the window hardly works: it looks at the events seldom, and draws still less often."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from test_window_app import visit_all

from support import loaded
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.window import CALM, FRAMES, LOOKS
from window_support import SMALLEST, Player, at_window, leave, watch_texts

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


def test_the_clock_of_a_game_at_rest_goes_on(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin()
    counted = Counted(player, monkeypatch)
    rate = counted.wait(2_000)
    before = player.game.session.clock.seconds
    counted.wait(5_000, rate)
    assert player.game.session.clock.seconds == before + 5
    assert counted.drawn == 5


def test_a_minimised_window_is_drawn_only_when_it_is_seen_again(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened meanwhile, as a move of a computer player, is seen then."""
    player.begin()
    counted = Counted(player, monkeypatch)
    pygame.event.clear()
    player.app.handle(pygame.event.Event(pygame.WINDOWMINIMIZED))
    player.app.wake()
    counted.wait(CALM)
    assert counted.drawn == 0
    player.app.handle(pygame.event.Event(pygame.WINDOWRESTORED))
    counted.wait(CALM)
    assert counted.drawn > 0


def test_an_event_wakes_the_window_at_once(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    player.begin()
    counted = Counted(player, monkeypatch)
    assert counted.wait(3 * CALM) == LOOKS
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=()))
    assert player.app.look_around(1000 // LOOKS) == FRAMES


def test_the_turn_is_told_in_one_line_and_units_beside_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = at_window(SMALLEST)
    _, lines = watch_texts(monkeypatch)
    player.app.play(new_session(loaded("hill/209")))
    player.app.draw()
    assert player.view.headline in {line.replace("\u00a0", " ") for line in lines}
    assert not any(line.rstrip().endswith("Units:") for line in lines)
    leave(player)
