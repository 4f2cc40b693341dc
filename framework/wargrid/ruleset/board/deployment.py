"""The models of deployment: the armies that sides may choose, and where they place them."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from wargrid.ruleset.base import SideName, UnitName, ZoneName
from wargrid.ruleset.errors import crossed
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Natural, Positive, Texts, Word


class Bases(Model):
    """A range of numbers of bases."""

    min: Natural = 0
    """The fewest bases."""

    max: Positive | None = None
    """The most bases; no limit by default."""

    @model_validator(mode="after")
    def _check_range(self) -> Bases:
        if self.max is not None and self.min > self.max:
            raise crossed("min", self.min, "max", self.max)
        return self


class Contingent(Model):
    """The units of one type in an army: number, strength and zone."""

    men: Positive | dict[SideName, Natural]
    """The men of this type that a side has, the same for both or by side; a side left out has none.
    Of a type with ``of``, the other type's men count."""

    of: UnitName | None = None
    """The type whose men form bases of this one, or null for its own men."""

    least_men: Positive | None = None
    """The fewest men of a base when it is placed; by default only full bases are."""

    bases: Bases | Positive = Bases()
    """The number of bases of the type in an army: a range or one number."""

    zone: ZoneName | None = None
    """The zone where it must be placed, or null for that of ``deploy``; a side without such cells
    has none of it."""

    @property
    def size(self) -> Bases:
        """The number of bases, as a range."""
        return _as_range(self.bases)

    def men_of(self, side: str) -> int:
        """Return the men that a side has."""
        return self.men if isinstance(self.men, int) else self.men.get(side, 0)


class Army(Model):
    """A ready-made army."""

    name: Texts
    """Its name for players."""

    each: str
    """A diagram of its rows, front row first, mirrored for the second side, or
    turned if the ruleset's ``each`` says so."""

    side: SideName | None = None
    """The side that may choose it, or null for both."""


class Deployment(Model):
    """How the sides choose and place their armies, one after the other, before the game."""

    zone: ZoneName
    """The zone where a side may place its units."""

    hidden: bool = True
    """Whether a side's units are hidden from the other until both are ready."""

    facing: Literal["forward", "free"] = "forward"
    """The facing of units: forward, or free for each unit."""

    bases: Bases | Positive = Bases()
    """The number of bases of an army, all types together: a range or one number; at least one where
    a side without units loses."""

    units: dict[Word, Contingent]
    """The types of units in an army."""

    armies: dict[Word, Army] = {}
    """Ready-made armies to choose and change."""

    @property
    def size(self) -> Bases:
        """The number of bases, as a range."""
        return _as_range(self.bases)


def _as_range(bases: Bases | int) -> Bases:
    return Bases(min=bases, max=bases) if isinstance(bases, int) else bases
