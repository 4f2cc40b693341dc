"""Identity: the marks by which positions that begin a turn are compared."""

from __future__ import annotations

from hashlib import blake2b

from wargrid.core.position import Position
from wargrid.engine.context import GameContext
from wargrid.engine.moves.conditions import Conditions
from wargrid.engine.moves.rights import Rights
from wargrid.engine.moves.royal import Royal


class Identity:
    """Computes the marks of one game's positions."""

    def __init__(self, context: GameContext, conditions: Conditions, royal: Royal | None) -> None:
        self._royal = royal
        self._rights = Rights(context, conditions, royal)
        self._has_conditions = context.has_conditions
        units = context.ruleset.units.values()
        self._units_alike = context.grid.facings == 1 and all(unit.men == 1 for unit in units)

    def mark(self, position: Position) -> int:
        """Return 62 bits for a position that begins a turn, and then one bit for check.

        Two positions have the same mark, in every process, if they have the same side to act and
        equal units and markers on the same cells; ids do not matter. Markers that only serve moves
        with conditions count as far as they allow such moves.
        """
        roster = position.roster
        try:
            content = bytes(position.board).translate(roster.translation)
        except ValueError:  # walls, or more units than a byte can number
            content = bytes(map(roster.codes.__getitem__, position.board))
        if not self._units_alike:
            units = (
                (unit.facing, unit.men, position.wounds[unit.unit]) for unit in position.standing()
            )
            content += repr(list(units)).encode()
        if position.marks:
            content += self._marks_that_differ(position)
        # Not hash(): it differs between processes, and a record must replay to the same marks.
        digest = blake2b(content, digest_size=8, key=bytes([position.side])).digest()
        mark = int.from_bytes(digest, "big") >> 2 << 1
        if self._royal is not None and self._royal.in_check(position, position.side):
            mark |= 1
        return mark

    def _marks_that_differ(self, position: Position) -> bytes:
        """Return the marks of a position as far as they make it another one."""
        rights = self._rights.of(position) if self._has_conditions else []
        others = self._rights.others
        marked = [each for each in position.marked() if each[0] in others] if others else []
        return repr((rights, marked)).encode() if rights or marked else b""
