"""The built-in vocabulary."""

from __future__ import annotations

from wargrid.ruleset.base import Kind
from wargrid.ruleset.combat import Dice, Removal
from wargrid.ruleset.movement import Ahead, Hop, Leap, Path, Slide, Walk
from wargrid.ruleset.targeting import AdjacentReach, Front, Lines, Range
from wargrid.ruleset.victory import (
    Eliminate,
    Isolate,
    Limit,
    Mate,
    Occupy,
    Quiet,
    Repetition,
    Slay,
    Stalemate,
)

BUILT_IN: tuple[type[Kind], ...] = (
    Ahead, Walk, Slide, Leap, Hop, Path, Front, AdjacentReach, Range, Lines, Dice, Removal,
    Slay, Isolate, Eliminate, Occupy, Mate, Stalemate, Repetition, Quiet, Limit,
)  # fmt: skip
"""Every word that needs no plugin, in the order of the reference."""
