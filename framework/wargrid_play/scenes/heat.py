"""The colours of heat maps: the more often something happened on a cell, the lighter it is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from wargrid_play.looks.vision import mixed

SCALE: Final = ("#3b0f70", "#b5367a", "#fb8861", "#fcfdbf")
"""From seldom to often; the lightness alone tells them apart."""

COLD: Final = ("#000000", 102)
"""What lies over a cell on which nothing happened."""


class Warmth(NamedTuple):
    """What lies over a cell: its colour, and from 0 to 255 how much it hides."""

    colour: str
    alpha: int


def warmth_of(counts: Sequence[int]) -> tuple[Warmth, ...]:
    """Return what lies over each cell; the root of a count, so that seldom differs from never."""
    most = max(counts, default=0)
    return tuple(_warm(sqrt(count / most)) if count else Warmth(*COLD) for count in counts)


def _warm(share: float) -> Warmth:
    place = share * (len(SCALE) - 1)
    at = min(len(SCALE) - 2, int(place))
    return Warmth(mixed(SCALE[at], SCALE[at + 1], place - at), round(115 + 115 * share))
