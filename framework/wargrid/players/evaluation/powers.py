"""Powers that are the same on every machine."""

from __future__ import annotations

from itertools import repeat
from math import prod


def power(base: float, times: int) -> float:
    """Return a number multiplied by itself so many times.

    ``**`` asks the C library, whose ``pow`` may differ in the last bit from system to system.
    """
    return prod(repeat(base, times), start=1.0)
