"""Values of a game: grid, units, moves, events, positions and dice."""

from __future__ import annotations

from wargrid.core.chains import GoesOn, WentOn
from wargrid.core.dice import MAX_DICE, Chances, ChanceSource, Number, Pool, entropy, seeded
from wargrid.core.events import (
    Eliminated,
    Ended,
    Event,
    Finished,
    Joined,
    Lost,
    Moved,
    Noted,
    Passed,
    Placed,
    Readied,
    Settled,
    Spent,
    Stirred,
    TurnBegan,
    Turned,
    Used,
    Waiting,
    Walled,
    Withdrawn,
    Wounded,
    apply_events,
    fact_names,
    may_remove_units,
)
from wargrid.core.grid import (
    DIAGONAL,
    FACING_WORDS,
    FACINGS,
    OFF,
    ORTHOGONAL,
    Grid,
    Step,
)
from wargrid.core.growth import Appeared, Became, Exhausted, Restored
from wargrid.core.hexes import HexColumns, HexGrid, HexRows
from wargrid.core.marks import (
    Marked,
    Marker,
    Markers,
    MarkingMove,
    marks_of_moving,
)
from wargrid.core.moves import (
    ANY_VERB,
    ARMY,
    ATTACK,
    CHOOSE,
    DO,
    DRAW,
    END,
    ENTER,
    LOT,
    MOVE,
    NO,
    NOWHERE,
    PLACE,
    READY,
    REMOVE,
    ROLL,
    TAKE,
    TURN,
    VERBS,
    YES,
    Deploy,
    Draw,
    Lot,
    Move,
    Roll,
    StirringMove,
    UnitMove,
    called,
    paid,
    verb_of,
)
from wargrid.core.patterns import (
    ConditionalMove,
    Costs,
    HypotheticalUnit,
    MarkLeft,
    MarkNeeded,
    MovePattern,
    Placement,
    TerrainMap,
    WalkPattern,
    cannot_enter,
)
from wargrid.core.position import PlacedUnit, Position
from wargrid.core.protocols import GameView, RulesetLike, Translations, UnitTypeLike
from wargrid.core.refusal import IllegalMove, Reason, Refusal, refusal_codes
from wargrid.core.roster import NoUnitFreeError, Roster, RosterRules
from wargrid.core.state import (
    AGAIN,
    ATTACKING,
    CHOICE,
    GONE,
    UNKNOWN,
    WALL,
    Pending,
    PositionFields,
    Result,
)
from wargrid.core.strikes import (
    Announced,
    AnnouncedWith,
    Asks,
    Attack,
    Choice,
    Chosen,
    Counted,
    Countered,
    Pressed,
    Question,
    Rolled,
    RollsAgain,
    Struck,
)

__all__ = [
    "AGAIN", "ANY_VERB", "ARMY", "ATTACK", "ATTACKING", "CHOICE", "CHOOSE", "DIAGONAL", "DO",
    "DRAW", "END", "ENTER", "FACINGS", "FACING_WORDS", "GONE", "LOT", "MAX_DICE", "MOVE", "NO",
    "NOWHERE",
    "OFF", "ORTHOGONAL", "PLACE", "READY", "REMOVE", "ROLL", "TAKE", "TURN", "UNKNOWN", "VERBS",
    "WALL", "YES", "Announced", "AnnouncedWith", "Appeared", "Asks", "Attack", "Became",
    "ChanceSource", "Chances", "Choice", "Chosen", "ConditionalMove", "Costs", "Counted",
    "Countered", "Deploy", "Draw", "Eliminated", "Ended", "Event", "Exhausted", "Finished",
    "GameView", "GoesOn", "Grid", "HexColumns", "HexGrid", "HexRows", "HypotheticalUnit",
    "IllegalMove", "Joined", "Lost", "Lot", "MarkLeft", "MarkNeeded", "Marked", "Marker", "Markers",
    "MarkingMove", "Move", "MovePattern", "Moved", "NoUnitFreeError", "Noted", "Number", "Passed",
    "Pending", "Placed", "PlacedUnit", "Placement", "Pool", "Position", "PositionFields", "Pressed",
    "Question", "Readied", "Reason", "Refusal", "Restored", "Result", "Roll", "Rolled",
    "RollsAgain", "Roster", "RosterRules", "RulesetLike", "Settled", "Spent", "Step", "Stirred",
    "StirringMove", "Struck", "TerrainMap", "Translations", "TurnBegan", "Turned", "UnitMove",
    "UnitTypeLike", "Used", "Waiting", "WalkPattern", "Walled", "WentOn", "Withdrawn", "Wounded",
    "apply_events", "called", "cannot_enter", "entropy", "fact_names", "marks_of_moving",
    "may_remove_units", "paid", "refusal_codes", "seeded", "verb_of",
]  # fmt: skip
