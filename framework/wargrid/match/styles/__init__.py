"""Styles of notation: moves written and read as the people who play a game write them."""

from __future__ import annotations

from wargrid.match.styles.registry import style_named, style_of
from wargrid.match.styles.style import Letters, Style

__all__ = ["Letters", "Style", "style_named", "style_of"]
