"""Counts of function calls a move, by which a loss of speed is seen on any machine.

``python tests/support/calls.py > tests/data/calls.yaml`` writes those of every ruleset, with the
Python whose version the file names: others call functions otherwise.
"""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import yaml

import wargrid
from places import DATA
from support import is_variant
from wargrid import CHANCE, Game
from wargrid.loading import library

MOVES = 300
"""How many moves are counted, after as many that make the tables."""

EXPECTED = DATA / "calls.yaml"
VERSION = "{}.{}".format(*sys.version_info)
NAMES = [name for name in library.names() if not is_variant(name)]


def calls_per_move(game: Game) -> float:
    """Return the calls of functions of Wargrid, and of those written in C, in a random game."""
    number = random.Random("wargrid calls").random
    _play(game, MOVES, number)
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        _play(game, MOVES, number)
    finally:
        sys.setprofile(None)
    return round(calls / MOVES, 1)


def _play(game: Game, moves: int, number: Any) -> None:
    """Play random games with so many moves of sides altogether."""
    engine = game.engine  # as computer players do; by `Game` it is one call more for each
    position = game.start()
    while moves:
        if position.result is not None:
            position = game.start()
        if engine.to_act(position) == CHANCE:
            position = engine.step(position, engine.draw(position, number()))
            continue
        listed = engine.moves(position)
        position = engine.step(position, listed[int(number() * len(listed))])
        moves -= 1


def expected() -> dict[str, Any]:
    """Return what is kept: the version of Python, and calls by ruleset."""
    found: dict[str, Any] = yaml.safe_load(EXPECTED.read_text("utf-8"))
    return found


if __name__ == "__main__":
    counted = {name: calls_per_move(wargrid.load(name)) for name in NAMES}
    print(yaml.safe_dump({"python": VERSION, "calls": counted}, sort_keys=True), end="")
