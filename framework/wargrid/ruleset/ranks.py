"""Ranks as rulesets write them: who beats whom where one unit takes or attacks another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from wargrid.core.ranking import ATTACKER_BEATEN, TARGET_BEATEN
from wargrid.ruleset.named import Model, UnitName
from wargrid.ruleset.selecting.forms import listed
from wargrid.ruleset.selecting.selectors import About, OptionalUnits
from wargrid.ruleset.values import Natural

__all__ = ["Ranks"]

TIES: Final = {
    "both": TARGET_BEATEN | ATTACKER_BEATEN,
    "attacker": TARGET_BEATEN,
    "target": ATTACKER_BEATEN,
    "none": 0,
}

Exceptions = dict[UnitName, UnitName | list[UnitName]]


class Ranks(Model):
    """Who beats whom: the higher rank, but for exceptions."""

    of: Annotated[dict[UnitName, Natural], Field(min_length=1)]
    """The rank of each type; the higher one beats the lower one."""

    beats: Exceptions = {}
    """Types that a type beats as the attacker, whatever their ranks: one or several."""

    spares: Exceptions = {}
    """Types that a type does not beat as the attacker, whatever their ranks: then neither is
    beaten."""

    ties: Literal["both", "attacker", "target", "none"] = "both"
    """Who wins between equal ranks: ``both`` are beaten, the ``attacker`` or the ``target`` wins,
    or ``none`` is beaten."""

    weak: Annotated[OptionalUnits, About()] = None
    """Units that any attacker beats, whatever their ranks: a selector of units; null for none."""

    def outcome(self, attacker: str, target: str) -> int:
        """Return the bits of who is beaten where a type attacks another one that is not weak."""
        if target in listed(self.beats.get(attacker, ())):
            return TARGET_BEATEN
        if target in listed(self.spares.get(attacker, ())):
            return 0
        mine, its = self.of.get(attacker, 0), self.of.get(target, 0)
        if mine == its:
            return TIES[self.ties]
        return TARGET_BEATEN if mine > its else ATTACKER_BEATEN

    def fought(self, position: Any, attacker: int, target: int) -> int:
        """Return the bits of who is beaten where a unit attacks another one on the board."""
        roster = position.roster
        if self.weak is not None:
            weak = roster.game.selected.units(self.weak, roster.owners[target])
            if weak.matches(position, target):
                return TARGET_BEATEN
        return self.outcome(roster.words[attacker], roster.words[target])

    def rows(self, words: Sequence[str], sides: int) -> Iterator[bytes]:
        """Yield for each code of a unit a byte for each other one: 1 where the first beats it.

        Codes go by side and type, from 1 on; the last one is that of walls.
        """
        every = [*words] * sides
        yield bytes(len(every) + 2)
        for word in every:
            yield bytes((0, *(self.outcome(word, other) & TARGET_BEATEN for other in every), 0))
        yield bytes(len(every) + 2)

    def exceptions(self) -> Mapping[str, Exceptions]:
        """Return the exceptions by their key."""
        return {"beats": self.beats, "spares": self.spares}
