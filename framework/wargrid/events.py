"""The events that hooks return and moves cause, the attack that hooks receive, and choices."""

from wargrid.core.arrivals import Unplaced
from wargrid.core.attacks import (
    Announced,
    Asks,
    Attack,
    Choice,
    Chosen,
    Counted,
    Countered,
    Pressed,
    Resulted,
    Rolled,
    RollsAgain,
    Struck,
)
from wargrid.core.captives import ToHand
from wargrid.core.carrying import Boarded, Left
from wargrid.core.chains import GoesOn, GoesOnFirst, WentOn
from wargrid.core.effects import (
    Begins,
    Follows,
    Pushed,
    Reacted,
    Refreshed,
    Rolling,
    Stopped,
    Swapped,
    begins,
)
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
)
from wargrid.core.marks import Marked
from wargrid.core.moves import NO, YES
from wargrid.core.promotion import Appeared, Became, Exhausted, Restored
from wargrid.core.rounds import RoundBegan, Skipped

__all__ = [
    "NO", "YES", "Announced", "Appeared", "Asks", "Attack", "Became", "Begins", "Boarded",
    "Choice", "Chosen", "Counted", "Countered", "Eliminated", "Ended", "Event", "Exhausted",
    "Finished", "Follows", "GoesOn", "GoesOnFirst", "Joined", "Left", "Lost", "Marked", "Moved",
    "Noted", "Passed", "Placed", "Pressed", "Pushed", "Reacted", "Readied", "Refreshed",
    "Restored", "Resulted", "Rolled", "Rolling", "RollsAgain", "RoundBegan", "Settled", "Skipped",
    "Spent", "Stirred", "Stopped", "Struck", "Swapped", "ToHand", "TurnBegan", "Turned", "Unplaced",
    "Used", "Waiting", "Walled", "WentOn", "Withdrawn", "Wounded", "begins",
]  # fmt: skip
