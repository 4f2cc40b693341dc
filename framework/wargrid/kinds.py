"""The families of rules, the built-in words and their options, for plugin authors."""

from wargrid.core.patterns import Costs, HypotheticalUnit, MovePattern, TerrainMap, WalkPattern
from wargrid.ruleset.base import (
    CostsName,
    DieName,
    FaceName,
    Kind,
    Movement,
    Reach,
    Resolution,
    RuleOptions,
    SideName,
    TerrainName,
    UnitName,
    Victory,
    ZoneName,
)
from wargrid.ruleset.combat import Dice, Removal
from wargrid.ruleset.movement import Ahead, Direction, Distance, Hop, Leap, Path, Slide, Walk
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

__all__ = [
    "AdjacentReach", "Ahead", "Costs", "CostsName", "Dice", "DieName", "Direction", "Distance",
    "Eliminate", "FaceName", "Front", "Hop", "HypotheticalUnit", "Isolate", "Kind", "Leap", "Limit",
    "Lines", "Mate", "MovePattern", "Movement", "Occupy", "Path", "Quiet", "Range", "Reach",
    "Removal", "Repetition", "Resolution", "RuleOptions", "SideName", "Slay", "Slide", "Stalemate",
    "TerrainMap", "TerrainName", "UnitName", "Victory", "Walk", "WalkPattern", "ZoneName",
]  # fmt: skip
