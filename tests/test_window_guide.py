"""The guided game in the window: followed by mouse, by keys, and left."""

from __future__ import annotations

import pygame
import pytest

from support import loaded
from wargrid.table import GuidedMatch, guide_file, load_guide
from wargrid_pygame.session import guided_session
from window_support import SMALLEST, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def player(player: Player) -> Player:
    player.show("new_game", "lionheart/level1")
    player.click_button("guide")
    return player


def guided(player: Player) -> GuidedMatch:
    match = player.game.session.match
    assert isinstance(match, GuidedMatch)
    return match


def bubble_button(player: Player, action: str) -> None:
    bubble = player.game.bubble
    assert bubble is not None
    found = (one for one in bubble.group.children if getattr(one, "action", "") == action)
    player.click_at(next(found).rect.center)


def test_the_guide_is_followed_by_mouse_to_its_end(player: Player) -> None:
    """Next where a step only tells; else the cells that the text names, clicked."""
    match = guided(player)
    while match.step is not None:
        asked = match.step.move
        if asked is None:
            bubble_button(player, "guide:next")
        elif ">" in asked:
            player.click(asked[:2])
            player.key(pygame.K_RIGHT, pygame.KMOD_LCTRL, "")
        else:
            player.click(asked[:2])
            player.click(asked[-2:])
            if player.view.prompt is not None:
                player.enter()
    assert player.game.bubble is None
    assert player.view.over is None


def test_the_bubble_keeps_off_the_cells_it_points_at(player: Player) -> None:
    for _ in range(3):
        bubble = player.game.bubble
        assert bubble is not None
        cells = [player.view.cell_names[cell] for cell in bubble.points]
        hidden = [name for name in cells if player.rect(name).colliderect(bubble.group.rect)]
        assert len(hidden) < len(cells)
        player.enter()


def test_a_click_elsewhere_says_what_is_asked_for(player: Player) -> None:
    player.enter()
    player.enter()
    player.click("h4")
    player.click("h9")
    assert player.view.tone == "refusal"
    assert "d5-d6" in player.view.message
    assert guided(player).plies == []


def test_the_guide_can_be_left_to_play_freely(player: Player) -> None:
    bubble_button(player, "guide:leave")
    assert player.game.bubble is None
    player.click("h4")
    player.click("h9")
    assert len(guided(player).plies) == 1


def test_the_first_step_covers_nothing_that_it_points_at() -> None:
    """In every guided game, in the smallest window and the longer language."""
    player = at_window(SMALLEST, "fr")
    for name in ("lionheart/level1", "battle/default", "xiangqi/standard"):
        file = guide_file(loaded(name))
        assert file is not None
        player.app.play(guided_session(load_guide(file)))
        bubble = player.game.bubble
        assert bubble is not None
        pointed = [player.rect(player.view.cell_names[cell]) for cell in bubble.points]
        assert pointed
        assert bubble.group.rect.collidelist(pointed) < 0, name
    leave(player)
