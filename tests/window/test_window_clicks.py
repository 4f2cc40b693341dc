"""Random clicks in the middle of a game: most are wrong ones, and each has its answer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pygame
import pytest

from matches import play_at_random
from support import loaded, of_every_game
from wargrid_play.table.lobby.session import new_session
from window_support import SMALLEST, Player, at_window, leave

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_home")]

ROUNDS, MOVES, CLICKS = 5, 7, 20
"""How often a game is played on by so many moves, and clicked at as often as this."""


@pytest.fixture
def small() -> Iterator[Player]:
    player = at_window(SMALLEST)
    yield player
    leave(player)


def _leave_dialogs(player: Player) -> None:
    """Leave what a click has opened over the game, or confirm it if it is not left so."""
    for key in (pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_RETURN):
        if player.app.top is not player.game:
            player.key(key, 0, "")
    assert player.app.top is player.game


@of_every_game
def test_random_clicks_in_a_game_break_nothing(small: Player, name: str) -> None:
    """Clicks on cells, mostly those of units, and anywhere; the position moves on between."""
    chance = random.Random(name)
    small.app.play(new_session(loaded(name), 5))
    screen, answers = small.game, set()
    for _ in range(ROUNDS):
        play_at_random(screen.session.match, MOVES, chance.randrange(1000))
        screen.refresh()
        for _ in range(CLICKS):
            units = [unit.cell for unit in screen.view.units]
            cells = units if units and chance.random() < 0.7 else range(len(screen.view.cell_names))
            places = [small.rect(screen.view.cell_names[chance.choice(cells)]).center]
            places += [(chance.randrange(small.app.area.w), chance.randrange(small.app.area.h))]
            small.click_at(places[chance.random() < 0.1])
            small.app.update(50)
            answers.add(screen.view.message if screen.view.tone == "refusal" else "")
            _leave_dialogs(small)
        small.app.draw()
    assert len(answers) > 1, "no click was refused"
