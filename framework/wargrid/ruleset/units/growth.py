"""The models of units that change their type during the game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wargrid.ruleset.base import UnitName, ZoneName
from wargrid.ruleset.named import Model


class Promotion(Model):
    """What a unit becomes when its move ends in a zone."""

    zone: ZoneName
    """The zone, as the unit's side has it."""

    to: UnitName | Annotated[list[UnitName], Field(min_length=1)]
    """The type that it becomes; of a list, the player chooses one, perhaps the type it is."""

    ends_move: bool = True
    """Whether a unit that may go on taking stops when it is promoted."""

    @property
    def types(self) -> tuple[str, ...]:
        """The words of the types, in their order."""
        return (self.to,) if isinstance(self.to, str) else tuple(self.to)
