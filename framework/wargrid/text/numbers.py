"""Whole numbers that people write."""

from __future__ import annotations

from typing import Final

MOST_DIGITS: Final = 15
"""No number that is asked for is longer; Python itself refuses to read one of some thousands."""


def whole(text: str, digits: int = MOST_DIGITS) -> int | None:
    """The number that a text of decimal digits alone, and of at most so many, says; None of any other text."""
    return int(text) if text.isdecimal() and len(text) <= digits else None
