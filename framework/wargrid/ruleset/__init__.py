"""Models of a ruleset, and the families of movement, targeting, combat and victory rules."""

from __future__ import annotations

from wargrid.ruleset.base import (
    ANY,
    KIND_FAMILIES,
    MOMENTS,
    Ability,
    Aim,
    Claim,
    Doubt,
    Estate,
    Harvest,
    Kind,
    Model,
    Movement,
    Offer,
    Race,
    Reach,
    Resolution,
    RuleOptions,
    SideAbility,
    Upkeep,
    Victory,
    ZoneName,
)
from wargrid.ruleset.board.deployment import Contingent, Deployment
from wargrid.ruleset.board.diagram import (
    MAX_UNITS,
    DiagramError,
    diagram_rows,
    placements,
    read_diagram,
    refuse_comments,
    side_placements,
)
from wargrid.ruleset.board.markers import MarkerOptions, StartError
from wargrid.ruleset.board.terrain import ZoneError, grounds_of, other_place
from wargrid.ruleset.errors import AT_KEY, wrong
from wargrid.ruleset.models import UNWRITTEN, Attacking, CellNames, Ruleset, UnitType, model_for
from wargrid.ruleset.names import Reference, cost_table, names_marker, references, section_of
from wargrid.ruleset.points import Checks, Hold, Points
from wargrid.ruleset.registry import BUILT_IN, ONE_OF, OneOrList, OrShort, Vocabulary
from wargrid.ruleset.turn import Turn
from wargrid.ruleset.units.abilities import Build, Capture, Change
from wargrid.ruleset.units.combat import Dice, Removal
from wargrid.ruleset.units.conditional import Castle, Jump
from wargrid.ruleset.units.marking import Mark
from wargrid.ruleset.units.movement import Hop, Path, SingleStep, Slide
from wargrid.ruleset.units.sandwich import Sandwiches
from wargrid.ruleset.units.symbols import Symbols
from wargrid.ruleset.units.targeting import Range
from wargrid.ruleset.units.upkeep import Income
from wargrid.ruleset.values import Texts
from wargrid.ruleset.victory import (
    Eliminate,
    Insufficient,
    Isolate,
    Limit,
    Occupy,
    Own,
    Quiet,
    Slay,
    Stalemate,
)

__all__ = [
    "ANY", "AT_KEY", "BUILT_IN", "KIND_FAMILIES", "MAX_UNITS", "MOMENTS", "ONE_OF", "UNWRITTEN",
    "Ability", "Aim", "Attacking", "Build", "Capture", "Castle", "CellNames", "Change",
    "Checks", "Claim", "Contingent", "Deployment", "DiagramError", "Dice", "Doubt", "Eliminate",
    "Estate", "Harvest", "Hold", "Hop", "Income", "Insufficient", "Isolate", "Jump", "Kind",
    "Limit", "Mark", "MarkerOptions", "Model", "Movement", "Occupy", "Offer", "OneOrList",
    "OrShort", "Own", "Path", "Points", "Quiet", "Race", "Range", "Reach", "Reference",
    "Removal", "Resolution", "RuleOptions", "Ruleset", "Sandwiches", "SideAbility",
    "SingleStep", "Slay", "Slide", "Stalemate", "StartError", "Symbols", "Texts", "Turn",
    "UnitType", "Upkeep", "Victory", "Vocabulary", "ZoneError", "ZoneName", "cost_table",
    "diagram_rows", "grounds_of", "model_for", "names_marker", "other_place", "placements",
    "read_diagram", "references", "refuse_comments", "section_of", "side_placements", "wrong",
]  # fmt: skip
