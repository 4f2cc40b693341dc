"""An attack under way: who strikes whom, with how many dice and how many hits so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wargrid.core.position import Position

PENDING: Final = "attack"
"""The kind of what is pending; its numbers: source, target, dice, number of the roll, hits so
far."""


class Attack:
    """What a plugin may know of an attack.

    ``source`` and ``target`` are cells, ``attacker`` and ``defender`` unit ids, as they were when
    it was announced. ``dice`` is the number in the current roll, ``rolls`` that roll's number from
    1, ``hits`` the hits so far.
    """

    __slots__ = ("attacker", "defender", "dice", "hits", "rolls", "source", "target")

    def __init__(self, position: Position) -> None:
        assert position.pending is not None
        self.source, self.target, self.dice, self.rolls, self.hits = position.pending.numbers
        self.attacker = position.board[self.source]
        self.defender = position.board[self.target]
