"""The flying general: two generals may never face each other on an open file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.hookspecs import hookimpl
from wargrid.kinds.base import Kind, Movement, Sheet
from wargrid.plugins import Plugin

if TYPE_CHECKING:
    from wargrid.kinds.base import Ground


class FacingGeneral(Movement):
    """Threatens the enemy's general along the open file ahead, so that neither may leave both facing (XQ-21)."""

    word = "facing_general"

    def sheet(self, ground: Ground, cell: int, forward: int) -> Sheet:
        """One beam, straight ahead."""
        line = ground.grid.line(cell, forward)
        return Sheet(beams=(line,) if line else ())


class FlyingGeneral(Plugin):
    """Gives rulesets the word ``facing_general`` for ``move``."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Offer the word."""
        return [FacingGeneral]
