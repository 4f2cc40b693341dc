"""What is installed, read once for each ``sys.path``: each game and each player asks for it."""

from __future__ import annotations

import importlib.metadata
import sys
from functools import cache
from importlib.metadata import EntryPoints

_read = importlib.metadata.entry_points


@cache
def _found(path: tuple[str, ...]) -> EntryPoints:
    return _read()


def entry_points(**wanted: str) -> EntryPoints:
    """Return the entry points of this group, or of this name."""
    return _found(tuple(sys.path)).select(**wanted)


importlib.metadata.entry_points = entry_points
