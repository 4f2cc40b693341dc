"""Hands: units that a side holds beside the board, counted by type on markers of its own.

No ruleset declares these markers: the loader does, one for each type that can be in a hand. So
hands are part of a position as markers are, and two positions with other hands differ.
"""

from __future__ import annotations

from typing import Final

from wargrid.core.marks import Marked
from wargrid.core.position import Position

HAND: Final = "hand"
"""The first word of these markers, and that of their line in texts of positions."""

MOST_HELD: Final = 999
"""How many units of a type a hand holds at most; more that come there are lost."""

STAGE: Final = "stage"
"""The hidden marker of the stage that a side has come to, where a position cannot tell it."""


def hand_marker(word: str) -> str:
    """Return the word of the marker that counts the units of a type in hands.

    >>> hand_marker("man")
    'hand man'
    """
    return f"{HAND} {word}"


def hand_of(position: Position, side: int) -> dict[str, int]:
    """Return how many units of each type a side has in its hand, in the order of the types.

    Types that can be in no hand are left out, and so all in games without hands.
    """
    marks = position.marks
    return {word: marks[row.number][side] for word, row in position.roster.game.markers.hands}


def to_hand(position: Position, side: int, word: str, by: int = 1) -> Marked:
    """Return the event by which so many units of a type come to a hand, or leave it.

    Raises:
        KeyError: units of this type can be in no hand.
    """
    marked: Marked = position.roster.game.markers[hand_marker(word)].add(position, side, by)
    return marked
