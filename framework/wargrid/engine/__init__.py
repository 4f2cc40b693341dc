"""The rules at work: legal moves, turns, combat, royal safety and odds."""

from __future__ import annotations

from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds, Outcome, expected
from wargrid.engine.setup.deployment import DeploymentPhase
from wargrid.engine.setup.opening import DRAWN, FIRST, WALLS
from wargrid.engine.threats import (
    Approach,
    approaches,
    attacks_on,
    find_threats,
    has_orientation,
    in_range,
    way_of,
)

__all__ = [
    "CHANCE", "DRAWN", "FIRST", "WALLS", "Approach", "DeploymentPhase", "Game", "Odds",
    "Outcome", "approaches", "attacks_on", "expected", "find_threats",
    "has_orientation", "in_range", "way_of",
]  # fmt: skip
