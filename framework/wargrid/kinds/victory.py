"""Ways for the game to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from wargrid.kinds.base import UnitName, Victory
from wargrid.position import Result

if TYPE_CHECKING:
    from wargrid.position import Position
    from wargrid.ruleset.models import Ruleset
    from wargrid.text import Words


def _the_other(position: Position, loser: int) -> int:
    """Who wins when a side loses."""
    return (loser + 1) % len(position.roster.units_of)


class Slay(Victory):
    """A side that has no unit of this type left loses."""

    word = "slay"
    short = "unit"
    asked = "loss"

    unit: UnitName
    """The type that must not be lost."""

    def decide(self, position: Position) -> Result | None:
        """The first side, in the ruleset's order, whose units of the type are all gone has lost."""
        for side in range(len(position.roster.units_of)):
            if not any(position.type_of(unit).word == self.unit for unit in position.units_of(side)):
                return Result(_the_other(position, side), self.word)
        return None

    def facts(self, words: Words, ruleset: Ruleset) -> dict[str, object]:
        """The type in the player's language."""
        return {"unit": words.of(ruleset.units[self.unit].name)}


class Isolate(Victory):
    """A side that has nothing left but units of this type loses."""

    word = "isolate"
    short = "unit"
    asked = "loss"

    unit: UnitName
    """The type that does not fight on alone."""

    loses: bool = True
    """Whether the rule holds; false switches it off for one game or variant."""

    def decide(self, position: Position) -> Result | None:
        """The first side, in the ruleset's order, that has no other unit has lost."""
        if self.loses:
            for side in range(len(position.roster.units_of)):
                if all(position.type_of(unit).word == self.unit for unit in position.units_of(side)):
                    return Result(_the_other(position, side), self.word)
        return None

    def facts(self, words: Words, ruleset: Ruleset) -> dict[str, object]:
        """The type in the player's language."""
        return {"unit": words.of(ruleset.units[self.unit].name)}


class Limit(Victory):
    """After so many turns, both sides' counted, the game is drawn."""

    word = "limit"
    short = "turns"
    asked = "turn_end"

    turns: Annotated[int, Field(ge=1)] | None = None
    """The last turn to be played, or null for no limit."""

    def decide(self, position: Position) -> Result | None:
        """Drawn once the last turn has been played."""
        if self.turns is not None and position.turn >= self.turns:
            return Result(None, self.word)
        return None
