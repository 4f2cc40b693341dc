"""Positions for tests, as they are written."""

from __future__ import annotations

TWO_PAIRS = """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . i i . . . .
    . . . I I . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    side: gold
    turn: 7
"""
"""Infantry face to face on d6 and d7, and on e6 and e7."""

FACE_TO_FACE = """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . i . . . .
    . . . . I . . . .
    . . . . A . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    side: gold
    turn: 7
"""
"""Infantry on e6 and e7, face to face, and archers on e5 behind Gold's."""

KING_AT_BAY = """
    . . . . i . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . k . . . .
    . . . . I . . . .
    . . . . A . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    side: gold
    turn: 7
    men: e6 1
"""
"""One man of Gold's infantry in front of Silver's king."""

OVERRUN = """
    . . . . . . . . . . i
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . i . . . . . .
    . . . . i i . . . . .
    . . . . T . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . I
"""
"""A tank of Green on e4, and infantry of Grey on e5, e6 and f5."""

JUMPING = """
    . . . . . . . .
    . . . . . . . .
    . . . m . . . .
    . . M . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    side: black
    turn: 5
    pending: again c5
"""
"""A black man that has jumped to c5 and may jump on."""
