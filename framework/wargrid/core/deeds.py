"""Deeds: what units have done in their side's turn, on markers that no ruleset declares.

A game has such a marker only if one of its selectors asks about the deed. They last until the next
turn of the unit's own side begins, so that they can be asked about in the turn of the other side.
What a turn limits for a side, or for each target, is counted in the same way until the turn ends.
Where units may be lost in their own turn by reactions, so are the groups that have begun to act and
the phase to which their side has come, which else follow from what units have used.
"""

from __future__ import annotations

from typing import Final

MOVED: Final = "moved"
ATTACKED: Final = "attacked"
ACTED: Final = "acted"
WENT: Final = "went"

DEEDS: Final = (MOVED, ATTACKED, ACTED, WENT)
"""The deeds in the order of their markers; ``went`` counts cells, the others are on or off."""

GROUPS: Final = "side groups"
"""The marker of how many groups of a side have begun to act in this turn."""

PHASE: Final = "side phase"
"""The marker of the phase to which a side has come in this turn, from 0."""

SIDE_ACTED: Final = "side acted"
"""The marker of a side of which a unit has acted in this turn, where a game has rounds."""

FARTHEST: Final = 1_000_000
"""The most cells that are counted."""


def marker_of(deed: str) -> str:
    """Return the word of a deed's marker, which no ruleset can give to a marker of its own.

    >>> marker_of("moved")
    'has moved'
    """
    return f"has {deed}"


def side_marker(verb: str) -> str:
    """Return the word of the marker that counts how often a side has done something in a turn.

    >>> side_marker("attack")
    'side attack'
    """
    return f"side {verb}"


def target_marker(verb: str) -> str:
    """Return the word of the marker that counts how often it was done to a unit in a turn.

    >>> target_marker("attack")
    'target attack'
    """
    return f"target {verb}"
