"""The examples in docstrings of public functions are right.

They share a few names: ``game`` is Lionheart, ``position`` its first position, ``move`` a legal
one, ``close`` two units face to face, ``attack`` one's attack, ``odds`` its odds.
"""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec

import wargrid
from support import loaded
from wargrid.match import read_move, read_position
from window_support import MELEE

MODULES = (
    "core.dice", "core.grid", "core.position", "engine.game", "engine.odds", "loading.loader",
    "match.match",
)  # fmt: skip

OF_AGENTS = ("actions", "environment", "state") if find_spec("pettingzoo") else ()

PUBLIC = {name: getattr(wargrid, name) for name in wargrid.__all__}


def names() -> dict[str, object]:
    game = loaded("lionheart/level1", {"first_player": "gold"})
    position, close = game.start(), read_position(game, MELEE)
    attack = read_move(game, close, "d5xd6")
    return {
        "wargrid": wargrid, "game": game, "position": position, "close": close,
        "move": read_move(game, position, "e2-e3"), "attack": attack,
        "odds": game.odds(close, attack), "grid": game.grid, "read_move": read_move,
        "Fraction": Fraction,
    }  # fmt: skip


def examples() -> Iterator[doctest.DocTest]:
    finder, shared = doctest.DocTestFinder(), names()
    agents = (f"wargrid_lab.rl.{name}" for name in OF_AGENTS)
    for name in (*(f"wargrid.{name}" for name in MODULES), *agents):
        module = import_module(name)
        globs = {**vars(module), **PUBLIC, **shared}
        yield from (test for test in finder.find(module, globs=globs) if test.examples)


def test_the_examples_of_forty_functions_are_right() -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    tests = [*examples()]
    for test in tests:
        runner.run(test, out=said.append)
    assert not said, "".join(said)
    assert len(tests) >= 40
