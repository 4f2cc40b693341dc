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
    from wargrid.match import Locked, Match
    from wargrid.moves import Move
    from wargrid.notation import NotationError, PositionError
    from wargrid.plugins import Plugin, PluginError
    from wargrid.position import Position, Result
    from wargrid.record import RecordError
    from wargrid.refusals import IllegalMove, Refusal
    from wargrid.ruleset.library import UnknownRuleset
    from wargrid.ruleset.loader import load

__version__ = "0.1.0"

_HOMES = {
    "CHANCE": "game",
    "Game": "game",
    "IllegalMove": "refusals",
    "Locked": "match",
    "Match": "match",
    "Move": "moves",
    "NotationError": "notation",
    "Plugin": "plugins",
    "PluginError": "plugins",
    "Position": "position",
    "PositionError": "notation",
    "RecordError": "record",
    "Refusal": "refusals",
    "Result": "position",
    "RulesetError": "faults",
    "UnknownRuleset": "ruleset.library",
    "hookimpl": "hookspecs",
    "load": "ruleset.loader",
}

__all__ = [
    "CHANCE", "Game", "IllegalMove", "Locked", "Match", "Move", "NotationError", "Plugin", "PluginError", "Position",
    "PositionError", "RecordError", "Refusal", "Result", "RulesetError", "UnknownRuleset", "hookimpl", "load",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.{home}"), name)
    globals()[name] = found
    return found
