"""The command that opens the window."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from command_line import Captured, Run
from wargrid.cli.main import BAD_INPUT
from wargrid.frontend import NoFrontend, Start, window
from wargrid.players import Seat

pytestmark = pytest.mark.usefixtures("box_folder")

# check


# perft and bench


# replay


# show and play


class Window:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.starts: list[Start] = []
        monkeypatch.setattr("wargrid.frontend.window", lambda: self)

    def __call__(self, start: Start) -> int:
        self.starts.append(start)
        return 7


def test_play_opens_the_window_with_the_arguments(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code is the window's."""
    opened = Window(monkeypatch)
    line = "--language fr play box.yaml --dice hand --size 1280x800 --screenshot a.png"
    assert Run(capsys, *line.split()).code == 7
    (start,) = opened.starts
    assert start.game is not None
    assert (start.game.name, start.seed, start.by_hand, start.language) == ("box", None, True, "fr")
    assert (start.size, start.screenshot, start.resume) == ((1280, 800), Path("a.png"), None)


def test_play_seats_players(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person, a level, or any player by its name."""
    opened = Window(monkeypatch)
    for players, seats in (
        ("you,2", (Seat(), Seat("2"))),
        ("greedy, you", (Seat("greedy"), Seat())),
        ("friend,you", (Seat(name="friend"), Seat())),
    ):
        assert Run(capsys, "play", "breakthrough/standard", "--players", players).code == 7
        assert opened.starts[-1].seats == seats


def test_a_missing_frontend_is_answered_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """A frontend is found by its name."""
    assert callable(window())
    with pytest.raises(NoFrontend, match="paper"):
        window("paper")
    monkeypatch.setattr("wargrid.frontend.entry_points", lambda **_: ())
    run = Run(capsys, "--language", "fr")
    assert (run.code, "pygame" in run.err) == (BAD_INPUT, True)
    odd = EntryPoint("pygame", "none at all", "wargrid.frontends")
    monkeypatch.setattr("wargrid.frontend.entry_points", lambda **_: (odd,))
    run = Run(capsys, "--language", "en")
    assert (run.code, 'write "module:Class"' in run.err) == (BAD_INPUT, True)
