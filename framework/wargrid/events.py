"""The events that hooks return and moves cause, and the attack that hooks receive."""

from wargrid.core.chains import GoesOn, WentOn
from wargrid.core.events import (
    Announced,
    Attack,
    Choosing,
    Chosen,
    Countered,
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
    Rolled,
    RollsAgain,
    Settled,
    Spent,
    Struck,
    TurnBegan,
    Turned,
    Used,
    Waiting,
    Walled,
    Withdrawn,
    Wounded,
)
from wargrid.core.growth import Appeared, Became, Exhausted
from wargrid.core.marks import Marked

__all__ = [
    "Announced", "Appeared", "Attack", "Became", "Choosing", "Chosen", "Countered", "Eliminated",
    "Ended", "Event", "Exhausted", "Finished", "GoesOn", "Joined", "Lost", "Marked", "Moved",
    "Noted", "Passed", "Placed", "Readied", "Rolled", "RollsAgain", "Settled", "Spent", "Struck",
    "TurnBegan", "Turned", "Used", "Waiting", "Walled", "WentOn", "Withdrawn", "Wounded",
]  # fmt: skip
