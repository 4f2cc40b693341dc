"""The models of units that change their type during the game, or come into hands."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from wargrid.ruleset.base import UnitName, ZoneName
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.selectors import CellSelectors


class Promotion(Model):
    """What a unit becomes when its move ends in a zone, or begins there."""

    zone: ZoneName
    """The zone, as the unit's side has it."""

    to: UnitName | Annotated[list[UnitName], Field(min_length=1)]
    """The type that it becomes; of a list, the player chooses one, perhaps the type it is."""

    when: Annotated[list[Literal["enters", "within", "leaves"]], Field(min_length=1)] = [
        "enters",
        "within",
    ]
    """The moves that promote it: those that enter the zone, stay within it, or leave it."""

    must: CellSelectors | None = None
    """The cells where it may not stay what it is: a selector that asks where they are, or null."""

    ends_move: bool = True
    """Whether a unit that may go on taking stops when it is promoted."""

    @property
    def types(self) -> tuple[str, ...]:
        """The words of the types, in their order."""
        return (self.to,) if isinstance(self.to, str) else tuple(self.to)

    def others(self, word: str) -> tuple[str, ...]:
        """Return the types without that of the unit itself; all if that is the only one."""
        return tuple(other for other in self.types if other != word) or self.types


class Captured(Model):
    """What becomes of units that are taken by moves."""

    model_config = ConfigDict(populate_by_name=True)

    do: Literal["to_hand"] = "to_hand"
    """They come to the hand of the side that takes them."""

    as_: Annotated[dict[UnitName, UnitName], Field(alias="as")] = {}
    """The types that are held as others: a promoted pawn as a pawn."""

    def held_as(self, word: str) -> str:
        """Return the type as which a unit of a type is held."""
        return self.as_.get(word, word)
