"""Wargrid plays any board wargame on a grid from a description.

A **ruleset** is what the box says, a **position** the table at one moment, a **move** what somebody wants to do, an
**event** what then happened, and a **game** a ruleset with its plugins, made ready to play:

    game = wargrid.load("lionheart/level1")
    position = game.start()
    position, events = game.play(position, game.moves(position)[0])
"""

from wargrid.faults import RulesetError
from wargrid.game import CHANCE, Game
from wargrid.hookspecs import hookimpl
from wargrid.kinds.base import Kind
from wargrid.moves import Move
from wargrid.plugins import Plugin, PluginError
from wargrid.position import Position, Result
from wargrid.refusals import IllegalMove, Refusal
from wargrid.ruleset.loader import load

__version__ = "0.1.0"

__all__ = [
    "CHANCE", "Game", "IllegalMove", "Kind", "Move", "Plugin", "PluginError", "Position", "Refusal", "Result",
    "RulesetError", "hookimpl", "load",
]  # fmt: skip
