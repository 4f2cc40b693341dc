"""A table far away is used as one that is here, over a real socket."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from remote_server import OneTable
from support import loaded
from wargrid.match import Match
from wargrid_play.table import ClockView, Table
from wargrid_remote import RemoteError, RemoteTable, connection, read_link

WAIT = 20.0
"""How many seconds a test waits before it fails."""


def until(true: Callable[[], bool]) -> None:
    """Wait until something has happened in another thread."""
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.002)


class Far:
    """A match on a server, its first seat far away, and a table of both seats beside it."""

    def __init__(self, name: str = "breakthrough/standard") -> None:
        self.match = Match(loaded(name))
        self.match.begin()
        self.server = OneTable(self.match, (0,))
        self.here = Table(self.match, seats=(0,))
        self.far = RemoteTable(read_link(self.server.link))
        assert self.far.wait(WAIT)

    def settled(self) -> None:
        """Take in what the server says until everything sent is done."""
        until(lambda: self.far.advance() or self.far.settled)

    def close(self) -> None:
        self.far.close()
        self.server.close()


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Iterator[Far]:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)
    far = Far()
    yield far
    far.close()


def test_a_move_is_made_there_and_animated_here(far: Far) -> None:
    game = far.match.game
    far.far.click(game.grid.cell("a2"))
    far.settled()
    assert far.far.view().selected == game.grid.cell("a2")
    far.far.click(game.grid.cell("a3"))
    far.settled()
    assert far.match.number == 1
    assert far.far.view().units == far.here.view().units
    assert [news.kind for news in far.far.pop_animations()][:1] == ["move"]
    assert far.far.pop_animations() == ()


def test_what_is_to_be_animated_waits_while_something_moves(far: Far) -> None:
    before = far.far.view().units
    far.far.type("a2-a3")
    until(lambda: far.match.number == 1)
    until(lambda: not far.far.advance(play=False) and far.far.waiting > 0)
    assert far.far.view().units == before
    assert far.far.advance()
    assert far.far.view().units != before


def test_questions_are_answered(far: Far) -> None:
    assert far.far.help_now() == far.here.help_now()
    assert far.far.rules() == far.here.rules()
    far.far.hover(0)
    assert far.far.topic()[0] == "units"


def test_keys_of_ones_own_are_those_of_this_window(far: Far) -> None:
    """The server knows nothing of them; a view stays the same object while nothing changes."""
    far.here.keys = far.far.keys = {"hint": "f8"}
    assert far.far.view().commands == far.here.view().commands
    assert far.far.view() is far.far.view()
    assert far.far.key_names() == far.here.key_names()
    far.far.keys = {}
    assert next(one.key for one in far.far.view().commands if one.name == "hint") == "h"


def test_a_running_clock_is_counted_here_in_the_language_of_the_window(
    far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ClockView("3 j 0:00", True, False, 3 * 86_400_000, 0)
    view = replace(far.far.view(), clocks=(clock,))
    monkeypatch.setattr(far.far, "view", lambda: view)
    far.far.language = "fr"
    assert far.far.clocks[0].text == "3 j 0:00"


def test_of_cells_pointed_at_quickly_only_some_are_sent(far: Far) -> None:
    for cell in range(40):
        far.far.hover(cell)
    until(lambda: any(intent.hover == 39 for intent in far.server.intents))
    assert sum(intent.hover is not None for intent in far.server.intents) < 20


def test_a_lost_connection_is_said_and_mended(far: Far, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.3)
    port = far.server.port
    far.server.close()
    until(lambda: bool(far.far.trouble))
    assert far.far.view().message == far.far.trouble
    assert far.far.view().tone == "refusal"
    far.far.click(8)  # nothing happens, and nothing is done later
    far.match.play(far.match.game.moves(far.match.position)[0])
    far.server = OneTable(far.match, (0,), port)
    until(lambda: far.far.advance() or (not far.far.trouble and far.far.view().turn == 2))
    assert far.far.view().units == Table(far.match, seats=(0,)).view().units
    assert far.server.intents == []


def test_another_language_is_a_new_connection(far: Far) -> None:
    far.far.language = "fr"
    until(lambda: far.far.advance() or far.far.view().headline != far.here.view().headline)
    assert [hello.language for hello in far.server.hellos] == ["en", "fr"]
    assert far.far.view() == Table(far.match, "fr", seats=(0,)).view()


@pytest.mark.parametrize(
    "text",
    ["", " ", "chess", "http://host/m/x", "http://host/x#y", "ftp://host/m/x#y", "http:///m/x#y",
     "http://host/m/x y#z", "http://host/m/x#é", "http://[host/m/x#y"],
)  # fmt: skip
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(RemoteError) as error:
        read_link(text)
    assert error.value.code == ("link" if text.strip() else "no_link")
