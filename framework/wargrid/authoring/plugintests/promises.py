"""What the engine promises of every game, each asked of a walk by a question of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wargrid.authoring.plugintests import watch
from wargrid.authoring.plugintests.blame import breach
from wargrid.authoring.plugintests.breach import Broken, raised
from wargrid.authoring.plugintests.invariants import (
    odds_are_exact,
    unlisted_moves_are_refused,
    what_is_hidden_stays_hidden,
    who_acts_can_move,
)
from wargrid.authoring.plugintests.of_plugins import (
    ANSWER,
    every_hook_is_asked,
    found,
    nobody_fails,
)
from wargrid.authoring.plugintests.of_positions import (
    boards_are_sound,
    copies_are_the_same,
    events_tell_everything,
    looking_changes_nothing,
    nobody_remembers,
    playing_leaves_positions_alone,
)
from wargrid.authoring.plugintests.of_records import (
    moves_come_back_from_text,
    positions_come_back_from_text,
    records_come_back,
    undo_finds_the_same_positions,
)
from wargrid.authoring.plugintests.of_texts import everything_is_told
from wargrid.authoring.plugintests.walks import Walk


@dataclass(frozen=True)
class Promise:
    """A promise by name; ``kit.promise.<name>`` states it. ``asks`` raises Broken where a walk breaks it."""

    name: str
    asks: Callable[[Walk], None]

    def check(self, walk: Walk, folder: Path | None = None) -> None:
        """Ask; raises InvariantViolation, with the game that leads there kept as a record, see ``kept``."""
        try:
            self.asks(walk)
        except Broken as broken:
            raise breach(self.name, walk, broken, folder) from broken
        except Exception as error:
            raise breach(self.name, walk, raised(error, None, None), folder) from error


PROMISES: Final = (
    Promise("changed", found(watch.CHANGED)),
    Promise("surroundings", found(watch.SURROUNDINGS)),
    Promise("answer", found(ANSWER)),
    Promise("clock", found(watch.CLOCK)),
    Promise("chance", found(watch.CHANCE)),
    Promise("sound", boards_are_sound),
    Promise("listed", nobody_fails),
    Promise("values", playing_leaves_positions_alone),
    Promise("looking", looking_changes_nothing),
    Promise("copies", copies_are_the_same),
    Promise("events", events_tell_everything),
    Promise("memory", nobody_remembers),
    Promise("moving", who_acts_can_move),
    Promise("refused", unlisted_moves_are_refused),
    Promise("told", everything_is_told),
    Promise("odds", odds_are_exact),
    Promise("positions", positions_come_back_from_text),
    Promise("moves", moves_come_back_from_text),
    Promise("undo", undo_finds_the_same_positions),
    Promise("records", records_come_back),
    Promise("hidden", what_is_hidden_stays_hidden),
)
"""Every promise that can be asked within one process, in the order in which they are asked."""

ASKED: Final = Promise("asked", every_hook_is_asked)
"""That the others were asked of all there is."""
