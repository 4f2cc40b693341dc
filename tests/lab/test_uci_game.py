"""A whole game with a UCI engine."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import wargrid.players.processes.engine_process as process
import wargrid.players.processes.uci as uci
from places import SUPPORT
from support import loaded
from wargrid import Game
from wargrid.loading.loader import load_text
from wargrid_lab import Terms, play_game

RACE = """\
name: Race
sides: [red, blue]
board: {columns: 3, rows: 10}
first: {player: red}
turn: {actions: 1, may: {move: 1}}
units: {runner: {letter: R, name: Runner, move: {step: forward}}}
victory: {eliminate: {}}
opponent: {engine: race}
setup: {each: "R . R"}
"""

SCRIPT = SUPPORT / "scripted_engine.py"
FAIRY = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")


class Engine:
    """The scripted engine as a program, and what it was sent."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "engine"
        self.path.write_text(f"#!/bin/sh\nexec {sys.executable} -u {SCRIPT}\n")
        self.path.chmod(0o755)
        self.log = folder / "log"
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("WARGRID_ENGINE_LOG", str(self.log))

    def behaves(self, how: str, moves: str = "") -> None:
        self._monkeypatch.setenv("WARGRID_ENGINE", how)
        self._monkeypatch.setenv("WARGRID_ENGINE_MOVES", moves)

    def received(self, *first: str) -> list[str]:
        """Return the lines that it received which begin with one of these words."""
        return [line for line in self.log.read_text().splitlines() if line.startswith(first)]


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine that answers at once, and short deadlines."""
    monkeypatch.setattr(process, "PATIENCE", 3.0)
    monkeypatch.setattr(uci, "GRACE", 0.05)
    return Engine(tmp_path, monkeypatch)


def race() -> Game:
    """A game that the scripted engine knows."""
    return load_text(RACE, "race.yaml")


# A real engine


@pytest.mark.slow
@pytest.mark.skipif(FAIRY is None, reason="the program fairy-stockfish is not installed")
@pytest.mark.parametrize(
    "name",
    ["xiangqi/standard", "breakthrough/standard", "chess/standard", "chess/variants/antichess"],
)
def test_fairy_stockfish_plays_a_game(name: str) -> None:
    """It plays to the end against random moves, and wins both colours."""
    terms = Terms((f"uci:{FAIRY}?skill_level=20", "random"), nodes=2_000, max_moves=300)
    assert [play_game(loaded(name), terms, number).winner for number in (0, 1)] == [0, 0]
