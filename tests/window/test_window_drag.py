"""Units are dragged by the left button: a press, a movement and a release on another cell."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from support import loaded
from wargrid.match import write_move
from wargrid_play.table.lobby.session import new_session
from window_support import MELEE, Player

pytestmark = pytest.mark.usefixtures("own_home")


def press(player: Player, at: tuple[int, int]) -> None:
    player.move_mouse(at)
    player.app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))


def move(player: Player, *points: tuple[int, int]) -> None:
    for before, at in pairwise(points):
        rel = at[0] - before[0], at[1] - before[1]
        player.app.handle(
            pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=rel, buttons=(1, 0, 0))
        )


def release(player: Player, at: tuple[int, int]) -> None:
    player.app.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def drag(player: Player, start: str, end: tuple[int, int]) -> None:
    centre = player.rect(start).center
    press(player, centre)
    move(player, centre, end)
    release(player, end)


def moves(player: Player) -> list[str]:
    match = player.game.session.match
    return [write_move(match.game, ply.move) for ply in match.plies]


def test_a_unit_is_moved_by_dragging_it(player: Player) -> None:
    """Selected before or not, on a board seen whole or in part."""
    player.app.play(new_session(loaded("chess/standard")))
    drag(player, "c2", player.rect("c3").center)
    player.click("c7")
    drag(player, "c7", player.rect("c5").center)
    player.game.act("zoom:3")
    assert not player.game.board.geometry.whole
    seen = player.game.board.geometry
    drag(player, "d2", player.rect("d4").center)
    assert moves(player) == ["c2-c3", "c7-c5", "d2-d4"]
    assert player.game.board.geometry == seen


def test_a_dragged_unit_follows_the_pointer(player: Player) -> None:
    player.app.play(new_session(loaded("chess/standard")))
    start, on_the_way = player.rect("c2"), player.rect("g5")
    before, empty = player.pixels(start), player.pixels(on_the_way)
    press(player, start.center)
    held = player.pixels(start)
    move(player, start.center, on_the_way.center)
    assert player.pixels(start) not in (before, held)
    assert player.pixels(on_the_way) != empty
    move(player, on_the_way.center, (9, 9))
    release(player, (9, 9))
    assert player.view.selected is None
    assert player.pixels(on_the_way) == empty
    assert moves(player) == []


def test_a_unit_let_go_on_its_own_cell_was_clicked(player: Player) -> None:
    """It is selected, and the next click deselects it; a small movement is none."""
    player.app.play(new_session(loaded("chess/standard")))
    x, y = player.rect("c2").center
    for selected in (player.cell("c2"), None):
        press(player, (x, y))
        move(player, (x, y), (x + 3, y))
        release(player, (x + 3, y))
        assert player.view.selected == selected


def test_what_a_click_asks_a_drag_asks(player: Player) -> None:
    """The dragged unit attacks where a click would; the other side's unit cannot be dragged."""
    player.begin_at(MELEE)
    drag(player, "d6", player.rect("d7").center)
    assert player.game.mouse.drag is None
    drag(player, "d5", player.rect("d6").center)
    assert player.view.prompt is not None
    assert player.game.mouse.drag is None


def test_the_right_button_ends_a_drag(player: Player) -> None:
    player.app.play(new_session(loaded("chess/standard")))
    start, end = player.rect("c2").center, player.rect("c3").center
    press(player, start)
    move(player, start, end)
    player.app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=end, button=3))
    release(player, end)
    assert (player.view.selected, moves(player)) == (None, [])


def test_empty_ground_is_still_dragged(player: Player) -> None:
    player.app.play(new_session(loaded("chess/standard")))
    player.game.act("zoom:3")
    seen = player.game.board.geometry
    drag(player, "d5", player.rect("e4").center)
    assert player.game.board.geometry != seen
    assert player.view.selected is None
