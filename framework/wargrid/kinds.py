"""The families of rules, the built-in words and their options, for plugin authors."""

from wargrid.core.effects import Doing as Doing
from wargrid.core.effects import Done as Done
from wargrid.core.patterns import ConditionalMove as ConditionalMove
from wargrid.core.patterns import Costs as Costs
from wargrid.core.patterns import HypotheticalUnit as HypotheticalUnit
from wargrid.core.patterns import MarkLeft as MarkLeft
from wargrid.core.patterns import MarkNeeded as MarkNeeded
from wargrid.core.patterns import MovePattern as MovePattern
from wargrid.core.patterns import TerrainMap as TerrainMap
from wargrid.core.patterns import WalkPattern as WalkPattern
from wargrid.ruleset.base import *
from wargrid.ruleset.grammar.acts import *
from wargrid.ruleset.grammar.effects import *
from wargrid.ruleset.grammar.lists import Effects as Effects
from wargrid.ruleset.grammar.moments import TurnEffects as TurnEffects
from wargrid.ruleset.grammar.rules import *
from wargrid.ruleset.lines import *
from wargrid.ruleset.points import *
from wargrid.ruleset.selecting.selectors import CellSelectors as CellSelectors
from wargrid.ruleset.selecting.selectors import UnitSelectors as UnitSelectors
from wargrid.ruleset.units.abilities import *
from wargrid.ruleset.units.carrying import *
from wargrid.ruleset.units.combat import *
from wargrid.ruleset.units.conditional import *
from wargrid.ruleset.units.duels import *
from wargrid.ruleset.units.going import *
from wargrid.ruleset.units.marking import *
from wargrid.ruleset.units.movement import *
from wargrid.ruleset.units.placing import *
from wargrid.ruleset.units.pushing import *
from wargrid.ruleset.units.symbols import *
from wargrid.ruleset.units.tables import *
from wargrid.ruleset.units.targeting import *
from wargrid.ruleset.units.upkeep import *
from wargrid.ruleset.victory import *
from wargrid.ruleset.wants import *
