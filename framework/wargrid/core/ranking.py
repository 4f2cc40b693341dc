"""Ranks: which unit beats which when one takes or attacks the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wargrid.core.selecting import Roles, Selection, UnitTest
from wargrid.core.state import PositionFields

TARGET_BEATEN: Final = 1
ATTACKER_BEATEN: Final = 2
"""The bits of an outcome; both are set where both units are beaten, none where neither is."""


class BeatenTest(UnitTest):
    """A unit that the unit of a role beats by its rank, if that one takes or attacks it.

    ``rows[code][other]`` is 1 where units of the first code beat units of the other. ``weak`` are
    by side of the unit those that any unit beats, or None where there are none.
    """

    __slots__ = ("role", "rows", "weak")

    def __init__(self, role: int, rows: Sequence[bytes], weak: Sequence[Selection] | None) -> None:
        self.role = role
        self.rows = list(rows)
        self.weak = None if weak is None else list(weak)

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Compare the ranks of both; false where the role has no unit any more."""
        source = roles[self.role]
        other = position.board[source] if source >= 0 else 0
        if other <= 0:
            return False
        roster = position.roster
        if self.rows[roster.codes[other]][roster.codes[unit]]:
            return True
        weak = self.weak
        return weak is not None and weak[roster.owners[unit]].holds_at(position, unit, cell)
