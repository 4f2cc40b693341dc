"""The few shapes that lie on a board: pictures of the sheet, arrows, words and boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wargrid_play.scenes.shapes import Point

Anchor = Literal[
    "topleft", "midtop", "topright", "midleft", "midright", "bottomleft", "midbottom",
    "bottomright",
]  # fmt: skip
"""A point of a box."""


@dataclass(frozen=True, slots=True)
class Use:
    """A picture of the sheet with its middle at a point.

    It is turned clockwise by some degrees, and ``size`` wide where it is 100 wide in the sheet.
    ``letters`` stand on it.
    """

    use: str
    x: float
    y: float
    turn: float = 0
    size: float = 100
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points with a head at its end, in two colours; ``thick`` is 1 for a path.

    One that ends at its first point is an outline, and has no head.
    """

    points: tuple[Point, ...]
    dark: str
    light: str
    thick: float = 1
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of text on a dark ground, whose ``anchor`` is at a point.

    ``size`` is the height of the letters. ``framed``: it says something about the game, in larger
    letters, rather than what is on one cell, in a box as wide as a cell at most.
    """

    words: tuple[str, ...]
    x: float
    y: float
    size: float
    anchor: Anchor = "topleft"
    framed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of one colour, from its upper left corner."""

    colour: str
    x: float
    y: float
    wide: float
    high: float


Element = Use | Line | Words | Box
