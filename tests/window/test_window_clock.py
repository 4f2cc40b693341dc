"""The clock in the window: chosen before the game, stopped under menus, and kept."""

from __future__ import annotations

import pygame
import pytest

from support import loaded
from wargrid.match import TimeControl, unfinished
from wargrid.text import catalog
from wargrid_play.table import control_name
from wargrid_play.table.lobby.session import new_session, resume
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.new_game import NewGameScreen
from window_support import Player, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")


def offered(player: Player, name: str) -> TimeControl | None:
    player.show("new_game", name)
    top = player.app.top
    assert isinstance(top, NewGameScreen)
    return top.clock


def begin(player: Player, control: TimeControl) -> None:
    player.app.play(new_session(loaded("breakthrough/standard"), clock=control))


def shown(player: Player) -> list[str]:
    return [clock.text for clock in player.game.session.clocks.views()]


def test_a_clock_is_chosen_before_the_game_and_kept_for_its_next_match(player: Player) -> None:
    player.show("new_game", "breakthrough/standard")
    top = player.app.top
    assert isinstance(top, NewGameScreen)
    top.act("clock:1")
    chosen = top.clock
    assert chosen is not None
    player.key(pygame.K_F5, 0, "")
    assert player.game.session.header.clock == chosen
    assert offered(player, "breakthrough/standard") == chosen


def test_no_clock_runs_under_a_menu_or_in_a_hidden_window(player: Player) -> None:
    begin(player, TimeControl(300, 0))
    player.app.update(2_000)
    player.key(pygame.K_F10, 0, "")
    player.app.update(60_000)
    player.escape()
    player.app.handle(pygame.event.Event(pygame.WINDOWMINIMIZED))
    player.app.update(60_000)
    assert shown(player) == ["4:58", "5:00"]
    player.app.handle(pygame.event.Event(pygame.WINDOWRESTORED))
    player.app.update(1_000)
    assert shown(player) == ["4:57", "5:00"]


def test_the_game_ends_when_a_clock_runs_out(player: Player) -> None:
    begin(player, TimeControl(0, 30))
    player.app.update(25_000)
    warned = player.game.note
    player.app.update(6_000)
    assert (bool(warned), player.game.note) == (True, "")
    assert isinstance(player.app.top, EndDialog)
    assert player.view.over is not None
    assert player.view.over.winner == 1


def test_what_the_clock_means_is_said_where_it_is_chosen(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lines = watch_texts(monkeypatch)
    stakes = catalog("en").say("table.clock.stakes")
    player.show("new_game", "breakthrough/standard")
    player.app.draw()
    unset = stakes in " ".join(lines)
    player.app.top.act("clock:1")  # type: ignore[union-attr]
    player.app.draw()
    chosen = stakes in " ".join(lines)
    lines.clear()
    player.app.choose("clock", control_name(TimeControl(300, 5)))
    player.show("settings")
    player.app.draw()
    assert (unset, chosen, stakes in " ".join(lines)) == (False, True, True)


def test_a_killed_process_loses_ten_seconds_of_the_clock_at_most(player: Player) -> None:
    """The time of each side is in the journal although no move was made."""
    begin(player, TimeControl(300, 0))
    for _ in range(4):
        player.app.update(7_000)  # a slow machine leaves out whole seconds
    journal = player.game.session._journal
    assert journal is not None
    journal._detach()  # as if the process had ended here
    again = resume(unfinished()[0])
    assert again.header.clock == TimeControl(300, 0)
    assert again.clocks.views()[0].text == "4:32"


def test_a_side_loses_no_time_while_the_computer_sleeps(player: Player) -> None:
    begin(player, TimeControl(0, 20))
    for ms in (1_000, 3_600_000, 1_000):
        player.app.look_around(ms)
    assert player.view.over is None
    assert player.game.session.used[0] < 10
    for _ in range(20):
        player.app.look_around(1_000)
    assert player.view.over is not None
