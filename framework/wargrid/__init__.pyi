"""The names that ``wargrid`` exports, each with the module that has it: the one list of them."""

from wargrid.core.dice import seeded as seeded
from wargrid.core.grid import DIAGONAL as DIAGONAL
from wargrid.core.grid import FACINGS as FACINGS
from wargrid.core.grid import OFF as OFF
from wargrid.core.grid import ORTHOGONAL as ORTHOGONAL
from wargrid.core.grid import STEPS as STEPS
from wargrid.core.grid import Grid as Grid
from wargrid.core.grid import Step as Step
from wargrid.core.grid import column_name as column_name
from wargrid.core.moves import ATTACK as ATTACK
from wargrid.core.moves import ENTER as ENTER
from wargrid.core.moves import MOVE as MOVE
from wargrid.core.moves import TAKE as TAKE
from wargrid.core.moves import TURN as TURN
from wargrid.core.moves import Move as Move
from wargrid.core.moves import Roll as Roll
from wargrid.core.position import Position as Position
from wargrid.core.protocols import RulesetLike as RulesetLike
from wargrid.core.protocols import UnitTypeLike as UnitTypeLike
from wargrid.core.refusal import IllegalMove as IllegalMove
from wargrid.core.refusal import Refusal as Refusal
from wargrid.core.state import WALL as WALL
from wargrid.core.state import Result as Result
from wargrid.engine.flow import CHANCE as CHANCE
from wargrid.engine.game import Game as Game
from wargrid.loading.library import UnknownRuleset as UnknownRuleset
from wargrid.loading.loader import load as load
from wargrid.match.errors import NotationError as NotationError
from wargrid.match.errors import PositionError as PositionError
from wargrid.match.errors import RecordError as RecordError
from wargrid.match.match import Match as Match
from wargrid.match.match import UndoLockedError as UndoLockedError
from wargrid.plugins.base import Plugin as Plugin
from wargrid.plugins.base import PluginError as PluginError
from wargrid.plugins.hookspecs import hookimpl as hookimpl
from wargrid.plugins.trust import trusting as trusting
from wargrid.ruleset.errors import crossed as crossed
from wargrid.ruleset.errors import validation_error as validation_error
from wargrid.ruleset.models import Ruleset as Ruleset
from wargrid.ruleset.models import UnitType as UnitType
from wargrid.source.diagnostics import Diagnostic as Diagnostic
from wargrid.source.diagnostics import RulesetError as RulesetError
from wargrid.text.catalogs import Catalog as Catalog
from wargrid.text.catalogs import register as register

__version__: str
