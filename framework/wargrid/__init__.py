"""Wargrid plays any board wargame on a grid from a description.

A **ruleset** is what the box says, a **position** the table at one moment, a **move** what a player
wants to do, an **event** what then happened, and a **game** a ruleset with its plugins, made ready
to play:

    game = wargrid.load("duel.yaml")
    position = game.start()
    position, events = game.play(position, game.moves(position)[0])

The names in ``__init__.pyi`` are imported when they are first used, so that a command's help need
not wait for them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib import import_module

from wargrid.moved import tell_new_names

__version__ = "0.1.0"

tell_new_names()


def _exported() -> Iterator[tuple[str, str]]:
    """Yield each name in the list beside this file, with the module that has it."""
    with open(__file__.removesuffix("c") + "i", encoding="utf-8") as stub:
        for line in stub:
            if line.startswith("from "):
                _, module, _, name, *_ = line.split()
                yield name, module


_HOMES = dict(_exported())

__all__ = sorted(_HOMES)

_RENAMED = {"wrong": "validation_error"}
"""Names of before; plugins that import one are told the new name."""


def __getattr__(name: str) -> object:
    if new := _RENAMED.get(name):
        warnings.warn(f"wargrid.{name} is now wargrid.{new}", DeprecationWarning, stacklevel=2)
        name = new
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid' has no attribute {name!r}")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found
