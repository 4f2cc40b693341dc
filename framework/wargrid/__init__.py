"""Wargrid plays any board wargame on a grid from a description.

A **ruleset** is what the box says, a **position** the table at one moment, a **move** what somebody wants to do, an
**event** what then happened, and a **game** a ruleset with its plugins, made ready to play:

    game = wargrid.load("duel.yaml")
    position = game.start()
    position, events = game.play(position, game.moves(position)[0])

The names below are imported when they are first used, so that a command's help need not wait for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.faults import RulesetError
    from wargrid.game import CHANCE, Game
    from wargrid.hookspecs import hookimpl
    from wargrid.kinds.base import Kind
    from wargrid.match import Match
    from wargrid.moves import Move
    from wargrid.plugins import Plugin, PluginError
    from wargrid.position import Position, Result
    from wargrid.refusals import IllegalMove, Refusal
    from wargrid.ruleset.loader import load

__version__ = "0.1.0"

_HOMES = {
    "CHANCE": "game",
    "Game": "game",
    "IllegalMove": "refusals",
    "Kind": "kinds.base",
    "Match": "match",
    "Move": "moves",
    "Plugin": "plugins",
    "PluginError": "plugins",
    "Position": "position",
    "Refusal": "refusals",
    "Result": "position",
    "RulesetError": "faults",
    "hookimpl": "hookspecs",
    "load": "ruleset.loader",
}

__all__ = [
    "CHANCE", "Game", "IllegalMove", "Kind", "Match", "Move", "Plugin", "PluginError", "Position", "Refusal",
    "Result", "RulesetError", "hookimpl", "load",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.{home}"), name)
    globals()[name] = found
    return found
