"""Who can be attacked from where one stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.board import OFF
from wargrid.kinds.base import Reach, Sheet

if TYPE_CHECKING:
    from wargrid.kinds.base import Ground


class Front(Reach):
    """An enemy on the next cell straight ahead."""

    word = "front"

    def sheet(self, ground: Ground, cell: int, forward: int) -> Sheet:
        """One shot, at the cell ahead."""
        ahead = ground.grid.shifted(cell, forward, 1)
        return Sheet(shots=() if ahead == OFF else (ahead,))
