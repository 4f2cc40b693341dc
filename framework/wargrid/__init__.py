"""Wargrid plays any board wargame on a grid from a description.

A **ruleset** is what the box says, a **position** the table at one moment, a **move** what a player
wants to do, an **event** what then happened, and a **game** a ruleset with its plugins, made ready
to play:

    game = wargrid.load("duel.yaml")
    position = game.start()
    position, events = game.play(position, game.moves(position)[0])

The names below are imported when they are first used, so that a command's help need not wait for
them.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import TYPE_CHECKING

from wargrid.moved import tell_new_names

if TYPE_CHECKING:
    from wargrid.core.dice import seeded
    from wargrid.core.grid import DIAGONAL, FACINGS, OFF, ORTHOGONAL, STEPS, Grid, Step, column_name
    from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Move, Roll
    from wargrid.core.position import Position
    from wargrid.core.protocols import RulesetLike, UnitTypeLike
    from wargrid.core.refusal import IllegalMove, Refusal
    from wargrid.core.state import WALL, Result
    from wargrid.engine.flow import CHANCE
    from wargrid.engine.game import Game
    from wargrid.loading.library import UnknownRuleset
    from wargrid.loading.loader import load
    from wargrid.match.errors import NotationError, PositionError, RecordError
    from wargrid.match.match import Match, UndoLockedError
    from wargrid.plugins.base import Plugin, PluginError
    from wargrid.plugins.hookspecs import hookimpl
    from wargrid.plugins.trust import trusting
    from wargrid.ruleset.errors import crossed, validation_error
    from wargrid.ruleset.models import Ruleset, UnitType
    from wargrid.source.diagnostics import Diagnostic, RulesetError
    from wargrid.text.catalogs import Catalog, register

__version__ = "0.1.0"

tell_new_names()

_NAMES = {
    "core.dice": "seeded",
    "core.grid": "DIAGONAL FACINGS Grid OFF ORTHOGONAL STEPS Step column_name",
    "core.moves": "ATTACK ENTER MOVE Move Roll TAKE TURN",
    "core.position": "Position",
    "core.protocols": "RulesetLike UnitTypeLike",
    "core.refusal": "IllegalMove Refusal",
    "core.state": "Result WALL",
    "engine.game": "CHANCE Game",
    "loading.library": "UnknownRuleset",
    "loading.loader": "load",
    "match.errors": "NotationError PositionError RecordError",
    "match.match": "UndoLockedError Match",
    "plugins.base": "Plugin PluginError",
    "plugins.hookspecs": "hookimpl",
    "plugins.trust": "trusting",
    "ruleset.errors": "crossed validation_error",
    "ruleset.models": "Ruleset UnitType",
    "source.diagnostics": "Diagnostic RulesetError",
    "text.catalogs": "Catalog register",
}
"""The names exported, by the module that has them; each is imported on first use."""

_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "ATTACK", "CHANCE", "DIAGONAL", "ENTER", "FACINGS", "MOVE", "OFF", "ORTHOGONAL", "STEPS",
    "TAKE", "TURN", "WALL", "Catalog", "Diagnostic", "Game", "Grid", "IllegalMove", "Match", "Move",
    "NotationError", "Plugin", "PluginError", "Position", "PositionError", "RecordError", "Refusal",
    "Result", "Roll", "Ruleset", "RulesetError", "RulesetLike", "Step", "UndoLockedError",
    "UnitType", "UnitTypeLike", "UnknownRuleset", "column_name", "crossed", "hookimpl", "load",
    "register", "seeded", "trusting", "validation_error",
]  # fmt: skip


_RENAMED = {"wrong": "validation_error"}
"""Names of before; plugins that import one are told the new name."""


def __getattr__(name: str) -> object:
    if new := _RENAMED.get(name):
        warnings.warn(f"wargrid.{name} is now wargrid.{new}", DeprecationWarning, stacklevel=2)
        name = new
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.{home}"), name)
    globals()[name] = found
    return found
