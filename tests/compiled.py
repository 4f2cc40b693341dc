"""Run from a compiled wheel what is run in plain Python: ``python tests/compiled.py``.

The Python is that of the environment in which the wheel is installed, with pytest. Compiled code
fails where plain Python does not, and only when the line in question is reached: so this reaches
what a player reaches. Tests that replace parts of what is compiled are marked ``plain_only``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

WHOLE = ("tests/engine", "tests/table", "tests/match", "tests/games/test_golden.py")
"""The fast tests of what is compiled and of what asks it most, and the golden games."""

EVERYWHERE = (
    "tests/engine/test_refused_anywhere.py",
    "tests/engine/test_same_game.py::test_random_play_begins_as_expected",
    "tests/window/test_window_clicks.py",
)
"""Wrong moves, games and clicks in every ruleset: slow tests."""

PLAYERS = ("tests/players/test_same_answers.py", "tests/lab/test_strength.py")
"""Kept answers, and some long games, of which no kept answer is: slow tests."""

TIMEOUT = 900
"""Seconds of each command: the end of a hang."""


def run(title: str, *command: str) -> None:
    """Run a command from the root of the sources; raises CalledProcessError if it fails."""
    print(f"-- {title}", flush=True)
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, timeout=TIMEOUT)


def run_tests(title: str, which: str, *paths: str) -> None:
    """Run tests against what is installed, on all cores if pytest-xdist is."""
    beside = ["-n", "auto"] if find_spec("xdist") else []
    marked = ["-o", f"addopts=-m '{which}'", "-o", "pythonpath=tests/support"]
    run(title, "-m", "pytest", "-q", "-p", "no:cacheprovider", *marked, *beside, *paths)


def main() -> None:
    """Run everything, or end with what is wrong."""
    found = find_spec("wargrid.engine.flow")
    if found is None or not str(found.origin).endswith(tuple(EXTENSION_SUFFIXES)):
        sys.exit("The engine here is not compiled. Install a compiled wheel: docs/performance.md.")
    from wargrid.loading import library

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    run("rule tests of every ruleset", "-m", "wargrid", "test", *library.names())
    run_tests("tests of the engine, the table and records", "not slow and not plain_only", *WHOLE)
    run_tests("wrong moves, games and clicks in every ruleset", "not plain_only", *EVERYWHERE)
    run_tests("computer players", "not plain_only", *PLAYERS)


if __name__ == "__main__":
    main()
