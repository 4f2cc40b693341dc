"""What words want: facts that players, checks, hints and the table ask of a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["ANY", "Aim", "Claim", "Estate", "Harvest", "Offer", "Race", "Row"]

ANY: Final = "any"
"""In the place of a unit type: any type."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Units that a victory wants in a zone: so many of a type or any, of one side or of each.

    ``share`` is how much of a victory it is to have them all there. Without ``count``, each cell of
    the zone wants one and is such a share.
    """

    zone: str
    share: float
    unit: str = ANY
    count: int | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Race:
    """A victory of the side whose marker first reaches a number, and its share of a victory."""

    marker: str
    number: int
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Row:
    """So many units in a row, from ``least`` to ``most``, that win; of a type or of any."""

    least: int
    most: int
    directions: str | tuple[str, ...] = "all"
    unit: str = ANY


@dataclass(frozen=True, slots=True)
class Estate:
    """So many cells of a zone, or all, that win once they belong to one side or to either."""

    zone: str
    owner: str
    count: int | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Cells of a zone that an ability makes its side's own, as the marker ``owner`` says.

    A cell changes hands at the first use, or once the marker ``counts`` of the unit is at
    ``needs``.
    """

    zone: str
    owner: str
    counts: str | None = None
    needs: int = 1


@dataclass(frozen=True, slots=True)
class Offer:
    """Units that a side may get, by type the price in the marker ``pays`` of the side, if any."""

    pays: str | None
    prices: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Harvest:
    """What each cell of a zone that belongs to a side, as ``owner`` says, adds to ``pays``."""

    zone: str
    owner: str
    pays: str
    each: int
