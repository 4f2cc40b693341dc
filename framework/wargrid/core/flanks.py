"""The rule of flanking, as the engine has it from every spelling."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

TAKES: Final = "takes"
JOINS: Final = "joins"
LISTED: Final = "listed"


class FlankRule(NamedTuple):
    """What a type of unit does to the enemies in a line between it and another of its side.

    There are from ``least`` to ``most`` of them. Empty cells of the zones ``hostile`` may be in
    place of the other unit. It is done ``after`` a placing, a move or both; with ``must``, the unit
    may be placed only where it flanks. What it ``does`` is to take them, to let them join its side,
    or a list of ``effects``.
    """

    least: int
    most: int
    directions: str | tuple[str, ...]
    hostile: tuple[str, ...]
    after: tuple[str, ...]
    must: bool
    does: str
    effects: Any = None
