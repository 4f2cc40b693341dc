"""Garbage in processes that do nothing but search."""

from __future__ import annotations

import gc
from typing import Final

SELDOM: Final = (20_000, 20, 20)
"""After how many new objects Python looks for cycles, and how much more seldom for old ones."""


def collect_seldom() -> None:
    """Look for cycles of garbage seldom: searches make many positions, but hardly any cycle."""
    gc.set_threshold(*SELDOM)
