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

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.core.dice import seeded
    from wargrid.core.grid import (
        DIAGONAL,
        FACINGS,
        OFF,
        ORTHOGONAL,
        STEPS,
        Grid,
        Step,
        column_name,
    )
    from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Move, Roll
    from wargrid.core.position import Position
    from wargrid.core.protocols import RulesetLike, UnitTypeLike
    from wargrid.core.refusal import IllegalMove, Refusal
    from wargrid.core.state import WALL, Result
    from wargrid.engine.flow import CHANCE
    from wargrid.engine.game import Game
    from wargrid.loading.library import UnknownRuleset
    from wargrid.loading.loader import load
    from wargrid.match.errors import PositionError, RecordError
    from wargrid.match.match import Match, UndoLockedError
    from wargrid.match.notation.moves import NotationError
    from wargrid.plugins.base import Plugin, PluginError
    from wargrid.plugins.hookspecs import hookimpl
    from wargrid.plugins.trust import trusting
    from wargrid.ruleset.errors import crossed, wrong
    from wargrid.ruleset.models import Ruleset, UnitType
    from wargrid.source.diagnostics import Diagnostic, RulesetError
    from wargrid.text.catalogs import Catalog, register

__version__ = "0.1.0"

_HOMES = {
    "ATTACK": "core.moves",
    "CHANCE": "engine.game",
    "DIAGONAL": "core.grid",
    "ENTER": "core.moves",
    "FACINGS": "core.grid",
    "Diagnostic": "source.diagnostics",
    "Game": "engine.game",
    "Grid": "core.grid",
    "IllegalMove": "core.refusal",
    "UndoLockedError": "match.match",
    "MOVE": "core.moves",
    "Match": "match.match",
    "Move": "core.moves",
    "NotationError": "match.notation.moves",
    "OFF": "core.grid",
    "ORTHOGONAL": "core.grid",
    "Plugin": "plugins.base",
    "PluginError": "plugins.base",
    "Position": "core.position",
    "PositionError": "match.errors",
    "RecordError": "match.errors",
    "Refusal": "core.refusal",
    "Result": "core.state",
    "Roll": "core.moves",
    "Ruleset": "ruleset.models",
    "RulesetLike": "core.protocols",
    "UnitTypeLike": "core.protocols",
    "RulesetError": "source.diagnostics",
    "STEPS": "core.grid",
    "Step": "core.grid",
    "TAKE": "core.moves",
    "TURN": "core.moves",
    "UnitType": "ruleset.models",
    "UnknownRuleset": "loading.library",
    "WALL": "core.state",
    "Catalog": "text.catalogs",
    "column_name": "core.grid",
    "crossed": "ruleset.errors",
    "hookimpl": "plugins.hookspecs",
    "load": "loading.loader",
    "register": "text.catalogs",
    "seeded": "core.dice",
    "trusting": "plugins.trust",
    "wrong": "ruleset.errors",
}

__all__ = [
    "ATTACK",
    "CHANCE",
    "DIAGONAL",
    "ENTER",
    "FACINGS",
    "MOVE",
    "OFF",
    "ORTHOGONAL",
    "STEPS",
    "TAKE",
    "TURN",
    "WALL",
    "Catalog",
    "Diagnostic",
    "Game",
    "Grid",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "Plugin",
    "PluginError",
    "Position",
    "PositionError",
    "RecordError",
    "Refusal",
    "Result",
    "Roll",
    "Ruleset",
    "RulesetError",
    "RulesetLike",
    "Step",
    "UndoLockedError",
    "UnitType",
    "UnitTypeLike",
    "UnknownRuleset",
    "column_name",
    "crossed",
    "hookimpl",
    "load",
    "register",
    "seeded",
    "trusting",
    "wrong",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.{home}"), name)
    globals()[name] = found
    return found
