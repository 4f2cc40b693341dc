"""Styles of notation: moves written and read as the people who play a game write them."""

from __future__ import annotations

from wargrid.match.styles.reading import read_written
from wargrid.match.styles.registry import style_named, style_of
from wargrid.match.styles.score import goes_on, score_lines, turns_of
from wargrid.match.styles.style import Letters, Style, spelled_out

__all__ = [
    "Letters",
    "Style",
    "goes_on",
    "read_written",
    "score_lines",
    "spelled_out",
    "style_named",
    "style_of",
    "turns_of",
]  # fmt: skip
